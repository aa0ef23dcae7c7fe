"""The list of rules is complete, and each rule's identity is in order."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import spillover_rules
from spillover.check.rule import AnyRule
from spillover.model.suppression import Suppression
from spillover_rules import ALL

MODULES = [
    importlib.import_module(f"spillover_rules.{found.name}")
    for found in pkgutil.iter_modules(spillover_rules.__path__)
]
LONGEST = 90

each_rule = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[1])


class TestAll:
    def test_holds_every_module_of_the_package(self) -> None:
        assert list(ALL) == [module.RULE for module in MODULES]

    def test_is_sorted_by_code(self) -> None:
        assert [rule.code for rule in ALL] == sorted(rule.code for rule in ALL)

    def test_codes_and_names_are_each_of_one_rule(self) -> None:
        called = [name for rule in ALL for name in (rule.code, rule.name, *rule.aliases)]

        assert len(set(called)) == len(called)

    def test_no_code_begins_another(self) -> None:
        codes = [rule.code for rule in ALL]

        assert [
            (one, other) for one in codes for other in codes if one != other and other.startswith(one)
        ] == []


class TestIdentity:
    @each_rule
    def test_code_is_of_a_family_and_the_name_kebab_case(self, rule: AnyRule) -> None:
        assert re.fullmatch(r"(ZA|FO|LB|CF)\d{3}", rule.code)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)

    @each_module
    def test_module_is_called_by_code_and_name(self, module: ModuleType) -> None:
        rule: AnyRule = module.RULE

        called = f"{rule.code}_{rule.name}".lower().replace("-", "_")
        assert module.__name__ == f"spillover_rules.{called}"

    @each_rule
    def test_summary_is_one_line_that_reads_on(self, rule: AnyRule) -> None:
        assert re.fullmatch(r"(?:[a-z]|STAY_WITHIN_ZONE )[^\n]*[^\n.]", rule.summary)

    @each_rule
    def test_facts_of_google_have_a_source_and_sources_have_a_date(self, rule: AnyRule) -> None:
        if rule.subject is not Suppression:
            assert rule.sources
        for source in rule.sources:
            assert re.search(r", .*\b20\d\d-\d\d\b", source)

    @each_rule
    def test_reference_is_the_address_of_the_first_source(self, rule: AnyRule) -> None:
        address = rule.sources[0].split(",")[0] if rule.sources else None

        assert rule.reference == (f"https://{address}" if address else "")


class TestPage:
    @each_module
    def test_docstring_is_a_title_and_reasons(self, module: ModuleType) -> None:
        title, gap, reasons = (module.__doc__ or "").partition("\n\n")

        assert re.fullmatch(r"[A-Z].*\.", title)
        assert gap
        assert reasons.strip()

    @each_module
    def test_check_says_what_it_looks_for(self, module: ModuleType) -> None:
        assert inspect.getdoc(module.RULE.check)

    @each_module
    def test_module_is_short_enough_to_read_at_once(self, module: ModuleType) -> None:
        lines = Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()

        assert len(lines) <= LONGEST
