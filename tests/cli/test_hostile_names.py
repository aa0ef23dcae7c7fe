"""Names that a stranger chose, through the readers and every format: nothing obeys them.

Terminals obey control characters, people believe what direction marks show them, and the logs of CI systems
obey commands that stand in a line. GitHub's commands are told apart here as its runner does it
(``TryParseV2`` and ``TryParse`` in ``src/Runner.Common/ActionCommand.cs`` of actions/runner, 079cdb1).
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from spillover.cli.output import OF_LINT

Spillover = Callable[..., CompletedProcess[str]]

COMMANDS = (
    "add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-set-repo-path|notice"
    "|remove-matcher|save-state|set-env|set-output|stop-commands|warning"
)
V2 = re.compile(rf"\s*::({COMMANDS})( [^\n]*?)?::", re.IGNORECASE)
V1 = re.compile(rf"##\[({COMMANDS})( [^\n]*?)?\]", re.IGNORECASE)
OTHERS = re.compile(r"##vso\[|##teamcity\[", re.IGNORECASE)

FRAGMENTS = (
    *("\x1b[2J", "\x1b]8;;http://evil.example\x07", "\x9b31m", "\r", "\n", "\u2028", "\x85", "\t", "\x00"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\xad", "\U000e0041", "\ufffe", "🚀"),
    *(
        "::error::",
        "::stop-commands::x",
        " ::add-mask::x",
        "##[error]",
        "##[stop-commands]x",
        "##vso[a]",
        "#",
        "[",
    ),
    *(
        "<script>",
        "&amp;",
        "]]>",
        "`",
        "```\n",
        "|",
        "*",
        "](http://evil.example)",
        "</details>",
        "@all",
        ":x:",
    ),
    *(
        "%0A",
        "%3A",
        ",",
        "=cmd|' /C calc'!A0",
        "+1",
        "-1",
        "${x}",
        "%{x}",
        "\\",
        "'",
        '"',
        " ",
        "a",
        "é",
        "東",
    ),
)
NAMES = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=8).map(lambda parts: "".join(parts) + "n")


def resources(name: str) -> dict[str, Any]:
    """A load balancer with that name wherever a name may stand; something is wrong with it."""
    literal = name.replace("${", "$${").replace("%{", "%%{")
    affinity = {
        "zonal_affinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": literal}
    }
    service = {
        "for_each": {literal: literal},
        "name": literal,
        "region": literal,
        "load_balancing_scheme": "INTERNAL",
        "subsetting": {"policy": "CONSISTENT_HASH_SUBSETTING"},
        "network_pass_through_lb_traffic_policy": affinity,
        "backend": [{"group": literal}],
    }
    record = {
        "name": literal,
        "managed_zone": literal,
        "type": "A",
        "ttl": 3,
        "routing_policy": {
            "primary_backup": {
                "primary": {"external_endpoints": [literal]},
                "backup_geo": [{"location": literal, "rrdatas": [literal]}],
            },
            "health_check": literal,
        },
    }
    return {
        "resource": {
            "google_compute_region_backend_service": {"x": service},
            "google_dns_record_set": {"x": record},
        },
        "module": {"x": {"source": literal, "for_each": {literal: literal}}},
        "locals": {"x": f"${{file({json.dumps(literal)})}}"},
    }


def laid_out(here: Path, name: str) -> None:
    """A folder whose files are called by the name, with the name in all that is in them."""
    for each in here.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    file = re.sub("[\0/]", "_", name).encode("utf-8", "surrogatepass")[:100].decode("utf-8", "ignore")
    file = file.lstrip(".") or "x"
    (here / f"{file}.tf.json").write_text(json.dumps(resources(name)), "utf-8")
    comment = "".join(char for char in name if char.isprintable())
    (here / "comment.tf").write_text(
        f'resource "google_dns_policy" "p" {{ # spillover:ignore[ZA002] {comment}\n}}\n'
    )
    (here / f"{file}.json").write_text(
        '{"kind": "compute#' + json.dumps(name)[1:-1] + '", "name": }', "utf-8"
    )
    service = {
        "kind": "compute#backendService",
        "name": name,
        "region": name,
        "loadBalancingScheme": "INTERNAL",
        "subsetting": {"policy": "CONSISTENT_HASH_SUBSETTING"},
        "networkPassThroughLbTrafficPolicy": {
            "zonalAffinity": {"spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE"}
        },
        "backends": [{"group": name}],
    }
    (here / "api.json").write_text(json.dumps([service]), "utf-8")
    ignore = f'rule = "ZA002"\naddress = "*[*"\nreason = {json.dumps(name, ensure_ascii=False)}'
    (here / ".spillover.toml").write_text(f"[[ignore]]\n{ignore}\n", "utf-8")


def unseen(text: str) -> list[str]:
    """What a terminal obeys in a text, and what nobody sees of it."""
    return [char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")]


def obeyed(text: str) -> list[str]:
    """The commands that a CI system finds in a log."""
    found = (V2.match(line) or V1.search(line) or OTHERS.search(line) for line in text.split("\n"))
    return [match[0] for match in found if match]


FORMATS = [
    argument for each in OF_LINT for argument in ("--format", each.value, "--output", f"out.{each.value}")
]


@example("::stop-commands::x ##[stop-commands]x ##vso[a]")
@example("\x1b[2J\u202e\U000e0041")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(NAMES)
def test_lint(spillover: Spillover, here: Path, name: str) -> None:
    folder = here / "in"
    folder.mkdir(exist_ok=True)
    laid_out(folder, name)

    run = spillover("lint", "in", *FORMATS)

    written = {each.value: (here / f"out.{each.value}").read_text("utf-8") for each in OF_LINT}
    assert run.returncode == 3, run.stderr
    assert not unseen(run.stderr)
    assert not obeyed(run.stderr)
    for format_, text in written.items():
        assert not unseen(text), format_
        assert format_ == "github" or not obeyed(text), format_
    for line in written["github"].splitlines():
        assert re.match(r"::(error|warning|notice) file=[^,:]+(,\w+=[^,:]+)*::", line), line
    uris = (
        location["physicalLocation"]["artifactLocation"]["uri"]
        for result in json.loads(written["sarif"])["runs"][0]["results"]
        for location in result["locations"]
    )
    assert all(re.fullmatch(r"in/[\w.~/%-]+", uri, re.ASCII) for uri in uris)
    for each in json.loads(written["gitlab"]):
        assert each["location"]["path"].startswith("in/")
        assert not each["description"].startswith(tuple("=+-@"))
    for format_ in ("junit", "checkstyle"):
        root = ElementTree.fromstring(written[format_])
        texts = [each for element in root.iter() for each in (*element.attrib.values(), element.text or "")]
        assert not [each for each in texts if each.startswith(tuple("=+-@"))]


@example("::stop-commands::x ##[stop-commands]x ##vso[a]")
@example("a " * 60 + "::stop-commands::x")
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(NAMES)
def test_other_commands(spillover: Spillover, here: Path, name: str) -> None:
    for side in ("before", "after"):
        (here / side).mkdir(exist_ok=True)
        laid_out(here / side, name)
    (here / "before" / "api.json").unlink()
    commands = [["plan", "after", "--load"], ["show", "after"], ["diff", "before", "after"]]
    commands += [
        ["plan", "after", "--format", "markdown"],
        ["diff", "before", "after", "--format", "markdown"],
    ]
    commands += [[*each[:3], "--format", "json"] for each in commands[:3]]
    commands += [["lint", "after", "--statistics"], ["lint", "after", "--show-files"]]

    for arguments in commands:
        run = spillover(*arguments)

        assert run.returncode == 3, run.stderr
        assert not unseen(run.stdout + run.stderr), arguments
        assert not obeyed(run.stdout + "\n" + run.stderr), arguments
        if arguments == ["show", "after", "--format", "json"]:
            names = [each["values"]["name"] for each in json.loads(run.stdout)["resources"]]
            assert names == [name, *[name.removeprefix("\ufeff")] * 2]  # as HCL reads a template


@pytest.mark.parametrize("name", ["\x1b[2J", "::error::x", "##[error]x"])
def test_wrong_usage(spillover: Spillover, name: str) -> None:
    for arguments in (
        ["lint", name],
        ["lint", f"--{name}"],
        ["lint", "--format", name],
        ["explain", name],
        [name],
    ):
        run = spillover(*arguments)

        assert run.returncode == 2
        assert not unseen(run.stderr)
        assert not obeyed(run.stderr)
