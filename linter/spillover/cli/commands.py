"""What each command does: read, judge or plan, write, and choose the status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from spillover.check.baseline import baseline_text, load_baseline
from spillover.check.config import no_such_rule
from spillover.check.report import Report
from spillover.check.severity import Severity
from spillover.cli.judging import Judge, chosen_rules, reaches
from spillover.cli.output import Format, Outputs, to_file, to_stdout, warn
from spillover.cli.running import (
    check_config,
    config_of,
    read_all,
    status_of,
    status_without_findings,
    tell,
    tell_crashes,
)
from spillover.cli.status import Status
from spillover.errors import UsageError
from spillover.plan.spec import Spec
from spillover.read.request import Reading, Request
from spillover.records import dataclass
from spillover.report.style import Style, clean

if TYPE_CHECKING:
    from spillover.check.config import Config
    from spillover.check.rule import AnyRule
    from spillover.report.lint import LintResult

MOST_CODES = 10
"""Codes that a message names; of more it tells how many."""


@dataclass(frozen=True)
class LintOptions:
    """What ``lint`` is asked for, beyond what is read and where it goes."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity | None = Severity.WARNING
    fail_on_undetermined: bool = False
    new_only: bool = False
    new_since: str | None = None
    baseline: str | None = None
    write_baseline: str | None = None
    statistics: bool = False
    show_suppressed: bool = False
    config: str | None = None
    no_inline_ignores: bool = False
    today: date | None = None
    spec: Spec = Spec.R2026_05
    quiet: bool = False
    debug: bool = False

    @property
    def is_new_only(self) -> bool:
        """Whether only findings are wanted that were not there before."""
        return self.new_only or self.new_since is not None


@dataclass(frozen=True)
class ShowOptions:
    """What ``show`` is asked for, beyond what is read and where it goes."""

    config: str | None = None
    quiet: bool = False
    debug: bool = False


def lint(request: Request, outputs: Outputs, options: LintOptions) -> Status:
    """Find what is wrong."""
    cwd = Path.cwd()
    config = config_of(request.paths, options.config, cwd)
    if options.select or options.ignore:
        _selected(config, options)  # a rule that there is not is told before anything is read
    reading = read_all(request, cwd)
    report = _judged(reading, request, config, options, cwd)
    if options.is_new_only:
        fresh = tuple(each for each in report.findings if not each.is_existing)
        warn(f"findings that were there before: {len(report.findings) - len(fresh)}")
        report = replace(report, findings=fresh)
    if options.write_baseline:
        to_file(options.write_baseline, baseline_text(report.findings))
    if options.baseline:
        is_whole = not (reading.unreadable or options.select or options.ignore or options.is_new_only)
        report = _without_known(report, options.baseline, cwd, is_whole=is_whole)
    report = replace(report, internal_errors=(*reading.internal_errors, *report.internal_errors))
    _write_lint(report, reading, outputs, options)
    tell(reading)
    tell_crashes(report.internal_errors, debug=options.debug)
    return _lint_status(report, reading, options)


def _selected(config: Config, options: LintOptions) -> list[AnyRule]:
    from spillover_rules import ALL

    return chosen_rules(ALL, config, options.select, options.ignore)


def _left_out(config: Config, options: LintOptions) -> Iterator[str]:
    """The rules that the configuration keeps from being checked: whoever may change it may silence them."""
    from spillover_rules import ALL

    if options.select or not (config.select or config.ignore):
        return
    checked = chosen_rules(ALL, config)
    codes = [rule.code for rule in ALL if rule not in checked]
    more = f" and {len(codes) - MOST_CODES} more" if len(codes) > MOST_CODES else ""
    yield f"rules that {config.path} leaves out: {', '.join(codes[:MOST_CODES])}{more}"


def _judged(reading: Reading, request: Request, config: Config, options: LintOptions, cwd: Path) -> Report:
    """What the rules say. They are not even imported where there is nothing to judge."""
    is_compared = bool(reading.before) or options.new_since is not None
    if not (reading.deployments or reading.comments or config.ignores or is_compared):
        return Report()
    warn(*_left_out(config, options))
    judge = Judge(
        _selected(config, options),
        config,
        options.spec,
        options.today,
        with_comments=not options.no_inline_ignores,
    )
    report = judge.report(reading.deployments, reading)
    if is_compared:
        from spillover.cli import earlier

        if reading.before:
            before = earlier.of_plans(judge, reading)
            report = earlier.marked(report, before, [each.root for each in reading.before])
        if options.new_since is not None:
            before = earlier.since(options.new_since, request, judge, options.config, cwd)
            report = earlier.without_known_doubts(earlier.marked(report, before), before)
    return report


