"""From paths to deployments: what a path stands for, what joins what, and that nothing vanishes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from spillover.errors import InputError, UsageError
from spillover.model.capacity import InstanceList, Member
from spillover.model.deployment import Deployment
from spillover.model.dns import RecordSet
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.service import BackendService
from spillover.read import api
from spillover.read import files as files_module
from spillover.read.data_files import STDIN
from spillover.read.modules import roots as roots_module
from spillover.read.modules.roots import read_root
from spillover.read.reading import read
from spillover.read.request import CommentAt, Reading, Request

DATA = Path(__file__).parent / "data_api"
P = "projects/demo-proj"
LINK = f"https://www.googleapis.com/compute/v1/{P}/global/healthChecks"
KIND = "compute#healthCheck"
NOT_RECOGNISED = "not recognised as an object of Google's APIs"


def check(name: str, interval: int = 30, **more: Any) -> dict[str, Any]:
    """A health check as gcloud prints it."""
    return {
        "kind": KIND,
        "name": name,
        "selfLink": f"{LINK}/{name}",
        "checkIntervalSec": interval,
        **more,
    }


def checks(*names: str) -> str:
    return json.dumps([check(name) for name in names])


def address(name: str) -> str:
    return f"{P}/global/healthChecks/{name}"


def terraform(name: str, label: str = "this") -> str:
    return f'resource "google_compute_health_check" "{label}" {{\n  name = "{name}"\n}}\n'


def make(root: Path, contents: Mapping[str, str | bytes]) -> None:
    for path, content in contents.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())


def nothing() -> Iterator[bytes]:
    raise AssertionError("standard input is not asked for")


def given(text: str | bytes) -> Callable[[], Iterator[bytes]]:
    """A standard input that can be read once."""
    contents = [iter((text if isinstance(text, bytes) else text.encode(),))]
    return contents.pop


def names(deployment: Deployment) -> list[str]:
    return [each.name for each in deployment.resources]


def by_root(reading: Reading) -> dict[str, list[str]]:
    assert len({each.root for each in reading.deployments}) == len(reading.deployments)
    return {each.root: names(each) for each in reading.deployments}


def summary(reading: Reading) -> Any:
    """Everything that a reading says, without the functions in it."""
    return (
        reading.deployments,
        reading.instances,
        reading.health,
        [shown.origin for shown in reading.shown],
        reading.comments,
        reading.unreadable,
        reading.notes,
        reading.files,
    )


class TestPaths:
    """A path is a folder, a file, or standard input; none means the working directory."""

    @pytest.fixture
    def here(self, tmp_path: Path) -> Path:
        make(
            tmp_path,
            {
                "main.tf": terraform("of-main"),
                "more.tf": terraform("of-more", "that"),
                "values.tfvars": "",
                "values.tfvars.json": "{}",
                "lb.json": checks("of-json"),
                "sub/lb.yaml": f"kind: compute#healthCheck\nname: of-yaml\nselfLink: {LINK}/of-yaml\n",
            },
        )
        return tmp_path

    @pytest.mark.parametrize(
        ("paths", "expected", "files"),
        [
            pytest.param((), {}, set(), id="none is asked for"),
            pytest.param(("lb.json",), {".": ["of-json"]}, {"lb.json"}, id="file"),
            pytest.param(("sub",), {"sub": ["of-yaml"]}, {"sub/lb.yaml"}, id="folder"),
            pytest.param(("./sub/../lb.json",), {".": ["of-json"]}, {"lb.json"}, id="roundabout"),
            pytest.param(
                ("main.tf",), {".": ["of-main", "of-more"]}, {"main.tf", "more.tf"}, id=".tf: its folder"
            ),
            pytest.param(
                ("more.tf", "main.tf", "./main.tf"),
                {".": ["of-main", "of-more"]},
                {"main.tf", "more.tf"},
                id=".tf: its folder, once",
            ),
            pytest.param(
                ("values.tfvars",), {".": ["of-main", "of-more"]}, {"main.tf", "more.tf"}, id=".tfvars"
            ),
            pytest.param(
                ("values.tfvars.json",),
                {".": ["of-main", "of-more"]},
                {"main.tf", "more.tf"},
                id=".tfvars.json",
            ),
        ],
    )
    def test_stand_for(
        self, here: Path, paths: tuple[str, ...], expected: dict[str, list[str]], files: set[str]
    ) -> None:
        reading = read(Request(paths), here, nothing)

        assert by_root(reading) == expected
        assert reading.files == files
        assert reading.unreadable == []

    def test_absolute_and_from_elsewhere(self, here: Path) -> None:
        reading = read(Request((str(here / "lb.json"), "../main.tf")), here / "sub", nothing)

        assert by_root(reading) == {"..": ["of-main", "of-more"], ".": ["of-json"]}
        assert reading.files == {"../lb.json", "../main.tf", "../more.tf"}

    def test_none_is_the_working_directory(self, here: Path) -> None:
        reading = read(Request(), here, nothing)

        assert [(each.root, names(each)) for each in reading.deployments] == [
            (".", ["of-main", "of-more"]),
            (".", ["of-json", "of-yaml"]),
        ]
        assert reading.files == {"main.tf", "more.tf", "lb.json", "sub/lb.yaml"}

    def test_every_kind_of_resource_is_shown_by_its_path(self, here: Path) -> None:
        shown = read(Request(), here, nothing).shown

        assert [(each.origin.path, each.origin.address) for each in shown] == [
            ("lb.json", address("of-json")),
            ("main.tf", "google_compute_health_check.this"),
            ("more.tf", "google_compute_health_check.that"),
            ("sub/lb.yaml", address("of-yaml")),
        ]
        assert shown[0].contents() == (check("of-json"), ())

    @pytest.mark.parametrize(
        "request_",
        [
            Request(("nowhere.json",)),
            Request(("nowhere.tf",)),
            Request(("main.tf", "nowhere/")),
            Request(("lb.json",), health=("nowhere.json",)),
            Request(("lb.json",), instances=(("g", "nowhere.json"),)),
            Request(("lb.json",), dns_zones=(("z", "nowhere.json"),)),
            Request(("main.tf",), variables=("nowhere.json",)),
        ],
    )
    def test_that_do_not_exist_are_wrong_usage(self, here: Path, request_: Request) -> None:
        with pytest.raises(UsageError) as caught:
            read(request_, here, nothing)

        assert str(caught.value).startswith("no such file: nowhere")


class TestVariables:
    HCL = 'variable "n" {}\nresource "google_compute_health_check" "this" {\n  name = var.n\n}\n'

    def test_on_the_command_line_and_in_files(self, tmp_path: Path) -> None:
        make(tmp_path, {"main.tf": self.HCL, "values/n.tfvars": 'n = "from-file"\n'})

        in_file = read(Request(variables=("values/n.tfvars",)), tmp_path, nothing)
        on_line = read(Request(variables=("values/n.tfvars", ("n", "given"))), tmp_path, nothing)

        assert by_root(in_file) == {".": ["from-file"]}
        assert by_root(on_line) == {".": ["given"]}

    def test_that_no_root_declares_are_wrong_usage(self, tmp_path: Path) -> None:
        make(tmp_path, {"main.tf": self.HCL})

        with pytest.raises(UsageError, match="--var m: no root module declares this variable"):
            read(Request(variables=(("m", "x"),)), tmp_path, nothing)

    def test_do_not_matter_without_terraform(self, tmp_path: Path) -> None:
        make(tmp_path, {"lb.json": checks("a")})

        assert by_root(read(Request(variables=(("m", "x"),)), tmp_path, nothing)) == {".": ["a"]}


class TestStandardInput:
    @pytest.mark.parametrize(
        ("text", "root", "line"),
        [
            pytest.param(checks("a"), ".", 1, id="JSON"),
            pytest.param("\ufeff" + checks("a"), ".", 1, id="JSON with a byte order mark"),
            pytest.param(
                f"# made by hand\nkind: compute#healthCheck\nname: a\nselfLink: {LINK}/a", ".", 2, id="YAML"
            ),
            pytest.param(terraform("a"), STDIN, 1, id="HCL"),
            pytest.param("\ufeff# c\n" + terraform("a"), STDIN, 2, id="HCL with a byte order mark"),
            pytest.param('\n# "x" {\n// y\n' + terraform("a"), STDIN, 4, id="HCL after comments"),
            pytest.param("/* of\n several # lines */ " + terraform("a"), STDIN, 2, id="HCL after another"),
            pytest.param("locals {\n}\n" + terraform("a"), STDIN, 3, id="HCL whose first block has no label"),
        ],
    )
    def test_is_read_as_what_it_looks_like(self, tmp_path: Path, text: str, root: str, line: int) -> None:
        reading = read(Request(("-",)), tmp_path, given(text))

        assert by_root(reading) == {root: ["a"]}
        assert reading.files == {STDIN}
        (deployment,) = reading.deployments
        (resource,) = deployment.resources
        assert resource.origin.path == STDIN
        assert resource.origin.places.span(resource.origin.at("name").path).start.line >= line

    def test_is_no_folder_of_that_name(self, tmp_path: Path) -> None:
        make(tmp_path, {"-/lb.json": checks("b")})

        assert by_root(read(Request(("-",)), tmp_path, given(checks("a")))) == {".": ["a"]}

    def test_is_read_once(self, tmp_path: Path) -> None:
        assert by_root(read(Request(("-", "-")), tmp_path, given(checks("a")))) == {".": ["a"]}

    @pytest.mark.parametrize(
        ("content", "error"),
        [
            (b"\xff\xfe{\x00}\x00", "<stdin>:1:1: not UTF-8 (looks like UTF-16)"),
            (b"", "<stdin>:1:1: empty"),
            (b"hello", f"<stdin>:1:1: {NOT_RECOGNISED}"),
            (b'{"a": 1,\n}', "<stdin>:1:8: trailing comma"),
            (b'\nresource "x" "y" {\n', "<stdin>:2:1: the block is not closed"),
        ],
    )
    def test_that_is_something_else_is_unreadable(self, tmp_path: Path, content: bytes, error: str) -> None:
        assert list(map(str, read(Request(("-",)), tmp_path, given(content)).unreadable)) == [error]

    def test_may_be_an_observation(self, tmp_path: Path) -> None:
        listed = (DATA / "list-instances.json").read_bytes()

        reading = read(Request((), instances=(("g", "-"),)), tmp_path, given(listed))

        assert reading.instances == [
            InstanceList(
                ResourceName("instanceGroups", "g"),
                (Member("vm-b1", "us-east1-b"), Member("vm-b2", "us-east1-b")),
                STDIN,
            )
        ]


class TestSearchedData:
    """JSON and YAML count only with a marker in their bytes; else they are passed over."""

    def test_without_a_marker_is_passed_over(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "package.json": '{"name": "x"}',
                "broken.json": '{"name": ',
                "unmarked.json": '{"checkIntervalSec": 5, "sourceRegions": []}',
                "lb.json": checks("a"),
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        assert reading.files == {"lb.json"}
        assert reading.unreadable == []

    def test_with_a_marker_but_of_something_else_is_no_error(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "asset.json": '[{"asset_type": "compute.googleapis.com/Instance"}]',
                "feed.json": '{"asset_type": "of a feed"}',
                "cnrm.yaml": "apiVersion: compute.cnrm.cloud.google.com/v1beta1\nkind: ComputeRoute\n",
                "notes.yaml": "text: compute#backendService\n",
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert reading.deployments == []
        assert reading.unreadable == []

    def test_of_which_a_part_is_recognised_tells_of_the_rest(self, tmp_path: Path) -> None:
        make(tmp_path, {"lb.json": json.dumps([check("a"), {"b": 1}])})
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        assert [error.message for error in reading.unreadable] == [NOT_RECOGNISED]

    def test_of_which_a_part_is_an_observation_too(self, tmp_path: Path) -> None:
        health = json.loads((DATA / "get-health.json").read_text(encoding="utf-8"))
        make(tmp_path, {"h.json": json.dumps([*health, {"b": 1}])})
        reading = read(Request(), tmp_path, nothing)

        assert len(reading.health) == 2
        assert [error.message for error in reading.unreadable] == [NOT_RECOGNISED]

    @pytest.mark.parametrize(
        ("content", "line", "column"),
        [
            pytest.param(b'{"kind": "compute#healthCheck",\n "name": }', 2, 10, id="broken JSON"),
            pytest.param(b'{"kind": "compute#healthCheck", "name": "\xe9"}', 1, 42, id="Latin-1"),
        ],
    )
    def test_that_cannot_be_read_does_not_lose_the_rest(
        self, tmp_path: Path, content: bytes, line: int, column: int
    ) -> None:
        make(tmp_path, {"a.json": checks("a"), "b.json": content, "c.json": checks("c")})
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a", "c"]}
        (error,) = reading.unreadable
        assert (error.path, error.line, error.column) == ("b.json", line, column)

    def test_folders_that_cannot_be_listed_are_unreadable(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make(tmp_path, {"a.json": checks("a"), "closed/b.json": checks("b")})
        scandir = os.scandir

        def guarded(path: Path) -> Iterator[os.DirEntry[str]]:
            if Path(path).name == "closed":
                raise PermissionError(13, "Permission denied", str(path))
            return scandir(path)

        monkeypatch.setattr(os, "scandir", guarded)
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        assert reading.unreadable == [InputError("closed", 0, 0, "permission denied")]

    def test_a_byte_order_mark_is_none_of_its_text(self, tmp_path: Path) -> None:
        make(tmp_path, {"a.json": "\ufeff" + checks("a"), "b.json": "\ufeff" + '[{"kind": "compute#x"},\n5]'})
        reading = read(Request(("a.json", "b.json")), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        assert reading.unreadable == [InputError("b.json", 2, 1, NOT_RECOGNISED)]


PLAN = {"format_version": "1.2", "terraform_version": "1.11.4", "planned_values": {}}
STATE = {"version": 4, "terraform_version": "1.11.4", "resources": [], "lineage": "compute#"}


class TestPlansAndStates:
    CASES = (
        pytest.param("p.json", PLAN, "a Terraform plan", id="plan"),
        pytest.param(
            "p.json",
            {"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": []},
            "a Terraform plan",
            id="plan of changes alone",
        ),
        pytest.param(
            "s.json",
            {"format_version": "1.0", "terraform_version": "1.11.4", "values": {}},
            "a Terraform state",
            id="state as JSON",
        ),
        pytest.param("terraform.tfstate", STATE, "a Terraform state", id="raw state"),
    )

    ZONE: ClassVar[dict[str, Any]] = {"mode": "managed", "type": "google_dns_managed_zone", "name": "a"}

    @pytest.mark.parametrize(("path", "content", "called"), CASES[:-1])
    def test_found_by_search_are_named_but_not_read(
        self, tmp_path: Path, path: str, content: dict[str, Any], called: str
    ) -> None:
        make(tmp_path, {path: json.dumps(content), "lb.json": checks("a")})
        reading = read(Request(), tmp_path, nothing)

        assert reading.notes == [f"{path}: {called}, which is read only if it is named"]
        assert reading.files == {"lb.json"}
        assert reading.unreadable == []
        assert by_root(reading) == {".": ["a"]}

    @pytest.mark.parametrize(("path", "content", "called"), CASES[:-1])
    def test_that_are_named_are_read(
        self, tmp_path: Path, path: str, content: dict[str, Any], called: str
    ) -> None:
        make(tmp_path, {path: json.dumps(content)})
        reading = read(Request((path,)), tmp_path, nothing)

        assert called
        assert (reading.unreadable, reading.notes, reading.deployments) == ([], [], [])
        assert reading.files == {path}

    def test_the_file_of_a_state_is_another_format(self, tmp_path: Path) -> None:
        make(tmp_path, {"terraform.tfstate": json.dumps(STATE)})
        named, found = (read(Request((each,)), tmp_path, nothing) for each in ("terraform.tfstate", "."))

        message = "the file of a Terraform state: give what `terraform show -json` prints of it"
        assert named.unreadable == [InputError("terraform.tfstate", 1, 1, message)]
        assert (found.notes, found.unreadable) == ([f"terraform.tfstate: {message}"], [])

    def planned(self) -> str:
        """A plan of a managed zone that is named ``a``."""
        change = {"actions": ["create"], "after": {"name": "a"}, "after_unknown": {}}
        changes = [{**self.ZONE, "address": "google_dns_managed_zone.a", "change": change}]
        return json.dumps({**PLAN, "resource_changes": changes, "complete": False})

    def test_are_deployments_of_their_own(self, tmp_path: Path) -> None:
        state = {"root_module": {"resources": [{**self.ZONE, "address": "zone", "values": {"name": "b"}}]}}
        files = {"p.json": self.planned(), "s.json": json.dumps({"format_version": "1.0", "values": state})}
        make(tmp_path, {**files, "lb.json": checks("c"), "tf/main.tf": terraform("d")})
        reading = read(Request(("p.json", "s.json", "lb.json", "tf")), tmp_path, nothing)

        assert by_root(reading) == {"p.json": ["a"], "s.json": ["b"], ".": ["c"], "tf": ["d"]}
        assert reading.unreadable == []
        assert reading.notes == [
            "p.json: this plan is not complete (it was targeted, or something is deferred): "
            "the rest is not known"
        ]
        assert {shown.origin.path for shown in reading.shown} == {"p.json", "s.json", "lb.json", "tf/main.tf"}

    def test_data_that_is_named_beside_a_plan_takes_part(self, tmp_path: Path) -> None:
        make(tmp_path, {"p.json": self.planned(), "lb.json": checks("c")})
        reading = read(Request(("p.json", "lb.json")), tmp_path, nothing)

        context = {each.root: [one.identity.name for one in each.context] for each in reading.deployments}
        assert context == {"p.json": ["c"], ".": ["a"]}

    def test_from_standard_input(self, tmp_path: Path) -> None:
        reading = read(Request(("-",)), tmp_path, given(self.planned()))

        assert by_root(reading) == {STDIN: ["a"]}

    def test_are_no_records_of_a_zone(self, tmp_path: Path) -> None:
        make(tmp_path, {"p.json": self.planned()})
        reading = read(Request((), dns_zones=(("z", "p.json"),)), tmp_path, nothing)

        assert reading.unreadable == [InputError("p.json", 1, 1, NOT_RECOGNISED)]

    def test_a_damaged_one_does_not_lose_the_rest(self, tmp_path: Path) -> None:
        make(tmp_path, {"p.json": '{"format_version": "2.0", "planned_values": {}}', "lb.json": checks("a")})
        reading = read(Request(("p.json", "lb.json")), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        (error,) = reading.unreadable
        assert error.message == "format version 2.0 is not known here, only 1.x is"

    def test_a_saved_plan_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "plan.out").write_bytes(b"PK\x03\x04\x14\x00\x08\x00\xff")
        reading = read(Request(("plan.out",)), tmp_path, nothing)

        message = "a zip archive; of a plan that Terraform saved, give what `terraform show -json` prints"
        assert reading.unreadable == [InputError("plan.out", 1, 1, message)]

    @pytest.mark.parametrize(
        "content",
        [
            pytest.param('{"terraform_version": "1.11.4"}', id="something of Terraform's"),
            pytest.param('[{"terraform_version": "1.11.4", "resources": []}]', id="a list"),
            pytest.param('{"planned_values": {}, "x": "compute#"}', id="planned values of something"),
            pytest.param('{"values": {}, "resources": [], "x": "compute#"}', id="values of something"),
        ],
    )
    def test_what_only_looks_like_one_is_passed_over(self, tmp_path: Path, content: str) -> None:
        make(tmp_path, {"x.json": content})
        reading = read(Request(), tmp_path, nothing)

        assert (reading.notes, reading.unreadable, reading.deployments) == ([], [], [])

    def test_what_looks_like_one_but_does_not_parse_is_passed_over(self, tmp_path: Path) -> None:
        make(tmp_path, {"x.json": '{"terraform_version": "1.11.4",', "lb.json": checks("a")})
        reading = read(Request(), tmp_path, nothing)

        assert reading.unreadable == []
        assert reading.files == {"lb.json"}


class TestNamedFiles:
    """A file named on the command line is always read; what is not recognised is unreadable."""

    @pytest.mark.parametrize(
        ("path", "content", "error"),
        [
            ("x.json", '{"a": 1}', (1, 1, NOT_RECOGNISED)),
            ("x.txt", "hello", (1, 1, NOT_RECOGNISED)),
            ("x.yaml", "a: 1\n", (1, 1, NOT_RECOGNISED)),
            ("x.json", "", (1, 1, "empty")),
            ("x.txt", "# nothing\n", (1, 1, "empty")),
            ("x.txt", "locals {}\n", (1, 1, NOT_RECOGNISED)),
            ("x.json", '{"a": ', (1, 7, "the text ends too early")),
            ("x.json", b"\xe9", (1, 1, "not UTF-8")),
            ("x.json", "a\nb".encode("utf-16"), (1, 1, "not UTF-8 (looks like UTF-16)")),
        ],
    )
    def test_of_something_else(
        self, tmp_path: Path, path: str, content: str | bytes, error: tuple[int, int, str]
    ) -> None:
        make(tmp_path, {path: content})
        reading = read(Request((path,)), tmp_path, nothing)

        assert reading.unreadable == [InputError(path, *error)]
        assert reading.files == {path}
        assert reading.deployments == []

    @pytest.mark.parametrize(("path", "content"), [("x.json", "[]"), ("x.yaml", ""), ("x.yml", "---\n")])
    def test_an_empty_list_is_something(self, tmp_path: Path, path: str, content: str) -> None:
        make(tmp_path, {path: content})
        reading = read(Request((path,)), tmp_path, nothing)

        assert reading.unreadable == []

    def test_need_no_marker_and_no_name_of_data(self, tmp_path: Path) -> None:
        make(tmp_path, {"lb.txt": '{"name": "a", "checkIntervalSec": 5}'})

        assert by_root(read(Request(("lb.txt",)), tmp_path, nothing)) == {".": ["a"]}

    @pytest.mark.parametrize("name", ["pipe.tf", "pipe.tfvars", "pipe.tf.json"])
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path, name: str) -> None:
        make(tmp_path, {"main.tf": terraform("a")})
        os.mkfifo(tmp_path / name)

        reading = read(Request((name,)), tmp_path, nothing)

        assert reading.unreadable == [InputError(name, 0, 0, "not a regular file")]
        assert by_root(reading) == {".": ["a"]}

    def test_a_hidden_one_of_terraform(self, tmp_path: Path) -> None:
        make(tmp_path, {"main.tf": terraform("a"), ".more.tf": terraform("b", "that")})

        reading = read(Request((".more.tf",)), tmp_path, nothing)

        assert reading.unreadable == [InputError(".more.tf", 0, 0, "hidden, so Terraform passes over it")]
        assert by_root(reading) == {".": ["a"]}

    def test_that_git_ignores_are_read_all_the_same(self, tmp_path: Path) -> None:
        make(tmp_path, {".gitignore": "*.json\nmain.tf\n", "lb.json": checks("a"), "main.tf": terraform("b")})
        (tmp_path / ".git").mkdir()

        assert read(Request(("lb.json", "main.tf")), tmp_path, nothing).files == {"lb.json", "main.tf"}
        assert read(Request((".", "lb.json", "main.tf")), tmp_path, nothing).files == {"lb.json", "main.tf"}
        assert read(Request((".",)), tmp_path, nothing).files == set()


class TestTheSameObject:
    """In two files, a list and a describe say, it is one; what differs is two."""

    def test_of_files_that_are_named_twice(self, tmp_path: Path) -> None:
        make(tmp_path, {"a.json": checks("a"), "h.json": (DATA / "get-health.json").read_bytes()})
        reading = read(
            Request(("a.json", "./a.json", ".", "h.json"), health=("h.json", "h.json")), tmp_path, nothing
        )

        assert by_root(reading) == {".": ["a"]}
        assert len(reading.health) == 2  # the two groups that it speaks of

    def test_is_judged_once(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "list.json": json.dumps(
                    [check("a", id="1", fingerprint="x=", creationTimestamp="2026", etag="y"), check("b")]
                ),
                "describe.yaml": f"checkIntervalSec: 30\nkind: {KIND}\nname: a\nselfLink: {LINK}/a\n",
            },
        )
        reading = read(Request(("list.json", "describe.yaml")), tmp_path, nothing)

        assert by_root(reading) == {".": ["a", "b"]}
        assert [shown.origin.path for shown in reading.shown] == ["list.json", "list.json"]

    def test_that_differs_is_kept(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "1.json": json.dumps(check("a", 30)),
                "2.json": json.dumps(check("a", 10)),
                "3.json": json.dumps(check("a", 10)),
                "4.json": json.dumps(check("a", 30)),
            },
        )
        (deployment,) = read(Request(), tmp_path, nothing).deployments

        assert [each.check_interval_sec for each in deployment.own(HealthCheck)] == [30, 10]

    def test_of_record_sets_in_zones_that_are_not_known(self, tmp_path: Path) -> None:
        public = {"kind": "dns#resourceRecordSet", "name": "a.example.test.", "type": "A", "ttl": 30}
        make(tmp_path, {"1.json": json.dumps({**public}), "2.json": json.dumps({**public, "ttl": 60})})
        (deployment,) = read(Request(), tmp_path, nothing).deployments

        assert [each.ttl for each in deployment.own(RecordSet)] == [30, 60]

    def test_tells_once_what_is_wrong_with_it(self, tmp_path: Path) -> None:
        make(tmp_path, {name: json.dumps(check("a", timeoutSec="x")) for name in ("1.json", "2.json")})
        (deployment,) = read(Request(), tmp_path, nothing).deployments

        assert [str(wrong.at.path) for wrong in deployment.wrong] == ["timeoutSec"]


class TestDeployments:
    """What is joined and judged together."""

    @pytest.fixture
    def here(self, tmp_path: Path) -> Path:
        make(
            tmp_path,
            {
                "east/main.tf": terraform("east"),
                "west/main.tf": 'module "checks" {\n  source = "../checks"\n}\n' + terraform("west"),
                "checks/main.tf": terraform("of-module"),
                "notes/main.tf": 'variable "x" {}\n',
                "data/found.json": checks("found"),
                "named.json": checks("named"),
            },
        )
        return tmp_path

    def test_of_every_root_and_of_the_data_that_is_found(self, here: Path) -> None:
        reading = read(Request(), here, nothing)

        assert by_root(reading) == {
            "east": ["east"],
            "west": ["west", "of-module"],
            ".": ["found", "named"],
        }
        assert [each.context for each in reading.deployments] == [(), (), ()]

    @pytest.mark.parametrize("paths", [("named.json", "."), (".", "named.json"), (".", "./named.json", ".")])
    def test_named_data_joins_every_other_but_is_judged_once(
        self, here: Path, paths: tuple[str, ...]
    ) -> None:
        reading = read(Request(paths), here, nothing)

        assert [
            (each.root, names(each), [resource.name for resource in each.context])
            for each in reading.deployments
        ] == [
            ("east", ["east"], ["named"]),
            ("west", ["west", "of-module"], ["named"]),
            (".", ["found"], ["named"]),
            (".", ["named"], ["east", "west", "of-module", "found"]),
        ]

    def test_a_module_that_is_searched_alone_is_a_root(self, here: Path) -> None:
        assert by_root(read(Request(("checks",)), here, nothing)) == {"checks": ["of-module"]}

    def test_calls_are_told_with_their_root(self, here: Path) -> None:
        reading = read(Request(("west",)), here, nothing)

        assert [root for root, _ in reading.calls] == ["west"]

    def test_observations_are_of_all(self, here: Path) -> None:
        for name in ("get-health.json", "list-instances.json"):
            shutil.copy(DATA / name, here / "data" / name)
        reading = read(
            Request(
                ("east", "named.json"),
                health=("data/get-health.json",),
                instances=(("g", "data/list-instances.json"),),
            ),
            here,
            nothing,
        )

        observations = (*reading.instances, *reading.health)
        assert len(observations) == 3
        assert [each.observations for each in reading.deployments] == [observations] * 2

    def test_only_of_what_holds_something(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "main.tf": 'variable "x" {}\n',
                "shown/main.tf": 'resource "google_compute_address" "a" {\n  name = "a"\n}\n',
                "image.json": '{"kind": "compute#image"}',
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert ([each.root for each in reading.deployments], reading.unreadable) == (["shown"], [])
        assert [shown.origin.address for shown in reading.shown] == ["google_compute_address.a"]
        assert reading.files == {"main.tf", "image.json", "shown/main.tf"}

    @pytest.mark.parametrize("request_", [Request((), health=("h.json",)), Request()])
    def test_of_wrong_values_alone(self, tmp_path: Path, request_: Request) -> None:
        status = {"kind": "compute#backendServiceGroupHealth", "healthStatus": "x"}
        make(tmp_path, {"h.json": json.dumps({"backend": "zones/z/instanceGroups/g", "status": status})})
        (deployment,) = read(request_, tmp_path, nothing).deployments

        assert deployment.resources == ()
        assert [str(wrong.at.path) for wrong in deployment.wrong] == ["healthStatus"]


class TestObservations:
    @pytest.fixture
    def here(self, tmp_path: Path) -> Path:
        for file in DATA.iterdir():
            shutil.copy(file, tmp_path / file.name)
        return tmp_path

    def test_are_found_by_search_too(self, here: Path) -> None:
        reading = read(Request(), here, nothing)

        assert [each.group.name for each in reading.health] == ["ig-orders-b", "ig-orders-c"]
        assert reading.unreadable == []  # list-instances alone does not say of which group it is
        assert {type(each) for each in reading.deployments[0].resources} >= {BackendService, RecordSet}

    def test_are_read_once_as_what_they_are_named_for(self, here: Path) -> None:
        reading = read(
            Request(
                (".", "get-health.json", "list-instances.json", "record-sets.list.json"),
                health=("get-health.json",),
                instances=(("g", "list-instances.json"), ("g", "list-instances.json")),
                dns_zones=(("z1", "record-sets.list.json"),),
            ),
            here,
            nothing,
        )

        assert len(reading.health) == 2
        assert [each.group.name for each in reading.instances] == ["g"]
        records = [each for found in reading.deployments for each in found.own(RecordSet)]
        assert [each.zone for each in records] == [ResourceName("managedZones", "z1")] * 2
        assert records[0].origin.address == "projects/-/managedZones/z1/rrsets/example.test./NS"
        assert reading.unreadable == []

    @pytest.mark.parametrize(
        ("name", "line", "column", "message"),
        [
            ("backend-services.list.json", 2, 3, "not health as get-health prints it"),
            ("backend-service.export.yaml", 1, 1, "not health as get-health prints it"),
            ("list-instances.json", 2, 3, "not health as get-health prints it"),
        ],
    )
    def test_health_that_is_something_else(
        self, here: Path, name: str, line: int, column: int, message: str
    ) -> None:
        reading = read(Request((), health=(name,)), here, nothing)

        assert reading.unreadable == [InputError(name, line, column, message)]
        assert (reading.deployments, reading.health) == ([], [])

    def test_health_that_is_a_plan(self, here: Path) -> None:
        make(here, {"plan.json": json.dumps(PLAN)})
        reading = read(Request((), health=("plan.json",)), here, nothing)

        assert [error.path for error in reading.unreadable] == ["plan.json"]

    @pytest.mark.parametrize(
        ("content", "error"),
        [
            ('[{"backend": "g", "status": {}}]', (1, 2, "not an instance as list-instances prints it")),
            ('[{"instance": ', (1, 15, "the text ends too early")),
        ],
    )
    def test_instances_that_are_something_else(
        self, tmp_path: Path, content: str, error: tuple[int, int, str]
    ) -> None:
        make(tmp_path, {"i.json": content})
        reading = read(Request((), instances=(("g", "i.json"),)), tmp_path, nothing)

        assert reading.unreadable == [InputError("i.json", *error)]
        assert reading.instances == []
        assert reading.files == {"i.json"}

    def test_instances_named_as_a_path(self, here: Path) -> None:
        (error,) = read(Request(("list-instances.json",)), here, nothing).unreadable

        assert (error.line, error.column) == (2, 3)
        assert error.message.endswith("give this file as --instances GROUP=FILE")


class TestTerraform:
    def test_broken_files_do_not_lose_the_rest(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "a.tf": terraform("a", "a"),
                "b.tf": b"# \xe9\n" + terraform("b", "b").encode(),
                "c.tf": 'resource "google_compute_health_check" "c" {\n  name = = "c"\n}\n'
                + terraform("d", "d"),
                "e_override.tf": terraform("e", "e"),
                "f.tf.json": '{"resource": {"google_compute_health_check": {"f": {"name": "f"}},\n}}',
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a", "d"]}
        assert [(error.path, error.line) for error in reading.unreadable] == [
            ("b.tf", 1),
            ("c.tf", 2),
            ("e_override.tf", 1),
            ("f.tf.json", 1),
        ]

    def test_broken_values_do_neither(self, tmp_path: Path) -> None:
        make(tmp_path, {"main.tf": terraform("a"), "terraform.tfvars": "n = = 1\n"})
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {".": ["a"]}
        assert [(error.path, error.line) for error in reading.unreadable] == [("terraform.tfvars", 1)]

    @pytest.mark.parametrize("path", ["main.tf", "gen.tf.json", "main.tofu", "."])
    def test_what_opentofu_reads_in_place_of_another_is_told_of(self, tmp_path: Path, path: str) -> None:
        files = {
            "main.tf": terraform("a"),
            "main.tofu": terraform("b"),
            "gen.tf.json": "{}",
            "o.tofu.json": "{}",
            "p.tf": terraform("p", "p"),
        }
        make(tmp_path, files)
        reading = read(Request((path,)), tmp_path, nothing)

        assert reading.notes == ["main.tf: OpenTofu has a file of this name, which is read in its place"]
        assert reading.files == {"main.tofu", "gen.tf.json", "o.tofu.json", "p.tf"}
        assert by_root(reading) == {".": ["b", "p"]}

    def test_of_terragrunt_is_told(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {f"{name}/terragrunt.hcl": "inputs = {}\n" for name in "ab"} | {"main.tf": terraform("a")},
        )
        because = "Terragrunt's files are not read: give what `terragrunt show -json` prints of a plan"
        found, named = (read(Request((path,)), tmp_path, nothing) for path in (".", "a/terragrunt.hcl"))

        assert found.notes == [f"a/terragrunt.hcl and 1 more: {because}"]
        assert by_root(found) == {".": ["a"]}
        assert [str(error) for error in named.unreadable] == [f"a/terragrunt.hcl:1:1: {because}"]

    def test_what_is_wrong_in_it(self, tmp_path: Path) -> None:
        make(tmp_path, {"main.tf": 'resource "google_compute_health_check" "x" {\n  timeout_sec = "x"\n}\n'})
        (deployment,) = read(Request(), tmp_path, nothing).deployments

        assert [str(wrong.at.path) for wrong in deployment.wrong] == ["timeout_sec"]


class TestCrashes:
    """A defect of ours in reading one thing is told of, and does not lose the rest."""

    def test_values_are_checked_only_for_those_who_want_to_know(self, tmp_path: Path) -> None:
        make(tmp_path, {"a.json": checks("a").replace('"a"', '["a"]')})

        asked, not_asked = (
            read(Request((".",), checks_values=each), tmp_path, nothing) for each in (True, False)
        )

        assert [each.message for each in asked.deployments[0].wrong]
        assert not_asked.deployments[0].wrong == ()

    def test_of_a_data_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def crash(schema: str, value: Any) -> Any:
            if value["name"] == "b":
                raise LookupError(schema)
            return ()

        monkeypatch.setattr(api, "mismatches", crash)
        make(tmp_path, {"a.json": checks("a"), "b.json": checks("b"), "c.json": checks("c")})
        reading = read(Request((".",)), tmp_path, nothing)

        assert by_root(reading) == {".": ["a", "c"]}
        (error,) = reading.internal_errors
        assert (error.address, error.message) == ("b.json", "LookupError: HealthCheck")

    def test_of_a_root_module(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def crash(path: str, *more: Any) -> Any:
            if path == "b":
                raise LookupError("lost")
            return read_root(path, *more)

        monkeypatch.setattr(roots_module, "read_root", crash)
        make(tmp_path, {f"{name}/main.tf": terraform(name) for name in "abc"})
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {"a": ["a"], "c": ["c"]}
        assert [error.address for error in reading.internal_errors] == ["b"]


class TestComments:
    """Comments that are meant for us, from Terraform and from YAML, with their lines."""

    def test_are_found(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {
                "main.tf": "# nothing\n  # spillover:ignore[FO003] one\n" + terraform("a"),
                "lb.yaml": (
                    "# spillover:ignore[ZA002] two\nkind: compute#healthCheck\nname: b\n---\n"
                    "kind: compute#healthCheck\nname: c # spillover:ignore[ZA003]\n"
                ),
                "lb.json": json.dumps([check("# spillover:ignore[ZA004]")]),
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert sorted(reading.comments, key=lambda each: (each.path, each.line)) == [
            CommentAt("lb.yaml", 1, 1, "# spillover:ignore[ZA002] two"),
            CommentAt("lb.yaml", 6, 1, "# spillover:ignore[ZA003]"),
            CommentAt("main.tf", 2, 3, "# spillover:ignore[FO003] one"),
        ]

    def test_in_json_they_say_where_their_block_begins(self, tmp_path: Path) -> None:
        make(
            tmp_path,
            {"main.tf.json": '{"locals": {\n  "a": 1,\n  "//": "spillover:ignore[FO003] why"\n}}\n'},
        )
        reading = read(Request(), tmp_path, nothing)

        assert reading.comments == [CommentAt("main.tf.json", 3, 10, "spillover:ignore[FO003] why", 1)]

    def test_of_a_folder_that_several_roots_call_are_found_once(self, tmp_path: Path) -> None:
        call = 'module "m" {\n  source = "../m"\n}\n' + terraform("x")
        make(
            tmp_path,
            {
                "a/main.tf": call,
                "b/main.tf": call,
                "m/main.tf": "# spillover:ignore[FO003]\n" + terraform("m"),
            },
        )
        reading = read(Request(), tmp_path, nothing)

        assert by_root(reading) == {"a": ["x", "m"], "b": ["x", "m"]}
        assert reading.comments == [CommentAt("m/main.tf", 1, 1, "# spillover:ignore[FO003]")]


class TestDeterminism:
    def test_the_order_of_the_disk_does_not_matter(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make(
            tmp_path,
            {
                "b/main.tf": terraform("b"),
                "b/also.tf": "# spillover:ignore[FO003] x\n" + terraform("also", "that"),
                "a/main.tf": terraform("a"),
                "a/x.json": json.dumps([check("one", 30), check("two", timeoutSec="x")]),
                "c.yaml": f"# spillover:ignore[FO003] y\nkind: compute#healthCheck\nselfLink: {LINK}/one\n",
                "d.json": '{"compute#": ',
                "e.json": '{"compute#": 1}x',
                "s.json": json.dumps(STATE),
                "p/p.json": json.dumps(PLAN),
                "gen.tf.json": "{}",
                "h.json": (DATA / "get-health.json").read_text(encoding="utf-8"),
            },
        )
        orders: list[Callable[[list[str]], list[str]]] = [sorted, lambda found: sorted(found, reverse=True)]
        listed = files_module._listed
        results = []
        for order in orders:

            def in_order(
                folder: Path, order: Callable[[list[str]], list[str]] = order
            ) -> tuple[list[str], list[str], list[str]]:
                folders, regular, links = listed(folder)
                return order(folders), order(regular), order(links)

            monkeypatch.setattr(files_module, "_listed", in_order)
            results.append(summary(read(Request((".",)), tmp_path, nothing)))

        first, second = results
        assert first == second
        assert [error.path for error in first[5]] == ["d.json", "e.json"]

    def test_errors_are_sorted_and_told_once(self, tmp_path: Path) -> None:
        make(tmp_path, {"b.json": "[5]", "a.json": '[{"x": 1}]\n', "c.yaml": "- 1\n---\n- 2\n"})
        reading = read(Request(("c.yaml", "b.json", "a.json", "b.json")), tmp_path, nothing)

        assert [(error.path, error.line) for error in reading.unreadable] == [
            ("a.json", 1),
            ("b.json", 1),
            ("c.yaml", 1),
            ("c.yaml", 3),
        ]


def test_data_found_in_several_folders_is_one_deployment(tmp_path: Path) -> None:
    make(tmp_path, {"a/lb.json": checks("a"), "b/lb.json": checks("b")})
    reading = read(Request(("a", "b")), tmp_path, nothing)

    assert by_root(reading) == {".": ["a", "b"]}
    assert {each.origin.root for deployment in reading.deployments for each in deployment.resources} == {"."}
