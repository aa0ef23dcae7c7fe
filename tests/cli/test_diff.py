"""``diff``: what a change does to clients, from folders, plans and files of gcloud."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.report.markdown import CUT, MOST_CHARACTERS, cut_to_fit, escaped

Spillover = Callable[..., CompletedProcess[str]]
EXAMPLES = Path(__file__).parents[2] / "examples"
TERRAFORM = (EXAMPLES / "diff" / "lower-spillover-ratio" / "before" / "main.tf").read_text("utf-8")
PLAN = (EXAMPLES / "plan-json" / "replacement" / "plan.json").read_text("utf-8")
REPLACED = (EXAMPLES / "record-set-replaced" / "flagged" / "plan.json").read_text("utf-8")
VMS = "https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-b/instances"
RATIO = "clients in us-east1-b and us-east1-c no longer leave their zone while 2 of 5 backends are down"


@pytest.fixture
def both(here: Path) -> Path:
    """A folder before, and one after with another ratio."""
    for name, text in (("old", TERRAFORM), ("new", TERRAFORM.replace("= 0.8", "= 0.6"))):
        (here / name).mkdir()
        (here / name / "main.tf").write_text(text)
    return here


def document(run: CompletedProcess[str]) -> Any:
    return json.loads(run.stdout)


def gcloud(ratio: float, name: str = "ilb-orders") -> str:
    groups = "https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-b/instanceGroups"
    policy = {"zonalAffinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spilloverRatio": ratio}}
    service = {
        "kind": "compute#backendService",
        "name": name,
        "region": "https://www.googleapis.com/compute/v1/projects/p/regions/us-east1",
        "loadBalancingScheme": "INTERNAL",
        "networkPassThroughLbTrafficPolicy": policy,
        "backends": [{"group": f"{groups}/ig"}],
    }
    return json.dumps([service])


class TestInputs:
    @pytest.mark.usefixtures("both")
    def test_two_folders(self, spillover: Spillover) -> None:
        run = spillover("diff", "old", "new", "--format", "json")

        (service,) = document(run)["services"]
        assert (service["status"], service["meaning"], service["clients"]) == ("changed", [RATIO], [])
        assert (service["before"]["path"], service["after"]["path"]) == ("old/main.tf", "new/main.tf")
        assert (run.returncode, run.stderr) == (0, "")

    def test_roots_inside_of_two_folders(self, spillover: Spillover, both: Path) -> None:
        for side in ("old", "new"):
            text = (both / side / "main.tf").read_text()
            (both / side / "main.tf").unlink()
            for root, name in (("a", "ilb-a"), ("b", "ilb-b")):
                (both / side / root).mkdir()
                (both / side / root / "main.tf").write_text(text.replace("ilb-orders", name))

        run = spillover("diff", "old", "new", "--format", "json")

        assert [(each["name"], each["root"], each["meaning"]) for each in document(run)["services"]] == [
            ("ilb-a", "new/a", [RATIO]),
            ("ilb-b", "new/b", [RATIO]),
        ]

    def test_one_plan_holds_both_sides(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(PLAN)

        run = spillover("diff", "plan.json", "--format", "json")

        found = document(run)
        assert [(each["name"], each["status"]) for each in found["services"]] == [
            ("orders-canary", "removed"),
            ("orders-v2", "changed"),
        ]
        assert found["services"][1]["meaning"] == ["orders-v1 is replaced by orders-v2: its connections end"]
        assert {each["rule"] for each in found["findings"]["gone"]} == {"LB011", "ZA002"}
        assert found["findings"]["new"] == []

    def test_a_plan_from_standard_input(self, spillover: Spillover) -> None:
        run = spillover("diff", "-", stdin=PLAN.encode())

        assert run.stdout.startswith("load balancers: 1 removed, 1 changed of 2; findings: 3 gone\n")

    def test_files_of_gcloud(self, spillover: Spillover, here: Path) -> None:
        (here / "old.json").write_text(gcloud(0.75))
        (here / "instances.json").write_text(
            json.dumps([{"instance": f"{VMS}/vm-{each}", "status": "RUNNING"} for each in range(4)])
        )

        run = spillover(
            "diff", "old.json", "-", "--instances", "ig=instances.json", stdin=gcloud(0.5).encode()
        )

        assert (
            "  - clients in us-east1-b no longer leave their zone while 2 of 4 backends are down\n"
            in run.stdout
        )

    def test_an_object_under_another_address_is_known_by_its_name(
        self, spillover: Spillover, both: Path
    ) -> None:
        kind = "google_compute_region_backend_service"
        text = (both / "new" / "main.tf").read_text()
        renamed = text.replace(f'"{kind}" "orders"', f'"{kind}" "main"')
        moved = renamed.replace(f"{kind}.orders", f"{kind}.main")
        (both / "new" / "main.tf").write_text(moved)

        run = spillover("diff", "old", "new", "--format", "json")

        (service,) = document(run)["services"]
        assert (service["status"], service["meaning"]) == ("changed", [RATIO])

    def test_variables_of_before(self, spillover: Spillover, here: Path) -> None:
        text = TERRAFORM.replace("= 0.8", "= var.ratio") + '\nvariable "ratio" {}\n'
        (here / "main.tf").write_text(text)
        (here / "old.tfvars").write_text("ratio = 0.8\n")
        (here / "new.tfvars").write_text("ratio = 0.6\n")

        run = spillover(
            "diff",
            ".",
            ".",
            "--var-file",
            "new.tfvars",
            "--before-var-file",
            "old.tfvars",
            "--format",
            "json",
        )

        assert document(run)["services"][0]["meaning"] == [RATIO]

    def test_a_scenario_is_that_of_both(self, spillover: Spillover, both: Path) -> None:
        (both / "scenario.yaml").write_text("groups:\n  ig-orders-b: {zone: us-east1-b, healthy: 3}\n")

        run = spillover("diff", "old", "new", "--scenario", "scenario.yaml", "--format", "json")

        (row,) = document(run)["services"][0]["clients"]
        assert (row["scenario"], row["zone"], row["mark"], row["meaning"]) == (
            "as given",
            "us-east1-b",
            "+",
            "stays in its zone now",
        )
        assert (row["before"]["modified_eligible"], row["after"]["modified_eligible"]) == (
            {"us-east1-b": 3, "us-east1-c": 5},
            {"us-east1-b": 3},
        )


class TestStatus:
    @pytest.mark.usefixtures("both")
    def test_of_a_change(self, spillover: Spillover) -> None:
        assert spillover("diff", "old", "new").returncode == 0
        assert spillover("diff", "old", "new", "--fail-on-change").returncode == 1
        assert spillover("diff", "old", "old", "--fail-on-change").returncode == 0

    def test_of_new_findings(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(REPLACED)

        run = spillover("diff", "plan.json", "--format", "json")

        assert ([each["rule"] for each in document(run)["findings"]["new"]], run.returncode) == (["FO038"], 1)
        assert spillover("diff", "plan.json", "--fail-on", "error").returncode == 0

    def test_of_a_side_that_cannot_be_read(self, spillover: Spillover, both: Path) -> None:
        (both / "new" / "broken.tf").write_text('resource "google_compute_address" "x" {\n')

        run = spillover("diff", "old", "new", "--format", "json")

        assert run.returncode == 3
        assert [each["path"] for each in document(run)["unreadable"]] == ["new/broken.tf"]
        assert document(run)["services"][0]["meaning"] == [RATIO]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["old"], "old is no plan, which alone holds both sides: give BEFORE and AFTER"),
            (["-", "-"], "standard input is one input: name a file as the other"),
            (["old", "gone"], "no such file: gone"),
            (["old", "new", "--fail-on", "much"], "--fail-on much: choose from error, warning, note, never"),
        ],
    )
    @pytest.mark.usefixtures("both")
    def test_of_wrong_usage(self, spillover: Spillover, arguments: list[str], message: str) -> None:
        run = spillover("diff", *arguments)

        assert (run.returncode, run.stdout, run.stderr) == (2, "", f"spillover: {message}\n")

    def test_of_nothing_at_all(self, spillover: Spillover, here: Path) -> None:
        for name in ("old", "new"):
            (here / name).mkdir()

        run = spillover("diff", "old", "new")

        assert (run.returncode, run.stdout) == (0, "nothing changes for clients\n")
        assert run.stderr == "spillover: nothing relevant was found\n"


class TestText:
    @pytest.mark.usefixtures("both")
    def test_what_stays_as_it_was_is_one_line(self, spillover: Spillover) -> None:
        assert spillover("diff", "old", "old").stdout == (
            "nothing changes for clients\n\nunchanged: ilb-orders\n"
        )
        assert spillover("diff", "old", "old", "--quiet").stdout == "nothing changes for clients\n"

    @pytest.mark.usefixtures("both")
    def test_colours(self, spillover: Spillover) -> None:
        assert "\x1b[33mchanged\x1b[0m" in spillover("diff", "old", "new", "--color", "always").stdout

    def test_names_reach_a_terminal_only_in_safe_form(self, spillover: Spillover, here: Path) -> None:
        (here / "old.json").write_text("[]")
        (here / "new.json").write_text(gcloud(0.5, "evil\x1b[2J\u202e"))

        run = spillover("diff", "old.json", "new.json")

        assert "evil\\u001b[2J\\u202e: added" in run.stdout
        assert not {"\x1b", "\u202e"} & {*run.stdout}


class TestMarkdown:
    @pytest.mark.usefixtures("both")
    def test_is_of_diff_alone(self, spillover: Spillover) -> None:
        run = spillover("show", "old", "--format", "markdown")

        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "spillover: --format markdown: this command has text, json\n"

    def test_what_could_not_be_read_is_told(self, spillover: Spillover, both: Path) -> None:
        (both / "new" / "broken.tf").write_text('resource "google_compute_address" "x" {\n')

        assert (
            "could not be read is missing here: 1 fault in"
            in spillover("diff", "old", "new", "--format", "markdown").stdout
        )

    @pytest.mark.parametrize(
        ("text", "safe"),
        [
            ("a_b*c", "a\\_b\\*c"),
            ("<script>", "&#60;script&#62;"),
            ("@team", "&#64;team"),
            (":tada:", "&#58;tada:"),
            ("main.tf:3", "main.tf:3"),
            ("a|b\nc", "a\\|b c"),
            ("[x](y)", "\\[x\\]\\(y\\)"),
        ],
    )
    def test_nothing_in_a_name_is_markup(self, text: str, safe: str) -> None:
        assert escaped(text) == safe

    def test_names_are_no_markup(self, spillover: Spillover, here: Path) -> None:
        (here / "old.json").write_text("[]")
        (here / "new.json").write_text(gcloud(0.5, "<img src=x>|@team"))

        run = spillover("diff", "old.json", "new.json", "--format", "markdown")

        assert "| &#60;img src=x&#62;\\|&#64;team | added |" in run.stdout
        assert "<img" not in re.sub("`[^`]*`", "", run.stdout)  # what is code is shown as it is

    def test_a_long_comment_is_cut(self) -> None:
        paragraph = "x" * 1000
        text = "<details>\n\n" + "\n\n".join([paragraph] * 80)

        cut = cut_to_fit(text)

        assert len(cut) <= MOST_CHARACTERS
        assert cut.endswith(f"{paragraph}\n\n</details>{CUT}")
        assert cut_to_fit("short\n") == "short\n"
        assert cut_to_fit("\n\n".join([paragraph] * 80)).endswith(f"{paragraph}{CUT}")


class TestNewOnly:
    """``lint`` of a plan tells what was there before."""

    def plan(self, here: Path) -> None:
        """A record with a long TTL and one check for a load balancer whose health check changes."""
        plan = json.loads(REPLACED)
        record = plan["resource_changes"][2]["change"]
        record["before"]["ttl"] = record["after"]["ttl"] = 600
        (here / "plan.json").write_text(json.dumps(plan))

    def test_existing_findings_are_marked(self, spillover: Spillover, here: Path) -> None:
        self.plan(here)

        found = document(spillover("lint", "plan.json", "--format", "json"))["findings"]

        assert {each["rule"]: each["existing"] for each in found} == {"FO011": True, "FO038": False}
        assert "warning (existing): TTL 600 s" in spillover("lint", "plan.json").stdout

    def test_existing_findings_are_left_out(self, spillover: Spillover, here: Path) -> None:
        self.plan(here)

        run = spillover("lint", "plan.json", "--new-only", "--format", "json")

        assert [each["rule"] for each in document(run)["findings"]] == ["FO038"]
        assert run.stderr == "spillover: findings that were there before: 1\n"

    def test_of_what_is_no_plan_nothing_is_left_out(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(TERRAFORM.replace("TCP", "UDP", 1))
        usual, new = (document(spillover("lint", "--format", "json", *more)) for more in ([], ["--new-only"]))

        assert usual["findings"] == new["findings"]
        assert not any("existing" in each for each in usual["findings"])