def list_files(request: Request, outputs: Outputs, config: str | None, *, debug: bool) -> Status:
    """Print the path of each file that ``lint`` reads; nothing is judged."""
    check_config(request, config)
    reading = read_all(request, Path.cwd())
    listed = "".join(f"{clean(file)}\n" for file in sorted(reading.files))
    outputs.write(lambda _, stream, __: print(listed, end="", file=stream))
    return status_without_findings(reading, debug=debug)


def _without_known(report: Report, path: str, cwd: Path, *, is_whole: bool) -> Report:
    """The report without what a baseline holds. Only a whole one shows which of its entries are gone."""
    known = load_baseline(path, cwd)
    held = tuple(each for each in report.findings if known.holds(each))
    fresh = tuple(each for each in report.findings if not known.holds(each))
    warn(f"findings that the baseline {path} holds: {len(held)}")
    if is_whole:
        gone = known.without(report.findings)
        told = f"entries of the baseline {path} that nothing matches any more: {len(gone)}"
        warn(*(f"{told}, such as {rule} at {address}" for rule, address in gone[:1]))
    return replace(report, findings=fresh, known=held)


def _write_lint(report: Report, reading: Reading, outputs: Outputs, options: LintOptions) -> None:
    from spillover.report import lint_text
    from spillover.report.lint import LintResult

    result = LintResult(
        report,
        options.spec,
        tuple(reading.unreadable),
        len(reading.files),
        len(reading.shown),
        with_suppressed=options.show_suppressed,
    )

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.TEXT and options.statistics:
            from spillover.report import lint_statistics
            from spillover_rules import ALL

            lint_statistics.write(result, ALL, stream, quiet=options.quiet)
        elif format_ is Format.TEXT:
            lint_text.write(result, stream, style, quiet=options.quiet)
        else:
            _machine_format(format_)(result, stream)

    outputs.write(write)


def _machine_format(format_: Format) -> Callable[[LintResult, TextIO], None]:
    """The function that writes a format of ``lint``; the modules of the others are not imported."""
    match format_:
        case Format.MARKDOWN:
            from spillover.report.lint_markdown import write
        case Format.SARIF:
            from spillover.report.lint_sarif import write
        case Format.GITHUB:
            from spillover.report.lint_github import write
        case Format.GITLAB:
            from spillover.report.lint_gitlab import write
        case Format.JUNIT:
            from spillover.report.lint_junit import write
        case Format.CHECKSTYLE:
            from spillover.report.lint_checkstyle import write
        case _:
            from spillover.report.lint_json import write
    return write


def _lint_status(report: Report, reading: Reading, options: LintOptions) -> Status:
    is_doubtful = options.fail_on_undetermined and bool(report.undetermined)
    fails = reaches(report.findings, options.fail_on) or is_doubtful
    return status_of(report.internal_errors, reading.unreadable, fails=fails)


def show(request: Request, outputs: Outputs, options: ShowOptions) -> Status:
    """Print what was read; in text ``quiet`` leaves out module calls."""
    from spillover.report import show as report

    check_config(request, options.config)
    reading = read_all(request, Path.cwd())
    calls = tuple(call for _, call in reading.calls)
    result = report.ShowResult(tuple(reading.shown), calls, tuple(reading.unreadable))

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            report.write_json(result, stream)
        else:
            report.write_text(replace(result, calls=()) if options.quiet else result, stream, style)

    outputs.write(write)
    return status_without_findings(reading, debug=options.debug)


def list_rules(outputs: Outputs, config: str | None = None) -> Status:
    """Print every rule, with what the configuration makes of it."""
    from spillover.report import rules as report
    from spillover_rules import ALL

    settings = config_of((".",), config, Path.cwd())
    selected = chosen_rules(ALL, settings)
    listed = [report.Listed(each, settings.severities.get(each.code), each in selected) for each in ALL]
    outputs.write(lambda format_, stream, style: report.write_list(listed, format_.value, stream, style))
    return Status.OK


def explain(name: str) -> Status:
    """Print a rule's page."""
    from spillover.report import rules as report
    from spillover_rules import ALL

    found = [rule for rule in ALL if name in (rule.name, *rule.aliases) or name.upper() == rule.code]
    if not found:
        raise UsageError(no_such_rule(name, ALL))
    to_stdout(report.page(found[0]))
    return Status.OK
