"""Formats of others, end to end: which command has them, and that nothing else depends on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.cli.output import OF_LINT, Format

Spillover = Callable[..., CompletedProcess[str]]

OTHERS = [each for each in OF_LINT if each not in (Format.TEXT, Format.JSON)]


def service(option: str, ratio: float) -> str:
    """A backend service; without spilling its ratio has no effect, which is a warning."""
    affinity = {"zonalAffinity": {"spillover": f"ZONAL_AFFINITY_{option}", "spilloverRatio": ratio}}
    return json.dumps(
        {
            "kind": "compute#backendService",
            "name": "orders",
            "region": "us-east1",
            "loadBalancingScheme": "INTERNAL",
            "networkPassThroughLbTrafficPolicy": affinity,
        },
        indent=1,
    )


CLEAN, IDLE, BROKEN = service("SPILL_CROSS_ZONE", 0.5), service("DISABLED", 0.5), '{"kind": "compute#'
ADDRESS = "projects/-/regions/us-east1/backendServices/orders"
FIELD = "networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio"
TEXT = "spillover ratio 0.5 has no effect with ZONAL_AFFINITY_DISABLED"
HINT = "use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or drop the ratio"


@pytest.mark.parametrize("format_", OTHERS)
@pytest.mark.parametrize(
    ("texts", "arguments", "status"),
    [
        pytest.param({"orders.json": CLEAN}, [], 0, id="nothing"),
        pytest.param({"orders.json": IDLE}, [], 1, id="a finding"),
        pytest.param({"orders.json": IDLE}, ["--fail-on", "never"], 0, id="a finding that is allowed"),
        pytest.param({"orders.json": IDLE, "broken.json": BROKEN}, [], 3, id="something unreadable"),
    ],
)
def test_the_status_is_that_of_any_format(
    spillover: Spillover,
    here: Path,
    format_: Format,
    texts: dict[str, str],
    arguments: list[str],
    status: int,
) -> None:
    for name, text in texts.items():
        (here / name).write_text(text)

    run = spillover("lint", "--format", format_, *arguments)

    assert run.returncode == status
    assert run.stderr == spillover("lint", *arguments).stderr


def test_annotations(spillover: Spillover, here: Path) -> None:
    (here / "orders.json").write_text(IDLE)

    run = spillover("lint", "--format", "github")

    assert run.stdout == (
        "::warning file=orders.json,line=9,endLine=9,col=4,endColumn=25,"
        f"title=ZA017 spillover-ratio-without-spill::{TEXT}; {HINT}%0A{ADDRESS}: {FIELD}\n"
    )


def test_several_at_once_are_as_each_alone(spillover: Spillover, here: Path) -> None:
    (here / "orders.json").write_text(IDLE)
    alone = {each: spillover("lint", "orders.json", "--format", each).stdout for each in OF_LINT}
    arguments = [part for each in OF_LINT for part in ("--format", each, "--output", f"report.{each}")]

    run = spillover("lint", "orders.json", *arguments)

    assert (run.returncode, run.stdout, run.stderr) == (1, "", "")
    assert {each: (here / f"report.{each}").read_text() for each in OF_LINT} == alone


@pytest.mark.parametrize("format_", [each for each in OTHERS if each is not Format.MARKDOWN])
@pytest.mark.parametrize("arguments", [["plan"], ["show"], ["rules"], ["diff", ".", "."]])
def test_of_lint_alone(spillover: Spillover, arguments: list[str], format_: Format) -> None:
    run = spillover(*arguments, "--format", format_)

    has = "text, json, markdown, html" if arguments[0] in ("diff", "plan") else "text, json"
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"spillover: --format {format_}: this command has {has}\n"


class TestFingerprints:
    @staticmethod
    def of(document: Any) -> list[str]:
        return [each["partialFingerprints"]["spillover/v1"] for each in document["runs"][0]["results"]]

    def test_stay_where_lines_move(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        before = self.of(json.loads(spillover("lint", "--format", "sarif").stdout))
        (here / "orders.json").write_text("\n\n" + IDLE)
        after = json.loads(spillover("lint", "--format", "sarif").stdout)

        assert self.of(after) == before
        (found,) = after["runs"][0]["results"]
        assert found["locations"][0]["physicalLocation"]["region"]["startLine"] == 11

    def test_are_those_of_json(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(IDLE)
        own = json.loads(spillover("lint", "--format", "json").stdout)["findings"]

        assert self.of(json.loads(spillover("lint", "--format", "sarif").stdout)) == [
            each["fingerprint"] for each in own
        ]
        assert [
            each["fingerprint"] for each in json.loads(spillover("lint", "--format", "gitlab").stdout)
        ] == [each["fingerprint"] for each in own]


def test_standard_input_and_paths_outside_have_a_uri(spillover: Spillover, here: Path) -> None:
    outside = here.parent / f"{here.name} shared"
    for folder in (here / "in here", outside):
        folder.mkdir()
        (folder / "orders.json").write_text(IDLE)

    def uris(*arguments: str, stdin: bytes = b"") -> list[dict[str, str]]:
        run = spillover("lint", "--format", "sarif", *arguments, stdin=stdin)
        results = json.loads(run.stdout)["runs"][0]["results"]
        return [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in results]

    assert uris("-", stdin=IDLE.encode()) == [{"uri": "%3Cstdin%3E"}]
    assert uris("in here") == [{"uri": "in%20here/orders.json", "uriBaseId": "%SRCROOT%"}]
    assert uris(f"../{outside.name}") == [{"uri": f"../{here.name}%20shared/orders.json"}]
