"""plan(): services, scenarios, clients and options put together, and what cannot be told."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from spillover.errors import UsageError
from spillover.model.capacity import (
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    InstanceList,
    Member,
    Size,
)
from spillover.model.deployment import Deployment, Joined
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.routes import Route, RouteKind
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    Subsetting,
    ZonalAffinity,
)
from spillover.model.source import FieldRef, Maybe, Origin, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import EligibleKind
from spillover.plan.failures import Sweep
from spillover.plan.planned import Plan, Question, Row, ServicePlan, Skipped, cross_zone_share
from spillover.plan.planner import plan
from spillover.plan.scenario import Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind, Reason, Spec

DISABLED, STAY, SPILL = ZonalAffinity
B, C, D = "us-east1-b", "us-east1-c", "us-east1-d"
ADDRESS = "google_compute_region_backend_service.ilb"


def group(zone: str, size: Maybe[int] = 2) -> InstanceGroup:
    name = f"ig-{zone[-1]}"
    identity = ResourceName("instanceGroups", name, f"zones/{zone}", "p")
    listed = size if size is None or isinstance(size, Unknown) else tuple(f"{name}-{n}" for n in range(size))
    return InstanceGroup(name, instances=listed, identity=identity, origin=Origin(f"ig.{name}", "group"))


def backend(zone: str, failover: Maybe[bool] = None) -> Backend:
    return Backend(group(zone).identity, failover)


def service(*backends: Backend, **settings: Any) -> BackendService:
    given = {
        "name": "ilb",
        "region": "us-east1",
        "zonal_affinity": SPILL,
        "backends": backends or (backend(B), backend(C)),
        "identity": ResourceName("backendServices", "ilb", "regions/us-east1", "p"),
        "origin": Origin(ADDRESS, "google_compute_region_backend_service"),
        **settings,
    }
    return BackendService(**given)


def deployment(*resources: Any, observations: tuple[InstanceList | GroupHealth, ...] = ()) -> Deployment:
    groups = (
        () if any(isinstance(each, InstanceGroup) for each in resources) else (group(B), group(C), group(D))
    )
    return Deployment(resources=(*groups, *resources), observations=observations)


def ask(
    *resources: Any, observations: tuple[InstanceList | GroupHealth, ...] = (), **question: Any
) -> ServicePlan:
    """The plan of the only service."""
    (only,) = plan(deployment(*resources, observations=observations), Question(**question)).services
    return only


def health(zone: str, *, healthy: int, of: int = 2) -> GroupHealth:
    identity = group(zone).identity
    assert identity
    name = identity.name
    return GroupHealth(identity, tuple(Member(f"{name}-{n}", zone, n < healthy) for n in range(of)))


def scenarios(found: ServicePlan) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.scenario.name, each.scenario.down) for each in found.scenarios]


def reasons(found: ServicePlan, scenario: int = 0) -> list[tuple[str, str | None, Reason | None]]:
    return [
        (row.client.kind.value, row.client.zone, row.decision.reason if row.decision else None)
        for row in found.scenarios[scenario].rows
    ]


class TestWhichServices:
    @pytest.mark.parametrize(
        "settings",
        [
            pytest.param({"scheme": LoadBalancingScheme.INTERNAL}, id="internal"),
            pytest.param({"scheme": None}, id="not written, and regional"),
            pytest.param({"zonal_affinity": None}, id="without zonal affinity"),
            pytest.param({"ha_policy": False}, id="without haPolicy"),
        ],
    )
    def test_planned(self, settings: dict[str, Any]) -> None:
        balancer = service(**settings)
        found = plan(deployment(balancer), Question())

        assert [each.service for each in found.services] == [balancer]
        assert found.skipped == ()

    @pytest.mark.parametrize(
        ("settings", "because"),
        [
            pytest.param(
                {"scheme": LoadBalancingScheme.EXTERNAL},
                "not an internal passthrough load balancer",
                id="external",
            ),
            pytest.param(
                {"scheme": LoadBalancingScheme.INTERNAL_MANAGED},
                "not an internal passthrough load balancer",
                id="a proxy",
            ),
            pytest.param({"is_global": True}, "not an internal passthrough load balancer", id="global"),
            pytest.param(
                {"scheme": Unknown("var.scheme")},
                "its load balancing scheme is not known: var.scheme",
                id="scheme not known",
            ),
            pytest.param(
                {"ha_policy": True},
                "it has a haPolicy: all traffic goes to one leader, nothing is balanced",
                id="haPolicy",
            ),
        ],
    )
    def test_skipped(self, settings: dict[str, Any], because: str) -> None:
        balancer = service(**settings)

        assert plan(deployment(balancer), Question()) == Plan(
            (), (Skipped(FieldRef(balancer.origin), because),)
        )

    def test_only_those_of_the_deployment_itself(self) -> None:
        assert plan(Deployment(context=(service(),)), Question()) == Plan((), ())

    @pytest.mark.parametrize(
        ("asked", "names"),
        [
            pytest.param((), ["ilb", "other", Unknown("var.name")], id="all"),
            pytest.param(("other",), ["other"], id="by name"),
            pytest.param((ADDRESS,), ["ilb"], id="by address"),
            pytest.param(("other", "ilb"), ["ilb", "other"], id="two, in the order in which they were read"),
            pytest.param(("gone",), [], id="none of that name"),
        ],
    )
    def test_those_that_are_asked_for(self, asked: tuple[str, ...], names: list[str | Unknown]) -> None:
        several = (
            service(),
            service(name="other", origin=Origin("bs.other", "")),
            service(name=Unknown("var.name"), origin=Origin("bs.unnamed", "")),
            service(name="external", is_global=True, origin=Origin("bs.external", "")),
        )
        found = plan(deployment(*several), Question(services=asked))

        assert [each.service.name for each in found.services] == names
        assert len(found.skipped) == (0 if asked else 1)


class TestScenarios:
    """Without data: all healthy, then each zone down. With data: as given, unless asked for more."""

    OBSERVED = (health(B, healthy=1), health(C, healthy=2))

    def test_without_data_every_zone_goes_down_in_turn(self) -> None:
        found = ask(service(backend(C), backend(B), backend(D, failover=True)))

        assert scenarios(found) == [
            ("all healthy", ()),
            (f"{B} down", (B,)),
            (f"{C} down", (C,)),
            (f"{D} down", (D,)),
        ]
        assert [dict(each.healthy) for each in found.scenarios] == [
            {zone: Size.exactly(0 if zone == down else 2) for zone in (B, C, D)} for down in (None, B, C, D)
        ]

    @pytest.mark.parametrize(
        ("down", "added"),
        [
            pytest.param((B,), [], id="one that is swept anyway"),
            pytest.param((C, B), [(f"{C}, {B} down", (C, B))], id="two at once"),
            pytest.param((B, B), [], id="one, asked for twice"),
            pytest.param((D,), [(f"{D} down", (D,))], id="a zone without backends"),
        ],
    )
    def test_down_adds_one(self, down: tuple[str, ...], added: list[tuple[str, tuple[str, ...]]]) -> None:
        assert scenarios(ask(service(), down=down)) == [
            ("all healthy", ()),
            (f"{B} down", (B,)),
            (f"{C} down", (C,)),
            *added,
        ]

    def test_with_health_there_is_one_as_given(self) -> None:
        found = ask(service(), observations=self.OBSERVED)

        assert scenarios(found) == [("as given", ())]
        assert dict(found.scenarios[0].healthy) == {B: Size.exactly(1), C: Size.exactly(2)}

    def test_members_without_health_are_no_state_of_health(self) -> None:
        identity = group(B).identity
        assert identity
        members = InstanceList(identity, (Member("vm", B),))

        assert scenarios(ask(service(), observations=(members,)))[0] == ("all healthy", ())

    def test_health_of_other_groups_is_none(self) -> None:
        assert scenarios(ask(service(), observations=(health(D, healthy=1),)))[0] == ("all healthy", ())

    @pytest.mark.parametrize(
        ("question", "added"),
        [
            pytest.param(
                {"sweep": Sweep.ZONES}, [(f"{B} down", (B,)), (f"{C} down", (C,))], id="swept as well"
            ),
            pytest.param({"down": (B,)}, [(f"{B} down", (B,))], id="one down as well"),
            pytest.param(
                {"down": (B,), "sweep": Sweep.ZONES},
                [(f"{B} down", (B,)), (f"{C} down", (C,))],
                id="both, each once",
            ),
        ],
    )
    def test_more_than_as_given(
        self, question: dict[str, Any], added: list[tuple[str, tuple[str, ...]]]
    ) -> None:
        found = ask(service(), observations=self.OBSERVED, **question)

        assert scenarios(found) == [("as given", ()), *added]

    def test_what_was_seen_holds_where_another_zone_is_down(self) -> None:
        found = ask(service(), observations=self.OBSERVED, down=(C,))

        assert dict(found.scenarios[1].healthy) == {B: Size.exactly(1), C: Size.exactly(0)}

    def test_a_scenario_file_is_one_as_given(self) -> None:
        given = Scenario("as given", {"ig-b": {B: ZoneState(5, 4)}}, down=(C,))
        found = ask(service(), scenarios=(given,))

        assert [each.scenario for each in found.scenarios] == [given]
        assert dict(found.scenarios[0].healthy) == {B: Size.exactly(4), C: Size.exactly(0)}

    def test_a_scenario_file_may_hold_several(self) -> None:
        night, day = Scenario("night", down=(B,)), Scenario("day")
        found = ask(service(), scenarios=(night, day), down=(C,))

        assert scenarios(found) == [("night", (B,)), ("day", ()), (f"{C} down", (B, C))]

    def test_a_scenario_beats_what_was_seen(self) -> None:
        given = Scenario("as given", {"ig-b": {B: ZoneState(healthy=2)}})
        found = ask(service(), observations=self.OBSERVED, scenarios=(given,))

        assert dict(found.scenarios[0].healthy) == {B: Size.exactly(2), C: Size.exactly(2)}

    def test_a_scenario_that_contradicts_other_data(self) -> None:
        with pytest.raises(UsageError, match="group ig-b in us-east1-b: 3 healthy of 2 backends"):
            ask(service(), scenarios=(Scenario("x", {"ig-b": {B: ZoneState(healthy=3)}}),))


class TestRows:
    def test_a_row_for_each_client(self) -> None:
        found = ask(
            service(backend(B), backend(C, failover=True)),
            ForwardingRule(allow_global_access=True, backend_service=service().identity),
            client_zones=(D, "europe-west1-b"),
        )

        assert reasons(found) == [
            ("vm", B, Reason.INTERSECTION),
            ("vm", C, Reason.NO_ZONAL_MATCH),
            ("other-region", "europe-west1-b", Reason.CLIENT_INCOMPATIBLE),
            ("vm", D, Reason.NO_ZONAL_MATCH),
            ("vm", None, Reason.NO_ZONAL_MATCH),
            ("other-region", None, Reason.CLIENT_INCOMPATIBLE),
        ]

    def test_clients_stay_where_they_are_when_their_zone_is_down(self) -> None:
        found = ask(service(), down=(B,))

        assert reasons(found, 1) == [
            ("vm", B, Reason.EMPTY_INTERSECTION),
            ("vm", C, Reason.INTERSECTION),
            ("vm", None, Reason.NO_ZONAL_MATCH),
        ]

    def test_the_spec_decides(self) -> None:
        by_spec = {
            spec: reasons(ask(service(), scenarios=(Scenario("x", down=(B, C)),), spec=spec))[0][2]
            for spec in Spec
        }

        assert by_spec == {
            Spec.R2026_05: Reason.INTERSECTION,
            Spec.R2025_07: Reason.LAST_RESORT_2025_07,
        }

    def test_an_option_that_is_not_known_gives_a_row_for_each(self) -> None:
        affinity = Unknown("var.affinity")
        found = ask(service(backend(B), zonal_affinity=affinity))
        rows = found.scenarios[0].rows

        assert [(row.client.zone, row.option) for row in rows] == [
            (zone, option) for zone in (B, None) for option in (DISABLED, STAY, SPILL)
        ]
        assert found.undetermined == (affinity,)

    @pytest.mark.parametrize(("kind", "itself"), [(ClientKind.VM_BACKEND, True), (ClientKind.VM, False)])
    def test_a_backend_answers_itself(self, kind: ClientKind, itself: bool) -> None:
        assert Row(Client(kind, B), False, SPILL, None).answers_itself is itself

    def test_compatible(self) -> None:
        found = ask(service(backend(B)), client_zones=("europe-west1-b",))

        assert [(row.client.kind.value, row.compatible) for row in found.scenarios[0].rows] == [
            ("vm", True),
            ("other-region", False),
            ("vm", True),
        ]


class TestPartners:
    def test_none_where_routes_were_read_without_forwarding_rules(self) -> None:
        rule = ResourceName("forwardingRules", "ilb", "regions/us-east1", "p")

        assert ask(service(), Route(RouteKind.STATIC, "via", next_hop=rule)).partners == Joined()


class TestServicePlan:
    def test_groups_are_those_of_the_first_scenario(self) -> None:
        found = ask(service(backend(B), backend(C, failover=True)))

        assert [(each.label, each.failover, dict(each.zones)) for each in found.groups] == [
            ("ig-b", False, {B: Size.exactly(2)}),
            ("ig-c", True, {C: Size.exactly(2)}),
        ]

    def test_the_root_is_that_of_the_deployment(self) -> None:
        (found,) = plan(Deployment("live/prod", (service(),)), Question()).services

        assert found.root == "live/prod"


class TestUndetermined:
    """What is not known ends only what depends on it, and is told once with its cause."""

    @pytest.mark.parametrize(
        ("balancer", "because", "shown"),
        [
            pytest.param(
                service(Backend(Unknown("var.group"))), ("var.group",), [(None, False, False)], id="group"
            ),
            pytest.param(service(backends=Unknown("var.backends")), ("var.backends",), [], id="backends"),
            pytest.param(
                service(Backend(ResourceName("instanceGroups", "rmig", "regions/us-east1"))),
                ("the zones of group rmig: give --instances rmig=FILE, --health FILE or a scenario",),
                [("rmig", False, False)],
                id="zones",
            ),
        ],
    )
    def test_nothing_is_known_of_the_only_backend(
        self,
        balancer: BackendService,
        because: tuple[str, ...],
        shown: list[tuple[str | None, bool | None, bool]],
    ) -> None:
        found = ask(balancer)
        (first,) = found.scenarios

        assert first.eligible is None
        assert [(each.label, each.failover, each.known) for each in first.groups] == shown
        assert reasons(found) == [("vm", None, None)]
        assert tuple(each.because for each in found.undetermined) == because

    @pytest.mark.parametrize(
        ("doubtful", "because", "zones"),
        [
            pytest.param(Backend(Unknown("var.group")), "var.group", [B], id="group"),
            pytest.param(backend(C, Unknown("var.role")), "var.role", [B, C], id="role"),
        ],
    )
    def test_the_other_backend_is_still_shown(
        self, doubtful: Backend, because: str, zones: list[str]
    ) -> None:
        """Each zone that is known has its rows and its turn to fail; numbers are lower bounds only."""
        found = ask(service(backend(B), doubtful))

        assert [each.scenario.name for each in found.scenarios] == [
            "all healthy",
            *(f"{z} down" for z in zones),
        ]
        assert reasons(found) == [*(("vm", zone, None) for zone in zones), ("vm", None, None)]
        assert dict(found.scenarios[0].healthy)[B] == Size(2, None)
        assert [each.because for each in found.undetermined] == [because]

    @pytest.mark.parametrize(
        ("settings", "because"),
        [
            pytest.param(
                {"locality_lb_policy": "WEIGHTED_GCP_RENDEZVOUS"},
                "WEIGHTED_GCP_RENDEZVOUS: how weights enter the eligible set is not documented",
                id="weighted load balancing",
            ),
            pytest.param({"locality_lb_policy": Unknown("var.policy")}, "var.policy", id="weighted, or not"),
            pytest.param(
                {"failover_policy": FailoverPolicy(Unknown("var.ratio"))}, "var.ratio", id="failover ratio"
            ),
            pytest.param(
                {"failover_policy": FailoverPolicy(Decimal("1.5"))},
                "failover ratio 1.5 is outside of [0, 1], which the API refuses",
                id="failover ratio out of range",
            ),
        ],
    )
    def test_of_the_eligible_set_clients_have_rows_all_the_same(
        self, settings: dict[str, Any], because: str
    ) -> None:
        balancer = service(backend(B), backend(C, failover=True), **settings)
        found = ask(balancer, scenarios=(Scenario("x", {"ig-b": {B: ZoneState(2, 1)}}),))
        (only,) = found.scenarios

        assert only.eligible is None
        assert dict(only.healthy) == {B: Size.exactly(1), C: Size.exactly(2)}
        assert reasons(found) == [("vm", B, None), ("vm", C, None), ("vm", None, None)]
        assert [each.because for each in found.undetermined] == [because]

    def test_an_ordinary_locality_policy_is_no_obstacle(self) -> None:
        assert ask(service(locality_lb_policy="MAGLEV")).undetermined == ()

    def test_whether_traffic_is_dropped_matters_only_where_nothing_is_healthy(self) -> None:
        found = ask(
            service(failover_policy=FailoverPolicy(None, Unknown("var.drop"))),
            scenarios=(Scenario("well"), Scenario("down", down=(B, C))),
        )

        assert [each.eligible is None for each in found.scenarios] == [False, True]
        assert found.undetermined == (Unknown("var.drop"),)

    def test_a_spillover_ratio_that_the_api_refuses_decides_nothing(self) -> None:
        """Not even in a zone that is wholly healthy, for there is no such load balancer."""
        found = ask(service(spillover_ratio=Decimal("1.001")))

        refused = "spillover ratio 1.001 is outside of [0, 1], which the API refuses"
        assert [reason for *_, reason in reasons(found)] == [None, None, None]
        assert [each.because for each in found.undetermined] == [refused]

    def test_a_spillover_ratio_matters_only_to_a_zone_that_is_partly_healthy(self) -> None:
        because = "var.ratio"
        given = Scenario("as given", {"ig-b": {B: ZoneState(2, 1)}})
        found = ask(service(spillover_ratio=Unknown(because)), scenarios=(given,))

        assert reasons(found) == [
            ("vm", B, None),
            ("vm", C, Reason.RATIO_AT_OR_ABOVE_THRESHOLD),
            ("vm", None, Reason.NO_ZONAL_MATCH),
        ]
        assert [each.because for each in found.undetermined] == [because]

    def test_a_size_that_is_not_known_matters_only_to_its_zone(self) -> None:
        size = Unknown("var.instances")
        found = ask(service(zonal_affinity=STAY), group(B, size), group(C))

        assert reasons(found, 2) == [("vm", B, None), ("vm", C, None), ("vm", None, None)]
        assert found.scenarios[1].scenario.name == f"{B} down"
        assert reasons(found, 1) == [
            ("vm", B, None),
            ("vm", C, Reason.INTERSECTION),
            ("vm", None, Reason.NO_ZONAL_MATCH),
        ]
        assert found.undetermined == (size,)

    def test_a_cause_is_told_once(self) -> None:
        found = ask(service(spillover_ratio=Unknown("var.x"), zonal_affinity=Unknown("var.x")))

        assert found.undetermined == (Unknown("var.x"),)


class TestCaveats:
    SUBSETTING = "backend subsetting is on: each client sees a subset of the eligible backends"

    @pytest.mark.parametrize(
        ("balancer", "sizes", "caveats"),
        [
            pytest.param(service(), (2, 2), (), id="none"),
            pytest.param(service(subsetting=Subsetting.NONE), (2, 2), (), id="subsetting is off"),
            pytest.param(
                service(subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING),
                (2, 2),
                (SUBSETTING,),
                id="subsetting",
            ),
            pytest.param(service(), (125, 125), (), id="250 in a pool"),
            pytest.param(
                service(),
                (126, 125),
                (
                    "251 primary backends: above 250 in a pool, "
                    "some are never eligible, and which is not known",
                ),
                id="more than 250 in a pool",
            ),
            pytest.param(
                service(backend(B), backend(C, failover=True)), (250, 250), (), id="250 in each pool"
            ),
            pytest.param(
                service(
                    backend(B), backend(C, failover=True), subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING
                ),
                (250, 300),
                (
                    SUBSETTING,
                    "300 failover backends: above 250 in a pool, "
                    "some are never eligible, and which is not known",
                ),
                id="both",
            ),
        ],
    )
    def test_caveats(
        self, balancer: BackendService, sizes: tuple[int, int], caveats: tuple[str, ...]
    ) -> None:
        assert ask(balancer, group(B, sizes[0]), group(C, sizes[1])).caveats == caveats

    UNLISTED = "the health data does not list group ig-c: it counts as healthy"

    @pytest.mark.parametrize(
        ("seen", "given", "caveats"),
        [
            pytest.param((), (), (), id="no health data at all"),
            pytest.param((health(B, healthy=1), health(C, healthy=2)), (), (), id="of both groups"),
            pytest.param(
                (health(B, healthy=1),), (), (UNLISTED,), id="of one: the other call may have failed"
            ),
            pytest.param(
                (health(B, healthy=1),), (Scenario("as given"),), (), id="a scenario tells of health"
            ),
        ],
    )
    def test_a_group_that_health_data_does_not_list(
        self, seen: tuple[GroupHealth, ...], given: tuple[Scenario, ...], caveats: tuple[str, ...]
    ) -> None:
        assert ask(service(), observations=seen, scenarios=given).caveats == caveats

    def test_backends_that_are_not_known_have_none(self) -> None:
        unknown = service(backends=Unknown("var.backends"))

        assert ask(unknown, observations=(health(B, healthy=1),)).caveats == ()


class TestRegionalGroup:
    """A group within bounds: what holds for every spread is told, the rest is not."""

    def test_three_in_two_zones(self) -> None:
        manager = InstanceGroupManager(
            "rmig", 3, (B, C), identity=ResourceName("instanceGroups", "rmig", "regions/us-east1", "p")
        )
        found = ask(service(Backend(manager.identity), spillover_ratio=Decimal("0.5")), manager)
        first = found.scenarios[0]

        assert first.eligible is not None
        assert first.eligible.kind is EligibleKind.HEALTHY_PRIMARY
        assert first.eligible.backends.size.exact is None
        assert reasons(found) == [
            ("vm", B, Reason.RATIO_AT_OR_ABOVE_THRESHOLD),
            ("vm", C, Reason.RATIO_AT_OR_ABOVE_THRESHOLD),
            ("vm", None, Reason.NO_ZONAL_MATCH),
        ]


def backends(**zones: int | Size) -> BackendSet:
    return BackendSet.of(
        Members("ig", zone, True, size if isinstance(size, Size) else Size.exactly(size))
        for zone, size in zones.items()
    )


class TestCrossZoneShare:
    """The share of new connections that leave the client's zone, where backends are alike."""

    @pytest.mark.parametrize(
        ("found", "zone", "share"),
        [
            pytest.param(backends(a=5, b=3), "b", Fraction(5, 8), id="part of it"),
            pytest.param(backends(b=3), "b", Fraction(0), id="none of it"),
            pytest.param(backends(b=Size(1, 9)), "b", Fraction(0), id="none of it, of whatever size"),
            pytest.param(backends(a=5), "b", Fraction(1), id="all of it"),
            pytest.param(backends(a=5), None, Fraction(1), id="all of it, from a zone without backends"),
            pytest.param(backends(a=Size(1, 9)), "b", Fraction(1), id="all of it, of whatever size"),
            pytest.param(backends(a=5, b=Size(0, 1)), "b", None, id="not known, for its own zone"),
            pytest.param(backends(a=Size(1, 2), b=1), "b", None, id="not known, for another zone"),
            pytest.param(backends(), "b", None, id="nothing is left to send to"),
        ],
    )
    @pytest.mark.parametrize("kind", [ClientKind.VM, ClientKind.PSC_ENDPOINT, ClientKind.VM_BACKEND])
    def test_of_a_zonal_client(
        self, kind: ClientKind, found: BackendSet, zone: str | None, share: Fraction | None
    ) -> None:
        assert cross_zone_share(Client(kind, zone), found) == share

    @pytest.mark.parametrize("kind", [ClientKind.VPN, ClientKind.INTERCONNECT, ClientKind.OTHER_REGION])
    def test_a_client_in_no_zone_has_none(self, kind: ClientKind) -> None:
        assert cross_zone_share(Client(kind), backends(a=5)) is None
