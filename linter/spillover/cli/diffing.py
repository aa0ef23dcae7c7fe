"""``diff``: two inputs, or both sides of one plan; what it compares, and its status."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from spillover.check.config import Config
from spillover.check.locate import in_order
from spillover.check.rule import Severity, Spec
from spillover.check.run import Report, Reported, Suppressed
from spillover.cli.judging import Judge, chosen_rules, reaches
from spillover.cli.output import Format, Outputs
from spillover.cli.planning import read_scenario_file
from spillover.cli.running import config_of, read_all, status_of, tell, tell_crashes
from spillover.cli.status import Status
from spillover.errors import UsageError
from spillover.model.change import Change
from spillover.model.deployment import Deployment
from spillover.model.views import LoadBalancer
from spillover.plan.diff.records import diff_records
from spillover.plan.diff.services import diff_services
from spillover.plan.dns.record import RecordPlan, plan_records
from spillover.plan.planned import Question
from spillover.plan.planner import to_plan
from spillover.read.request import Reading, Request
from spillover.records import dataclass
from spillover.report.diff import DiffResult
from spillover.report.style import Style


@dataclass(frozen=True)
class DiffOptions:
    """What ``diff`` is asked for, beyond what is read and where it goes."""

    scenario: str | None = None
    down: tuple[str, ...] = ()
    client_zones: tuple[str, ...] = ()
    before_var_files: tuple[str, ...] = ()
    fail_on: Severity | None = Severity.WARNING
    fail_on_change: bool = False
    spec: Spec | None = None
    config: str | None = None
    no_inline_ignores: bool = False
    today: date | None = None
    quiet: bool = False
    debug: bool = False


@dataclass(frozen=True)
class Sides:
    """What was read of both sides; ``paths`` are what was named, from which the roots are told."""

    before: Reading
    after: Reading
    paths: tuple[str, ...]

    @property
    def both(self) -> tuple[Reading, Reading]:
        """Before, and after."""
        return self.before, self.after

    def relative(self, root: str) -> str:
        """A root as seen from what was named: the same in two copies of one folder."""
        for path in self.paths:
            if root == path:
                return "."
            if root.startswith(f"{path}/"):
                return root.removeprefix(f"{path}/")
        return root

    def balancer(self, balancer: LoadBalancer) -> Hashable | None:
        """What tells a load balancer from the others of its side."""
        address = balancer.service.origin.address
        return (self.relative(balancer.deployment.root), address) if address else None

    def record(self, plan: RecordPlan) -> Hashable | None:
        """What tells a record set from the others of its side."""
        address = plan.record_set.origin.address
        return (self.relative(plan.root), address) if address else None

    def resource(self, deployment: Deployment, resource: Any) -> Hashable:
        """What tells a resource from all others of its side."""
        return type(resource), self.relative(deployment.root), resource.origin.address


def make_diff(
    before: str, after: str | None, request: Request, outputs: Outputs, options: DiffOptions
) -> Status:
    """Print what a change does to clients."""
    cwd = Path.cwd()
    if before == after == "-":
        raise UsageError("standard input is one input: name a file as the other")
    config = config_of([each for each in (before, after) if each], options.config, cwd)
    given = read_scenario_file(options.scenario, cwd)
    sides = _read(before, after, request, options, cwd)
    spec = options.spec or given.spec or Spec.R2026_05
    question = Question(given.scenarios, options.down, client_zones=options.client_zones, spec=spec)
    result = _compared(sides, question, config, options)
    _write(result, outputs, quiet=options.quiet)
    _tell(sides, result, debug=options.debug)
    return _status(result, options)


def _read(before: str, after: str | None, request: Request, options: DiffOptions, cwd: Path) -> Sides:
    new = read_all(replace(request, paths=(before if after is None else after,)), cwd)
    if after is None and not new.before and not new.unreadable:
        raise UsageError(f"{before} is no plan, which alone holds both sides: give BEFORE and AFTER")
    if after is None:
        old = Reading(deployments=new.before, comments=new.comments)
    else:
        variables = (*request.variables, *options.before_var_files)
        old = read_all(replace(request, paths=(before,), variables=variables, is_past=True), cwd)
    return Sides(old, new, tuple(Path(each).as_posix() for each in (before, after) if each and each != "-"))


def _compared(sides: Sides, question: Question, config: Config, options: DiffOptions) -> DiffResult:
    from spillover_rules import ALL

    before, after = ([replace(d, options=config.options) for d in each.deployments] for each in sides.both)
    one, other = ([each for d in side for each in to_plan(d, question)] for side in (before, after))
    old, new = (
        [each for d in side for each in plan_records(d, question.scenarios)] for side in (before, after)
    )
    judge = Judge(
        chosen_rules(ALL, config),
        config,
        question.spec,
        options.today,
        with_comments=not options.no_inline_ignores,
    )
    first, second = (
        judge.report(deployments, reading)
        for deployments, reading in ((before, sides.before), (_changed(sides, before, after), sides.after))
    )
    return DiffResult(
        tuple(
            in_order(diff_services(one, other, question, sides.balancer), lambda each: each.subject.origin)
        ),
        tuple(in_order(diff_records(old, new, sides.record), lambda each: each.subject.origin)),
        _without(second, first),
        _without(first, second),
        question.spec,
        _newly_suppressed(second, first),
        tuple(error for each in sides.both for error in each.unreadable),
        tuple(
            error
            for report, reading in ((first, sides.before), (second, sides.after))
            for error in (*reading.internal_errors, *report.internal_errors)
        ),
    )


def _changed(sides: Sides, before: list[Deployment], after: list[Deployment]) -> list[Deployment]:
    """The deployments of after with their changes; a plan has told its own."""
    earlier = {sides.resource(each, resource): resource for each in before for resource in each.resources}
    return [
        each if each.changes else replace(each, changes=tuple(_changes(sides, each, earlier)))
        for each in after
    ]


def _changes(sides: Sides, deployment: Deployment, earlier: dict[Hashable, Any]) -> Iterator[Change]:
    for resource in deployment.resources:
        old = earlier.get(sides.resource(deployment, resource))
        if old is not None and old != resource:
            yield Change(old, resource)


def _without(report: Report, other: Report) -> tuple[Reported, ...]:
    """The findings that the other does not have."""
    known = other.fingerprints
    return tuple(each for each in report.findings if each.fingerprint not in known)


def _newly_suppressed(report: Report, other: Report) -> tuple[Suppressed, ...]:
    """What is suppressed, and was not in the other."""
    known = {each.finding.fingerprint for each in other.suppressed}
    return tuple(each for each in report.suppressed if each.finding.fingerprint not in known)


def _write(result: DiffResult, outputs: Outputs, *, quiet: bool) -> None:
    from spillover.report import diff_json, diff_markdown, diff_text

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            diff_json.write(result, stream)
        elif format_ is Format.MARKDOWN:
            diff_markdown.write(result, stream)
        elif format_ is Format.HTML:
            from spillover.report.page import diff_page

            diff_page.write(result, stream)
        else:
            diff_text.write(result, stream, style, quiet=quiet)

    outputs.write(write)


def _tell(sides: Sides, result: DiffResult, *, debug: bool) -> None:
    """What does not belong to the result; a side that has nothing is as empty as it was meant to be."""
    both = Reading(
        shown=[*sides.before.shown, *sides.after.shown],
        unreadable=list(dict.fromkeys(result.unreadable)),
        notes=[*sides.before.notes, *sides.after.notes],
    )
    tell(both)
    tell_crashes(result.internal_errors, debug=debug)


def _status(result: DiffResult, options: DiffOptions) -> Status:
    fails = reaches(result.new, options.fail_on) or (options.fail_on_change and result.has_changes)
    return status_of(result.internal_errors, result.unreadable, fails=fails)
