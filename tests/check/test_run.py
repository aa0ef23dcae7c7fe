"""A run of rules: nothing that was found vanishes, and the order is always the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from spillover.check.locate import Place
from spillover.check.rule import AnyRule, Certainty, Finding, Related, Rule, Severity, Spec
from spillover.check.run import Report, Reported, Suppressed, Uncovered, UnknownValue, run
from spillover.check.suppress import Ignore
from spillover.errors import InternalError
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.health import HealthCheck
from spillover.model.service import BackendService
from spillover.model.source import (
    FieldPath,
    FieldRef,
    Origin,
    Position,
    SourceSpan,
    Undetermined,
    Unknown,
    WrongValue,
)
from spillover.model.suppression import Suppression
from spillover.model.views import LoadBalancer, ProbedHealthCheck

TODAY = date(2026, 6, 1)


def span(path: str, line: int, column: int = 1) -> SourceSpan:
    return SourceSpan(path, Position(line, column), Position(line, column + 4))


@dataclass(frozen=True)
class Lines:
    """A text that has a field ``lineN`` in each line N, and the resource's header in line 1."""

    path: str

    def span(self, path: FieldPath, /) -> SourceSpan:
        return span(self.path, int(str(path).removeprefix("line") or "1"))

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ()

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return (span(self.path, 1),) if len(path) else ()


@dataclass(frozen=True)
class Thing:
    """What the rules of these tests are about."""

    origin: Origin

    def at(self, line: int) -> FieldRef:
        return self.origin.at(f"line{line}")


def thing(address: str = "x.a", path: str = "main.tf", root: str = ".") -> Thing:
    return Thing(Origin(address, "x", root, path, places=Lines(path)))


def rule(
    code: str, check: Callable[[Any], Iterator[Finding]], subject: type[Any] = Thing, **more: Any
) -> AnyRule:
    return Rule(
        code=code,
        name=f"rule-{code.lower()}",
        severity=more.pop("severity", Severity.WARNING),
        subject=subject,
        check=check,
        since="0.1",
        summary="s",
        **more,
    )


def finds(code: str, *lines: int, **more: Any) -> AnyRule:
    """A rule with a finding at each of these lines."""

    def check(subject: Thing) -> Iterator[Finding]:
        for line in lines:
            yield Finding(subject.at(line), f"{code} in line {line}")

    return rule(code, check, **more)


def depends(code: str, because: str, line: int | None = None) -> AnyRule:
    """A rule that a value of this line, or of no place, keeps from deciding."""

    def check(subject: Thing) -> Iterator[Finding]:
        yield from ()
        raise Undetermined(Unknown(because, at=None if line is None else subject.at(line)))

    return rule(code, check)


def needs(code: str, kind: str) -> AnyRule:
    """A rule for which something of a kind would have to be read."""

    def check(_: Thing) -> Iterator[Finding]:
        yield from ()
        raise NotCovered(kind)

    return rule(code, check)


def crashes(code: str, error: Exception) -> AnyRule:
    """A rule with a finding in line 5, and then a defect."""

    def check(subject: Thing) -> Iterator[Finding]:
        yield Finding(subject.at(5), "found before the crash")
        raise error

    return rule(code, check)


def run_over(
    things: Sequence[Thing],
    rules: Sequence[AnyRule],
    *,
    every: Sequence[AnyRule] = (),
    ignores: Sequence[Ignore] = (),
    spec: Spec = Spec.R2026_05,
) -> Report:
    deployment = Deployment(resources=tuple(things))
    return run([deployment], rules, (*rules, *every), spec, ignores, TODAY)


def places(report: Report) -> list[tuple[str, int, str]]:
    return [(each.place.span.path, each.place.span.start.line, each.rule.code) for each in report.findings]


