"""The derivation of a row: the steps that were reached, their sets, and the paragraphs they stand on."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, FailoverPolicy, ZonalAffinity
from spillover.model.source import Origin, Unknown
from spillover.plan.eligible import Why
from spillover.plan.planned import Question, Row, ScenarioPlan
from spillover.plan.planner import plan
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.why import ELIGIBLE_BY, SPILL_PAGE, STAY_PAGE, VERDICTS, derivation, verdict
from spillover.plan.zonal import Client, ClientKind, Reason, Spec

DISABLED, STAY, SPILL = ZonalAffinity
MATCH = ["zonal match test backends", "zonal matched backends"]
START = ["configured primary backends", "configured failover backends", "original eligible backends"]


def planned(
    option: ZonalAffinity,
    healthy: dict[str, int],
    *,
    zone: str = "a",
    kind: ClientKind = ClientKind.VM,
    spec: Spec = Spec.R2026_05,
    **more: Any,
) -> tuple[ScenarioPlan, Row]:
    """The row of the clients in a zone; two backends in each zone, of which so many are healthy."""
    backends = tuple(Backend(ResourceName("instanceGroups", f"ig-{z}", f"zones/{z}", "p")) for z in healthy)
    service = BackendService(
        name="ilb", zonal_affinity=option, backends=backends, origin=Origin("ilb", "bs"), **more
    )
    groups = {f"ig-{z}": {z: ZoneState(2, number)} for z, number in healthy.items()}
    client = Client(kind, zone)
    question = Question((Scenario("as given", groups, (ClientShare(client),)),), spec=spec)
    (found,) = plan(Deployment(resources=(service,)), question).services
    (scenario,) = found.scenarios
    return scenario, next(row for row in scenario.rows if row.client == client)


@pytest.mark.parametrize(
    ("option", "healthy", "more", "reason", "steps", "paragraph"),
    [
        pytest.param(
            SPILL, {"a": 1, "b": 2}, {"spillover_ratio": Decimal(1)}, Reason.RATIO_BELOW_THRESHOLD,
            [*START, "zonal affinity", "client", *MATCH, "intersection"], SPILL_PAGE, id="spills",
        ),
        pytest.param(
            STAY, {"a": 0, "b": 2}, {}, Reason.UNHEALTHY_IN_ZONE,
            [*START, "zonal affinity", "client", *MATCH, "intersection"], STAY_PAGE, id="black hole",
        ),
        pytest.param(
            STAY, {"a": 2, "b": 2}, {}, Reason.INTERSECTION,
            [*START, "zonal affinity", "client", *MATCH, "intersection"], STAY_PAGE, id="stays",
        ),
        pytest.param(
            STAY, {"b": 2}, {}, Reason.NO_ZONAL_MATCH,
            [*START, "zonal affinity", "client", *MATCH],
            '"How zonal affinity works", zonal affinity page', id="no match",
        ),
        pytest.param(
            STAY, {"a": 2}, {"zone": "a", "kind": ClientKind.VPN}, Reason.CLIENT_INCOMPATIBLE,
            [*START, "zonal affinity", "client"],
            '"How zonal affinity works", zonal affinity page', id="not compatible",
        ),
        pytest.param(
            DISABLED, {"a": 2}, {}, Reason.AFFINITY_DISABLED, [*START, "zonal affinity"],
            '"How zonal affinity works", zonal affinity page', id="off",
        ),
        pytest.param(
            STAY, {"a": 0}, {"failover_policy": FailoverPolicy(None, True)}, Reason.TRAFFIC_DROPPED, START,
            "not documented: what zonal affinity makes of an empty set", id="dropped",
        ),
    ],
)  # fmt: skip
def test_steps_that_were_reached(
    option: ZonalAffinity,
    healthy: dict[str, int],
    more: dict[str, Any],
    reason: Reason,
    steps: list[str],
    paragraph: str,
) -> None:
    scenario, row = planned(option, healthy, **more)

    assert row.decision
    assert row.decision.reason is reason
    assert [each.name for each in derivation(scenario, row)] == steps
    last = verdict(row.decision)
    assert (last.backends, last.because, last.source) == (
        row.decision.modified_eligible,
        VERDICTS[reason],
        paragraph,
    )


def test_the_sets_are_those_of_the_decision() -> None:
    scenario, row = planned(SPILL, {"a": 1, "b": 2})
    sets = {each.name: each.backends for each in derivation(scenario, row)}

    assert row.decision
    assert scenario.eligible
    assert sets["original eligible backends"] == scenario.eligible.backends
    assert sets["zonal match test backends"] == row.decision.zonal_match_test
    assert sets["zonal matched backends"] == row.decision.zonal_matched
    assert sets["intersection"] == row.decision.intersection


def test_test_backends_are_of_the_role_that_is_eligible() -> None:
    healthy = {"a": 0, "b": 2}
    spare = (
        Backend(ResourceName("instanceGroups", "ig-a", "zones/a", "p")),
        Backend(ResourceName("instanceGroups", "ig-b", "zones/b", "p"), True),
    )
    groups = {f"ig-{z}": {z: ZoneState(2, number)} for z, number in healthy.items()}
    service = BackendService(name="ilb", zonal_affinity=STAY, backends=spare, origin=Origin("ilb", "bs"))
    (found,) = plan(Deployment(resources=(service,)), Question((Scenario("x", groups),))).services
    (scenario,) = found.scenarios

    said = {each.name: each.because for each in derivation(scenario, scenario.rows[0])}

    assert said["zonal match test backends"] == (
        "all configured failover backends, as failover backends are eligible"
    )


def test_undetermined_ends_where_it_begins() -> None:
    scenario, row = planned(SPILL, {"a": 1, "b": 2}, spillover_ratio=Unknown("var.ratio"))
    unknown, unknown_row = planned(SPILL, {"a": 0}, failover_policy=FailoverPolicy(None, Unknown("var.drop")))

    assert [each.name for each in derivation(scenario, row)] == START
    assert [each.name for each in derivation(unknown, unknown_row)] == START[:2]


def test_everything_has_words_and_a_paragraph() -> None:
    assert set(VERDICTS) == set(Reason)
    assert set(ELIGIBLE_BY) == set(Why)
