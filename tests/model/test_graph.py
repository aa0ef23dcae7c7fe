"""From an address to its forwarding rules, and from those to groups of backends."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.alb import (
    BackendBucket,
    ProxyProtocol,
    ReservedAddress,
    TargetProxy,
)
from spillover.model.capacity import InstanceGroup
from spillover.model.deployment import Deployment, Joined, NotCovered, subjects
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import (
    AddressBook,
    Attached,
    FrontEnd,
    Reached,
    backing_of,
    groups_of,
    is_at,
)
from spillover.model.names import Link, ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.url_map import Action, Destination, UrlMap

CAUSE = Unknown("var.x")


def at(address: str) -> Origin:
    return Origin(address, address.partition(".")[0])


def refer(address: str, attribute: str = "address") -> Unknown:
    return Unknown(f"{address}.{attribute}", refers_to=Reference(address, attribute))


def rule(called: str, ip_address: Maybe[str] = None, **values: Any) -> ForwardingRule:
    address = f"google_compute_forwarding_rule.{called}"
    return ForwardingRule(ip_address=ip_address, origin=at(address), **{"name": called, **values})


def reserved(called: str, address: Maybe[str] = None, **values: Any) -> ReservedAddress:
    identity = ResourceName("addresses", called, "regions/us-east1")
    return ReservedAddress(
        name=called,
        address=address,
        identity=identity,
        origin=at(f"google_compute_address.{called}"),
        **values,
    )


class TestRulesAt:
    def found(self, address: str | Unknown, *resources: Any) -> Joined[ForwardingRule]:
        return AddressBook(Deployment(resources=resources)).rules_at(address)

    @pytest.mark.parametrize(
        ("written", "owner"),
        [
            ("203.0.113.10", None),
            (refer("google_compute_address.web"), reserved("web", "203.0.113.10")),
            ("projects/p/regions/us-east1/addresses/web", reserved("web", "203.0.113.10")),
            ("web", reserved("web", "203.0.113.10")),
        ],
    )
    def test_by_its_number(self, written: str | Unknown, owner: ReservedAddress | None) -> None:
        of = rule("web", written)
        resources = (of, rule("other", "203.0.113.11"), *([owner] if owner else []))

        assert self.found("203.0.113.10", *resources) == Joined((of,))

    @pytest.mark.parametrize(
        ("address", "written"),
        [("2001:db8::1", "2001:db8:0::1"), ("2001:db8::", "2001:db8::/96")],
        ids=["spelt otherwise", "a range of a rule"],
    )
    def test_by_a_number_of_ipv6(self, address: str, written: str) -> None:
        of = rule("web", written)

        assert self.found(address, of) == Joined((of,))

    def test_by_one_reserved_address_whose_number_is_not_known(self) -> None:
        one, other = rule("web", refer("google_compute_address.web", "id")), rule("other")

        found = self.found(refer("google_compute_address.web"), one, other, reserved("web"), reserved("b"))

        assert found == Joined((one,))

    def test_by_the_rule_that_has_it(self) -> None:
        one, other = rule("web"), rule("other")

        assert self.found(refer(one.origin.address, "ip_address"), one, other) == Joined((one,))

    def test_by_the_rule_whose_address_is_reserved(self) -> None:
        rules = (rule("web", refer("google_compute_address.web")), rule("too", "web"))

        found = self.found(refer(rules[0].origin.address, "ip_address"), *rules, reserved("web"))

        assert found == Joined(rules)

    @pytest.mark.parametrize(
        ("address", "of", "cause"),
        [
            pytest.param("203.0.113.10", rule("web", CAUSE), "var.x", id="the rule's"),
            pytest.param(
                "203.0.113.10",
                rule("web"),
                "google_compute_forwarding_rule.web.ip_address",
                id="Google will choose it, or has done so",
            ),
            pytest.param(
                "203.0.113.10", rule("web", "web-ip"), "the address that web-ip has", id="a name of nothing"
            ),
        ],
    )
    def test_possibly(self, address: str | Unknown, of: ForwardingRule, cause: str) -> None:
        ((found, doubt),) = self.found(address, of).possible

        assert (found, doubt.because) == (of, cause)

    def test_a_number_may_be_that_of_a_rule_that_is_referred_to(self) -> None:
        one, other = rule("web"), rule("other", "203.0.113.10")

        found = self.found(refer(one.origin.address, "ip_address"), other, one)

        assert found.items == (one,)
        assert [each for each, _ in found.possible] == [other]

    @pytest.mark.parametrize(
        ("address", "cause"),
        [
            (CAUSE, "var.x"),
            pytest.param(
                refer("google_compute_address.gone"), "google_compute_address.gone.address", id="not read"
            ),
        ],
    )
    def test_nothing_is_known_of_the_address(self, address: Unknown, cause: str) -> None:
        with pytest.raises(Undetermined) as raised:
            self.found(address, rule("web", "203.0.113.10"))

        assert [unknown.because for unknown in raised.value.unknowns] == [cause]

    def test_a_reserved_address_may_be_any_number(self) -> None:
        of = rule("web", refer("google_compute_address.web"))

        ((_, doubt),) = self.found("203.0.113.10", of, reserved("web")).possible

        assert doubt.because == "google_compute_address.web.address"

    @pytest.mark.parametrize(
        ("fits", "items", "possible"), [(True, ["web"], []), (False, [], []), (CAUSE, [], ["web"])]
    )
    def test_a_number_is_that_of_a_rule_that_fits(
        self, fits: bool | Unknown, items: list[str], possible: list[str]
    ) -> None:
        deployment = Deployment(resources=(rule("web", "10.0.0.1"), rule("other", "10.0.0.2")))

        found = AddressBook(deployment).rules_at("10.0.0.1", lambda _: fits)

        assert [each.name for each in found.items] == items
        assert [each.name for each, _ in found.possible] == possible

    def test_a_reference_is_that_of_its_resource_whatever_fits(self) -> None:
        of = rule("web")

        found = AddressBook(Deployment(resources=(of,))).rules_at(
            refer(of.origin.address, "ip_address"), lambda _: False
        )

        assert found == Joined((of,))

    def test_none_was_read(self) -> None:
        with pytest.raises(NotCovered, match="forwarding rules"):
            self.found("203.0.113.10", reserved("web"))

    def test_of_one_owner(self) -> None:
        assert is_at(Deployment(), "203.0.113.10", reserved("web", "203.0.113.10")) is True
        assert is_at(Deployment(), "203.0.113.10", reserved("web", "203.0.113.11")) is False


def name(collection: str, called: str = "web") -> ResourceName:
    return ResourceName(collection, called, "global")


def service(called: str = "web", *groups: Maybe[Link], **values: Any) -> BackendService:
    backends = tuple(Backend(group) for group in groups)
    return BackendService(name=called, backends=backends, identity=name("backendServices", called), **values)


def proxy(**values: Any) -> TargetProxy:
    return TargetProxy(ProxyProtocol.HTTPS, name="web", identity=name("targetHttpsProxies"), **values)


def url_map(*to: Link | Unknown, mirror: tuple[Link, ...] = ()) -> UrlMap:
    destinations = (*map(Destination, to), *(Destination(each, is_mirror=True) for each in mirror))
    return UrlMap(name="web", identity=name("urlMaps"), default=Action(destinations))


FRONT = rule("web", target=name("targetHttpsProxies"))
BUCKET = BackendBucket(name="files", identity=name("backendBuckets", "files"))
SERVICES = name("backendServices")
GONE = Reference("google_compute_target_https_proxy.gone")


class TestBacking:
    def test_of_a_url_map_each_once(self) -> None:
        to = (SERVICES, name("backendBuckets", "files"), name("backendServices", "a"), SERVICES)
        mapped = url_map(*to, mirror=(name("backendServices", "copy"),))
        web, a, copy = service(), service("a"), service("copy")

        found = backing_of(
            Deployment(resources=(FRONT, proxy(url_map=name("urlMaps")), mapped, web, a, copy, BUCKET)), FRONT
        )

        assert found == Reached((web, BUCKET, a))
        found.complete()

    def test_of_a_proxy_without_a_url_map(self) -> None:
        web = service()

        found = backing_of(Deployment(resources=(proxy(backend_service=SERVICES), web)), FRONT)

        assert found == Reached((web,))

    def test_of_a_passthrough_load_balancer(self) -> None:
        web = service()

        assert backing_of(Deployment(resources=(web,)), rule("web", backend_service=SERVICES)) == Reached(
            (web,)
        )

    @pytest.mark.parametrize(
        ("of", "resources", "cause"),
        [
            (rule("web", target=CAUSE), (), "var.x"),
            (rule("web", backend_service=CAUSE), (), "var.x"),
            (rule("web", target=name("targetHttpProxies", "gone")), (proxy(),), "gone, which was not read"),
            (rule("web", target=GONE), (proxy(),), f"{GONE.address}, which was not read"),
            (FRONT, (proxy(url_map=CAUSE),), "var.x"),
            (FRONT, (proxy(url_map=name("urlMaps")), url_map(CAUSE)), "var.x"),
        ],
    )
    def test_a_way_that_cannot_be_followed(
        self, of: ForwardingRule, resources: tuple[Any, ...], cause: str
    ) -> None:
        found = backing_of(Deployment(resources=resources), of)

        assert (found.items, [each.because for each in found.doubts]) == ((), [cause])
        with pytest.raises(Undetermined):
            found.complete()

    @pytest.mark.parametrize(
        "of",
        [
            rule("web"),
            pytest.param(rule("web", target=name("targetPools")), id="a pool has instances"),
            pytest.param(rule("web", target=Reference("google_compute_vpn_gateway.a")), id="a gateway"),
        ],
    )
    def test_a_rule_without_any(self, of: ForwardingRule) -> None:
        assert backing_of(Deployment(), of) == Reached()

    @pytest.mark.parametrize(
        ("of", "resources", "kind"),
        [
            (rule("web", backend_service=SERVICES), (), "backend services"),
            (FRONT, (), "target proxies"),
            (FRONT, (proxy(url_map=name("urlMaps")),), "URL maps"),
            (FRONT, (proxy(url_map=name("urlMaps")), url_map(SERVICES)), "backend services"),
        ],
    )
    def test_nothing_of_a_kind_was_read(
        self, of: ForwardingRule, resources: tuple[Any, ...], kind: str
    ) -> None:
        with pytest.raises(NotCovered, match=kind):
            backing_of(Deployment(resources=resources), of)


def group(called: str, scope: str | None = "zones/us-east1-b", project: str | None = None) -> ResourceName:
    return ResourceName("instanceGroups", called, scope, project)


class TestGroups:
    def test_of_services_not_of_buckets(self) -> None:
        mapped = url_map(SERVICES, name("backendBuckets", "files"))
        web = service("web", group("a"), None)
        deployment = Deployment(resources=(FRONT, proxy(url_map=name("urlMaps")), mapped, web, BUCKET))

        assert isinstance(web.backends, tuple)
        assert groups_of(deployment, FRONT) == Reached((Attached(web.backends[0], web, group("a")),))
        (front,) = subjects(deployment, FrontEnd)
        assert front.origin == FRONT.origin
        assert front.groups == groups_of(deployment, FRONT)

    @pytest.mark.parametrize(
        "web", [service("web", CAUSE), BackendService(backends=CAUSE, identity=SERVICES)], ids=["one", "all"]
    )
    def test_that_are_not_known(self, web: BackendService) -> None:
        of = rule("web", backend_service=SERVICES)

        assert groups_of(Deployment(resources=(web,)), of) == Reached(doubts=(CAUSE,))

    def test_of_a_service_without_backends(self) -> None:
        web = BackendService(identity=SERVICES)

        found = groups_of(Deployment(resources=(web,)), rule("web", backend_service=SERVICES))

        assert found == Reached()


def attached(link: Link, resource: InstanceGroup | None = None) -> Attached:
    backend = Backend(link)
    return Attached(backend, BackendService(backends=(backend,)), link, resource)


def instances(called: str, identity: ResourceName | None = None, **values: Any) -> InstanceGroup:
    return InstanceGroup(identity=identity, origin=at(f"google_compute_instance_group.{called}"), **values)


A, B = Reference("google_compute_instance_group.a"), Reference("google_compute_instance_group.b")


class TestRegionOfAGroup:
    @pytest.mark.parametrize(
        ("of", "region"),
        [
            (attached(group("a")), "us-east1"),
            (attached(group("a", "regions/us-east1")), "us-east1"),
            (attached(group("a", "global")), None),
            (attached(A, instances("a", group("a"))), "us-east1"),
            (attached(A, instances("a", zone="us-east1-b")), "us-east1"),
        ],
    )
    def test_known(self, of: Attached, region: str | None) -> None:
        assert of.region == region

    @pytest.mark.parametrize(
        ("of", "called"),
        [
            (attached(A), A.address),
            (attached(group("a", None)), "a"),
            (attached(A, instances("a")), A.address),
        ],
    )
    def test_not_known(self, of: Attached, called: str) -> None:
        assert of.region == Unknown(f"the region of {called}", at=of.backend.origin.at("group"))
        assert str(of) == called


class TestOneGroup:
    KEYED = Reference('google_compute_instance_group.a["x"]')

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            (attached(group("a")), attached(group("a", project="p")), True),
            (attached(group("a")), attached(group("a", "zones/us-east1-c")), False),
            (attached(A, instances("a", group("a"))), attached(group("a")), True),
            (attached(A, instances("a")), attached(B, instances("b")), False),
            (attached(KEYED), attached(KEYED), True),
        ],
    )
    def test_decided(self, one: Attached, other: Attached, same: bool) -> None:
        assert one.is_same(other) is same

    SHARED = instances("a")

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            pytest.param(attached(A, SHARED), attached(A, SHARED), id="another instance of it, perhaps"),
            pytest.param(attached(A), attached(group("a")), id="a name and an address"),
            pytest.param(attached(group("a", None)), attached(group("a")), id="a zone is missing"),
        ],
    )
    def test_undecided(self, one: Attached, other: Attached) -> None:
        assert one.is_same(other) == Unknown(f"whether {one} is {other}", at=one.backend.origin.at("group"))
