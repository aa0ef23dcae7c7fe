"""The flow in a comment: whole, and with no name that is more than a name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.report.mermaid import MOST_LINES, _label
from spillover.report.style import clean

Spillover = Callable[..., CompletedProcess[str]]
ROOT = Path(__file__).parents[2]

FENCE = re.compile(r"```mermaid\n(.*?)\n```", re.DOTALL)
LABEL = r'"(?:[\w -.,:/]|#\d+;)*"'
STATEMENT = re.compile(rf"flowchart LR|  [cz]\d+\[{LABEL}\]|  c\d+ (?:-->|-\.->|--x)\|[A-Za-z ]+\| z\d+")
"""What a line of a flow may be: the part of Mermaid's grammar that is written."""


def flows(result: CompletedProcess[str]) -> list[str]:
    found = FENCE.findall(result.stdout)
    for flow in found:
        assert [line for line in flow.split("\n") if not STATEMENT.fullmatch(line)] == []
    return found


def test_whole(spillover: Spillover) -> None:
    result = spillover("plan", str(ROOT / "examples/plan/stay-black-hole"), "--format", "markdown")

    assert "\n\nus-east1-b down:\n\n```mermaid\n" in result.stdout
    assert flows(result) == [
        "flowchart LR\n"
        '  c0["us-east1-b"]\n'
        '  c1["us-east1-c"]\n'
        '  c2["us-east1-d"]\n'
        '  c3["any other zone"]\n'
        '  z0["us-east1-b: 0 healthy"]\n'
        '  z1["us-east1-c: 6 healthy"]\n'
        '  z2["us-east1-d: 1 healthy"]\n'
        "  c0 --x|BLACK HOLE| z0\n"
        "  c1 -->|stays| z1\n"
        "  c2 -->|stays| z2\n"
        "  c3 -.->|any zone| z1\n"
        "  c3 -.->|any zone| z2"
    ]


@pytest.mark.parametrize(
    "folder", sorted(each.name for each in (ROOT / "examples/stacks").iterdir() if each.is_dir())
)
def test_of_stacks(folder: str, spillover: Spillover) -> None:
    result = spillover("plan", str(ROOT / "examples/stacks" / folder), "--format", "markdown")

    assert all(flow.count(" z") <= 2 * MOST_LINES for flow in flows(result))


def test_of_what_is_not_known_there_is_none(spillover: Spillover, here: Path) -> None:
    (here / "main.tf").write_text(
        'resource "google_compute_region_backend_service" "s" {\n  name = "s"\n  region = "us-east1"\n}\n'
    )

    assert flows(spillover("plan", "--format", "markdown")) == []


def test_a_hostile_zone(spillover: Spillover, here: Path) -> None:
    zone = 'us-east1-b"]; click c0 "javascript:alert(1)'
    base = "https://www.googleapis.com/compute/v1/projects/p"
    service = {
        "kind": "compute#backendService",
        "name": "s",
        "selfLink": f"{base}/regions/us-east1/backendServices/s",
        "region": "us-east1",
        "loadBalancingScheme": "INTERNAL",
        "backends": [{"group": f"{base}/zones/{zone}/instanceGroups/g"}],
    }
    group = {
        "kind": "compute#instanceGroup",
        "name": "g",
        "size": 3,
        "zone": f"{base}/zones/{zone}",
        "selfLink": f"{base}/zones/{zone}/instanceGroups/g",
    }
    (here / "s.json").write_text(json.dumps([service, group]))

    (flow,) = flows(spillover("plan", "--format", "markdown"))

    assert "#34;#93;#59; click c0 #34;javascript:alert#40;1#41;" in flow


@given(st.text())
def test_a_label_is_its_text(text: str) -> None:
    label = _label(text)

    assert re.fullmatch(r'"[^"`\[\]{}<>\n;]*(?:#\d+;[^"`\[\]{}<>\n;]*)*"', label)
    read = re.sub(r"#(\d+);", lambda match: chr(int(match[1])), label[1:-1])
    assert read == clean(text)
