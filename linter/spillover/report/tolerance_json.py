"""The tolerance of a service in ``plan --format json``: an entry for each zone and option."""

from __future__ import annotations

from typing import Any

from spillover.model.source import Origin
from spillover.plan.tolerance import Holding, Outcome, Step, Tolerance
from spillover.plan.tolerances import ZoneTolerance
from spillover.report.values import undetermined


def tolerance(zone: ZoneTolerance, subject: Origin) -> dict[str, Any]:
    """The entry; everything that is not known is null."""
    return {
        "zone": zone.zone,
        "spillover": zone.option.value,
        **(_known(zone.known) if zone.known else dict.fromkeys(KNOWN)),
        "undetermined": [undetermined(each, subject) for each in zone.undetermined],
    }


KNOWN = (
    "all_healthy",
    "primary",
    "failover",
    "fails_over_below",
    "after_failover",
    "nothing_healthy",
    "steps",
)


def _known(known: Tolerance) -> dict[str, Any]:
    after = known.after_failover
    return {
        "all_healthy": _outcome(known.all_healthy),
        "primary": _holding(known.primary),
        "failover": _holding(known.failover),
        "fails_over_below": known.primary_needed if after else None,
        "after_failover": after.value if after else None,
        "nothing_healthy": known.nothing_healthy.value,
        "steps": [_step(each, known.holding) for each in known.steps],
    }


def _holding(holding: Holding) -> dict[str, Any]:
    return {"backends": holding.here.exact, "needed": holding.needed, "below": holding.lost.value}


def _step(step: Step, holding: Holding) -> dict[str, Any]:
    size = holding.here.exact
    return {
        "healthy": step.healthy,
        "failed": None if size is None else size - step.healthy,
        **_outcome(step.outcome),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"fate": outcome.fate.value, "serving": outcome.serving.value if outcome.serving else None}
