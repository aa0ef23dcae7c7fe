"""The plan of a record set in ``plan --format json`` (contract)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spillover.check.locate import locate
from spillover.model.dns import PrimaryBackup
from spillover.model.outage import OutageBound
from spillover.model.source import FieldRef, Maybe, Unknown
from spillover.plan.dns.answers import Response
from spillover.plan.dns.policy import Failover, Geographic, Item, Policy, Weighted
from spillover.plan.dns.record import Answers, RecordPlan, RecordScenario
from spillover.plan.dns.timing import detection
from spillover.report.values import fraction, threshold, undetermined


def record(plan: RecordPlan) -> dict[str, Any]:
    """One record set."""
    record_set, policy, timing = plan.record_set, plan.policy, plan.timing
    place = locate(FieldRef(plan.record_set.origin))
    return {
        "address": place.address,
        "name": _known(record_set.name),
        "root": plan.root,
        "path": place.span.path,
        "line": place.span.start.line,
        "type": _known(record_set.type),
        "ttl": _known(record_set.ttl),
        "policy": _POLICIES[type(policy)] if policy else None,
        "primary": _targets(policy.primary) if isinstance(policy, Failover) else [],
        "items": [_item(each, policy) for each in _items(policy)],
        "trickle_ratio": _trickle(record_set.failover),
        "fencing": None if policy is None or isinstance(policy, Weighted) else _known(policy.fencing),
        "outage_bound_s": timing.outage.seconds,
        "recovery_bound_s": timing.recovery.seconds,
        "timeline": {
            "outage": _events("failure", timing.outage),
            "recovery": _events("recovery", timing.recovery),
        },
        "alternatives": [
            {"setting": each.setting.value, "value": each.value, "outage_bound_s": each.outage}
            for each in timing.alternatives
        ],
        "undetermined": [undetermined(each, record_set.origin) for each in plan.undetermined],
        "scenarios": [_scenario(each) for each in plan.scenarios],
        "drills": [
            {
                "kind": each.kind.value,
                "trickle_ratio": threshold(each.trickle_ratio),
                "answers": _answers(each.answers, frozenset()),
            }
            for each in plan.drills
        ],
    }


_POLICIES = {Failover: "primary_backup", Geographic: "geo", Weighted: "wrr"}


def _known(value: Any) -> Any:
    return None if isinstance(value, Unknown) else value


def _trickle(failover: Maybe[PrimaryBackup]) -> str | None:
    return threshold(failover.trickle_ratio) if isinstance(failover, PrimaryBackup) else None


def _items(policy: Policy | None) -> tuple[Item, ...]:
    return () if policy is None or isinstance(policy.items, Unknown) else policy.items


def _item(item: Item, policy: Policy | None) -> dict[str, Any]:
    weight = {"weight": fraction(_known(item.weight))} if isinstance(policy, Weighted) else {}
    return {"location": _known(item.location), **weight, "targets": _targets(item)}


def _targets(item: Item) -> list[dict[str, Any]]:
    return [{"address": each.name, "checked": each.checked} for each in item.known]


def _events(first: str, bound: OutageBound) -> list[dict[str, Any]]:
    times = ((first, 0), ("decision", detection(bound).seconds), ("caches-expired", bound.seconds))
    return [{"event": event, "at_s": at} for event, at in times]


def _scenario(scenario: RecordScenario) -> dict[str, Any]:
    unhealthy = scenario.weather.unhealthy
    return {
        "name": scenario.weather.name,
        "unhealthy": sorted(unhealthy),
        "answers": _answers(scenario.answers, unhealthy),
    }


def _answers(answers: Iterable[Answers], unhealthy: frozenset[str]) -> list[dict[str, Any]]:
    return [_answer(each.client, one, unhealthy) for each in answers for one in each.responses]


def _answer(client: str | None, response: Response, unhealthy: frozenset[str]) -> dict[str, Any]:
    addresses = response.addresses
    return {
        "client_region": client,
        "addresses": None if addresses is None else list(addresses),
        "reason": response.reason.value,
        "share": fraction(response.share),
        "location": response.location,
        "healthy": None if addresses is None else not unhealthy.issuperset(addresses),
    }
