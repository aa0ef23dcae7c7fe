"""Runs rules over deployments and gathers what came of it: nothing that was found vanishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import date
from types import MappingProxyType

from spillover.check.locate import Place, locate, passed_on
from spillover.check.report import Report, Reported, Suppressed, Uncovered, UnknownValue
from spillover.check.rule import AnyRule, Finding, Severity, Spec
from spillover.check.suppress import Ignore, outcome
from spillover.errors import InternalError
from spillover.model.deployment import Deployment, NotCovered, Subject, subjects
from spillover.model.source import FieldRef, Origin, Position, SourceSpan, Undetermined, Unknown
from spillover.model.suppression import Suppression
from spillover.records import dataclass

__all__ = ["Report", "Reported", "Suppressed", "Uncovered", "UnknownValue", "run"]


@dataclass
class _Gathered:
    """What rules said so far; ``undecided`` are the resources that a rule could not judge."""

    spec: Spec
    severities: Mapping[str, Severity]
    findings: list[Reported] = field(default_factory=list)
    unknowns: dict[tuple[Place, str], set[str]] = field(default_factory=dict)
    uncovered: dict[str, set[str]] = field(default_factory=dict)
    undecided: set[tuple[AnyRule, Origin]] = field(default_factory=set)
    errors: list[InternalError] = field(default_factory=list)


def run(
    deployments: Iterable[Deployment],
    selected: Iterable[AnyRule],
    every: tuple[AnyRule, ...],
    spec: Spec,
    ignores: Iterable[Ignore] = (),
    today: date = date.min,
    severities: Mapping[str, Severity] = MappingProxyType({}),
) -> Report:
    """Check the selected rules; ``every`` rule there is decides which suppressions name one.

    ``severities``, by code, are those of all findings of a rule, whatever the rule says.
    """
    selected = tuple(selected)
    gathered = _Gathered(spec, severities)
    for deployment in deployments:
        seen: dict[type, tuple[Subject, ...]] = {}  # a view keeps what one rule made it find for the next
        for rule in selected:
            if rule.subject not in seen:
                seen[rule.subject] = tuple(subjects(deployment, rule.subject))
            for subject in seen[rule.subject]:
                _check(rule, subject, gathered)

    wanted = tuple(ignores)
    used: set[Ignore] = set()
    kept, suppressed = _divide(gathered, wanted, used, today)

    about = _Gathered(spec, severities)
    for rule in selected:
        if rule.subject is Suppression:
            for ignore in wanted:
                useful = ignore in used or not _was_checked(ignore, selected, every)
                _check(rule, outcome(ignore, every, used=useful, today=today), about)
    return Report(
        tuple(sorted({*kept, *about.findings}, key=_order)),
        tuple(sorted(_unknown_values(gathered), key=lambda each: (each.place.span, each.place.field))),
        tuple(
            Uncovered(tuple(sorted(rules)), f"no {kind} were read")
            for kind, rules in sorted(gathered.uncovered.items())
        ),
        tuple(sorted(suppressed, key=lambda each: _order(each.finding))),
        internal_errors=tuple(gathered.errors + about.errors),
    )


def _order(finding: Reported) -> tuple[str, Position, str, str, str, str]:
    """Path, line, column, rule (contract, "Streams"); the rest only tells equals apart."""
    place = finding.place
    return place.span.path, place.span.start, finding.rule.code, place.address, place.field, finding.message


def _was_checked(ignore: Ignore, selected: tuple[AnyRule, ...], every: tuple[AnyRule, ...]) -> bool:
    """Whether all rules that a request names were checked: else nobody knows if it is of use."""
    return all(rule in selected for rule in every if ignore.rule and rule.is_called(ignore.rule))


def _check(rule: AnyRule, subject: Subject, gathered: _Gathered) -> None:
    """Let one rule look at one subject. A rule that crashes loses nothing of what it found before."""
    origin = subject.origin
    try:
        for finding in rule.check(subject):
            gathered.findings.append(_reported(rule, finding, gathered))
        return
    except Undetermined as undetermined:
        for unknown in undetermined.unknowns:
            _add_unknown(rule, unknown, origin, gathered)
    except NotCovered as missing:
        gathered.uncovered.setdefault(missing.kind, set()).add(rule.code)
    except Exception as error:  # noqa: BLE001 - a defect of ours must not lose the other findings
        gathered.errors.append(InternalError.of(error, origin.address, rule.code))
    gathered.undecided.add((rule, origin))


def _reported(rule: AnyRule, finding: Finding, gathered: _Gathered) -> Reported:
    own, place = finding.severity or rule.severity_under(gathered.spec), locate(finding.at)
    severity = gathered.severities.get(rule.code, own)
    return Reported(
        rule,
        severity,
        finding.certainty,
        finding.message,
        rule.hint_by_spec.get(gathered.spec, finding.hint),
        place,
        tuple(dict.fromkeys((*_related(finding, place), *passed_on(finding.at)))),
        default_severity=own if severity is not own else None,
    )


def _related(finding: Finding, place: Place) -> Iterator[tuple[SourceSpan, str]]:
    """Its related places; on the line of the finding itself only the address tells another instance."""
    for each in finding.related:
        there = locate(each.at)
        on_its_line = (there.span.path, there.span.start.line) == (place.span.path, place.span.start.line)
        is_other = on_its_line and there.address != place.address
        yield there.span, f"{each.message}: {there.address}" if is_other else each.message


def _add_unknown(rule: AnyRule, unknown: Unknown, origin: Origin, gathered: _Gathered) -> None:
    place = locate(unknown.at or FieldRef(origin))
    gathered.unknowns.setdefault((place, unknown.because), set()).add(rule.code)


def _unknown_values(gathered: _Gathered) -> Iterator[UnknownValue]:
    for (place, because), rules in gathered.unknowns.items():
        yield UnknownValue(tuple(sorted(rules)), because, place)


def _divide(
    gathered: _Gathered,
    ignores: tuple[Ignore, ...],
    used: set[Ignore],
    today: date,
) -> tuple[list[Reported], list[Suppressed]]:
    """Findings that stand, and those that a suppression hides; notes which suppressions were of use."""
    effective = [ignore for ignore in ignores if not ignore.is_expired(today)]
    kept: list[Reported] = []
    suppressed: list[Suppressed] = []
    for finding in gathered.findings:
        ignore = next((each for each in effective if each.covers(finding.rule, finding.place)), None)
        if ignore is None:
            kept.append(finding)
        else:
            used.add(ignore)
            suppressed.append(Suppressed(finding, ignore.reason, is_in_source=ignore.address is None))
    # One whose rule could not judge a resource may well be of use there.
    for rule, origin in gathered.undecided:
        used.update(each for each in effective if each.may_cover(rule, origin))
    return kept, suppressed
