"""From option texts to what they mean, or to a usage error that says what would be right."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from spillover.cli import given
from spillover.errors import UsageError
from spillover.plan.zonal import Spec
from spillover.read.request import Request


class TestChoice:
    def test_the_choice(self) -> None:
        assert given.choice("--sweep", "zones", {"": False, "zones": True}) is True

    def test_something_else(self) -> None:
        with pytest.raises(UsageError) as error:
            given.choice("--sweep", "full", {"": 0, "zones": 1, "thresholds": 2})

        assert str(error.value) == "--sweep full: choose from zones, thresholds"


class TestSpec:
    @pytest.mark.parametrize(
        ("text", "spec"), [(None, None), ("2026-05", Spec.R2026_05), ("2025-07", Spec.R2025_07)]
    )
    def test_revisions(self, text: str | None, spec: Spec | None) -> None:
        assert given.spec(text) is spec

    def test_there_are_no_others(self) -> None:
        with pytest.raises(UsageError, match=r"^--spec 2024-01: choose from 2026-05, 2025-07$"):
            given.spec("2024-01")


class TestDay:
    @pytest.mark.parametrize(("text", "day"), [(None, None), ("2026-12-31", date(2026, 12, 31))])
    def test_dates(self, text: str | None, day: date | None) -> None:
        assert given.day(text) == day

    @pytest.mark.parametrize("text", ["", "tomorrow", "2026-02-30", "31.12.2026", "2026-12-31T00:00:00"])
    def test_what_is_no_date(self, text: str) -> None:
        with pytest.raises(UsageError) as error:
            given.day(text)

        assert str(error.value) == f"--today {text}: a date such as 2026-12-31 is expected"


class TestRules:
    @pytest.mark.parametrize(
        ("selectors", "rules"),
        [
            pytest.param(None, (), id="not given"),
            pytest.param(["ZA017"], ("ZA017",), id="one"),
            pytest.param(["ZA017", "FO"], ("ZA017", "FO"), id="repeated"),
            pytest.param(["ZA017, FO,thin-zone"], ("ZA017", "FO", "thin-zone"), id="with commas"),
            pytest.param([" , ", "ZA,"], ("ZA",), id="nothing between commas"),
        ],
    )
    def test_selectors(self, selectors: list[str] | None, rules: tuple[str, ...]) -> None:
        assert given.rules(selectors) == rules


class TestRequest:
    def test_nothing_means_the_current_folder(self) -> None:
        assert given.request(None, None, None, None, None, None) == Request(paths=(".",), caches=True)

    def test_everything(self) -> None:
        assert given.request(
            ["a", "-"],
            ["zone=b", "expr=a=b", "empty="],
            ["x.tfvars"],
            ["health.json"],
            ["ig-b=vms.json"],
            ["shop=records.json"],
        ) == Request(
            paths=("a", "-"),
            variables=("x.tfvars", ("zone", "b"), ("expr", "a=b"), ("empty", "")),
            health=("health.json",),
            instances=(("ig-b", "vms.json"),),
            dns_zones=(("shop", "records.json"),),
            caches=True,
        )

    def test_no_cache(self) -> None:
        assert given.request(None, None, None, None, None, None, no_cache=True) == Request(paths=(".",))

    @pytest.mark.parametrize("text", ["zone", "=b", ""])
    @pytest.mark.parametrize(("option", "place"), [("--var", 1), ("--instances", 4), ("--dns-zone", 5)])
    def test_what_is_no_pair(self, option: str, place: int, text: str) -> None:
        arguments: list[Any] = [None] * 6
        arguments[place] = [text]

        with pytest.raises(UsageError) as error:
            given.request(*arguments)

        assert str(error.value) == f"{option} {text}: NAME=VALUE is expected"


class TestNumber:
    def test_is_exact(self) -> None:
        assert given.number("--x", "1.1") == Fraction(11, 10)
        assert given.number("--x", None) is None

    @pytest.mark.parametrize("text", ["0", "-1", "much", "1/0"])
    def test_is_positive(self, text: str) -> None:
        with pytest.raises(UsageError) as error:
            given.number("--x", text)

        assert str(error.value) == f"--x {text}: a positive number such as 1.5 is expected"
