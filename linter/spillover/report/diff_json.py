"""``diff --format json``, version 1."""

from __future__ import annotations

from typing import Any, TextIO

from spillover.check.locate import locate
from spillover.model.source import FieldRef, Origin
from spillover.plan.diff.records import RecordDiff
from spillover.plan.diff.results import Result
from spillover.plan.diff.services import RowChange, ServiceDiff
from spillover.plan.dns.answers import Response
from spillover.plan.planned import ServicePlan
from spillover.report.diff import DiffResult, mark, meaning
from spillover.report.lint_json import finding, suppressed
from spillover.report.plan_json import settings
from spillover.report.values import fraction, internal_errors, sizes, undetermined, unreadable, write_document

VERSION = 1


def write(result: DiffResult, stream: TextIO) -> None:
    """Write the document."""
    write_document(document(result), stream)


def document(result: DiffResult) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "version": VERSION,
        "spec": result.spec.value,
        "verdict": result.verdict,
        "services": [_service(each) for each in result.services],
        "records": [_record(each) for each in result.records],
        "findings": {
            "new": [finding(each) for each in result.new],
            "gone": [finding(each) for each in result.gone],
            **({"suppressed": [suppressed(e) for e in result.suppressed]} if result.suppressed else {}),
        },
        "unreadable": unreadable(result.unreadable),
        "internal_errors": internal_errors(result.internal_errors),
        "summary": result.summary(),
    }


def _service(diff: ServiceDiff) -> dict[str, Any]:
    return {
        **_place(diff.subject.origin),
        "name": diff.subject.name if isinstance(diff.subject.name, str) else None,
        "status": diff.status.value,
        "before": _side(diff.before),
        "after": _side(diff.after),
        "meaning": list(diff.meaning),
        "scenarios": diff.scenarios,
        "undetermined": [undetermined(each, diff.subject.origin) for each in diff.undetermined],
        "clients": [_row(each) for each in diff.rows],
    }


def _place(origin: Origin) -> dict[str, Any]:
    place = locate(FieldRef(origin))
    return {
        "address": place.address,
        "root": place.root,
        "path": place.span.path,
        "line": place.span.start.line,
    }


def _side(plan: ServicePlan | None) -> dict[str, Any] | None:
    return None if plan is None else {**_place(plan.service.origin), **settings(plan)}


def _row(row: RowChange) -> dict[str, Any]:
    return {
        "scenario": row.scenario,
        "kind": row.client.kind.value,
        "zone": row.client.zone,
        "before": _result(row.before),
        "after": _result(row.after),
        "mark": mark(row),
        "meaning": meaning(row),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "outcome": result.destiny.value,
        "modified_eligible": None if result.zones is None else sizes(result.zones),
        "reason": result.reasons[0] if result.reasons else None,
    }


def _record(diff: RecordDiff) -> dict[str, Any]:
    record_set = diff.subject
    return {
        **_place(record_set.origin),
        "name": record_set.name if isinstance(record_set.name, str) else None,
        "type": record_set.type if isinstance(record_set.type, str) else None,
        "status": diff.status.value,
        "settings": [
            {"name": each.name, "before": each.before, "after": each.after} for each in diff.settings
        ],
        "answers": [
            {
                "scenario": each.scenario,
                "client_region": each.client,
                "before": [_response(one) for one in each.before],
                "after": [_response(one) for one in each.after],
            }
            for each in diff.answers
        ],
    }


def _response(response: Response) -> dict[str, Any]:
    return {
        "addresses": None if response.addresses is None else list(response.addresses),
        "reason": response.reason.value,
        "share": fraction(response.share),
    }
