"""The rules about next hops of routes: ZA008, ZA010, LB013, LB014 and LB015."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Certainty, Finding, Related, Severity
from spillover.model.alb import ReservedAddress
from spillover.model.capacity import InstanceGroup
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import FrontEnd
from spillover.model.names import Link, ResourceName
from spillover.model.network import NetworkPeering
from spillover.model.routes import Route, RouteKind
from spillover.model.service import Backend, BackendService, LoadBalancingScheme, ZonalAffinity
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.views import LoadBalancer, NextHop
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
za008, za010, lb013, lb014, lb015 = (RULES[code] for code in ("ZA008", "ZA010", "LB013", "LB014", "LB015"))

SPILL, STAY, DISABLED = (
    ZonalAffinity.SPILL_CROSS_ZONE,
    ZonalAffinity.STAY_WITHIN_ZONE,
    ZonalAffinity.DISABLED,
)
OPTION, SCHEME, GROUP, HOP, FLAG = (
    Unknown(f"var.{name}") for name in ("spillover", "scheme", "group", "hop", "flag")
)


def name_of(collection: str, name: str) -> ResourceName:
    return ResourceName(collection, name, "regions/us-east1", "demo")


def group(name: str) -> ResourceName:
    return ResourceName("instanceGroups", name, f"zones/us-east1-{name[-1]}", "demo")


FIREWALLS = ("fw-b", "fw-c")


def service(
    name: str, affinity: Maybe[ZonalAffinity], groups: Any = FIREWALLS, **values: Any
) -> BackendService:
    backends = tuple(Backend(group(each) if isinstance(each, str) else each) for each in groups)
    return BackendService(
        **{
            "name": name,
            "region": "us-east1",
            "zonal_affinity": affinity,
            "backends": backends,
            "identity": name_of("backendServices", name),
            "origin": Origin(f"service.{name}", ""),
            **values,
        }
    )


def rule(name: str, **values: Any) -> ForwardingRule:
    return ForwardingRule(
        name=name,
        region="us-east1",
        backend_service=name_of("backendServices", name),
        identity=name_of("forwardingRules", name),
        origin=Origin(f"rule.{name}", ""),
        **values,
    )


def route(name: str, to: Maybe[Link] = None, kind: RouteKind = RouteKind.STATIC) -> Route:
    hop = name_of("forwardingRules", name) if to is None else to
    return Route(kind, f"via-{name}", next_hop=hop, origin=Origin(f"route.{name}", ""))


WAYS = (rule("in"), rule("out"), route("in"), route("out"))


def pair(mine: BackendService, other: BackendService, *others: object) -> LoadBalancer:
    """Next hops of the two directions, unless ``others`` says otherwise."""
    return LoadBalancer(mine, Deployment(resources=(mine, other, *(others or WAYS))))


def undetermined(rule: AnyRule, subject: object) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


def test_both_have_it_on() -> None:
    mine, other = service("in", SPILL), service("out", STAY)

    assert list(za008.check(pair(mine, other))) == [
        Finding(
            mine.origin.at("zonal_affinity"),
            "ZONAL_AFFINITY_SPILL_CROSS_ZONE on two next hops with the same backends: between two zones, "
            "a connection and its replies are sent to different ones",
            "turn zonal affinity off on both, unless the appliances keep no state",
            (Related(other.origin.at("zonal_affinity"), "the other next hop has it turned on here"),),
            certainty=Certainty.LIKELY,
        )
    ]
    assert (za008.severity, za010.severity) == (Severity.WARNING, Severity.WARNING)
    assert list(za008.check(pair(other, mine))) == []  # the first one speaks
    assert list(za010.check(pair(mine, other))) == []


@pytest.mark.parametrize("off", [None, DISABLED])
def test_one_has_it_on(off: ZonalAffinity | None) -> None:
    mine, other = service("in", SPILL), service("out", off)

    assert list(za010.check(pair(mine, other))) == [
        Finding(
            mine.origin.at("zonal_affinity"),
            "ZONAL_AFFINITY_SPILL_CROSS_ZONE on one of two next hops with the same backends: "
            "out has it off, so replies may reach another backend",
            "turn zonal affinity off here; on for both is enough only where connections stay in a zone",
            (Related(other.origin.at("zonal_affinity"), "the next hop of the other direction"),),
        )
    ]
    assert list(za010.check(pair(other, mine))) == []
    assert list(za008.check(pair(mine, other))) == []


def test_a_service_without_a_name_is_called_by_its_address() -> None:
    (found,) = za010.check(pair(service("in", SPILL), replace(service("out", None), name=GROUP)))

    assert "service.out has it off" in found.message


ON, ON_TOO, OFF = service("in", SPILL), service("out", SPILL), service("out", None)


@pytest.mark.parametrize(
    ("mine", "others"),
    [
        pytest.param(ON, [*WAYS[:3]], id="the other one is no next hop"),
        pytest.param(ON, [*WAYS[:2], WAYS[3]], id="it is no next hop itself"),
        pytest.param(ON, [*WAYS[:2]], id="there are no routes"),
        pytest.param(service("in", SPILL, ("nat-b", "nat-c")), WAYS, id="other backends"),
        pytest.param(service("in", SPILL, ("fw-b", "nat-b")), WAYS, id="all in one zone"),
        pytest.param(service("in", DISABLED), WAYS, id="off"),
        pytest.param(service("in", SPILL, scheme=LoadBalancingScheme.EXTERNAL), WAYS, id="ZA001 speaks"),
    ],
)
def test_near_misses_of_both(mine: BackendService, others: list[object]) -> None:
    assert list(za008.check(pair(mine, ON_TOO, *others))) == []
    assert list(za010.check(pair(mine, OFF, *others))) == []


def test_the_other_one_is_an_external_one() -> None:
    proxy = service("out", None, scheme=LoadBalancingScheme.EXTERNAL)

    assert list(za010.check(pair(ON, proxy))) == []


@pytest.mark.parametrize(
    ("mine", "values", "ways", "causes"),
    [
        pytest.param(service("in", OPTION), {}, WAYS, [OPTION], id="its option"),
        pytest.param(service("in", SPILL, scheme=SCHEME), {}, WAYS, [SCHEME], id="its scheme"),
        pytest.param(ON, {"zonal_affinity": OPTION}, WAYS, [OPTION], id="the other one's option"),
        pytest.param(ON, {"backends": GROUP}, WAYS, [GROUP], id="the other one's groups"),
        pytest.param(ON, {"backends": (Backend(GROUP),)}, WAYS, [GROUP], id="the other one's group"),
        pytest.param(service("in", SPILL, ("fw-b", GROUP)), {}, WAYS, [GROUP], id="its zones"),
        pytest.param(ON, {}, (*WAYS[:3], route("out", HOP)), [HOP], id="where the way back leads"),
        pytest.param(ON, {}, (*WAYS[:2], route("in", HOP), WAYS[3]), [HOP], id="where the way out leads"),
    ],
)
def test_undetermined(
    mine: BackendService, values: dict[str, Any], ways: tuple[object, ...], causes: list[Unknown]
) -> None:
    on = service("out", SPILL, **values)
    off = service("out", None, **values)

    assert undetermined(za008, pair(mine, on, *ways)) == causes
    assert undetermined(za010, pair(mine, off, *ways)) == causes


@pytest.mark.parametrize("backends", [None, GROUP])
def test_backends_that_are_not_known_or_not_there(backends: Any) -> None:
    subject = pair(service("in", SPILL, backends=backends), ON_TOO)

    if backends is None:
        assert list(za008.check(subject)) == []
    else:
        assert undetermined(za008, subject) == [GROUP]


def test_groups_that_have_no_name_yet_are_the_same_by_their_address() -> None:
    groups = tuple(
        InstanceGroup(GROUP, zone=f"us-east1-{zone}", origin=Origin(f"g.{zone}", "")) for zone in "bc"
    )
    links = (Reference("g.b"), Reference("g.c"))
    mine, other = service("in", SPILL, links), service("out", None, links)

    assert len(list(za010.check(pair(mine, other, *groups, *WAYS)))) == 1


L3 = rule("fw", ip_protocol="L3_DEFAULT")


def hop(*rules: ForwardingRule, kind: RouteKind = RouteKind.STATIC, to: Maybe[Link] = None) -> NextHop:
    way = route("fw", to, kind)
    return NextHop(way, Deployment(resources=(way, *rules)))


class TestSilentlyDropping:
    """LB013."""

    def test_finding(self) -> None:
        subject = hop(L3)

        assert list(lb013.check(subject)) == [
            Finding(
                subject.route.origin.at("next_hop"),
                "the next hop's forwarding rule has the protocol L3_DEFAULT: packets are silently dropped",
                "use TCP or UDP for the forwarding rule: as a next hop it forwards every protocol",
                (Related(L3.origin.at("ip_protocol"), "its protocol is set here"),),
            )
        ]
        assert lb013.severity is Severity.ERROR

    @pytest.mark.parametrize(
        "subject",
        [
            pytest.param(hop(rule("fw", ip_protocol="TCP")), id="TCP"),
            pytest.param(hop(rule("fw")), id="TCP by default"),
            pytest.param(hop(rule("nat", ip_protocol="L3_DEFAULT")), id="it leads to another one"),
            pytest.param(hop(L3, kind=RouteKind.POLICY_BASED), id="only static routes are so documented"),
            pytest.param(hop(), id="the rule was not read"),
        ],
    )
    def test_near_miss(self, subject: NextHop) -> None:
        assert list(lb013.check(subject)) == []

    def test_undetermined(self) -> None:
        assert undetermined(lb013, hop(rule("fw", ip_protocol=FLAG))) == [FLAG]
        assert undetermined(lb013, hop(L3, to=HOP)) == [HOP]
        assert list(lb013.check(hop(rule("fw", ip_protocol="TCP"), to=HOP))) == []


SHARED = "SHARED_LOADBALANCER_VIP"
INSIDE, OUTSIDE = (name_of("subnetworks", name) for name in ("inside", "outside"))


def reserved(purpose: Maybe[str] = SHARED, **values: Any) -> ReservedAddress:
    return ReservedAddress(
        **{
            "name": "vip",
            "region": "us-east1",
            "address": "10.40.0.9",
            "purpose": purpose,
            "subnetwork": INSIDE,
            "identity": name_of("addresses", "vip"),
            "origin": Origin("address.vip", ""),
            **values,
        }
    )


class TestSharedAddress:
    """LB013, of the address of the next hop."""

    REFERENCE = Unknown("address.vip.id", Reference("address.vip"))

    def at(self, address: Maybe[str], *addresses: ReservedAddress, **values: Any) -> NextHop:
        front = rule("fw", ip_address=address, **{"subnetwork": INSIDE, **values})
        return NextHop(route("fw"), Deployment(resources=(route("fw"), front, *addresses)))

    @pytest.mark.parametrize(
        ("address", "values"),
        [
            pytest.param("10.40.0.9", {}, id="its number"),
            pytest.param("vip", {}, id="its name"),
            pytest.param("projects/demo/regions/us-east1/addresses/vip", {}, id="its path"),
            pytest.param(REFERENCE, {"address": None}, id="a reference, before there is a number"),
            pytest.param(REFERENCE, {"subnetwork": None}, id="a reference, whatever the subnetwork"),
        ],
    )
    def test_finding(self, address: Maybe[str], values: dict[str, Any]) -> None:
        vip = reserved(**values)
        subject = self.at(address, vip)

        assert list(lb013.check(subject)) == [
            Finding(
                subject.route.origin.at("next_hop"),
                f"the next hop's address has the purpose {SHARED}: packets are silently dropped",
                "give the forwarding rule an address of its own",
                (Related(vip.origin.at("purpose"), "its purpose is set here"),),
            )
        ]

    def test_of_another_forwarding_rule(self) -> None:
        owner = rule("owner", ip_address=self.REFERENCE)
        front = rule("fw", ip_address=Unknown("rule.owner.ip_address", Reference("rule.owner", "ip_address")))
        known = rule("owner", ip_address="10.40.0.9", subnetwork=INSIDE)

        for each in (owner, known):
            resources = (route("fw"), front, each, reserved())
            assert len(list(lb013.check(NextHop(route("fw"), Deployment(resources=resources))))) == 1

    def test_beside_the_protocol(self) -> None:
        """Each of the two has a remedy of its own."""
        assert len(list(lb013.check(self.at("vip", reserved(), ip_protocol="L3_DEFAULT")))) == 2

    @pytest.mark.parametrize(("address", "doubt"), [(OPTION, Undetermined), ("10.40.0.9", NotCovered)])
    def test_that_is_not_known_hides_no_protocol(self, address: Maybe[str], doubt: type[Exception]) -> None:
        findings = lb013.check(self.at(address, ip_protocol="L3_DEFAULT"))

        assert "L3_DEFAULT" in next(findings).message
        with pytest.raises(doubt):
            next(findings)

    @pytest.mark.parametrize(
        ("address", "vip", "values"),
        [
            pytest.param(None, reserved(), {}, id="an address that Google chooses"),
            pytest.param("vip", reserved("GCE_ENDPOINT"), {}, id="another purpose"),
            pytest.param("vip", reserved(None), {}, id="no purpose"),
            pytest.param(REFERENCE, reserved(None), {}, id="no purpose of a reference"),
            pytest.param("10.40.0.9", reserved(address="10.40.0.8"), {}, id="another number"),
            pytest.param("10.40.0.9", reserved(subnetwork=OUTSIDE), {}, id="in another subnetwork"),
            pytest.param("10.40.0.9", reserved("VPC_PEERING", address=FLAG), {}, id="of no matter"),
        ],
    )
    def test_near_miss(self, address: Maybe[str], vip: ReservedAddress, values: dict[str, Any]) -> None:
        assert list(lb013.check(self.at(address, vip, **values))) == []

    def test_of_a_policy_based_route(self) -> None:
        front, way = rule("fw", ip_address="vip"), route("fw", None, RouteKind.POLICY_BASED)

        assert list(lb013.check(NextHop(way, Deployment(resources=(way, front, reserved()))))) == []

    @pytest.mark.parametrize(
        ("address", "vip", "values", "cause"),
        [
            (OPTION, reserved(), {}, "var.spillover"),
            (REFERENCE, reserved(FLAG), {}, "var.flag"),
            ("vip", reserved(FLAG), {}, "var.flag"),
            ("10.40.0.9", reserved(FLAG), {}, "var.flag"),
            ("10.40.0.9", reserved(address=FLAG), {}, "var.flag"),
            ("10.40.0.9", reserved(address=None), {}, "address.vip.address"),
            ("10.40.0.9", reserved(subnetwork=FLAG), {}, "var.flag"),
            (
                "10.40.0.9",
                reserved(subnetwork=None),
                {},
                "the subnetwork of address.vip, which is not written",
            ),
            (
                "10.40.0.9",
                reserved(),
                {"subnetwork": None},
                "the subnetwork of rule.fw, which is not written",
            ),
            ("other", reserved(), {}, "other, which was not read"),
        ],
    )
    def test_undetermined(
        self, address: Maybe[str], vip: ReservedAddress, values: dict[str, Any], cause: str
    ) -> None:
        unknowns = undetermined(lb013, self.at(address, vip, **values))

        assert [unknown.because for unknown in unknowns] == [cause]

    def test_a_number_where_no_address_was_read(self) -> None:
        with pytest.raises(NotCovered, match="addresses"):
            list(lb013.check(self.at("10.40.0.9")))


def front(rule: ForwardingRule, *routes: Route) -> FrontEnd:
    return FrontEnd(rule, Deployment(resources=(rule, *routes)))


class TestWithoutGlobalAccess:
    """LB015."""

    WAY = route("fw", kind=RouteKind.POLICY_BASED)

    @pytest.mark.parametrize("allowed", [None, False])
    def test_finding(self, allowed: bool | None) -> None:
        """One for a forwarding rule, however many routes lead to it."""
        other = replace(self.WAY, origin=Origin("route.other", ""))
        subject = front(rule("fw", allow_global_access=allowed), self.WAY, other)

        assert list(lb015.check(subject)) == [
            Finding(
                subject.origin.at("allow_global_access"),
                "next hop of a policy-based route, without global access: "
                "packets from other regions are dropped",
                "allow global access on the forwarding rule",
                (
                    Related(self.WAY.origin.at("next_hop"), "routed here"),
                    Related(other.origin.at("next_hop"), "routed here"),
                ),
            )
        ]
        assert lb015.severity is Severity.WARNING

    @pytest.mark.parametrize(
        "subject",
        [
            pytest.param(front(rule("fw", allow_global_access=True), WAY), id="allowed"),
            pytest.param(front(rule("fw"), route("fw")), id="a static route"),
            pytest.param(front(rule("nat"), WAY), id="a route to another one"),
            pytest.param(front(rule("fw")), id="no route"),
            pytest.param(
                front(rule("fw", scheme=LoadBalancingScheme.EXTERNAL), replace(WAY, next_hop=HOP)),
                id="it cannot be a next hop",
            ),
        ],
    )
    def test_near_miss(self, subject: FrontEnd) -> None:
        assert list(lb015.check(subject)) == []

    @pytest.mark.parametrize(("kind", "found"), [(RouteKind.POLICY_BASED, 1), (RouteKind.STATIC, 0)])
    def test_from_a_peered_network(self, kind: RouteKind, found: int) -> None:
        """A policy-based route may lead to a network that is peered with its own."""
        hub, spoke = (ResourceName("networks", each, "global", "demo") for each in ("hub", "spoke"))
        way = replace(route("fw", kind=kind), next_hop=None, next_hop_ip="10.40.0.9", network=spoke)
        target = rule("fw", ip_address="10.40.0.9", network=hub)
        resources = (target, way, NetworkPeering(spoke, hub))

        assert len(list(lb015.check(FrontEnd(target, Deployment(resources=resources))))) == found
        assert list(lb015.check(FrontEnd(target, Deployment(resources=resources[:2])))) == []

    def test_undetermined(self) -> None:
        assert undetermined(lb015, front(rule("fw", allow_global_access=FLAG), self.WAY)) == [FLAG]
        assert undetermined(lb015, front(rule("fw"), replace(self.WAY, next_hop=HOP))) == [HOP]


class TestNodesOfGke:
    """LB014."""

    def subject(self, *names: str, to: Maybe[Link] = None, **values: Any) -> LoadBalancer:
        nodes = service("fw", None, names, **values)
        return LoadBalancer(nodes, Deployment(resources=(nodes, rule("fw"), route("fw", to))))

    @pytest.mark.parametrize(
        "name", ["gke-shop-pool-a-9d31c0f2-grp", "k8s-ig--5b0c1e2f3a4d", "k8s2-7f3d0a1b-shop-orders-x2m4q9"]
    )
    def test_finding(self, name: str) -> None:
        subject = self.subject("fw-b", name)
        assert isinstance(subject.service.backends, tuple)

        assert list(lb014.check(subject)) == [
            Finding(
                subject.service.backends[1].origin.at("group"),
                "nodes of GKE, by the name of their group, cannot be backends of a next hop",
                "use VMs that forward packets, in groups of their own",
                (Related(Origin("route.fw", "").at("next_hop"), "a route leads to this load balancer here"),),
                certainty=Certainty.LIKELY,
            )
        ]
        assert lb014.severity is Severity.WARNING

    @pytest.mark.parametrize(
        "subject_of",
        [
            pytest.param({"names": ("fw-b", "gke-fw-b")}, id="no group of nodes"),
            pytest.param({"names": ("k8s2-x",), "to": name_of("forwardingRules", "nat")}, id="no next hop"),
            pytest.param({"names": ("k8s2-x",), "scheme": LoadBalancingScheme.EXTERNAL}, id="external"),
            pytest.param({"names": (), "backends": GROUP}, id="names that are not known are not GKE's"),
        ],
    )
    def test_near_miss(self, subject_of: dict[str, Any]) -> None:
        names = subject_of.pop("names")

        assert list(lb014.check(self.subject(*names, **subject_of))) == []

    def test_undetermined(self) -> None:
        assert undetermined(lb014, self.subject("k8s2-x", to=HOP)) == [HOP]
