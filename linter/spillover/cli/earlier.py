"""What was found before: of a plan's earlier side, or of the files at a revision."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from spillover.check.config import find_config, load_config
from spillover.check.report import Report, Reported, UnknownValue
from spillover.check.suppress import Ignore
from spillover.cli.judging import Judge
from spillover.cli.output import warn
from spillover.cli.revision import Past, files_at
from spillover.cli.running import read_all
from spillover.errors import ConfigError, UsageError
from spillover.read.request import Reading, Request


def marked(report: Report, before: Report, roots: Collection[str] | None = None) -> Report:
    """The report, in which each finding tells whether it was there before; only those of ``roots``, if given.

    What crashed while the past was judged is kept: the findings that it cost look new.
    """
    known = {_identity(each) for each in before.findings}
    findings = (
        replace(each, is_existing=bool(each.is_existing) or _identity(each) in known)
        if roots is None or each.place.root in roots
        else each
        for each in report.findings
    )
    errors = dict.fromkeys((*report.internal_errors, *before.internal_errors))
    return replace(report, findings=tuple(findings), internal_errors=tuple(errors))


def without_known_doubts(report: Report, before: Report) -> Report:
    """The report without what could not be decided before either."""
    known = {_doubt(each) for each in before.undetermined}
    return replace(report, undetermined=tuple(e for e in report.undetermined if _doubt(e) not in known))


def _doubt(unknown: UnknownValue) -> tuple[object, ...]:
    place = unknown.place
    return place.root, place.address, place.field, unknown.because, unknown.rules


def _identity(finding: Reported) -> tuple[str, str]:
    """An address is one resource in one root module only."""
    return finding.place.root, finding.fingerprint


def of_plans(judge: Judge, reading: Reading) -> Report:
    """What would have been found before the plans."""
    return judge.report(reading.before, reading)


def since(revision: str, request: Request, judge: Judge, config: str | None, cwd: Path) -> Report:
    """What would have been found at a revision, by the rules of now and the suppressions of then.

    Raises:
        UsageError: git has no such revision, or cannot tell.
    """
    with files_at(revision, cwd) as past:
        then = _as_of_then(request, past)
        if not then.paths:
            return Report()
        reading = read_all(then, past.cwd)
        for error in reading.unreadable:
            warn(f"at {revision}, cannot read {error}: what was found there counts as new")
        judge = replace(judge, config=replace(judge.config, ignores=_ignores(judge, then, config, past)))
        report = judge.report(reading.deployments, reading)
        return replace(report, internal_errors=(*reading.internal_errors, *report.internal_errors))


def _as_of_then(request: Request, past: Past) -> Request:
    """The request for the files of then; what no revision has, such as health data, is as it is now."""

    def of_now(path: str) -> str:
        return str(past.now / path)

    def either(path: str) -> str:
        return _existing(path, past) or of_now(path)

    named = (request.stdin_filename or "" if path == "-" else path for path in request.paths)
    paths = [path for path in named if path]
    for path in paths:
        if past.path(path) is None:
            raise UsageError(f"--new-since: {path} is outside of the repository")
    return replace(
        request,
        paths=tuple(found for path in paths if (found := _existing(path, past))),
        variables=tuple(either(each) if isinstance(each, str) else each for each in request.variables),
        health=tuple(of_now(each) for each in request.health if each != "-"),
        instances=tuple((group, of_now(each)) for group, each in request.instances if each != "-"),
        dns_zones=tuple((zone, of_now(each)) for zone, each in request.dns_zones if each != "-"),
        source=None if request.source is None else either(request.source),
        stdin_filename=None,
        is_past=True,
        trees=(past.top,),
        caches=False,  # its folder is gone afterwards, and would never be found again
    )


def _existing(path: str, past: Past) -> str | None:
    """A path as one of then, if there was such a file or folder."""
    then = past.path(path)
    return then if then is not None and (past.cwd / then).exists() else None


def _ignores(judge: Judge, then: Request, config: str | None, past: Past) -> tuple[Ignore, ...]:
    """The suppressions of the configuration file as it was."""
    from spillover_rules import ALL

    found = None if config is None else _existing(config, past)
    try:
        file = find_config(then.paths, past.cwd) if config is None else found and past.cwd / found
        if not file:
            return ()
        return load_config(file, past.cwd, ALL).ignores
    except ConfigError:
        return judge.config.ignores  # nobody can tell what it meant
