"""The load of a planned service: in every scenario, and the worst of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet
from spillover.plan.load import Distribution, Sent, even_shares, load
from spillover.plan.planned import Row, ScenarioPlan, ServicePlan
from spillover.plan.zonal import Client, ClientKind
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class ScenarioLoad:
    """The load in one scenario with one option; ``known`` is None where it is undetermined, and why.

    ``is_given`` tells that the scenario has shares of clients; without, they are even.
    """

    scenario: str
    option: ZonalAffinity
    is_given: bool
    known: Distribution | None
    undetermined: tuple[Unknown, ...] = ()


@dataclass(frozen=True, slots=True)
class Worst:
    """The largest load factor of all scenarios, and the zone that has it."""

    load: ScenarioLoad
    zone: str
    factor: Fraction


def loads(plan: ServicePlan) -> tuple[ScenarioLoad, ...]:
    """The load in every scenario and with each option; none without a backend."""
    return tuple(each for scenario in plan.scenarios for each in _loads(scenario))


def worst(found: tuple[ScenarioLoad, ...]) -> Worst | None:
    """The worst of them, the first of several; None where no load is known."""
    busiest = [
        Worst(each, *each.known.busiest) for each in found if each.known is not None and each.known.busiest
    ]
    return max(busiest, key=lambda each: each.factor, default=None)


def shares(plan: ScenarioPlan) -> tuple[tuple[Client, Fraction], ...]:
    """The clients and their shares of new connections, as given or else even over the zones with backends."""
    stated = tuple((each.client, each.share) for each in plan.scenario.clients if each.share is not None)
    if stated:
        return stated
    zones = {zone for group in plan.groups for zone, size in group.zones.items() if size.exact != 0}
    return even_shares(sorted(zones))


def shares_are_given(plan: ScenarioPlan) -> bool:
    """Whether the scenario has shares of clients."""
    return any(each.share is not None for each in plan.scenario.clients)


def _loads(plan: ScenarioPlan) -> Iterator[ScenarioLoad]:
    sharing = shares(plan)
    is_given = shares_are_given(plan)
    for option in dict.fromkeys(row.option for row in plan.rows) if sharing else ():
        rows = [row for row in plan.rows if row.option is option]
        try:
            if plan.eligible is None:
                raise Undetermined(*plan.undetermined)
            decided = [(_row(rows, client), share) for client, share in sharing]
            sent = [Sent(row.client, share, _backends(row)) for row, share in decided]
            known = load(sent, plan.eligible.backends)
        except Undetermined as error:
            yield ScenarioLoad(plan.scenario.name, option, is_given, None, error.unknowns)
        else:
            yield ScenarioLoad(plan.scenario.name, option, is_given, known)


def _row(rows: list[Row], client: Client) -> Row:
    """The row of a client: a VM of another region has one as a client through global access."""
    kinds = (client.kind, ClientKind.OTHER_REGION) if client.kind is ClientKind.VM else (client.kind,)
    return next(row for row in rows if row.client.zone == client.zone and row.client.kind in kinds)


def _backends(row: Row) -> BackendSet:
    if row.decision is None:
        raise Undetermined(*row.undetermined)
    return row.decision.modified_eligible
