"""``lint --new-since``: what the files of a revision do not have."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]
Git = Callable[..., str]

SERVICE = """\
variable "ratio" {
  default = 0.5
}

resource "google_compute_region_backend_service" "orders" {
  name                  = "orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_DISABLED"
      spillover_ratio = var.ratio
    }
  }
}
"""
QUIET = ("--quiet", "--select", "ZA017")


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_tf", ".tf")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def commit(git: Git) -> str:
    git("add", "--all", "--force", ".")
    git("commit", "--quiet", "--allow-empty", "--message", "x")
    return git("rev-parse", "HEAD")


def found(result: CompletedProcess[str]) -> list[str]:
    """The places of the findings, without columns."""
    return re.findall(r"^([^\s:][^:]*:\d+):\d+: ", result.stdout, re.MULTILINE)


class TestFindings:
    def test_that_were_there_are_left_out(self, spillover: Spillover, repository: Path, git: Git) -> None:
        write(repository, old_tf=SERVICE)
        commit(git)
        write(repository, new__main_tf=SERVICE, old_tf=f"# moved\n\n{SERVICE}")

        every, new = spillover("lint", *QUIET), spillover("lint", *QUIET, "--new-since", "HEAD")

        assert found(every) == ["new/main.tf:13", "old.tf:15"]
        assert (new.returncode, found(new)) == (1, ["new/main.tf:13"])
        assert new.stderr == "spillover: findings that were there before: 1\n"

    def test_nothing_new_is_status_0(self, spillover: Spillover, repository: Path, git: Git) -> None:
        write(repository, old_tf=SERVICE)
        commit(git)

        result = spillover("lint", *QUIET, "--new-since", "HEAD")

        assert (result.returncode, result.stdout) == (0, "")

    def test_by_tag_branch_and_commit(self, spillover: Spillover, repository: Path, git: Git) -> None:
        first = commit(git)
        git("tag", "v1")
        write(repository, main_tf=SERVICE)
        commit(git)
        git("branch", "--quiet", "later")

        assert [
            len(found(spillover("lint", *QUIET, "--new-since", each)))
            for each in ("v1", first, "HEAD~1", "later", "main", "HEAD")
        ] == [1, 1, 1, 0, 0, 0]

    def test_in_json(self, spillover: Spillover, repository: Path, git: Git) -> None:
        commit(git)
        write(repository, main_tf=SERVICE)

        result = spillover("lint", "--select", "ZA017", "--format", "json", "--new-since", "HEAD")

        assert [each["existing"] for each in json.loads(result.stdout)["findings"]] == [False]

    def test_of_the_same_address_in_another_root_module(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(repository, dev__main_tf=SERVICE, prod__main_tf=SERVICE.replace("DISABLED", "SPILL_CROSS_ZONE"))
        commit(git)
        write(repository, prod__main_tf=SERVICE)

        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == ["prod/main.tf:13"]

    def test_that_a_suppression_hid_are_new_without_it(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(
            repository, main_tf=f"# spillover:ignore[ZA017] one day\n{SERVICE}".replace("# spill", "#spill")
        )
        comment = "      # spillover:ignore[ZA017] x\n"
        write(repository, main_tf=SERVICE.replace("      spillover_ratio", f"{comment}      spillover_ratio"))
        commit(git)
        assert found(spillover("lint", *QUIET)) == []
        write(repository, main_tf=SERVICE)

        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == ["main.tf:13"]

    def test_that_the_configuration_hid_are_new_without_it(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(repository, main_tf=SERVICE)
        config = repository / ".spillover.toml"
        config.write_text('[[ignore]]\nrule = "ZA017"\naddress = "*"\nreason = "x"\n')
        commit(git)
        config.write_text("")

        by_search = spillover("lint", *QUIET, "--new-since", "HEAD")
        by_name = spillover("lint", *QUIET, "--new-since", "HEAD", "--config", ".spillover.toml")

        assert found(by_search) == found(by_name) == ["main.tf:13"]

    def test_with_a_configuration_that_was_none(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(repository, main_tf=SERVICE)
        config = repository / ".spillover.toml"
        config.write_text("[[")
        commit(git)
        config.write_text("")

        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == []

    def test_with_a_configuration_from_elsewhere(
        self, spillover: Spillover, repository: Path, tmp_path_factory: pytest.TempPathFactory, git: Git
    ) -> None:
        elsewhere = tmp_path_factory.mktemp("elsewhere") / "base.toml"
        elsewhere.write_text('[[ignore]]\nrule = "ZA017"\naddress = "*.none"\nreason = "x"\n')
        write(repository, main_tf=SERVICE)
        commit(git)

        assert found(spillover("lint", *QUIET, "--new-since", "HEAD", "--config", str(elsewhere))) == []

    def test_with_new_only_of_a_plan(self, spillover: Spillover, repository: Path, git: Git) -> None:
        example = Path(__file__).parents[2] / "examples/record-set-replaced/flagged/plan.json"
        commit(git)
        (repository / "plan.json").write_bytes(example.read_bytes())

        result = spillover("lint", "plan.json", "--new-since", "HEAD", "--quiet")

        assert result.returncode == 1
        assert "[FO038]" in result.stdout

    def test_a_baseline_is_not_judged_by_them(self, spillover: Spillover, repository: Path, git: Git) -> None:
        write(repository, main_tf=SERVICE)
        spillover("lint", "--write-baseline", "known.json")
        commit(git)

        result = spillover("lint", *QUIET, "--new-since", "HEAD", "--baseline", "known.json")

        assert "that nothing matches any more" not in result.stderr


class TestUndetermined:
    def test_what_was_so_before_is_left_out(self, spillover: Spillover, repository: Path, git: Git) -> None:
        open_ = SERVICE.replace("  default = 0.5\n", "")
        write(repository, old__main_tf=open_)
        commit(git)
        write(repository, new__main_tf=open_)

        result = spillover("lint", "--select", "ZA017", "--new-since", "HEAD", "--fail-on-undetermined")

        assert result.returncode == 1
        assert [line.split(":")[0] for line in result.stdout.splitlines() if "undetermined:" in line] == [
            "new/main.tf"
        ]


class TestPaths:
    @pytest.fixture
    def below(self, repository: Path, monkeypatch: pytest.MonkeyPatch, git: Git) -> Path:
        write(repository, infra__old__main_tf=SERVICE)
        commit(git)
        write(repository, infra__new__main_tf=SERVICE)
        monkeypatch.setattr(Path, "cwd", staticmethod(lambda: repository / "infra"))
        return repository / "infra"

    @pytest.mark.parametrize(
        ("paths", "expected"),
        [
            ((), ["new/main.tf:13"]),
            (("..",), ["../infra/new/main.tf:13"]),
            (("old",), []),
            (("new",), ["new/main.tf:13"]),
            (("new/main.tf", "old/main.tf"), ["new/main.tf:13"]),
        ],
    )
    @pytest.mark.usefixtures("below")
    def test_from_a_folder_below(
        self, paths: tuple[str, ...], expected: list[str], spillover: Spillover
    ) -> None:
        assert found(spillover("lint", *QUIET, "--new-since", "HEAD", *paths)) == expected

    def test_absolute(self, spillover: Spillover, below: Path) -> None:
        result = spillover("lint", *QUIET, "--new-since", "HEAD", str(below))

        assert found(result) == ["new/main.tf:13"]

    @pytest.mark.usefixtures("below")
    def test_outside_of_the_repository(
        self, spillover: Spillover, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        elsewhere = str(tmp_path_factory.mktemp("elsewhere"))

        result = spillover("lint", "--new-since", "HEAD", elsewhere)

        assert result.returncode == 2
        assert result.stderr == f"spillover: --new-since: {elsewhere} is outside of the repository\n"

    @pytest.mark.usefixtures("repository")
    def test_standard_input_is_of_now(self, spillover: Spillover, git: Git) -> None:
        commit(git)

        result = spillover("lint", *QUIET, "--new-since", "HEAD", "-", stdin=SERVICE.encode())

        assert found(result) == ["<stdin>:13"]

    def test_an_unsaved_file_is_compared_with_what_it_was(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(repository, main_tf=SERVICE)
        commit(git)
        given = ("--new-since", "HEAD", "-", "--stdin-filename", "main.tf")

        same = spillover("lint", *QUIET, *given, stdin=SERVICE.encode())
        other = spillover("lint", *QUIET, *given, stdin=SERVICE.replace("orders", "carts").encode())

        assert (found(same), found(other)) == ([], ["main.tf:13"])


class TestVariables:
    """What tells a value is as it was where git has it, else as it is."""

    OPEN = SERVICE.replace("  default = 0.5\n", "")

    def test_a_variable_file_of_then(self, spillover: Spillover, repository: Path, git: Git) -> None:
        write(repository, main_tf=self.OPEN, prod_tfvars="ratio = 0\n")
        commit(git)
        write(repository, prod_tfvars="ratio = 0.5\n")

        result = spillover("lint", *QUIET, "--new-since", "HEAD", "--var-file", "prod.tfvars")

        assert found(result) == ["main.tf:12"]

    def test_a_variable_file_that_no_revision_has(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        write(repository, main_tf=self.OPEN)
        commit(git)
        write(repository, prod_tfvars="ratio = 0.5\n")

        result = spillover("lint", *QUIET, "--new-since", "HEAD", "--var-file", "prod.tfvars")

        assert found(result) == []

    @pytest.mark.parametrize("name", ["terraform.tfvars", "x.auto.tfvars.json"])
    def test_a_variable_file_that_git_ignores(
        self, name: str, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        text = '{"ratio": 0.5}' if name.endswith("json") else "ratio = 0.5\n"
        (repository / ".gitignore").write_text("*.tfvars\n*.tfvars.json\n")
        write(repository, main_tf=self.OPEN)
        commit(git)
        (repository / name).write_text(text)

        assert found(spillover("lint", *QUIET)) == ["main.tf:12"]
        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == []

    def test_one_that_was_not_declared_yet(self, spillover: Spillover, repository: Path, git: Git) -> None:
        write(repository, main_tf=SERVICE.replace("var.ratio", "0.5").partition("\n\n")[2])
        commit(git)
        write(repository, main_tf=SERVICE)

        result = spillover("lint", *QUIET, "--new-since", "HEAD", "--var", "ratio=0.5")

        assert (result.returncode, found(result)) == (0, [])


class TestModules:
    """What git ignores and ``terraform init`` has fetched serves then, where it is what was called then."""

    MODULE = 'module "lb" {{\n  source  = "a/lb/google"\n  version = "{}"\n}}\n'

    @pytest.fixture
    def installed(self, repository: Path, git: Git) -> Path:
        (repository / ".gitignore").write_text(".terraform/\n")
        modules = repository / ".terraform/modules"
        (modules / "lb").mkdir(parents=True)
        (modules / "lb/main.tf").write_text(SERVICE)
        entry = {"Key": "lb", "Source": "registry.terraform.io/a/lb/google", "Version": "2.0.0"}
        (modules / "modules.json").write_text(
            json.dumps({"Modules": [{**entry, "Dir": ".terraform/modules/lb"}]})
        )
        write(repository, main_tf=self.MODULE.format("2.0.0"))
        git("add", ".gitignore", "main.tf")
        git("commit", "--quiet", "--message", "x")
        return repository

    @pytest.mark.usefixtures("installed")
    def test_the_same_version(self, spillover: Spillover) -> None:
        assert found(spillover("lint", *QUIET)) == [".terraform/modules/lb/main.tf:13"]
        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == []

    def test_another_version(self, spillover: Spillover, installed: Path, git: Git) -> None:
        write(installed, main_tf=self.MODULE.format("1.0.0"))
        git("commit", "--quiet", "--all", "--message", "x")
        write(installed, main_tf=self.MODULE.format("2.0.0"))

        result = spillover("lint", *QUIET, "--new-since", "HEAD")

        assert found(result) == [".terraform/modules/lb/main.tf:13"]


class TestLinks:
    def test_one_of_then_that_led_outside(
        self, spillover: Spillover, repository: Path, git: Git, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        outside = tmp_path_factory.mktemp("outside")
        write(outside, main_tf=SERVICE)
        (repository / "lb").symlink_to(outside)
        write(repository, main_tf='module "lb" {\n  source = "./lb"\n}\n')
        commit(git)
        (repository / "lb").unlink()
        (repository / "lb").mkdir()
        write(repository / "lb", main_tf=SERVICE)

        assert found(spillover("lint", *QUIET, "--new-since", "HEAD")) == ["lb/main.tf:13"]


class TestFaults:
    @pytest.mark.usefixtures("repository")
    def test_no_such_revision(self, spillover: Spillover, git: Git) -> None:
        commit(git)

        results = [spillover("lint", "--new-since", each) for each in ("nope", "--all", "HEAD:x", "")]

        assert [(each.returncode, each.stdout) for each in results] == [(2, "")] * 4
        assert results[0].stderr == (
            "spillover: --new-since nope: git has no such revision here; "
            "is it fetched? A clone of a runner often has one commit\n"
        )

    def test_no_repository(self, spillover: Spillover) -> None:
        result = spillover("lint", "--new-since", "HEAD")

        assert result.returncode == 2
        assert result.stderr.startswith("spillover: --new-since: git: not a git repository")

    def test_no_git(self, spillover: Spillover, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", str(repository))

        result = spillover("lint", "--new-since", "HEAD")

        assert (result.returncode, result.stderr) == (2, "spillover: --new-since: git is not installed\n")

    def test_what_was_unreadable_then_does_not_fail_the_run_of_now(
        self, spillover: Spillover, repository: Path, git: Git
    ) -> None:
        (repository / "main.tf").write_bytes(f"{SERVICE}# caf".encode() + b"\xe9\n")
        commit(git)
        write(repository, main_tf=SERVICE)

        result = spillover("lint", *QUIET, "--new-since", "HEAD")

        assert (result.returncode, found(result)) == (1, ["main.tf:13"])
        assert "at HEAD, cannot read main.tf:" in result.stderr
        assert "what was found there counts as new" in result.stderr
