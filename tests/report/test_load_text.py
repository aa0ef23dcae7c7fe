"""The tables of load: when they are shown, and what they say."""

from __future__ import annotations

from fractions import Fraction

from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, FailoverPolicy, ZonalAffinity
from spillover.model.source import Origin
from spillover.plan.planned import Question
from spillover.plan.planner import plan
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind
from spillover.report.load_text import load
from spillover.report.style import Style

STAY = ZonalAffinity.STAY_WITHIN_ZONE


def state(name: str, *, b: int, c: int, share: str | None = None) -> Scenario:
    groups = {"ig-b": {"b": ZoneState(4, b)}, "ig-c": {"c": ZoneState(4, c)}}
    given = (ClientShare(Client(ClientKind.VM, "b"), Fraction(share)),) if share else ()
    return Scenario(name, groups, given)


def shown(*scenarios: Scenario, zones: str = "bc", asked: bool = False, drop: bool = False) -> list[str]:
    backends = tuple(Backend(ResourceName("instanceGroups", f"ig-{z}", f"zones/{z}", "p")) for z in zones)
    service = BackendService(
        name="ilb",
        zonal_affinity=STAY,
        failover_policy=FailoverPolicy(None, drop),
        backends=backends,
        origin=Origin("ilb", "bs"),
    )
    (found,) = plan(Deployment(resources=(service,)), Question(scenarios)).services
    return "\n".join(load(found, Style(), asked=asked)).split("\n")


def test_nothing_unless_shares_are_given_or_somebody_asks() -> None:
    assert shown(state("as given", b=4, c=4)) == [""]
    assert shown(zones="", asked=True) == [""]


def test_even_shares_in_the_first_scenario_and_the_worst() -> None:
    assert shown(state("well", b=4, c=4), state("weak", b=1, c=4), asked=True) == [
        "load, well; as many clients in each zone with a backend",
        "  backends in    get of all connections    each of them    times an even spread",
        "  b              50 %                      12.5 %          1",
        "  c              50 %                      12.5 %          1",
        "  crosses zones: 0 %; with zonal affinity off: 50 %",
        "load, weak; as many clients in each zone with a backend",
        "  backends in    get of all connections    each of them    times an even spread",
        "  b              50 %                      50 %            2.5",
        "  c              50 %                      12.5 %          0.625",
        "  crosses zones: 0 %; with zonal affinity off: 50 %",
        "  worst of all scenarios: 2.5 times an even spread, weak",
    ]


def test_a_black_hole_with_shares_as_given() -> None:
    assert shown(state("hole", b=0, c=4, share="1")) == [
        "load, hole; shares of clients as given",
        "  backends in    get of all connections    each of them    times an even spread",
        "  b              100 %                     25 %            -",
        "  crosses zones: 0 %; with zonal affinity off: 100 %",
        "  !! reaches no healthy backend: 100 %",
    ]


def test_dropped_traffic_reaches_nobody() -> None:
    assert shown(state("dropped", b=0, c=0, share="1"), drop=True)[1:] == [
        "  crosses zones: 0 %; with zonal affinity off: 0 %",
        "  !! reaches no healthy backend: 100 %",
    ]


def test_a_size_that_is_not_known() -> None:
    assert shown(asked=True) == [
        "load, all healthy; as many clients in each zone with a backend",
        "  ? undetermined: depends on the size of group ig-b: give --instances ig-b=FILE, --health FILE or a",
        "    scenario",
    ]
