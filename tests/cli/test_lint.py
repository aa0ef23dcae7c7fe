"""``spillover lint``, end to end: selection, statuses, formats, baselines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import spillover_rules
from spillover.check.rule import Finding, Rule, Severity
from spillover.model.service import BackendService
from spillover.read import reading

Spillover = Callable[..., CompletedProcess[str]]

NAME = "projects/demo/regions/us-east1/backendServices/orders"
URL = f"https://www.googleapis.com/compute/v1/{NAME}"


def service(option: str = "ZONAL_AFFINITY_DISABLED", ratio: float = 0.5, **more: object) -> str:
    """A backend service whose spillover ratio has no effect, which is a warning of ZA017."""
    affinity = {"zonalAffinity": {"spillover": option, "spilloverRatio": ratio}}
    return json.dumps(
        {
            "kind": "compute#backendService",
            "selfLink": URL,
            "name": "orders",
            "loadBalancingScheme": "INTERNAL",
            "networkPassThroughLbTrafficPolicy": affinity,
            **more,
        },
        indent=1,
    )


IDLE = service()
CLEAN = service("ZONAL_AFFINITY_SPILL_CROSS_ZONE")
REFUSED = service(ratio=2)
NEWER = service("ZONAL_AFFINITY_NEWER", 0)

FINDING = f"""\
orders.json:9:4: warning: spillover ratio 0.5 has no effect with ZONAL_AFFINITY_DISABLED [ZA017]
  {NAME}: networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio
  use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or drop the ratio
"""
SUMS = "0 errors, 1 warning, 0 notes in 1 resource of 1 file\n"


def rules_of(result: CompletedProcess[str]) -> list[str]:
    """The rules of the findings in a JSON document."""
    return [each["rule"] for each in json.loads(result.stdout)["findings"]]


def with_rule(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Add a rule that crashes at every backend service."""

    def check(_: BackendService) -> Iterator[Finding]:
        yield from ()
        raise error

    crashing: Rule[BackendService] = Rule(
        code="ZA099",
        name="crash",
        severity=Severity.NOTE,
        subject=BackendService,
        check=check,
        since="0.1",
        summary="s",
    )
    monkeypatch.setattr(spillover_rules, "ALL", (*spillover_rules.ALL, crashing))


