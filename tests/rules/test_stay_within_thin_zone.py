"""ZA014: zones whose clients STAY_WITHIN_ZONE leaves on unhealthy backends."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import Finding, Severity
from spillover.model.capacity import (
    Autoscaler,
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    Member,
)
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    ZonalAffinity,
)
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

(rule,) = (each for each in ALL if each.code == "ZA014")

ORIGIN = Origin("google_compute_region_backend_service.cache", "google_compute_region_backend_service")
STAY = ZonalAffinity.STAY_WITHIN_ZONE
OPTION, SCHEME, GROUP, RATIO, DROP, SIZE = (
    Unknown(f"var.{name}") for name in ("spillover", "scheme", "group", "ratio", "drop", "size")
)


def named(group: str) -> ResourceName:
    """A group is called by its zone, and what follows a hyphen tells two in one zone apart."""
    return ResourceName("instanceGroups", group, f"zones/us-east1-{group[0]}", "demo")


def manager(group: str, size: Maybe[int]) -> InstanceGroupManager:
    own = ResourceName("instanceGroupManagers", group, f"zones/us-east1-{group[0]}", "demo")
    return InstanceGroupManager(group, size, identity=named(group), manager=own)


def backend(group: str, *, failover: Maybe[bool] = None) -> Backend:
    return Backend(named(group), failover)


def balancer(
    primary: Mapping[str, Maybe[int]],
    failover: Mapping[str, Maybe[int]] | None = None,
    *others: Any,
    health: tuple[GroupHealth, ...] = (),
    **values: Any,
) -> LoadBalancer:
    """Managed groups with their sizes, by role; ``others`` are further resources."""
    failover = failover or {}
    backends = (*map(backend, primary), *(backend(group, failover=True) for group in failover))
    service = BackendService(
        **{
            "name": "cache",
            "region": "us-east1",
            "zonal_affinity": STAY,
            "backends": backends,
            "origin": ORIGIN,
            **values,
        }
    )
    groups = (manager(group, size) for group, size in {**primary, **failover}.items())
    return LoadBalancer(service, Deployment(resources=(service, *groups, *others), observations=health))


def seen(group: str, healthy: int, unhealthy: int, unclear: int = 0) -> GroupHealth:
    """What get-health printed for a group."""
    states: list[bool | None] = [*[True] * healthy, *[False] * unhealthy, *[None] * unclear]
    zone = f"us-east1-{group[0]}"
    members = (Member(f"{group}-{number}", zone, state) for number, state in enumerate(states))
    return GroupHealth(named(group), tuple(members))


def scaler(group: str, least: Maybe[int], most: Maybe[int]) -> Autoscaler:
    target = ResourceName("instanceGroupManagers", group, f"zones/us-east1-{group[0]}", "demo")
    return Autoscaler(target, least, most)


def outcome(subject: LoadBalancer) -> tuple[list[str], list[str]]:
    """Where clients are stuck by the message, and what it depends on besides."""
    found: list[Finding] = []
    causes: list[str] = []
    try:
        for finding in rule.check(subject):
            found.append(finding)  # noqa: PERF402 - a rule may raise after its findings
    except Undetermined as undetermined:
        causes = [each.because for each in undetermined.unknowns]
    words = [finding.message.partition(": ")[2] for finding in found]
    return words, causes


def size_of(group: str) -> str:
    return f"the size of group {group}: give --instances {group}=FILE, --health FILE or a scenario"


def test_finding() -> None:
    assert list(rule.check(balancer({"b": 6, "c": 6, "d": 1}))) == [
        Finding(
            ORIGIN.at("zonal_affinity"),
            "ZONAL_AFFINITY_STAY_WITHIN_ZONE keeps clients on unhealthy backends: "
            "in us-east1-d if its single primary backend fails",
            "add backends there, or use ZONAL_AFFINITY_SPILL_CROSS_ZONE",
        )
    ]
    assert rule.severity is Severity.WARNING


def test_hint_on_a_service_of_gke() -> None:
    (found,) = rule.check(balancer({"b": 6, "d": 1}, name="k8s2-7f3d0a1b-shop-orders-x2m4q9"))

    assert found.hint.startswith("set trafficDistribution on the Kubernetes Service instead")


class TestSingleBackend:
    @pytest.mark.parametrize(
        ("primary", "stuck"),
        [
            pytest.param({"b": 2, "c": 2}, [], id="two in each zone"),
            pytest.param({"b": 6, "c": 1}, ["c"], id="one in a zone"),
            pytest.param({"b": 1, "c": 1, "d": 1}, ["b", "c", "d"], id="one in each"),
            pytest.param({"b": 6, "c": 0}, [], id="none: no zonal match, clients go elsewhere"),
            pytest.param({"c-1": 1, "c-2": 1, "b": 6}, [], id="two groups of one in a zone"),
            pytest.param({"c-1": 1, "c-2": 0, "b": 6}, ["c"], id="a second group that is empty"),
            pytest.param({"b": 1}, [], id="the only one: there is nowhere to send to"),
            pytest.param({"b": 1, "c": 0}, [], id="the only one, beside an empty zone"),
            pytest.param({}, [], id="no backends"),
        ],
    )
    def test_zones(self, primary: dict[str, int], stuck: list[str]) -> None:
        words = ", ".join(f"in us-east1-{zone} if its single primary backend fails" for zone in stuck)

        assert outcome(balancer(primary)) == ([words] if words else [], [])

    def test_no_backend_is_written(self) -> None:
        assert outcome(balancer({}, backends=None)) == ([], [])

    def test_unmanaged_group(self) -> None:
        groups = (
            InstanceGroup("b", instances=("vm-1", "vm-2"), identity=named("b")),
            InstanceGroup("c", instances=("vm-3",), identity=named("c")),
        )
        service = BackendService(zonal_affinity=STAY, backends=(backend("b"), backend("c")), origin=ORIGIN)

        subject = LoadBalancer(service, Deployment(resources=(service, *groups)))

        assert outcome(subject) == (["in us-east1-c if its single primary backend fails"], [])


class TestFailover:
    """Where the failure makes it fail over, its clients no longer match a zone without failover backends."""

    def test_appliance_in_each_of_two_zones(self) -> None:
        assert outcome(balancer({"b": 1}, {"c": 1})) == ([], [])

    def test_other_primary_backends_keep_it_from_failing_over(self) -> None:
        assert outcome(balancer({"b": 1, "c": 5}, {"d": 3})) == (
            ["in us-east1-b if its single primary backend fails"],
            [],
        )

    @pytest.mark.parametrize(
        ("ratio", "stuck"),
        [
            pytest.param(
                "0.8", ["in us-east1-b if its single primary backend fails"], id="4/5 is not below 0.8"
            ),
            pytest.param("0.81", [], id="4/5 is below 0.81: it fails over"),
        ],
    )
    def test_failover_ratio_decides(self, ratio: str, stuck: list[str]) -> None:
        policy = FailoverPolicy(Decimal(ratio))

        assert outcome(balancer({"b": 1, "c": 4}, {"d": 3}, failover_policy=policy)) == (stuck, [])

    def test_single_failover_backend(self) -> None:
        assert outcome(balancer({"b": 5}, {"c": 3, "d": 1})) == (
            ["in us-east1-d if its single failover backend fails"],
            [],
        )

    def test_one_of_each_role_is_told_once(self) -> None:
        assert outcome(balancer({"b": 1, "c": 5}, {"b-f": 1, "d": 3})) == (
            ["in us-east1-b if its single primary backend fails"],
            [],
        )


class TestAutoscaler:
    @pytest.mark.parametrize(
        ("least", "most", "stuck"),
        [
            (1, 5, ["in us-east1-c if it is scaled in to a single primary backend that fails"]),
            (1, None, ["in us-east1-c if it is scaled in to a single primary backend that fails"]),
            (2, 5, []),
            (1, 1, ["in us-east1-c if its single primary backend fails"]),
        ],
    )
    def test_bounds(self, least: int, most: int | None, stuck: list[str]) -> None:
        assert outcome(balancer({"b": 6, "c": 3}, None, scaler("c", least, most))) == (stuck, [])

    def test_lower_bound_of_none_or_not_known(self) -> None:
        for least, because in ((0, "the size of group c, which an autoscaler sets"), (SIZE, "var.size")):
            assert outcome(balancer({"b": 6, "c": 3}, None, scaler("c", least, 5))) == ([], [because])

    def test_other_zones_are_taken_to_hold_one_at_least(self) -> None:
        assert outcome(balancer({"b": 6, "c": 1}, None, scaler("b", 2, 9))) == (
            ["in us-east1-c if its single primary backend fails"],
            [],
        )

    def test_regional_group(self) -> None:
        """Five in three zones: one of them has a single one, and which is not known."""
        regional = ResourceName("instanceGroups", "cache", "regions/us-east1", "demo")
        zones = ("us-east1-b", "us-east1-c", "us-east1-d")
        group = InstanceGroupManager("cache", 5, zones, identity=regional)
        service = BackendService(zonal_affinity=STAY, backends=(Backend(regional),), origin=ORIGIN)
        words = "if it is scaled in to a single primary backend that fails"

        found = outcome(LoadBalancer(service, Deployment(resources=(service, group))))

        assert found == ([", ".join(f"in {zone} {words}" for zone in zones)], [])


class TestHealth:
    """By the health data that was given, a zone may be in that state now."""

    def test_no_healthy_backend_now(self) -> None:
        health = (seen("b", 3, 0), seen("c", 0, 2))

        assert outcome(balancer({"b": 3, "c": 2}, health=health)) == (["in us-east1-c now"], [])

    @pytest.mark.parametrize(
        "health",
        [
            pytest.param((seen("b", 3, 0), seen("c", 1, 1)), id="one of two is healthy"),
            pytest.param((seen("b", 0, 3), seen("c", 0, 2)), id="nothing is healthy, whatever the option"),
        ],
    )
    def test_near_miss(self, health: tuple[GroupHealth, ...]) -> None:
        assert outcome(balancer({"b": 3, "c": 2}, health=health)) == ([], [])

    def test_single_unhealthy_backend_is_told_once(self) -> None:
        health = (seen("b", 3, 0), seen("c", 0, 1))

        assert outcome(balancer({"b": 3, "c": 1}, health=health)) == (["in us-east1-c now"], [])

    def test_failed_over_now(self) -> None:
        health = (seen("b", 0, 3), seen("c", 2, 0), seen("d", 0, 2))

        assert outcome(balancer({"b": 3}, {"c": 2, "d": 2}, health=health)) == (["in us-east1-d now"], [])

    def test_health_that_is_not_clear(self) -> None:
        health = (seen("b", 3, 0), seen("c", 0, 1, unclear=1))

        assert outcome(balancer({"b": 3, "c": 2}, health=health)) == (
            [],
            ["the health of 1 backends of group c"],
        )


class TestUndetermined:
    def test_size_that_is_not_known(self) -> None:
        assert outcome(balancer({"b": 6, "c": SIZE})) == ([], ["var.size"])
        assert outcome(balancer({"b": 6, "c": None})) == ([], [size_of("c")])

    @pytest.mark.parametrize(
        ("primary", "failover"),
        [
            pytest.param({"b": None}, {}, id="there is no other zone"),
            pytest.param({"b": None}, {"c": None}, id="it would fail over"),
            pytest.param({"b": None, "c": 0}, {}, id="the other zone is empty"),
        ],
    )
    def test_size_that_does_not_matter(self, primary: dict[str, Any], failover: dict[str, Any]) -> None:
        assert outcome(balancer(primary, failover)) == ([], [])

    def test_single_one_beside_a_zone_that_is_not_known(self) -> None:
        """It is stuck if the other zone has any backend, and has no other to be sent to if not."""
        assert outcome(balancer({"b": 1, "c": None})) == (
            ["in us-east1-b if its single primary backend fails"],
            [size_of("c")],
        )

    def test_single_one_beside_another_group_in_its_zone(self) -> None:
        assert outcome(balancer({"b": 6, "c-1": 1, "c-2": None})) == ([], [size_of("c-2")])

    def test_two_are_enough_whatever_another_group_has(self) -> None:
        assert outcome(balancer({"b": 6, "c-1": 2, "c-2": None})) == ([], [])

    def test_size_in_one_role_does_not_hide_the_other(self) -> None:
        assert outcome(balancer({"b": 1, "c": 5}, {"b-f": None, "d": 3})) == (
            ["in us-east1-b if its single primary backend fails"],
            [size_of("b-f")],
        )

    def test_failover_ratio_where_it_decides(self) -> None:
        policy = FailoverPolicy(RATIO)

        assert outcome(balancer({"b": 1, "c": 4}, {"d": 3}, failover_policy=policy)) == ([], ["var.ratio"])
        assert outcome(balancer({"b": 2, "c": 4}, {"d": 3}, failover_policy=policy)) == ([], [])

    def test_dropping_traffic_never_decides(self) -> None:
        policy = FailoverPolicy(drop_traffic_if_unhealthy=DROP)

        assert outcome(balancer({"b": 1}, failover_policy=policy)) == ([], [])

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"zonal_affinity": OPTION}, ["var.spillover"], id="the option"),
            pytest.param({"scheme": SCHEME}, ["var.scheme"], id="the scheme"),
            pytest.param(
                {"zonal_affinity": OPTION, "scheme": SCHEME}, ["var.spillover", "var.scheme"], id="both"
            ),
            pytest.param({"backends": GROUP}, ["var.group"], id="the backends"),
            pytest.param({"backends": (backend("b"), Backend(GROUP))}, ["var.group"], id="a group"),
            pytest.param({"backends": (backend("b", failover=SIZE),)}, ["var.size"], id="a role"),
        ],
    )
    def test_what_has_to_be_known_first(self, values: dict[str, Any], causes: list[str]) -> None:
        assert outcome(balancer({"b": 6, "c": 1}, **values)) == ([], causes)


class TestZonesThatAreNotKnown:
    """No zone has fewer backends than if all that are not known are different ones."""

    def subject(self, *sizes: int, known: Mapping[str, int] | None = None, **values: Any) -> LoadBalancer:
        zones = [Unknown(f"var.{number}", same=f"var.{number}") for number, _ in enumerate(sizes)]
        groups = [
            InstanceGroupManager(
                f"g-{at}", sizes[at], zone=zone, identity=ResourceName("instanceGroups", f"g-{at}")
            )
            for at, zone in enumerate(zones)
        ]
        backends = (*map(backend, known or {}), *(Backend(each.identity) for each in groups))
        return balancer(known or {}, None, *groups, backends=backends, **values)

    @pytest.mark.parametrize(
        ("sizes", "known"),
        [
            pytest.param((1,), {}, id="the only group: there is nowhere to send to"),
            pytest.param((2, 3), {}, id="several in each"),
            pytest.param((2,), {"b": 2}, id="several in each, one of them known"),
        ],
    )
    def test_decided(self, sizes: tuple[int, ...], known: dict[str, int]) -> None:
        assert outcome(self.subject(*sizes, known=known)) == ([], [])

    @pytest.mark.parametrize(
        ("sizes", "known", "causes"),
        [
            pytest.param((1, 2), {}, ["var.0", "var.1"], id="the single one may have the other's zone"),
            pytest.param((2,), {"b": 1}, ["var.0"], id="those may be in the zone of the single one"),
        ],
    )
    def test_undetermined(self, sizes: tuple[int, ...], known: dict[str, int], causes: list[str]) -> None:
        assert outcome(self.subject(*sizes, known=known)) == ([], causes)

    def test_those_of_another_role_are_no_doubt(self) -> None:
        zone = Unknown("var.zone")
        group = InstanceGroupManager("g", 2, zone=zone, identity=ResourceName("instanceGroups", "g"))
        backends = (backend("b"), backend("c"), Backend(group.identity, failover=True))

        assert outcome(balancer({"b": 6, "c": 1}, None, group, backends=backends)) == (
            ["in us-east1-c if its single primary backend fails"],
            [],
        )


class TestOtherOptions:
    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"zonal_affinity": None}, id="unset"),
            pytest.param({"zonal_affinity": ZonalAffinity.DISABLED}, id="DISABLED"),
            pytest.param({"zonal_affinity": ZonalAffinity.SPILL_CROSS_ZONE}, id="SPILL_CROSS_ZONE"),
            pytest.param(
                {"zonal_affinity": ZonalAffinity.SPILL_CROSS_ZONE, "scheme": SCHEME},
                id="SPILL_CROSS_ZONE, whatever the scheme",
            ),
            pytest.param({"scheme": LoadBalancingScheme.EXTERNAL}, id="ZA001 speaks of it"),
            pytest.param({"is_global": True, "zonal_affinity": OPTION}, id="global, whatever the option"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert outcome(balancer({"b": 6, "c": 1}, **values)) == ([], [])
