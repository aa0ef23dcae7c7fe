"""The clients that a plan has a row for, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.frontend import Attachment, ForwardingRule, Gateway, HybridAttachment, ServiceAttachment
from spillover.model.names import Link, ResourceName
from spillover.model.network import Network
from spillover.model.service import BackendService
from spillover.model.source import Maybe, Origin, Reference, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.clients import clients, doubtful_clients
from spillover.plan.scenario import ClientShare, Scenario
from spillover.plan.zonal import Client, ClientKind

REGION, B, C = "us-east1", "us-east1-b", "us-east1-c"
SERVICE = BackendService(
    "ilb", REGION, identity=ResourceName("backendServices", "ilb", "regions/us-east1", "p")
)
NETWORK = ResourceName("networks", "vpc", "global", "p")

VM, OTHER_REGION, VPN, INTERCONNECT, PSC_ENDPOINT, VM_BACKEND = (
    ClientKind.VM,
    ClientKind.OTHER_REGION,
    ClientKind.VPN,
    ClientKind.INTERCONNECT,
    ClientKind.PSC_ENDPOINT,
    ClientKind.VM_BACKEND,
)
ANYWHERE = Client(VM)


def planned(
    *resources: Any,
    zones: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
    stated: tuple[Client, ...] = (),
    service: BackendService = SERVICE,
) -> list[Client]:
    lb = LoadBalancer(service, Deployment(resources=(service, *resources)))
    return list(clients(lb, zones, asked, Scenario(clients=tuple(map(ClientShare, stated)))))


class TestVms:
    def test_one_for_each_backend_zone_and_one_for_any_other(self) -> None:
        assert planned(zones=(C, B, C)) == [Client(VM, B), Client(VM, C), ANYWHERE]

    def test_without_backends_there_is_any_zone(self) -> None:
        assert planned() == [ANYWHERE]

    def test_zones_that_were_asked_for_follow_those_of_backends(self) -> None:
        assert planned(zones=(C,), asked=("us-east1-d", B, C)) == [
            Client(VM, C),
            Client(VM, B),
            Client(VM, "us-east1-d"),
            ANYWHERE,
        ]

    def test_zones_of_the_scenario_follow_those(self) -> None:
        assert planned(zones=(C,), stated=(Client(VM, "us-east1-d"), Client(VM, C))) == [
            Client(VM, C),
            Client(VM, "us-east1-d"),
            ANYWHERE,
        ]

    @pytest.mark.parametrize(
        ("region", "zone", "kind"),
        [
            pytest.param(REGION, B, VM, id="in the region"),
            pytest.param(REGION, "europe-west1-b", OTHER_REGION, id="in another region"),
            pytest.param(REGION, "us-east10-b", OTHER_REGION, id="in one whose name goes on"),
            pytest.param(REGION, "somewhere", VM, id="a name of which no region can be told"),
            pytest.param(Unknown("var.region"), "europe-west1-b", VM, id="the region is not known"),
            pytest.param(None, "europe-west1-b", VM, id="the region is not written"),
        ],
    )
    def test_a_vm_in_another_region_comes_through_global_access(
        self, region: Maybe[str], zone: str, kind: ClientKind
    ) -> None:
        service = BackendService(region=region)

        assert planned(asked=(zone,), service=service) == [Client(kind, zone), ANYWHERE]
        assert planned(stated=(Client(VM, zone),), service=service) == [Client(kind, zone), ANYWHERE]

    @pytest.mark.parametrize(
        "client",
        [
            pytest.param(Client(VM_BACKEND, B), id="a VM that is itself a backend"),
            pytest.param(Client(PSC_ENDPOINT, "europe-west1-b"), id="an endpoint, wherever it is"),
            pytest.param(Client(VPN), id="VPN, although none was read"),
        ],
    )
    def test_a_scenario_may_tell_of_any_client(self, client: Client) -> None:
        assert planned(stated=(client,)) == [client, ANYWHERE]

    def test_a_vm_of_which_no_zone_is_told_is_in_any(self) -> None:
        assert planned(stated=(ANYWHERE,)) == [ANYWHERE]


def rule(name: str = "fr", **settings: Any) -> ForwardingRule:
    given = {
        "backend_service": SERVICE.identity,
        "network": NETWORK,
        "identity": ResourceName("forwardingRules", name, "regions/us-east1", "p"),
        "origin": Origin(f"google_compute_forwarding_rule.{name}", "forwarding rule"),
        **settings,
    }
    return ForwardingRule(**given)


class TestGlobalAccess:
    @pytest.mark.parametrize(
        ("rules", "rows"),
        [
            pytest.param((rule(allow_global_access=True),), [Client(OTHER_REGION)], id="allowed"),
            pytest.param(
                (rule(), rule("b", allow_global_access=True)), [Client(OTHER_REGION)], id="by one rule"
            ),
            pytest.param((rule(allow_global_access=False),), [], id="not allowed"),
            pytest.param((rule(),), [], id="not written"),
            pytest.param((rule(allow_global_access=Unknown("var.access")),), [], id="not known"),
            pytest.param(
                (rule(allow_global_access=True, backend_service=Unknown("var.service")),),
                [],
                id="by a rule that may be of another service",
            ),
        ],
    )
    def test_row(self, rules: tuple[ForwardingRule, ...], rows: list[Client]) -> None:
        assert planned(*rules) == [ANYWHERE, *rows]


def gateway(network: Maybe[Link] = NETWORK, name: str = "router") -> Gateway:
    identity = ResourceName("routers", name, "regions/us-east1", "p")
    return Gateway(name, network, identity, Origin(f"google_compute_router.{name}", "gateway"))


def through(*via: Link, kind: Attachment = Attachment.VPN) -> HybridAttachment:
    return HybridAttachment(kind, via=via, origin=Origin(f"attachment.{kind.value}", "attachment"))


ROUTER = Reference("google_compute_router.router")
SAME_NETWORK = ResourceName.parse("projects/p/global/networks/vpc", "networks")


class TestHybrid:
    """A tunnel or VLAN attachment counts where it surely ends in the network of a forwarding rule."""

    @pytest.mark.parametrize(
        ("resources", "kinds"),
        [
            pytest.param((through(ROUTER), gateway()), [VPN], id="a tunnel, by its router"),
            pytest.param(
                (through(ROUTER, kind=Attachment.INTERCONNECT), gateway()),
                [INTERCONNECT],
                id="a VLAN attachment",
            ),
            pytest.param(
                (through(ROUTER, kind=Attachment.INTERCONNECT), through(ROUTER), gateway()),
                [VPN, INTERCONNECT],
                id="both",
            ),
            pytest.param((through(ROUTER), through(ROUTER), gateway()), [VPN], id="two tunnels are one row"),
            pytest.param(
                (through(ResourceName("routers", "router", "regions/us-east1")), gateway()),
                [VPN],
                id="a router by name",
            ),
            pytest.param(
                (through(Reference("google_compute_vpn_gateway.gone"), ROUTER), gateway()),
                [VPN],
                id="one gateway was not read, the router was",
            ),
            pytest.param((through(ROUTER), gateway(SAME_NETWORK)), [VPN], id="the network in another form"),
            pytest.param((through(ROUTER),), [], id="its router was not read"),
            pytest.param((gateway(),), [], id="a router without a tunnel"),
            pytest.param((through(), gateway()), [], id="a tunnel that goes through nothing known"),
            pytest.param(
                (through(ROUTER), gateway(ResourceName("networks", "other", "global", "p"))),
                [],
                id="another network",
            ),
            pytest.param((through(ROUTER), gateway(None)), [], id="no network is written"),
            pytest.param(
                (through(ROUTER), gateway(Unknown("var.network"))), [], id="the network is not known"
            ),
            pytest.param(
                (through(ROUTER), gateway(Reference("google_compute_network.vpc"))),
                [],
                id="not the same form",
            ),
        ],
    )
    def test_rows(self, resources: tuple[Any, ...], kinds: list[ClientKind]) -> None:
        assert planned(rule(), *resources) == [ANYWHERE, *(Client(kind) for kind in kinds)]

    @pytest.mark.parametrize(
        ("network", "kinds"),
        [
            pytest.param(Reference("google_compute_network.vpc"), [VPN], id="the same"),
            pytest.param(Reference("google_compute_network.other"), [], id="another"),
            pytest.param(NETWORK, [], id="not the same form"),
            pytest.param(None, [], id="not written"),
        ],
    )
    def test_networks_that_have_no_name_yet(self, network: Maybe[Link], kinds: list[ClientKind]) -> None:
        front_end = rule(network=Reference("google_compute_network.vpc"))

        assert planned(front_end, through(ROUTER), gateway(network)) == [
            ANYWHERE,
            *(Client(kind) for kind in kinds),
        ]

    def test_without_forwarding_rules_nothing_is_known_of_the_network(self) -> None:
        assert planned(through(ROUTER), gateway()) == [ANYWHERE]


def published(target: Maybe[Link]) -> ServiceAttachment:
    return ServiceAttachment("psc", target)


class TestPublishedService:
    FR = rule().identity

    def test_a_row_for_each_backend_zone_and_one_for_any_other(self) -> None:
        assert planned(rule(), published(self.FR), zones=(B, C)) == [
            Client(VM, B),
            Client(VM, C),
            ANYWHERE,
            Client(PSC_ENDPOINT, B),
            Client(PSC_ENDPOINT, C),
            Client(PSC_ENDPOINT),
        ]

    @pytest.mark.parametrize(
        "resources",
        [
            pytest.param((rule(),), id="no service attachment"),
            pytest.param((published(FR),), id="no forwarding rule"),
            pytest.param(
                (rule(), published(ResourceName("forwardingRules", "x", "regions/us-east1"))), id="of another"
            ),
            pytest.param((rule(), published(Unknown("var.rule"))), id="not known"),
        ],
    )
    def test_not_surely_published(self, resources: tuple[Any, ...]) -> None:
        assert planned(*resources, zones=(B,)) == [Client(VM, B), ANYWHERE]


def test_the_order_of_all_kinds() -> None:
    resources = (
        rule(allow_global_access=True),
        published(rule().identity),
        through(ROUTER, kind=Attachment.INTERCONNECT),
        through(ROUTER),
        gateway(),
    )

    assert planned(*resources, zones=(B,), asked=("europe-west1-b",), stated=(Client(VM_BACKEND, B),)) == [
        Client(VM, B),
        Client(OTHER_REGION, "europe-west1-b"),
        Client(VM_BACKEND, B),
        ANYWHERE,
        Client(OTHER_REGION),
        Client(VPN),
        Client(INTERCONNECT),
        Client(PSC_ENDPOINT, B),
        Client(PSC_ENDPOINT),
    ]


class TestDoubts:
    """Clients that may have no row although there are some."""

    HERE = Network("vpc", "p", NETWORK, Origin("google_compute_network.vpc", ""))

    def doubts(self, *resources: Any) -> list[str]:
        return list(doubtful_clients(LoadBalancer(SERVICE, Deployment(resources=(SERVICE, *resources)))))

    def test_name_and_address_of_one_network(self) -> None:
        way = gateway(Reference("google_compute_network.vpc"))

        assert planned(rule(), way, through(ROUTER), self.HERE) == [ANYWHERE, Client(VPN)]
        assert self.doubts(rule(), way, through(ROUTER), self.HERE) == []

    def test_a_network_that_was_not_read(self) -> None:
        way = gateway(Reference("google_compute_network.vpc"))

        assert planned(rule(), way, through(ROUTER)) == [ANYWHERE]
        assert self.doubts(rule(), way, through(ROUTER)) == [
            "whether clients come through VPN depends on whether google_compute_network.vpc "
            "is the network vpc of project p"
        ]

    def test_one_way_that_is_sure_is_enough(self) -> None:
        unclear = gateway(Unknown("var.network"), "other")
        ways = (through(ROUTER), through(Reference("google_compute_router.other")))

        assert self.doubts(rule(), gateway(), unclear, *ways) == []

    @pytest.mark.parametrize(
        ("access", "doubts"),
        [
            ((True, Unknown("var.access")), []),
            ((Unknown("var.access"),), ["whether clients of other regions come depends on var.access"]),
            ((None, False), []),
        ],
    )
    def test_global_access(self, access: tuple[Any, ...], doubts: list[str]) -> None:
        rules = (rule(str(number), allow_global_access=each) for number, each in enumerate(access))

        assert self.doubts(*rules) == doubts

    def test_another_network(self) -> None:
        other = ResourceName("networks", "other", "global", "p")

        assert self.doubts(rule(), gateway(other), through(ROUTER)) == []
        assert self.doubts() == []
