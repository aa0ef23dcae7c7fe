"""What a rule is: its identity, its severity, the names it answers to, and how it asks about joins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from spillover.check.rule import AnyRule, Finding, Rule, Severity, Spec, each, some
from spillover.model.deployment import Joined
from spillover.model.source import Origin, Undetermined, Unknown

ORIGIN = Origin("thing", "thing")
ZERO, LATER = Unknown("the parity of 0"), Unknown("another join")
SOURCES = ("docs.example.com/affinity, 2026-05", "docs.example.com/other, release note")


def rule(sources: tuple[str, ...] = SOURCES) -> AnyRule:
    return Rule(
        code="ZA014",
        name="stay-within-thin-zone",
        severity=Severity.WARNING,
        subject=object,
        check=lambda _: iter(()),
        since="0.1",
        summary="a thin zone",
        sources=sources,
        severity_by_spec={Spec.R2025_07: Severity.ERROR},
        aliases=("thin-zone",),
    )


class TestReference:
    def test_the_first_source_without_its_date(self) -> None:
        assert rule().reference == "https://docs.example.com/affinity"

    def test_a_rule_of_our_own_has_none(self) -> None:
        assert rule(sources=()).reference == ""


class TestSeverity:
    @pytest.mark.parametrize(
        ("spec", "severity"), [(Spec.R2026_05, Severity.WARNING), (Spec.R2025_07, Severity.ERROR)]
    )
    def test_depends_on_the_revision(self, spec: Spec, severity: Severity) -> None:
        assert rule().severity_under(spec) is severity


class TestIsCalled:
    @pytest.mark.parametrize(
        ("selector", "is_called"),
        [
            pytest.param("ZA014", True, id="code"),
            pytest.param("za014", True, id="code, in lower case"),
            pytest.param("ZA", True, id="beginning of the code"),
            pytest.param("z", True, id="shortest beginning"),
            pytest.param("stay-within-thin-zone", True, id="name"),
            pytest.param("thin-zone", True, id="old name"),
            pytest.param("", False, id="nothing"),
            pytest.param("ZA0140", False, id="longer than the code"),
            pytest.param("A014", False, id="end of the code"),
            pytest.param("stay-within", False, id="beginning of the name"),
            pytest.param("Stay-Within-Thin-Zone", False, id="name, in another case"),
        ],
    )
    def test_selectors(self, selector: str, is_called: bool) -> None:
        assert rule().is_called(selector) is is_called


def is_even(number: int) -> bool | Unknown:
    """Whether a number is even; nobody knows of 0."""
    return number % 2 == 0 if number else Unknown("the parity of 0")


MAYBE = Unknown("the join")


class TestSome:
    @pytest.mark.parametrize(
        ("items", "possible", "found"),
        [
            pytest.param((1, 4, 2), (), 4, id="the first that passes"),
            pytest.param((0, 2), (), 2, id="one that surely passes, after one that may"),
            pytest.param((2,), ((4, MAYBE),), 2, id="one that surely passes, beside a possible join"),
            pytest.param((), (), None, id="nothing is joined"),
            pytest.param((1, 3), ((5, MAYBE),), None, id="surely none, joined or not"),
        ],
    )
    def test_decided(
        self, items: tuple[int, ...], possible: tuple[tuple[int, Unknown], ...], found: int | None
    ) -> None:
        assert some(Joined(items, possible), is_even) == found

    @pytest.mark.parametrize(
        ("items", "possible", "because"),
        [
            pytest.param((1, 0), (), ["the parity of 0"], id="the test is unknown"),
            pytest.param((), ((2, MAYBE),), ["the join"], id="it may be joined"),
            pytest.param((), ((0, MAYBE),), ["the join"], id="it may be joined, and may pass"),
            pytest.param((0,), ((2, MAYBE),), ["the parity of 0", "the join"], id="every doubt is told"),
        ],
    )
    def test_undetermined(
        self, items: tuple[int, ...], possible: tuple[tuple[int, Unknown], ...], because: list[str]
    ) -> None:
        with pytest.raises(Undetermined) as doubt:
            some(Joined(items, possible), is_even)

        assert [each.because for each in doubt.value.unknowns] == because

    def test_without_a_test_anything_joined_will_do(self) -> None:
        assert some(Joined((1, 2))) == 1

    def test_of_things_that_do_not_join(self) -> None:
        assert some((MAYBE, 1)) == 1
        with pytest.raises(Undetermined):
            some((1, MAYBE), lambda number: number > 1)


class TestEach:
    """What is found of each of several things that are joined."""

    def told(self, things: Joined[int] | Iterable[int | Unknown]) -> tuple[list[str], tuple[Unknown, ...]]:
        told: list[str] = []
        try:
            told.extend(finding.message for finding in each(things, self.judge))
        except Undetermined as doubt:
            return told, doubt.unknowns
        return told, ()

    def judge(self, number: int) -> Iterator[Finding]:
        if number == 0:
            raise Undetermined(ZERO)
        if number % 2 == 0:
            yield Finding(ORIGIN.at("n"), str(number))

    @pytest.mark.parametrize(
        ("items", "possible", "found"),
        [
            pytest.param((1, 3), ((5, LATER),), ([], ()), id="nothing, joined or not"),
            pytest.param((2, 3, 4), (), (["2", "4"], ()), id="what is found"),
            pytest.param((0, 2, 0), (), (["2"], (ZERO,)), id="a doubt is told once, at the end"),
            pytest.param((1,), ((2, MAYBE),), ([], (MAYBE,)), id="a possible join"),
            pytest.param(
                (), ((1, LATER), (2, MAYBE)), ([], (MAYBE,)), id="and one of which nothing is found"
            ),
            pytest.param((0,), ((0, MAYBE), (2, MAYBE)), ([], (ZERO, MAYBE)), id="and one in doubt"),
        ],
    )
    def test_found(
        self,
        items: tuple[int, ...],
        possible: tuple[tuple[int, Unknown], ...],
        found: tuple[list[str], tuple[Unknown, ...]],
    ) -> None:
        assert self.told(Joined(items, possible)) == found

    def test_things_that_are_not_known(self) -> None:
        assert self.told(iter((LATER, 2, 0))) == (["2"], (LATER, ZERO))