class TestStatus:
    @pytest.mark.parametrize(
        ("text", "arguments", "status"),
        [
            pytest.param(CLEAN, [], 0, id="no finding"),
            pytest.param(IDLE, [], 1, id="a warning"),
            pytest.param(REFUSED, [], 1, id="an error"),
            pytest.param(NEWER, [], 0, id="a note"),
            pytest.param(NEWER, ["--fail-on", "note"], 1, id="a note, on note"),
            pytest.param(IDLE, ["--fail-on", "note"], 1, id="a warning, on note"),
            pytest.param(IDLE, ["--fail-on", "error"], 0, id="a warning, on error"),
            pytest.param(REFUSED, ["--fail-on", "error"], 1, id="an error, on error"),
            pytest.param(REFUSED, ["--fail-on", "never"], 0, id="an error, on nothing"),
            pytest.param(NEWER, ["--fail-on-undetermined"], 1, id="undetermined, on that"),
            pytest.param(CLEAN, ["--fail-on-undetermined"], 0, id="decided, on undetermined"),
        ],
    )
    def test_of_findings(
        self, spillover: Spillover, here: Path, text: str, arguments: list[str], status: int
    ) -> None:
        (here / "orders.json").write_text(text)

        assert spillover("lint", *arguments).returncode == status

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--fail-on", "worse"], "--fail-on worse: choose from error, warning, note, never"),
            (["--spec", "2024"], "--spec 2024: choose from 2026-05, 2025-07"),
            (["--today", "soon"], "--today soon: a date such as 2026-12-31 is expected"),
            (["--select", "ZA099"], "there is no rule 'ZA099'; spillover rules lists them"),
            (
                ["--ignore", "spillover-ratio"],
                "there is no rule 'spillover-ratio'; did you mean 'unset-spillover-ratio'? "
                "spillover rules lists them",
            ),
            (["--config", "gone.toml"], "no such file: gone.toml"),
            (["--config", "."], "no such file: ."),
            (["--config", "wrong.toml"], 'wrong.toml:1:1: seelct: unknown key "seelct"'),
            (["--baseline", "gone.json"], "gone.json: no such file or directory"),
            (["--baseline", "orders.json"], 'orders.json:1:1: missing key "findings"'),
            (["--output", "a", "--output", "b"], "more --output than --format"),
            (
                ["--format", "json", "--format", "text"],
                "two formats go to one place: give each --format an --output of its own",
            ),
            (["gone.tf"], "no such file: gone.tf"),
            (["--health", "gone.json"], "no such file: gone.json"),
            (["--var-file", "gone.tfvars"], "no such file: gone.tfvars"),
            (["--var", "zone"], "--var zone: NAME=VALUE is expected"),
        ],
    )
    def test_of_wrong_usage(
        self, spillover: Spillover, here: Path, arguments: list[str], message: str
    ) -> None:
        (here / "orders.json").write_text(IDLE)
        (here / "wrong.toml").write_text("seelct = []")

        result = spillover("lint", *arguments)

        assert (result.returncode, result.stdout, result.stderr) == (2, "", f"spillover: {message}\n")

    @pytest.mark.parametrize(
        "arguments", [["--unknown"], ["--format", "xml"], ["--color", "blue"], ["--output"]]
    )
    def test_of_an_unknown_option_or_value(self, spillover: Spillover, arguments: list[str]) -> None:
        result = spillover("lint", *arguments)

        assert (result.returncode, result.stdout) == (2, "")
        assert arguments[0] in result.stderr

    def test_of_an_input_that_cannot_be_read(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        (here / "broken.json").write_text('{"kind": "compute#backendService",\n "name"}')

        result = spillover("lint", "--fail-on", "never", "orders.json", "broken.json")

        assert result.returncode == 3
        assert (
            result.stdout
            == f"{FINDING}\n0 errors, 1 warning, 0 notes, 1 unreadable in 1 resource of 2 files\n"
        )
        assert result.stderr == "spillover: cannot read broken.json:2:8: expected ':' after the key\n"

    def test_of_an_output_that_cannot_be_written(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        result = spillover("lint", "--output", "gone/x.txt")

        assert (result.returncode, result.stdout) == (4, "")
        assert result.stderr == "spillover: gone/x.txt: No such file or directory\n"

    def test_of_a_baseline_that_cannot_be_written(self, spillover: Spillover) -> None:
        result = spillover("lint", "--write-baseline", "gone/x.json")

        assert (result.returncode, result.stdout) == (4, "")
        assert result.stderr == "spillover: gone/x.json: No such file or directory\n"

    def test_of_an_interrupt(self, spillover: Spillover, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(reading, "walk", interrupt)

        result = spillover("lint")

        assert (result.returncode, result.stdout, result.stderr) == (130, "", "")

    def test_of_nothing_relevant(self, spillover: Spillover) -> None:
        result = spillover("lint")

        assert result.returncode == 0
        assert result.stdout == "0 errors, 0 warnings, 0 notes in 0 resources of 0 files\n"
        assert result.stderr == "spillover: nothing relevant was found\n"


class TestCrash:
    """A rule that crashes is listed; what others found is printed."""

    def test_in_json(self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (here / "orders.json").write_text(IDLE)
        with_rule(monkeypatch, KeyError("x"))

        result = spillover("lint", "--format", "json")

        assert result.returncode == 70
        assert rules_of(result) == ["ZA017"]
        assert json.loads(result.stdout)["internal_errors"] == [
            {"rule": "ZA099", "address": NAME, "message": "KeyError: 'x'"}
        ]
        assert result.stderr == f"spillover: internal error: ZA099 at {NAME}: KeyError: 'x'\n"

    def test_in_text(self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (here / "orders.json").write_text(IDLE)
        with_rule(monkeypatch, KeyError("x"))

        result = spillover("lint")

        assert (result.returncode, result.stdout) == (70, f"{FINDING}\n{SUMS}")

    def test_a_traceback_only_to_debug(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (here / "orders.json").write_text(IDLE)
        with_rule(monkeypatch, KeyError("x"))

        result = spillover("lint", "--debug")

        message, *trace = result.stderr.splitlines()
        assert message.startswith("spillover: internal error: ZA099 at ")
        assert (trace[0], trace[-1]) == ("Traceback (most recent call last):", "KeyError: 'x'")

    def test_of_something_else_than_a_rule(
        self, spillover: Spillover, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def crash(*_: object) -> None:
            raise LookupError("lost")

        monkeypatch.setattr(reading, "walk", crash)

        plain, debugged = spillover("lint"), spillover("lint", "--debug")

        assert (plain.returncode, plain.stderr) == (70, "spillover: internal error: LookupError: lost\n")
        assert debugged.stderr.startswith(f"{plain.stderr}Traceback (most recent call last):\n")


class TestPrecedence:
    """2, then 70, then 3, then 1."""

    @pytest.mark.parametrize(
        ("causes", "status"),
        [
            ({"usage", "crash", "unreadable", "finding"}, 2),
            ({"crash", "unreadable", "finding"}, 70),
            ({"unreadable", "finding"}, 3),
            ({"finding"}, 1),
            ({"crash", "finding"}, 70),
            ({"usage", "finding"}, 2),
        ],
    )
    def test_of_several_causes(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch, causes: set[str], status: int
    ) -> None:
        (here / "orders.json").write_text(IDLE if "finding" in causes else CLEAN)
        if "unreadable" in causes:
            (here / "broken.tf").write_text('resource "google_compute_region_backend_service" "x" {')
        if "crash" in causes:
            with_rule(monkeypatch, KeyError("x"))

        assert spillover("lint", *(["--select", "ZA777"] if "usage" in causes else [])).returncode == status


class TestSelection:
    TEXT = service("ZONAL_AFFINITY_STAY_WITHIN_ZONE", 2, subsetting={"policy": "CONSISTENT_HASH_SUBSETTING"})
    ALL: tuple[str, ...] = ("ZA015", "ZA017", "ZA002")

    @pytest.mark.parametrize(
        ("arguments", "rules"),
        [
            pytest.param([], ALL, id="every rule"),
            pytest.param(["--select", "ZA002"], ("ZA002",), id="a code"),
            pytest.param(["--select", "spillover-ratio-without-spill"], ("ZA017",), id="a name"),
            pytest.param(["--select", "ZA01"], ("ZA015", "ZA017"), id="the beginning of codes"),
            pytest.param(["--select", "za002,ZA015"], ("ZA015", "ZA002"), id="several, with a comma"),
            pytest.param(["--select", "ZA002", "--select", "ZA015"], ("ZA015", "ZA002"), id="several"),
            pytest.param(["--ignore", "ZA01"], ("ZA002",), id="all but some"),
            pytest.param(["--select", "ZA", "--ignore", "ZA017"], ("ZA015", "ZA002"), id="some but one"),
            pytest.param(["--ignore", "ZA,FO,CF"], (), id="none"),
        ],
    )
    def test_rules(
        self, spillover: Spillover, here: Path, arguments: list[str], rules: tuple[str, ...]
    ) -> None:
        (here / "orders.json").write_text(self.TEXT)

        assert rules_of(spillover("lint", "--format", "json", *arguments)) == list(rules)

    @pytest.mark.parametrize(
        ("arguments", "severity", "status"), [([], "note", 0), (["--spec", "2025-07"], "error", 1)]
    )
    def test_the_revision_of_googles_text(
        self, spillover: Spillover, here: Path, arguments: list[str], severity: str, status: int
    ) -> None:
        rule = {"name": "fr", "IPProtocol": "TCP", "region": "us-east1", "backendService": URL}
        (here / "orders.json").write_text(service("ZONAL_AFFINITY_STAY_WITHIN_ZONE", 0))
        (here / "front.json").write_text(json.dumps({"kind": "compute#forwardingRule", **rule}))
        attachment = {
            "name": "sa",
            "region": "us-east1",
            "targetService": "regions/us-east1/forwardingRules/fr",
        }
        (here / "attachment.json").write_text(json.dumps({"kind": "compute#serviceAttachment", **attachment}))

        result = spillover("lint", "--format", "json", *arguments)

        document = json.loads(result.stdout)
        assert [(each["rule"], each["severity"]) for each in document["findings"]] == [("ZA005", severity)]
        assert (document["spec"], result.returncode) == ("2025-07" if arguments else "2026-05", status)


class TestStreams:
    def test_text(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        result = spillover("lint")

        assert (result.stdout, result.stderr) == (f"{FINDING}\n{SUMS}", "")

    def test_quiet(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        assert spillover("lint", "--quiet").stdout == FINDING

    def test_standard_input(self, spillover: Spillover) -> None:
        result = spillover("lint", "-", stdin=IDLE.encode())

        assert result.stdout == f"{FINDING}\n{SUMS}".replace("orders.json", "<stdin>")

    def test_a_machine_format_holds_nothing_but_the_document(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        (here / "state.json").write_text('{"terraform_version": "1.9", "values": {}}')

        result = spillover("lint", "--format", "json")

        assert json.loads(result.stdout)["summary"]["warning"] == 1
        assert (
            result.stderr == "spillover: state.json: a Terraform state, which is read only if it is named\n"
        )

    def test_several_formats(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        alone = spillover("lint", "--format", "json").stdout

        result = spillover(
            "lint", "--format", "json", "--output", "report", "--format", "text", "orders.json"
        )

        assert (here / "report").read_text() == alone
        assert result.stdout == f"{FINDING}\n{SUMS}"

    @pytest.mark.parametrize(
        ("arguments", "environment", "coloured"),
        [
            (["--color", "always"], {}, True),
            (["--color", "always"], {"NO_COLOR": "1"}, True),
            (["--color", "never"], {}, False),
            ([], {}, False),
        ],
    )
    def test_colours(
        self,
        spillover: Spillover,
        here: Path,
        monkeypatch: pytest.MonkeyPatch,
        arguments: list[str],
        environment: dict[str, str],
        coloured: bool,
    ) -> None:
        (here / "orders.json").write_text(IDLE)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)

        shown = spillover("lint", *arguments).stdout

        assert ("\x1b[33mwarning\x1b[0m" in shown) is coloured
        assert coloured or shown == f"{FINDING}\n{SUMS}"

    @pytest.mark.parametrize("form", ["text", "json"])
    def test_names_reach_a_terminal_only_in_safe_form(
        self, spillover: Spillover, here: Path, form: str
    ) -> None:
        link = URL.replace("orders", "\x1b[31m\u202eor\x9bders")
        (here / "orders.json").write_text(service(selfLink=link))

        shown = spillover("lint", "--format", form).stdout

        assert not set(shown) & set("\x1b\x9b\u202e")
        assert "backendServices/\\u001b[31m\\u202eor\\u009bders" in shown

    def test_the_same_input_gives_the_same_output(self, spillover: Spillover, here: Path) -> None:
        for name in ("b", "a", "c"):
            (here / name).mkdir()
            (here / name / f"{name}.json").write_text(service(selfLink=URL.replace("orders", name)))

        first, again = (
            spillover("lint", "--format", "json"),
            spillover("lint", "--format", "json", "c", "a", "b"),
        )

        found = [each["path"] for each in json.loads(first.stdout)["findings"]]
        assert found == ["a/a.json", "b/b.json", "c/c.json"]
        assert [each["path"] for each in json.loads(again.stdout)["findings"]] == found


class TestStatistics:
    def test_counts_what_each_rule_finds_and_cannot_decide(self, spillover: Spillover, here: Path) -> None:
        (here / "a.json").write_text(REFUSED)
        (here / "b.json").write_text(IDLE.replace("orders", "idle"))
        unknown = (
            'resource "google_compute_region_backend_service" "x" {\n  load_balancing_scheme = "INTERNAL"\n'
        )
        ratio = "zonal_affinity { \n spillover = var.x \n spillover_ratio = 0.5 \n }"
        policy = f"network_pass_through_lb_traffic_policy {{\n {ratio} \n }}"
        (here / "main.tf").write_text(f'variable "x" {{}}\n{unknown}{policy}\n}}\n')

        run = spillover("lint", "--statistics", "--select", "ZA015,ZA017")

        assert run.returncode == 1
        assert run.stdout == (
            "  code    name                           error    warning    note    undetermined\n"
            "  ZA017   spillover-ratio-without-spill           2                  1\n"
            "  ZA015   spillover-ratio-out-of-range   1\n"
            "1 error, 2 warnings, 0 notes, 1 undetermined in 3 resources of 3 files\n"
        )

    def test_quiet_leaves_the_table(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        lines = spillover("lint", "--statistics", "--quiet").stdout.splitlines()

        assert [line.split()[0] for line in lines] == ["code", "ZA017"]

    def test_nothing_found_is_the_sums_alone(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(CLEAN)

        run = spillover("lint", "--statistics")

        assert (run.returncode, run.stdout) == (0, "0 errors, 0 warnings, 0 notes in 1 resource of 1 file\n")

    def test_other_formats_are_as_without(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        arguments = ("lint", "--format", "json")

        assert spillover(*arguments, "--statistics").stdout == spillover(*arguments).stdout


class TestShowFiles:
    def test_prints_what_is_read_and_judges_nothing(self, spillover: Spillover, here: Path) -> None:
        (here / "infra").mkdir()
        (here / "infra" / "main.tf").write_text("locals {}\n")
        (here / "orders.json").write_text(IDLE)
        (here / "package.json").write_text("{}")
        (here / "notes.txt").write_text("x")

        run = spillover("lint", "--show-files")

        assert (run.returncode, run.stdout, run.stderr) == (0, "infra/main.tf\norders.json\n", "")

    def test_one_that_cannot_be_read_is_told(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        (here / "broken.tf").write_text('resource "a" {\n')

        run = spillover("lint", "--show-files")

        assert (run.returncode, run.stdout) == (3, "broken.tf\norders.json\n")
        assert run.stderr == "spillover: cannot read broken.tf:1:1: the block is not closed\n"

    def test_is_text(self, spillover: Spillover) -> None:
        assert spillover("lint", "--show-files", "--format", "json").returncode == 2


class TestBaseline:
    def test_hides_exactly_what_was_there(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)

        written = spillover("lint", "--write-baseline", "known.json")
        again = spillover("lint", "--baseline", "known.json", "--format", "json")
        (here / "orders.json").write_text("\n\n" + service(ratio=2))
        worse = spillover("lint", "--baseline", "known.json", "--format", "json", "orders.json")

        assert (written.returncode, written.stdout) == (1, f"{FINDING}\n{SUMS}")
        assert (again.returncode, rules_of(again)) == (0, [])
        assert again.stderr == "spillover: findings that the baseline known.json holds: 1\n"
        assert (worse.returncode, rules_of(worse)) == (1, ["ZA015"])

    def test_tells_of_entries_that_nothing_matches_any_more(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        spillover("lint", "--write-baseline", "known.json")
        (here / "orders.json").write_text(CLEAN)

        mended = spillover("lint", "--baseline", "known.json", "--quiet")
        selected = spillover("lint", "--baseline", "known.json", "--select", "ZA002", "--quiet")

        held = "spillover: findings that the baseline known.json holds: 0\n"
        assert mended.stderr == (
            f"{held}spillover: entries of the baseline known.json that nothing matches any more: 1, "
            "such as ZA017 at projects/demo/regions/us-east1/backendServices/orders\n"
        )
        assert selected.stderr == held

    def test_holds_each_finding(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(REFUSED)

        findings = json.loads(spillover("lint", "--format", "json").stdout)["findings"]
        spillover("lint", "--write-baseline", "known.json")

        keys = ("rule", "address", "field", "fingerprint")
        assert json.loads((here / "known.json").read_text()) == {
            "version": 1,
            "findings": [{key: each[key] for key in keys} for each in findings],
        }

    def test_a_fingerprint_stays_when_lines_move(self, spillover: Spillover, here: Path) -> None:
        def fingerprints() -> list[tuple[int, str]]:
            findings: list[dict[str, Any]] = json.loads(spillover("lint", "--format", "json").stdout)[
                "findings"
            ]
            return [(each["line"], each["fingerprint"]) for each in findings]

        (here / "orders.json").write_text(REFUSED)
        before = fingerprints()
        (here / "orders.json").write_text("\n\n\n" + REFUSED)
        after = fingerprints()

        assert [line + 3 for line, _ in before] == [line for line, _ in after]
        assert [each for _, each in before] == [each for _, each in after]
        assert len({each for _, each in after}) == len(after) == 2