class TestFindings:
    def test_a_finding_with_everything(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(
                subject.at(4),
                "what is wrong",
                hint="how to fix it",
                related=(Related(subject.at(7), "what it depends on"),),
                certainty=Certainty.LIKELY,
            )

        checked = rule("ZA001", check)
        report = run_over([thing()], [checked])

        assert report == Report(
            findings=(
                Reported(
                    checked,
                    Severity.WARNING,
                    Certainty.LIKELY,
                    "what is wrong",
                    "how to fix it",
                    Place("x.a", "line4", ".", span("main.tf", 4), holders=(("main.tf", 1),)),
                    related=((span("main.tf", 7), "what it depends on"),),
                ),
            )
        )

    def test_related_places_each_once(self) -> None:
        """Instances of one resource stand on one line: there only their addresses tell them apart."""

        def check(subject: Thing) -> Iterator[Finding]:
            other = thing("x.b")
            places = (other.at(7), other.at(7), thing("x.c").at(7), other.at(4), subject.at(4))
            yield Finding(subject.at(4), "m", related=tuple(Related(at, "the other one") for at in places))

        (reported,) = run_over([thing("x.a")], [rule("ZA001", check)]).findings

        assert reported.related == (
            (span("main.tf", 7), "the other one"),
            (span("main.tf", 4), "the other one: x.b"),
            (span("main.tf", 4), "the other one"),
        )

    def test_the_hint_is_that_of_the_revision(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(subject.at(1), "m", hint="nothing to do")

        checked = rule("ZA001", check, hint_by_spec={Spec.R2025_07: "turn it off"})

        hints = [run_over([thing()], [checked], spec=spec).findings[0].hint for spec in Spec]

        assert hints == ["nothing to do", "turn it off"]

    def test_the_severity_is_the_rules_under_the_revision(self) -> None:
        checked = finds("ZA001", 1, severity_by_spec={Spec.R2025_07: Severity.ERROR})

        severities = [run_over([thing()], [checked], spec=spec).findings[0].severity for spec in Spec]

        assert severities == [Severity.WARNING, Severity.ERROR]

    def test_the_severity_is_the_findings_own_if_it_has_one(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(subject.at(1), "m", severity=Severity.NOTE)

        checked = rule("ZA001", check, severity_by_spec={Spec.R2026_05: Severity.ERROR})

        assert run_over([thing()], [checked]).findings[0].severity is Severity.NOTE

    def test_the_severity_of_the_configuration_is_that_of_all_findings(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(subject.at(1), "m", severity=Severity.NOTE)
            yield Finding(subject.at(2), "m")
            yield Finding(subject.at(3), "m", severity=Severity.ERROR)

        rules = [rule("ZA001", check), finds("ZA002", 4)]
        deployment = Deployment(resources=(thing(),))
        severities = {"ZA001": Severity.ERROR}
        report = run([deployment], rules, tuple(rules), Spec.R2026_05, severities=severities)

        assert [(each.severity, each.default_severity) for each in report.findings] == [
            (Severity.ERROR, Severity.NOTE),
            (Severity.ERROR, Severity.WARNING),
            (Severity.ERROR, None),
            (Severity.WARNING, None),
        ]

    def test_the_same_finding_twice_is_one(self) -> None:
        assert places(run_over([thing()], [finds("ZA001", 3, 3)])) == [("main.tf", 3, "ZA001")]

    def test_counted_by_severity(self) -> None:
        rules = [finds("ZA001", 1, severity=Severity.ERROR), finds("ZA002", 2, 3), finds("ZA003", 4)]

        report = run_over([thing()], rules)

        assert [report.count(each) for each in Severity] == [1, 3, 0]


class TestOrder:
    THINGS = (thing("x.b", "a.tf"), thing("x.a", "b.tf"), thing("x.a", "a.tf"))
    RULES = (finds("ZA002", 3, 10), finds("ZA001", 3, 10))
    EXPECTED = (
        ("a.tf", 3, "ZA001", "x.a"),
        ("a.tf", 3, "ZA001", "x.b"),
        ("a.tf", 3, "ZA002", "x.a"),
        ("a.tf", 3, "ZA002", "x.b"),
        ("a.tf", 10, "ZA001", "x.a"),
        ("a.tf", 10, "ZA001", "x.b"),
        ("a.tf", 10, "ZA002", "x.a"),
        ("a.tf", 10, "ZA002", "x.b"),
        ("b.tf", 3, "ZA001", "x.a"),
        ("b.tf", 3, "ZA002", "x.a"),
        ("b.tf", 10, "ZA001", "x.a"),
        ("b.tf", 10, "ZA002", "x.a"),
    )

    @pytest.mark.parametrize("seed", range(5))
    def test_by_path_line_and_rule_in_whatever_order_things_were_read(self, seed: int) -> None:
        things, rules = list(self.THINGS), list(self.RULES)
        random.Random(seed).shuffle(things)
        random.Random(seed).shuffle(rules)

        report = run_over(things, rules)

        found = [
            (*where, each.place.address) for where, each in zip(places(report), report.findings, strict=True)
        ]
        assert found == list(self.EXPECTED)

    def test_unknown_values_by_place(self) -> None:
        rules = [depends("ZA001", "var.z", 9), depends("ZA002", "var.a", 2), depends("ZA003", "var.b", 10)]

        report = run_over([thing("x.b", "b.tf"), thing("x.a", "a.tf")], rules)

        assert [(each.place.span.path, each.because) for each in report.undetermined] == [
            ("a.tf", "var.a"),
            ("a.tf", "var.z"),
            ("a.tf", "var.b"),
            ("b.tf", "var.a"),
            ("b.tf", "var.z"),
            ("b.tf", "var.b"),
        ]


class TestFingerprint:
    @staticmethod
    def fingerprint(code: str = "ZA001", address: str = "x.a", line: int = 3, path: str = "main.tf") -> str:
        report = run_over([thing(address, path)], [finds(code, line)])
        return report.findings[0].fingerprint

    def test_is_the_same_for_ever(self) -> None:
        assert self.fingerprint() == "3bf4c2c2bb79c74134033458b0a3915a"

    def test_does_not_depend_on_the_place_in_the_text(self) -> None:
        field, moved = FieldPath(("line3",)), span("elsewhere.tf", 99, 7)

        @dataclass(frozen=True)
        class Moved(Lines):
            def span(self, path: FieldPath, /) -> SourceSpan:
                return moved if path == field else super().span(path)

        other = Thing(Origin("x.a", "x", path="elsewhere.tf", places=Moved("elsewhere.tf")))
        (finding,) = run_over([other], [finds("ZA001", 3)]).findings

        assert finding.place.span == moved
        assert finding.fingerprint == self.fingerprint()

    @pytest.mark.parametrize("different", [{"code": "ZA002"}, {"address": "x.b"}, {"line": 4}])
    def test_depends_on_rule_address_and_field(self, different: dict[str, Any]) -> None:
        assert self.fingerprint(**different) != self.fingerprint()

    def test_a_different_message_is_the_same_finding(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(subject.at(3), "in other words")

        assert run_over([thing()], [rule("ZA001", check)]).findings[0].fingerprint == self.fingerprint()


class TestUndetermined:
    def test_one_entry_for_a_value_with_all_rules_that_need_it(self) -> None:
        report = run_over([thing()], [depends("ZA002", "var.x", 4), depends("ZA001", "var.x", 4)])

        assert report == Report(
            undetermined=(
                UnknownValue(
                    ("ZA001", "ZA002"),
                    "var.x",
                    Place("x.a", "line4", ".", span("main.tf", 4), holders=(("main.tf", 1),)),
                ),
            )
        )

    def test_each_value_that_one_rule_needs_has_its_entry(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield from ()
            raise Undetermined(Unknown("var.x", at=subject.at(4)), Unknown("var.y", at=subject.at(5)))

        report = run_over([thing()], [rule("ZA001", check)])

        assert [(each.because, each.rules) for each in report.undetermined] == [
            ("var.x", ("ZA001",)),
            ("var.y", ("ZA001",)),
        ]

    def test_a_value_without_a_place_stands_at_its_resource(self) -> None:
        report = run_over([thing()], [depends("ZA001", "the number of backends")])

        assert [each.place for each in report.undetermined] == [Place("x.a", "", ".", span("main.tf", 1))]

    def test_the_same_address_in_two_roots_is_two_values(self) -> None:
        things = [thing("x.a", f"{root}/main.tf", root) for root in ("dev", "prod")]

        report = run_over(things, [depends("ZA001", "var.x", 4)])

        assert [each.place.root for each in report.undetermined] == ["dev", "prod"]

    def test_what_was_found_before_is_kept(self) -> None:
        def check(subject: Thing) -> Iterator[Finding]:
            yield Finding(subject.at(2), "sure")
            raise Undetermined(Unknown("var.x", at=subject.at(4)))

        report = run_over([thing()], [rule("ZA001", check)])

        assert (places(report), len(report.undetermined)) == ([("main.tf", 2, "ZA001")], 1)


class TestNotCovered:
    def test_is_summed_up_by_kind(self) -> None:
        rules = [needs("ZA003", "routes"), needs("ZA002", "forwarding rules"), needs("ZA001", "routes")]

        report = run_over([thing("x.a"), thing("x.b")], rules)

        assert report == Report(
            not_covered=(
                Uncovered(("ZA002",), "no forwarding rules were read"),
                Uncovered(("ZA001", "ZA003"), "no routes were read"),
            )
        )


class TestCrash:
    def test_is_listed_and_loses_nothing_else(self) -> None:
        report = run_over([thing()], [crashes("ZA001", ValueError("bad luck")), finds("ZA002", 9)])

        (error,) = report.internal_errors
        assert places(report) == [("main.tf", 5, "ZA001"), ("main.tf", 9, "ZA002")]
        assert error == InternalError("ZA001", "x.a", "ValueError: bad luck", error.details)
        assert error.details.startswith("Traceback (most recent call last):\n")
        assert error.details.endswith("ValueError: bad luck\n")

    @pytest.mark.parametrize(
        ("resource", "subject", "address"),
        [
            pytest.param(
                BackendService(origin=Origin("x.service", "x")), LoadBalancer, "x.service", id="load balancer"
            ),
            pytest.param(
                HealthCheck(origin=Origin("x.check", "x")),
                ProbedHealthCheck,
                "x.check",
                id="probed health check",
            ),
        ],
    )
    def test_names_the_resource_that_the_subject_is_a_view_of(
        self, resource: Any, subject: type[Any], address: str
    ) -> None:
        def check(_: object) -> Iterator[Finding]:
            yield from ()
            raise KeyError("x")

        report = run_over([resource], [rule("ZA001", check, subject)])

        assert [(each.address, each.message) for each in report.internal_errors] == [
            (address, "KeyError: 'x'")
        ]

    def test_names_the_resource_of_a_wrong_value(self) -> None:
        def check(_: WrongValue) -> Iterator[Finding]:
            yield from ()
            raise ZeroDivisionError

        deployment = Deployment(wrong=(WrongValue(thing().at(3), "m"),))
        report = run([deployment], [rule("CF010", check, WrongValue)], (), Spec.R2026_05)

        assert [(each.address, each.message) for each in report.internal_errors] == [
            ("x.a", "ZeroDivisionError: ")
        ]


class TestSuppression:
    def test_hides_a_finding_and_keeps_the_reason(self) -> None:
        checked = finds("ZA001", 3, 5)

        report = run_over([thing()], [checked], ignores=[Ignore("ZA001", "why", span("main.tf", 3))])

        there, elsewhere = run_over([thing()], [checked]).findings
        assert report == Report(findings=(elsewhere,), suppressed=(Suppressed(there, "why"),))

    def test_tells_what_stands_in_the_configuration(self) -> None:
        ignores = [Ignore("ZA001", "why", span("c.toml", 1), address="*")]

        (suppressed,) = run_over([thing()], [finds("ZA001", 3)], ignores=ignores).suppressed

        assert not suppressed.is_in_source

    def test_is_counted_once_by_the_first_that_covers(self) -> None:
        ignores = [
            Ignore("ZA001", "first", span("main.tf", 3)),
            Ignore("ZA001", "second", span("c.toml", 1), address="*"),
        ]

        report = run_over([thing()], [finds("ZA001", 3)], ignores=ignores)

        assert [each.reason for each in report.suppressed] == ["first"]

    def test_the_hidden_are_in_order_too(self) -> None:
        ignore = Ignore("ZA", "why", span("c.toml", 1), address="*")

        report = run_over([thing()], [finds("ZA002", 9, 3), finds("ZA001", 3)], ignores=[ignore])

        hidden = [(each.finding.place.span.start.line, each.finding.rule.code) for each in report.suppressed]
        assert hidden == [(3, "ZA001"), (3, "ZA002"), (9, "ZA002")]

    @pytest.mark.parametrize(("until", "hidden"), [(date(2026, 6, 1), 1), (date(2026, 5, 31), 0)])
    def test_hides_nothing_after_its_date(self, until: date, hidden: int) -> None:
        report = run_over(
            [thing()], [finds("ZA001", 3)], ignores=[Ignore("ZA001", "why", span("main.tf", 3), until)]
        )

        assert (len(report.suppressed), len(report.findings)) == (hidden, 1 - hidden)


class TestWhatBecomesOfSuppressions:
    """Rules about suppressions see each of them, with what became of it in the run."""

    @staticmethod
    def became(
        rules: Sequence[AnyRule], ignore: Ignore, every: Sequence[AnyRule] = (), things: Sequence[Thing] = ()
    ) -> Suppression:
        seen: list[Suppression] = []

        def check(suppression: Suppression) -> Iterator[Finding]:
            yield from ()
            seen.append(suppression)

        about = rule("CF001", check, Suppression)
        run_over(things or [thing()], [*rules, about], every=every, ignores=[ignore])
        (suppression,) = seen
        return suppression

    @pytest.mark.parametrize(
        ("rules", "used"),
        [
            pytest.param([finds("ZA001", 3)], True, id="it hid a finding"),
            pytest.param([finds("ZA001", 7)], False, id="the finding is elsewhere"),
            pytest.param([finds("ZA001")], False, id="there is no finding"),
            pytest.param([depends("ZA001", "var.x", 3)], True, id="undetermined there"),
            pytest.param([depends("ZA001", "var.x", 8)], True, id="undetermined, for a value elsewhere"),
            pytest.param([depends("ZA001", "var.x")], True, id="undetermined, for a value without a place"),
            pytest.param([needs("ZA001", "routes")], True, id="not covered"),
            pytest.param([crashes("ZA001", ValueError())], True, id="its rule crashed"),
            pytest.param([finds("ZA001"), depends("ZA002", "var.x", 3)], False, id="another is undetermined"),
        ],
    )
    def test_used(self, rules: list[AnyRule], used: bool) -> None:
        assert self.became(rules, Ignore("ZA001", "why", span("main.tf", 3))).used is used

    @pytest.mark.parametrize(
        ("checked", "address", "used"),
        [
            pytest.param(finds("ZA001", 7), "x.*", True, id="it hid a finding"),
            pytest.param(finds("ZA001"), "x.*", False, id="there is no finding"),
            pytest.param(finds("ZA001", 7), "y.*", False, id="no such address"),
            pytest.param(depends("ZA001", "var.x", 3), "x.*", True, id="undetermined there"),
            pytest.param(depends("ZA001", "var.x", 3), "y.*", False, id="undetermined elsewhere"),
        ],
    )
    def test_used_by_address(self, checked: AnyRule, address: str, used: bool) -> None:
        ignore = Ignore("ZA001", "why", span("c.toml", 3), address=address)

        assert self.became([checked], ignore).used is used

    def test_undetermined_in_another_file_says_nothing(self) -> None:
        ignore = Ignore("ZA001", "why", span("other.tf", 3))

        assert not self.became([depends("ZA001", "var.x", 3)], ignore).used

    def test_an_expired_one_is_of_no_use_even_where_its_rule_is_undetermined(self) -> None:
        became = self.became(
            [depends("ZA001", "var.x", 3)], Ignore("ZA001", "why", span("main.tf", 3), date(2026, 5, 31))
        )

        assert (became.used, became.expired) == (False, True)

    @pytest.mark.parametrize(
        ("named", "used"),
        [
            pytest.param("ZA001", False, id="its rule was checked"),
            pytest.param("ZA002", True, id="its rule was not"),
            pytest.param("ZA", True, id="one of its rules was not"),
            pytest.param("XX001", False, id="there is no such rule"),
            pytest.param("", False, id="no rule is named"),
        ],
    )
    def test_nobody_knows_of_a_rule_that_was_not_selected(self, named: str, used: bool) -> None:
        became = self.became(
            [finds("ZA001")], Ignore(named, "why", span("main.tf", 3)), every=[finds("ZA002", 3)]
        )

        assert became.used is used

    def test_a_rule_that_was_not_selected_is_known_all_the_same(self) -> None:
        became = self.became(
            [finds("ZA001")], Ignore("ZA002", "", span("main.tf", 3)), every=[finds("ZA002")]
        )

        assert (became.is_known, became.reason) == (True, "")

    def test_findings_about_suppressions_are_sorted_among_the_others(self) -> None:
        def check(suppression: Suppression) -> Iterator[Finding]:
            yield Finding(suppression.at, "unused")

        rules = [finds("ZA001", 2, 9), rule("CF001", check, Suppression)]
        report = run_over([thing()], rules, ignores=[Ignore("ZA001", "why", span("main.tf", 5))])

        assert places(report) == [("main.tf", 2, "ZA001"), ("main.tf", 5, "CF001"), ("main.tf", 9, "ZA001")]

    def test_a_crash_of_theirs_is_listed(self) -> None:
        def check(_: Suppression) -> Iterator[Finding]:
            yield from ()
            raise RuntimeError("oh")

        report = run_over(
            [thing()], [rule("CF001", check, Suppression)], ignores=[Ignore("ZA001", "", span("main.tf", 5))]
        )

        assert [(each.rule, each.address) for each in report.internal_errors] == [("CF001", "main.tf")]
