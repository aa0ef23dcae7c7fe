"""``plan --format json``, version 1 (contract)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TextIO

from spillover.check.locate import in_order, locate
from spillover.errors import InputError
from spillover.model.service import ZonalAffinity
from spillover.model.source import FieldRef, Unknown
from spillover.plan.advice import advice
from spillover.plan.backends import BackendSet
from spillover.plan.dns.record import RecordPlan
from spillover.plan.membership import BackendGroup
from spillover.plan.parity.table import ParityTable
from spillover.plan.planned import Plan, Row, ScenarioPlan, ServicePlan, Skipped, cross_zone_share
from spillover.plan.proxies import ProxyPlan
from spillover.plan.return_paths import NextHopPair, next_hop_pairs
from spillover.plan.zonal import Decision, Reason, Spec
from spillover.records import dataclass
from spillover.report.advice_json import advised
from spillover.report.load_json import load
from spillover.report.next_hops_json import next_hop_pair
from spillover.report.records_json import record
from spillover.report.tolerance_json import tolerance
from spillover.report.values import (
    fraction,
    json_text,
    sizes,
    threshold,
    undetermined,
    unreadable,
)

VERSION = 1


@dataclass(frozen=True)
class PlanResult:
    """The plans of all deployments.

    Where there are many services, their texts are made one by one, and the plans have only those that
    next hops need.

    ``show_load`` has the load in text even without shares of clients; ``most_load_factor`` asks
    for the spillover ratio that keeps it.
    """

    plans: tuple[Plan, ...]
    spec: Spec
    unreadable: tuple[InputError, ...] = ()
    show_load: bool = False
    most_load_factor: Fraction | None = None

    @property
    def services(self) -> list[ServicePlan]:
        """The services of all deployments, by their places."""
        return in_order(
            (each for plan in self.plans for each in plan.services), lambda each: each.service.origin
        )

    @property
    def skipped(self) -> list[Skipped]:
        """What no deployment has a plan for, by place."""
        return in_order((each for plan in self.plans for each in plan.skipped), lambda each: each.at.origin)

    @property
    def records(self) -> list[RecordPlan]:
        """The record sets of all deployments, by their places."""
        plans = (each for plan in self.plans for each in plan.records)
        return in_order(plans, lambda each: each.record_set.origin)

    @property
    def next_hops(self) -> list[NextHopPair]:
        """The pairs of next hops of all deployments, by the places of the first of each."""
        return list(next_hop_pairs(self.services))

    @property
    def parity(self) -> list[ParityTable]:
        """The parity of all deployments, by the places of the records."""
        tables = (each for plan in self.plans for each in plan.parity)
        return in_order(tables, lambda each: each.record.origin)

    @property
    def proxies(self) -> list[ProxyPlan]:
        """The proxies of all deployments, in the order of the scenarios and regions."""
        return [each for plan in self.plans for each in plan.proxies]


def write(result: PlanResult, stream: TextIO, services: Iterable[str] | None = None) -> None:
    """Write the document; ``services`` are the texts of :func:`service` where they are at hand."""
    if services is None:
        services = (service(each, result) for each in result.services)
    members = {key: json_text(value, 1) for key, value in _about(result).items()}
    listed = ",\n  ".join(services)
    members["services"] = f"[\n  {listed}\n ]" if listed else "[]"
    stream.write("{\n " + ",\n ".join(f'"{key}": {value}' for key, value in members.items()) + "\n}\n")


def service(plan: ServicePlan, result: PlanResult) -> str:
    """The JSON of one service, as it stands in the document."""
    return json_text(_service(plan, result), 2)


def document(result: PlanResult) -> dict[str, Any]:
    """The document as plain data."""
    return {**_about(result), "services": [_service(each, result) for each in result.services]}


def _about(result: PlanResult) -> dict[str, Any]:
    """All that the document has but its services."""
    return {
        "version": VERSION,
        "spec": result.spec.value,
        "services": [],  # in their place, until they are known
        "next_hops": [next_hop_pair(each) for each in result.next_hops],
        "skipped": [_skipped(each) for each in result.skipped],
        "records": [record(each) for each in result.records],
        "parity": [_parity(each) for each in result.parity],
        "proxies": [_proxies(each) for each in result.proxies],
        "unreadable": unreadable(result.unreadable),
    }


def _known(value: Any) -> Any:
    return None if isinstance(value, Unknown) else value


def _service(plan: ServicePlan, result: PlanResult) -> dict[str, Any]:
    service, place = plan.service, locate(FieldRef(plan.service.origin))
    return {
        "address": place.address,
        "name": _known(service.name),
        "project": _known(service.project),
        "region": _known(service.region),
        "root": plan.root,
        "path": place.span.path,
        "line": place.span.start.line,
        **settings(plan),
        "undetermined": [undetermined(each, service.origin) for each in plan.undetermined],
        "caveats": list(plan.caveats),
        "tolerance": [tolerance(each, service.origin) for each in plan.tolerances],
        "load": load(plan),
        "advice": [advised(each) for each in advice(plan, result.spec, result.most_load_factor)],
        "scenarios": [_scenario(each, plan) for each in plan.scenarios],
    }


def settings(plan: ServicePlan) -> dict[str, Any]:
    """What of a service decides where its clients go."""
    service = plan.service
    drop = service.failover_policy.drop_traffic_if_unhealthy
    return {
        "zonal_affinity": {
            "spillover": _known(service.affinity),
            "spillover_ratio": threshold(service.spillover_ratio),
        },
        "failover_policy": {
            "failover_ratio": threshold(service.failover_policy.failover_ratio),
            "drop_traffic_if_unhealthy": False if drop is None else _known(drop),
        },
        "backends": [_backend(each) for each in plan.groups],
    }


def _backend(group: BackendGroup) -> dict[str, Any]:
    zones = dict(sorted(group.zones.items()))
    backend: dict[str, Any] = {
        "group": group.label,
        "role": {True: "failover", False: "primary", None: None}[group.failover],
        "zones": sizes(zones),
    }
    inexact = {zone: size for zone, size in zones.items() if size.exact is None}
    if inexact:
        backend["min"] = {zone: size.least for zone, size in inexact.items()}
        backend["max"] = {zone: size.most for zone, size in inexact.items()}
    names = _names(group)
    return {**backend, "members": names} if names else backend


def _names(group: BackendGroup) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for each in group.members:
        if each.names:
            names[each.zone] = sorted([*names.get(each.zone, ()), *each.names])
    return dict(sorted(names.items()))


def _scenario(plan: ScenarioPlan, service: ServicePlan) -> dict[str, Any]:
    eligible = plan.eligible
    return {
        "name": plan.scenario.name,
        "down": list(plan.scenario.down),
        "healthy": sizes(plan.healthy),
        "original_eligible": {
            "kind": eligible.kind.value if eligible else None,
            "zones": sizes(eligible.backends.zones()) if eligible else None,
        },
        "clients": [_row(each, service) for each in plan.rows],
    }


def _row(row: Row, plan: ServicePlan) -> dict[str, Any]:
    client, decision = row.client, row.decision
    about: dict[str, Any] = {
        "kind": client.kind.value,
        "zone": client.zone,
        "spillover": row.option.value,
        "compatible": row.compatible,
    }
    if decision is None:
        unknown = (
            "zonal_match",
            "zonal_match_test",
            "zonal_matched",
            "intersection",
            "ratio",
            "threshold",
            "change",
        )
        after = ("modified_eligible", "healthy", "cross_zone_share")
        return {
            **about,
            **dict.fromkeys(unknown),
            "reason": Reason.UNDETERMINED.value,
            **dict.fromkeys(after),
        }
    spills = row.option is ZonalAffinity.SPILL_CROSS_ZONE and decision.ratio is not None
    return {
        **about,
        "zonal_match": decision.zonal_match,
        "zonal_match_test": _set(decision.zonal_match_test),
        "zonal_matched": _set(decision.zonal_matched),
        "intersection": _set(decision.intersection),
        "ratio": fraction(decision.ratio.exact) if decision.ratio else None,
        "threshold": threshold(plan.service.spillover_ratio) if spills else None,
        "change": decision.change.value,
        "reason": decision.reason.value,
        **_outcome(row, decision),
    }


def _outcome(row: Row, decision: Decision) -> dict[str, Any]:
    if row.answers_itself:  # no backend is selected at all
        return {"modified_eligible": None, "healthy": None, "cross_zone_share": "0"}
    backends = decision.modified_eligible
    return {
        "modified_eligible": _set(backends),
        "healthy": holds_healthy(backends),
        "cross_zone_share": fraction(cross_zone_share(row.client, backends)),
    }


def _set(backends: BackendSet | None) -> dict[str, int | None] | None:
    return None if backends is None else sizes(backends.zones())


def holds_healthy(backends: BackendSet) -> bool:
    """Whether a set holds a healthy backend, which is known of every set that was decided on."""
    return not backends.healthy.is_empty()


def _parity(plan: ParityTable) -> dict[str, Any]:
    place = locate(FieldRef(plan.record.origin))
    return {
        "address": place.address,
        "name": _known(plan.record.record_set.name),
        "root": plan.record.deployment.root,
        "path": place.span.path,
        "line": place.span.start.line,
        "primary": str(plan.primary),
        "backups": [
            {"address": str(each), "location": _known(each.backup.location) if each.backup else None}
            for each in plan.backups
        ],
        "features": [
            {
                "part": row.part,
                "feature": row.feature,
                "primary": _known(row.primary.value),
                "backups": [
                    each and {"value": _known(each.side.value), "verdict": each.verdict.value}
                    for each in row.backups
                ],
            }
            for row in plan.rows
        ],
        "undetermined": [undetermined(each, plan.record.origin) for each in plan.undetermined],
    }


def _proxies(plan: ProxyPlan) -> dict[str, Any]:
    subnetwork = plan.subnetwork
    return {
        "scenario": plan.scenario,
        "root": plan.pool.deployment.root,
        "region": plan.region,
        "network": plan.network,
        "needed": plan.need.proxies,
        "because": plan.need.because.value,
        "subnetwork": locate(FieldRef(subnetwork.origin)).address if subnetwork else None,
        "addresses": plan.addresses,
        "load_balancers": plan.balancers.exact,
        "verdict": plan.verdict.value,
        "undetermined": [undetermined(each, plan.origin) for each in plan.undetermined],
    }


def _skipped(skipped: Skipped) -> dict[str, Any]:
    place = locate(skipped.at)
    return {
        "address": place.address,
        "because": skipped.because,
        "path": place.span.path,
        "line": place.span.start.line,
    }
