"""What each command does: read, judge or plan, write, and choose the status."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TextIO

from spillover.check.baseline import baseline_text, load_baseline
from spillover.check.config import Config, find_config, load_config
from spillover.check.rule import AnyRule, Severity, Spec
from spillover.check.run import Report, run
from spillover.check.suppress import from_comments
from spillover.cli.output import Format, Outputs, to_file, to_stderr, to_stdout, warn
from spillover.cli.status import Status
from spillover.errors import InputError, InternalError, UsageError
from spillover.model.capacity import GroupHealth, InstanceList
from spillover.model.service import BackendService
from spillover.plan.membership import group_keys
from spillover.plan.planner import Plan, Question, plan, zones_of
from spillover.plan.scenario import Scenario
from spillover.read.files import FoundFile, read_text, reported
from spillover.read.reading import STDIN, Reading, Request, read
from spillover.read.scenario import ScenarioFile, read_scenarios
from spillover.report.style import Style


@dataclass(frozen=True)
class LintOptions:
    """What ``lint`` is asked for, beyond what is read and where it goes."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity | None = Severity.WARNING
    fail_on_undetermined: bool = False
    baseline: str | None = None
    write_baseline: str | None = None
    config: str | None = None
    today: date | None = None
    spec: Spec = Spec.R2026_05
    quiet: bool = False
    debug: bool = False


@dataclass(frozen=True)
class PlanOptions:
    """What ``plan`` is asked for, beyond what is read and where it goes."""

    services: tuple[str, ...] = ()
    client_zones: tuple[str, ...] = ()
    scenario: str | None = None
    down: tuple[str, ...] = ()
    sweep_zones: bool = False
    spec: Spec | None = None
    config: str | None = None
    quiet: bool = False
    debug: bool = False


@dataclass(frozen=True)
class ShowOptions:
    """What ``show`` is asked for, beyond what is read and where it goes."""

    config: str | None = None
    quiet: bool = False
    debug: bool = False


def lint(request: Request, outputs: Outputs, options: LintOptions) -> Status:
    """Find what is wrong."""
    from spillover_rules import ALL

    cwd = Path.cwd()
    config = _config(request.paths, options.config, cwd)
    selected = _selected(ALL, config, options.select, options.ignore)
    reading = read(request, cwd, _stdin)
    ignores = (*from_comments(reading.comments), *config.ignores)
    today = options.today or datetime.now(UTC).date()
    deployments = [replace(each, options=config.options) for each in reading.deployments]
    report = run(deployments, selected, ALL, options.spec, ignores, today, config.severities)
    if options.write_baseline:
        to_file(options.write_baseline, baseline_text(report.findings))
    if options.baseline:
        known = load_baseline(options.baseline, cwd)
        fresh = tuple(each for each in report.findings if not known.holds(each))
        warn(f"findings that the baseline {options.baseline} holds: {len(report.findings) - len(fresh)}")
        report = replace(report, findings=fresh)
    report = replace(report, internal_errors=(*reading.internal_errors, *report.internal_errors))
    _write_lint(report, reading, outputs, options)
    _tell(reading)
    _tell_crashes(report.internal_errors, debug=options.debug)
    return _lint_status(report, reading, options)


def _write_lint(report: Report, reading: Reading, outputs: Outputs, options: LintOptions) -> None:
    from spillover.report import lint_json, lint_text
    from spillover.report.lint import LintResult

    result = LintResult(
        report, options.spec, tuple(reading.unreadable), len(reading.files), len(reading.shown)
    )

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            lint_json.write(result, stream)
        else:
            lint_text.write(result, stream, style, quiet=options.quiet)

    outputs.write(write)


def _lint_status(report: Report, reading: Reading, options: LintOptions) -> Status:
    """Precedence 70, 3, 1 (contract)."""
    if report.internal_errors:
        return Status.CRASHED
    if reading.unreadable:
        return Status.UNREADABLE
    order = list(Severity)
    if options.fail_on is not None:
        failing = order[: order.index(options.fail_on) + 1]
        if any(finding.severity in failing for finding in report.findings):
            return Status.FINDINGS
    if options.fail_on_undetermined and report.undetermined:
        return Status.FINDINGS
    return Status.OK


