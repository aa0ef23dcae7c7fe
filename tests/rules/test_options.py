"""Options of the configuration file: rules declare those that they read, a page describes them all."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from spillover.check.rule import AnyRule
from spillover.model.options import Options
from spillover_rules import ALL

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
NAMES = [each.name for each in fields(Options)]


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
def test_each_rule_declares_what_it_reads(rule: AnyRule) -> None:
    source = inspect.getsource(sys.modules[rule.check.__module__])

    assert sorted(set(re.findall(r"\boptions\.(\w+)", source))) == sorted(rule.options)
    assert set(rule.options) <= set(NAMES)


def test_each_is_described() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == NAMES


def test_those_that_no_rule_reads_are_told() -> None:
    read = {name for rule in ALL for name in rule.options}
    (told,) = re.findall(r"^Read by `plan` alone: (.*)\.$", PAGE, re.MULTILINE) or [""]

    assert re.findall(r"`(\w+)`", told) == [name for name in NAMES if name not in read]
