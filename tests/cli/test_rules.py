"""``spillover rules``, ``explain``, ``--version`` and ``--help``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import spillover_rules
from spillover import __version__
from spillover.check.rule import AnyRule
from spillover.report.rules import page
from spillover_rules import ALL

Spillover = Callable[..., CompletedProcess[str]]


class TestRules:
    def test_lists_every_rule(self, spillover: Spillover) -> None:
        result = spillover("rules")

        header, *lines = result.stdout.splitlines()
        assert (result.returncode, header.split()) == (0, ["code", "name", "severity"])
        assert [line.split(maxsplit=3) for line in lines] == [
            [rule.code, rule.name, rule.severity.value, rule.summary] for rule in ALL
        ]

    def test_as_json(self, spillover: Spillover) -> None:
        assert json.loads(spillover("rules", "--format", "json").stdout) == {
            "version": 1,
            "rules": [
                {
                    "code": each.code,
                    "name": each.name,
                    "severity": each.severity.value,
                    "summary": each.summary,
                }
                for each in ALL
            ],
        }

    def test_to_a_file(self, spillover: Spillover, here: Path) -> None:
        shown = spillover("rules").stdout

        assert spillover("rules", "--output", "rules.txt").stdout == ""
        assert (here / "rules.txt").read_text() == shown

    def test_wrong_usage(self, spillover: Spillover) -> None:
        assert spillover("rules", "ZA017").returncode == 2


class TestExplain:
    @pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
    def test_every_rule(self, spillover: Spillover, rule: AnyRule) -> None:
        result = spillover("explain", rule.code)

        assert (result.returncode, result.stdout, result.stderr) == (0, page(rule), "")

    @pytest.mark.parametrize("name", ["za017", "spillover-ratio-without-spill"])
    def test_by_other_names(self, spillover: Spillover, name: str) -> None:
        assert spillover("explain", name).stdout.startswith("# ZA017 spillover-ratio-without-spill\n")

    def test_by_an_old_name(self, spillover: Spillover, monkeypatch: pytest.MonkeyPatch) -> None:
        renamed = tuple(replace(each, aliases=(f"old-{each.name}",)) for each in ALL)
        monkeypatch.setattr(spillover_rules, "ALL", renamed)

        assert spillover("explain", "old-unknown-rule").stdout.startswith("# CF002 unknown-rule\n")

    @pytest.mark.parametrize("name", ["ZA", "ZA999", "", "stay"])
    def test_one_that_there_is_not(self, spillover: Spillover, name: str) -> None:
        result = spillover("explain", name)

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"spillover: there is no rule {name!r}; spillover rules lists them\n"


class TestAboutTheProgram:
    def test_version(self, spillover: Spillover) -> None:
        result = spillover("--version")

        assert (result.returncode, result.stdout, result.stderr) == (0, f"spillover {__version__}\n", "")

    @pytest.mark.parametrize("option", ["--help", "-h"])
    @pytest.mark.parametrize("command", ["lint", "plan", "show", "explain", "rules"])
    def test_help(self, spillover: Spillover, command: str, option: str) -> None:
        result = spillover(command, option)

        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.startswith(f"Usage: spillover {command} [OPTIONS]")

    @pytest.mark.parametrize("arguments", [[], ["unheard-of"], ["--unknown"], ["explain"]])
    def test_wrong_usage(self, spillover: Spillover, arguments: list[str]) -> None:
        result = spillover(*arguments)

        assert result.returncode == 2
        assert "Usage: spillover" in result.stdout + result.stderr