def _selected(
    rules: Sequence[AnyRule], config: Config, select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()
) -> list[AnyRule]:
    """The rules of a run; by code, name, or the beginning of a code.

    Rules that the command line selects are checked whatever the configuration says of them; what
    it ignores, it takes away from those that the configuration selects.
    """
    for selector in (*select, *ignore):
        if not any(rule.is_called(selector) for rule in rules):
            raise UsageError(f"there is no rule {selector!r}; spillover rules lists them")
    if not select:
        select, ignore = config.select, (*config.ignore, *ignore)
    return [
        rule
        for rule in rules
        if (not select or any(rule.is_called(each) for each in select))
        and not any(rule.is_called(each) for each in ignore)
    ]


def _config(paths: Iterable[str], named: str | None, cwd: Path) -> Config:
    from spillover_rules import ALL

    if named is not None and not (cwd / named).is_file():
        raise UsageError(f"no such file: {named}")
    file = cwd / named if named is not None else find_config(paths, cwd)
    return load_config(file, cwd, ALL) if file else Config()


def _check_config(request: Request, named: str | None) -> None:
    """A file that is named has to be right, also for a command that nothing in it concerns."""
    if named is not None:
        _config(request.paths, named, Path.cwd())


def make_plan(request: Request, outputs: Outputs, options: PlanOptions) -> Status:
    """Print the effective sets of backends."""
    cwd = Path.cwd()
    _check_config(request, options.config)
    given = _scenarios(options.scenario, cwd)
    reading = read(request, cwd, _stdin)
    spec = options.spec or given.spec or Spec.R2026_05
    question = Question(
        given.scenarios, options.down, options.sweep_zones, options.client_zones, options.services, spec
    )
    _check_asked_for(reading, options.services, given.scenarios)
    plans = tuple(plan(deployment, question) for deployment in reading.deployments)
    _warn_of_unused(reading, given.scenarios)
    _warn_of_zones(plans, options)
    _warn_of_regions(plans, given.scenarios)
    warn(*given.notes)
    _write_plan(plans, spec, reading, outputs, quiet=options.quiet)
    return _status_without_findings(reading, debug=options.debug)


def _scenarios(path: str | None, cwd: Path) -> ScenarioFile:
    if path is None:
        return ScenarioFile(())
    if path == "-":
        try:
            return read_scenarios(STDIN, _stdin().decode("utf-8"))
        except UnicodeDecodeError:
            raise UsageError(f"{STDIN}: not UTF-8") from None
    file = FoundFile(reported(Path(path), cwd), cwd / path)
    try:
        text = read_text(file)
    except InputError as error:
        raise UsageError(str(error)) from None
    return read_scenarios(file.path, text)


def _check_asked_for(reading: Reading, names: tuple[str, ...], scenarios: tuple[Scenario, ...]) -> None:
    services = [each for deployment in reading.deployments for each in deployment.own(BackendService)]
    if not services and not reading.unreadable and not any(each.load for each in scenarios):
        warn("no backend service was read")
    known = {service.origin.address for service in services}
    known |= {service.name for service in services if isinstance(service.name, str)}
    for name in names:
        if name not in known:
            raise UsageError(f"--service {name}: no such backend service was read")


def _warn_of_unused(reading: Reading, scenarios: tuple[Scenario, ...]) -> None:
    """A group in a scenario that no backend has is a misspelling, most likely."""
    used = {
        key
        for deployment in reading.deployments
        for service in deployment.own(BackendService)
        for backend in (service.backends if isinstance(service.backends, tuple) else ())
        for key in group_keys(backend, deployment)
    }
    for key in dict.fromkeys(key for scenario in scenarios for key in scenario.groups):
        if key not in used and "/" not in key:
            warn(f"the scenario's group {key} is no backend of any service that was read")
    known = used | {key.rpartition("/")[2] for key in used}
    observed: list[InstanceList | GroupHealth] = [*reading.health, *reading.instances]
    for seen in observed:
        if used and seen.group.name not in known:
            warn(f"{seen.path}: group {seen.group.name} is no backend of any service that was read")


