"""Rules that the configuration file selects, their severities and options, end to end."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

SERVICE = """\
kind: compute#backendService
name: orders
region: us-east1
loadBalancingScheme: INTERNAL
networkPassThroughLbTrafficPolicy: {zonalAffinity: {spilloverRatio: 2}}
"""


@pytest.fixture
def lint(spillover: Spillover, here: Path) -> Callable[..., list[tuple[str, str]]]:
    """Rule and severity of the findings, with a text of configuration."""

    def run(config: str, *arguments: str) -> list[tuple[str, str]]:
        (here / "orders.yaml").write_text(SERVICE)
        (here / ".spillover.toml").write_text(config)
        document = json.loads(spillover("lint", "--format", "json", *arguments).stdout)
        return [(each["rule"], each["severity"]) for each in document["findings"]]

    return run


RANGE, IDLE = ("ZA015", "error"), ("ZA017", "warning")


class TestSelection:
    @pytest.mark.parametrize(
        ("config", "arguments", "findings"),
        [
            pytest.param("", [], [RANGE, IDLE], id="all rules"),
            pytest.param('lint.select = ["ZA017"]', [], [IDLE], id="selected"),
            pytest.param('lint.ignore = ["ZA015"]', [], [IDLE], id="ignored"),
            pytest.param('lint = {select = ["ZA01"], ignore = ["ZA017"]}', [], [RANGE], id="both"),
            pytest.param('lint.ignore = ["ZA"]', ["--select", "ZA017"], [IDLE], id="selected here"),
            pytest.param('lint.select = ["ZA015"]', ["--select", "ZA017"], [IDLE], id="selected instead"),
            pytest.param('lint.ignore = ["ZA015"]', ["--ignore", "ZA017"], [], id="ignored here too"),
            pytest.param('lint.select = ["ZA015"]', ["--ignore", "ZA015"], [], id="ignored here"),
        ],
    )
    def test_command_line_wins(
        self,
        lint: Callable[..., list[tuple[str, str]]],
        config: str,
        arguments: list[str],
        findings: list[tuple[str, str]],
    ) -> None:
        assert lint(config, *arguments) == findings


class TestSeverity:
    def test_of_the_findings(self, lint: Callable[..., list[tuple[str, str]]]) -> None:
        assert lint('[severity]\nZA017 = "error"\nZA = "note"\n') == [("ZA015", "note"), ("ZA017", "error")]

    def test_what_it_was_is_told(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.yaml").write_text(SERVICE)
        (here / ".spillover.toml").write_text('severity = {ZA = "error"}')

        findings = json.loads(spillover("lint", "--format", "json").stdout)["findings"]

        assert [(each["rule"], each.get("default_severity")) for each in findings] == [
            ("ZA015", None),
            ("ZA017", "warning"),
        ]

    @pytest.mark.parametrize(("severity", "status"), [("note", 0), ("warning", 1)])
    def test_decides_the_exit_status(
        self, spillover: Spillover, here: Path, severity: str, status: int
    ) -> None:
        (here / "orders.yaml").write_text(SERVICE)
        (here / ".spillover.toml").write_text(f'severity = {{ZA = "{severity}"}}')

        assert spillover("lint").returncode == status


class TestRules:
    CONFIG = '[lint]\nignore = ["ZA017"]\n[severity]\nZA014 = "note"\nZA015 = "error"\n'
    CODES = ("ZA014", "ZA015", "ZA017")

    def entries(self, result: CompletedProcess[str]) -> list[dict[str, Any]]:
        return [each for each in json.loads(result.stdout)["rules"] if each["code"] in self.CODES]

    def test_in_json(self, spillover: Spillover, here: Path) -> None:
        (here / ".spillover.toml").write_text(self.CONFIG)

        entries = self.entries(spillover("rules", "--format", "json"))

        shown = ("code", "severity", "default_severity", "selected")
        assert [{key: each[key] for key in shown if key in each} for each in entries] == [
            {
                "code": "ZA014",
                "severity": "note",
                "default_severity": "warning",
            },
            {"code": "ZA015", "severity": "error"},
            {"code": "ZA017", "severity": "warning", "selected": False},
        ]

    def test_in_text(self, spillover: Spillover, here: Path) -> None:
        (here / "other.toml").write_text(self.CONFIG)

        lines = spillover("rules", "--config", "other.toml").stdout.splitlines()

        cells = [re.split("  +", line.strip()) for line in lines]
        assert [severity for code, _, severity, *_ in cells if code in self.CODES] == [
            "note (not warning)",
            "error",
            "not checked",
        ]

    def test_by_a_wrong_file(self, spillover: Spillover, here: Path) -> None:
        (here / ".spillover.toml").write_text('[severity]\nZA999 = "note"\n')

        result = spillover("rules")

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == (
            "spillover: .spillover.toml:2:1: severity.ZA999: "
            "there is no rule 'ZA999'; spillover rules lists them\n"
        )


class TestOptions:
    def test_reach_the_rules(self, spillover: Spillover, here: Path) -> None:
        (here / "record.yaml").write_text(
            "kind: dns#resourceRecordSet\nname: shop.example.test.\ntype: A\nttl: 300\n"
            "routingPolicy: {primaryBackup: {primaryTargets: {}, backupGeoTargets: {}}}\n"
        )
        before = spillover("lint", "--select", "FO011", "--quiet").stdout
        (here / ".spillover.toml").write_text("[options]\nttl_range_s = [60, 300]\n")

        assert "TTL 300 s on a failover record" in before
        assert spillover("lint", "--select", "FO011", "--quiet").stdout == ""


def test_the_null_device_is_no_configuration(spillover: Spillover, here: Path) -> None:
    (here / ".spillover.toml").write_text("[[")

    assert spillover("lint").returncode == 2
    assert spillover("lint", "--config", os.devnull).returncode == 0
