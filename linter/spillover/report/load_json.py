"""The load of a service in ``plan --format json``."""

from __future__ import annotations

from typing import Any

from spillover.model.source import Origin
from spillover.plan.load import Distribution, ZoneLoad
from spillover.plan.loads import ScenarioLoad, Worst, loads, worst
from spillover.plan.planned import ServicePlan
from spillover.report.values import fraction, undetermined


def load(plan: ServicePlan) -> dict[str, Any]:
    """An entry for each scenario and option, and the worst of them."""
    found = loads(plan)
    busiest = worst(found)
    return {
        "scenarios": [_scenario(each, plan.service.origin) for each in found],
        "worst": _worst(busiest) if busiest else None,
    }


def _scenario(each: ScenarioLoad, subject: Origin) -> dict[str, Any]:
    return {
        "scenario": each.scenario,
        "spillover": each.option.value,
        "shares": "given" if each.is_given else "even",
        **(_known(each.known) if each.known else dict.fromkeys(KNOWN)),
        "undetermined": [undetermined(unknown, subject) for unknown in each.undetermined],
    }


KNOWN = ("zones", "cross_zone_share", "cross_zone_share_without_affinity", "unserved")


def _known(known: Distribution) -> dict[str, Any]:
    return {
        "zones": {zone: _zone(each) for zone, each in known.zones.items()},
        "cross_zone_share": fraction(known.crossing),
        "cross_zone_share_without_affinity": fraction(known.crossing_without_affinity),
        "unserved": fraction(known.unserved),
    }


def _zone(zone: ZoneLoad) -> dict[str, Any]:
    return {
        "share": fraction(zone.share),
        "per_backend": fraction(zone.per_backend),
        "factor": fraction(zone.factor),
    }


def _worst(worst: Worst) -> dict[str, Any]:
    return {
        "scenario": worst.load.scenario,
        "spillover": worst.load.option.value,
        "zone": worst.zone,
        "factor": fraction(worst.factor),
    }