def _warn_of_zones(plans: tuple[Plan, ...], options: PlanOptions) -> None:
    """A zone that is down without a backend in it is a misspelling, most likely."""
    zones = {zone for each in plans for service in each.services for zone in zones_of(service.groups)}
    for zone in options.down:
        if zones and zone not in zones:
            warn(f"--down {zone}: no backend of any service is in this zone")


def _warn_of_regions(plans: tuple[Plan, ...], scenarios: tuple[Scenario, ...]) -> None:
    """A region with a load that nothing takes is a misspelling, or its load balancers were not read."""
    planned = {proxies.region for each in plans for proxies in each.proxies}
    for region in dict.fromkeys(region for scenario in scenarios for region in scenario.load):
        if region not in planned:
            warn(
                f"the scenario has a load in {region}, where no regional load balancer with proxies was read"
            )


def _write_plan(
    plans: tuple[Plan, ...], spec: Spec, reading: Reading, outputs: Outputs, *, quiet: bool
) -> None:
    from spillover.report import plan_json, plan_text

    result = plan_json.PlanResult(plans, spec, tuple(reading.unreadable))

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            plan_json.write(result, stream)
        else:
            plan_text.write(result, stream, style, quiet=quiet)

    outputs.write(write)


def show(request: Request, outputs: Outputs, options: ShowOptions) -> Status:
    """Print what was read; in text ``quiet`` leaves out module calls."""
    from spillover.report import show as report

    _check_config(request, options.config)
    reading = read(request, Path.cwd(), _stdin)
    calls = tuple(call for _, call in reading.calls)
    result = report.ShowResult(tuple(reading.shown), calls, tuple(reading.unreadable))

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            report.write_json(result, stream)
        else:
            report.write_text(replace(result, calls=()) if options.quiet else result, stream, style)

    outputs.write(write)
    return _status_without_findings(reading, debug=options.debug)


def _status_without_findings(reading: Reading, *, debug: bool) -> Status:
    """The status of a command that has no findings, after all has been told."""
    _tell(reading)
    _tell_crashes(reading.internal_errors, debug=debug)
    if reading.internal_errors:
        return Status.CRASHED
    return Status.UNREADABLE if reading.unreadable else Status.OK


def _tell_crashes(errors: Iterable[InternalError], *, debug: bool) -> None:
    for error in errors:
        warn(f"internal error: {error.rule or 'reader'} at {error.address}: {error.message}")
        if debug:
            to_stderr(error.details)


def list_rules(outputs: Outputs, config: str | None = None) -> Status:
    """Print every rule, with what the configuration makes of it."""
    from spillover.report import rules as report
    from spillover_rules import ALL

    settings = _config((".",), config, Path.cwd())
    selected = _selected(ALL, settings)
    listed = [report.Listed(each, settings.severities.get(each.code), each in selected) for each in ALL]
    outputs.write(lambda format_, stream, style: report.write_list(listed, format_.value, stream, style))
    return Status.OK


def explain(name: str) -> Status:
    """Print a rule's page."""
    from spillover.report import rules as report
    from spillover_rules import ALL

    found = [rule for rule in ALL if name in (rule.name, *rule.aliases) or name.upper() == rule.code]
    if not found:
        raise UsageError(f"there is no rule {name!r}; spillover rules lists them")
    to_stdout(report.page(found[0]))
    return Status.OK


def _stdin() -> bytes:
    """All of standard input, when something asks for it."""
    if sys.stdin is None:  # the process was started without
        raise UsageError("standard input is closed")
    return sys.stdin.buffer.read()


def _tell(reading: Reading) -> None:
    """What does not belong to the result, on standard error."""
    for error in reading.unreadable:
        warn(f"cannot read {error}")
    warn(*sorted(set(reading.notes)))
    if not reading.shown and not reading.unreadable:
        warn("nothing relevant was found")
