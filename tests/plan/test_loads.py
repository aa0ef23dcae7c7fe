"""The load of a planned service: whose clients count, in which scenarios, and which is the worst."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, ZonalAffinity
from spillover.model.source import Origin, Unknown
from spillover.plan.loads import Worst, loads, worst
from spillover.plan.planned import Question, ServicePlan
from spillover.plan.planner import plan
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE
B, C = "us-east1-b", "us-east1-c"


def backend(zone: str) -> Backend:
    return Backend(ResourceName("instanceGroups", f"ig-{zone[-1]}", f"zones/{zone}", "demo"))


BOTH = (backend(B), backend(C))


def planned(*scenarios: Scenario, backends: tuple[Backend, ...] = BOTH, **more: Any) -> ServicePlan:
    about = {"zonal_affinity": SPILL, "spillover_ratio": Decimal("0.8"), **more}
    origin = Origin("bs.ilb", "bs")
    service = BackendService(name="ilb", region="us-east1", backends=backends, origin=origin, **about)
    (found,) = plan(Deployment(resources=(service,)), Question(scenarios)).services
    return found


def state(name: str, b: int, c: int, *shares: tuple[Client, str]) -> Scenario:
    groups = {"ig-b": {B: ZoneState(5, b)}, "ig-c": {C: ZoneState(5, c)}}
    clients = tuple(ClientShare(client, Fraction(share)) for client, share in shares)
    return Scenario(name, groups, clients)


VM_B, VM_C = Client(ClientKind.VM, B), Client(ClientKind.VM, C)


class TestShares:
    def test_even_over_the_zones_with_a_backend(self) -> None:
        (found,) = loads(planned(state("as given", 5, 3)))

        assert found.known
        assert not found.is_given
        assert found.known.zones[C].share == Fraction(3, 16)

    def test_as_given(self) -> None:
        vpn = (Client(ClientKind.VPN), "0.2")
        (found,) = loads(planned(state("as given", 5, 5, (VM_B, "0.8"), vpn)))

        assert found.known
        assert found.is_given
        assert {zone: each.share for zone, each in found.known.zones.items()} == {
            B: Fraction(9, 10),
            C: Fraction(1, 10),
        }

    def test_a_vm_of_another_region_comes_through_global_access(self) -> None:
        away = Client(ClientKind.VM, "us-west1-a")
        (found,) = loads(planned(state("as given", 5, 5, (away, "1"))))

        assert found.known
        assert found.known.crossing == 0

    def test_none_without_a_backend(self) -> None:
        assert loads(planned(backends=())) == ()
        assert worst(()) is None


class TestWorst:
    def test_the_first_scenario_with_the_largest_factor(self) -> None:
        found = loads(planned(state("even", 5, 5), state("spills", 5, 3), state("the same", 3, 5)))

        assert worst(found) == Worst(found[1], B, Fraction(13, 10))


class TestUndetermined:
    def test_a_size(self) -> None:
        found = loads(planned())

        assert {each.known for each in found} == {None}
        assert [each.because for each in found[0].undetermined] == [
            "the size of group ig-b: give --instances ig-b=FILE, --health FILE or a scenario"
        ]
        assert worst(found) is None

    def test_says_of_what(self) -> None:
        given = state("as given", 5, 3, (VM_B, "0.8"), (VM_C, "0.2"))
        doubtful = loads(planned(given, spillover_ratio=Unknown("var.ratio")))
        known = loads(planned(given))

        for found in (*doubtful, *known):
            assert (found.scenario, found.option, found.is_given) == ("as given", SPILL, True)
        assert (doubtful[0].known, known[0].undetermined) == (None, ())

    def test_a_row(self) -> None:
        found = loads(planned(state("as given", 5, 3), spillover_ratio=Unknown("var.ratio")))

        assert [each.because for each in found[0].undetermined] == ["var.ratio"]

    def test_each_option_where_none_is_known(self) -> None:
        found = loads(planned(state("as given", 5, 5), zonal_affinity=Unknown("var.option")))

        assert [each.option for each in found] == list(ZonalAffinity)
        assert all(each.known for each in found)
        assert replace(found[0], option=STAY).known == found[0].known
