"""A load balancer before and after: what differs for clients, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.capacity import InstanceGroupManager
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    ZonalAffinity,
)
from spillover.model.settings import Setting
from spillover.model.source import Origin, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.diff.matching import Status
from spillover.plan.diff.results import Destiny
from spillover.plan.diff.services import ServiceDiff, diff_services
from spillover.plan.planned import Question
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind

OFF, STAY, SPILL = ZonalAffinity


def name_of(zone: str, role: str = "p") -> ResourceName:
    return ResourceName("instanceGroups", f"{role}-{zone}", f"zones/{zone}", "demo")


def balancer(
    option: Any = SPILL,
    ratio: str | None = None,
    *,
    sizes: Mapping[str, int | None] | None = None,
    failover: dict[str, int] | None = None,
    name: str = "ilb",
    address: str = "x.ilb",
    root: str = ".",
    **more: Any,
) -> LoadBalancer:
    """A load balancer with a managed group of each size in each zone; None is one that nothing tells."""
    primary: Mapping[str, int | None] = {"b": 5, "c": 5} if sizes is None else sizes
    spare = failover or {}
    groups = [
        InstanceGroupManager(target_size=size, identity=name_of(zone, role))
        for role, of in (("p", primary), ("f", spare))
        for zone, size in of.items()
    ]
    backends = [Backend(name_of(zone)) for zone in primary]
    backends += [Backend(name_of(zone, "f"), True) for zone in spare]
    service = BackendService(
        name=name,
        region="east",
        scheme=LoadBalancingScheme.INTERNAL,
        zonal_affinity=option,
        spillover_ratio=None if ratio is None else Decimal(ratio),
        backends=tuple(backends),
        origin=Origin(address, "x", root),
        **more,
    )
    return LoadBalancer(service, Deployment(root, (service, *groups)))


def diff(before: LoadBalancer, after: LoadBalancer, *scenarios: Scenario, **asked: Any) -> ServiceDiff:
    question = Question(scenarios, **asked)
    (found,) = diff_services([before], [after], question, lambda each: each.service.origin.address)
    return found


class TestMeaning:
    @pytest.mark.parametrize(
        ("before", "after", "meaning"),
        [
            pytest.param(
                ("1", None),
                ("0.8", None),
                ["clients in b and c no longer leave their zone while 1 of 5 backends is down"],
                id="it bears one more",
            ),
            pytest.param(
                ("1", None),
                ("0.4", None),
                ["clients in b and c no longer leave their zone while 1 to 3 of 5 backends are down"],
                id="it bears several more",
            ),
            pytest.param(
                ("0.8", None),
                ("1", None),
                ["clients in b and c leave their zone as soon as 1 of 5 backends is down (before: 2)"],
                id="it bears less",
            ),
            pytest.param(
                ("1", {"b": 5, "c": 1}),
                ("0.5", {"b": 5, "c": 1}),
                ["clients in b no longer leave their zone while 1 to 2 of 5 backends are down"],
                id="in one zone alone",
            ),
            pytest.param(
                ("1", {"b": 5, "c": 4}),
                ("1", {"b": 6, "c": 4}),
                [
                    "clients in b stay in their zone as long as 6 of 6 backends there are healthy "
                    "(before: 5 of 5)"
                ],
                id="another size",
            ),
            pytest.param(
                ("0.8", {"b": 5, "c": 5}),
                ("0.8", {"b": 5}),
                ["clients in c do not stay in their zone any more: no backend is there"],
                id="a zone less",
            ),
            pytest.param(
                ("0.8", {"b": 5}),
                ("0.8", {"b": 5, "c": 5}),
                ["clients in c stay in their zone now, as long as 4 of 5 backends there are healthy"],
                id="a zone more",
            ),
        ],
    )
    def test_of_a_ratio_and_of_sizes(
        self, before: tuple[str, Any], after: tuple[str, Any], meaning: list[str]
    ) -> None:
        one, other = (balancer(ratio=ratio, sizes=sizes) for ratio, sizes in (before, after))

        assert list(diff(one, other).meaning) == meaning

    def test_of_another_option(self) -> None:
        lost = "clients in b and c stay on unhealthy backends once none there is healthy"

        assert list(diff(balancer(SPILL, "0.8"), balancer(STAY)).meaning) == [
            "clients in b and c no longer leave their zone while 2 to 4 of 5 backends are down",
            f"{lost} (before: they leave their zone)",
        ]
        assert list(diff(balancer(SPILL, "0.8"), balancer(OFF)).meaning) == [
            "clients in b and c do not stay in their zone any more: zonal affinity is off"
        ]
        assert list(diff(balancer(OFF), balancer(STAY)).meaning) == [
            "clients in b and c stay in their zone now, as long as 1 of 5 backends there is healthy"
        ]

    def test_of_a_failover_policy(self) -> None:
        one = balancer(failover={"b": 2})
        other = balancer(
            failover={"b": 2, "c": 2},
            failover_policy=FailoverPolicy(failover_ratio=Decimal("0.5"), drop_traffic_if_unhealthy=True),
        )

        assert list(diff(one, other).meaning) == [
            "with nothing healthy, clients in b and c are dropped "
            "(before: go to the primary backends of their zone)",
            "after a failover clients in c stay in their zone (before: leave their zone)",
            "it fails over below 5 of 10 healthy primary backends (before: 1 of 10)",
        ]
        assert "it does not fail over any more (before: 1 of 10)" in diff(one, balancer()).meaning

    def test_of_another_name(self) -> None:
        assert list(diff(balancer(name="old"), balancer(name="new")).meaning) == [
            "old is replaced by new: its connections end"
        ]

    def test_of_what_is_not_known_any_more(self) -> None:
        found = diff(balancer(ratio="0.8"), balancer(ratio="0.8", sizes={"b": None, "c": 5}))

        assert list(found.meaning) == ["what clients in b and c bear is not known any more"]

    @given(
        st.sampled_from([OFF, STAY, SPILL]),
        st.sampled_from(["0", "0.3", "0.5", "0.8", "1"]),
        st.dictionaries(st.sampled_from("bcd"), st.integers(1, 6), min_size=1),
        st.dictionaries(st.sampled_from("bcd"), st.integers(1, 3)),
    )
    def test_of_nothing_is_nothing(
        self, option: ZonalAffinity, ratio: str, sizes: dict[str, int | None], failover: dict[str, int]
    ) -> None:
        one = balancer(option, ratio, sizes=sizes, failover=failover)

        found = diff(one, balancer(option, ratio, sizes=sizes, failover=failover))

        assert (found.status, found.rows, found.meaning) == (Status.UNCHANGED, (), ())


class TestRows:
    def test_clients_that_get_something_else(self) -> None:
        found = diff(balancer(SPILL, "0.8"), balancer(STAY))

        assert [
            (row.scenario, row.client.zone, row.before.destiny, row.after.destiny) for row in found.rows
        ] == [
            ("b down", "b", Destiny.ACROSS, Destiny.UNHEALTHY),
            ("c down", "c", Destiny.ACROSS, Destiny.UNHEALTHY),
        ]
        assert found.scenarios == 3

    def test_a_zone_of_one_side_is_one_of_both(self) -> None:
        found = diff(balancer(sizes={"b": 5}), balancer(sizes={"b": 5, "c": 5}))

        assert {row.scenario for row in found.rows} == {"all healthy", "b down"}
        assert {
            (row.client.zone, row.before.destiny) for row in found.rows if row.scenario == "all healthy"
        } == {
            ("c", Destiny.ACROSS),
            (None, Destiny.LOCAL),
        }

    def test_scenarios_that_are_given(self) -> None:
        half = Scenario("half", {"p-b": {"b": ZoneState(healthy=3)}})
        found = diff(balancer(ratio="0.8"), balancer(ratio="0.6"), half, down=("c",))

        assert [(row.scenario, row.client.zone) for row in found.rows] == [("half", "b")]
        assert found.scenarios == 2

    def test_a_drop(self) -> None:
        dropping = balancer(failover_policy=FailoverPolicy(drop_traffic_if_unhealthy=True))
        found = diff(balancer(), dropping, Scenario("dead").with_down("b", "c"))

        assert {row.after.destiny for row in found.rows} == {Destiny.NOWHERE}

    def test_an_option_that_is_not_known(self) -> None:
        found = diff(balancer(OFF), balancer(Unknown("var.option")))

        assert {row.after.destiny for row in found.rows if row.client.zone == "b"} == {Destiny.UNDETERMINED}
        assert [row for row in found.rows if row.client.kind is ClientKind.VM and not row.client.zone] == []


class TestStatus:
    def test_one_that_only_one_side_has(self) -> None:
        added, removed = diff_services(
            [balancer()], [balancer(name="x", address="y")], Question(), lambda _: None
        )

        assert (added.status, added.name, added.before) == (Status.ADDED, "x", None)
        assert (removed.status, removed.name, removed.after) == (Status.REMOVED, "ilb", None)

    def test_a_ratio_that_acts_alike(self) -> None:
        assert diff(balancer(ratio="0.75"), balancer(ratio="0.7")).status is Status.SAME_EFFECT

    def test_what_concerns_no_set(self) -> None:
        one, other = (
            balancer(settings=(Setting("session_affinity", each),)) for each in ("NONE", "CLIENT_IP")
        )

        assert diff(one, other).status is Status.SAME_EFFECT
        assert diff(one, balancer()).status is Status.UNCHANGED
        assert diff(one, balancer(description="moved")).status is Status.UNCHANGED
        assert diff(balancer(description="x"), balancer(description="y")).status is Status.SAME_EFFECT
        assert diff(balancer(OFF, "0"), balancer(None)).status is Status.UNCHANGED

    def test_sizes_that_are_not_known(self) -> None:
        unknown = {"b": None, "c": None}
        one, other = (balancer(ratio=each, sizes=unknown) for each in ("0.75", "0.2"))
        found = diff(one, other)

        assert found.status is Status.UNDETERMINED
        assert [each.because.partition(":")[0] for each in found.undetermined] == [
            "the size of group p-b",
            "the size of group p-c",
        ]
        assert diff(one, one).status is Status.UNCHANGED


class TestMatching:
    def test_by_name_in_the_cloud_where_the_addresses_differ(self) -> None:
        one, other = balancer(address="x.old"), balancer(address="x.new")
        named = ResourceName("backendServices", "ilb", "regions/east", "demo")
        unscoped = replace(named, project=None)
        for mine, theirs in ((named, named), (named, unscoped)):
            sides = [
                LoadBalancer(replace(each.service, identity=identity), each.deployment)
                for each, identity in ((one, mine), (other, theirs))
            ]
            (found,) = diff_services([sides[0]], [sides[1]], Question(), lambda _: None)

            assert found.status is Status.UNCHANGED

    def test_by_address_where_the_key_differs(self) -> None:
        (found,) = diff_services(
            [balancer(root="a")], [balancer(root="b")], Question(), lambda each: each.deployment.root
        )

        assert found.status is Status.UNCHANGED


class TestClients:
    def test_one_that_is_a_backend_answers_itself(self) -> None:
        itself = Client(ClientKind.VM_BACKEND, "b")
        found = diff(balancer(OFF), balancer(STAY), Scenario("x", clients=(ClientShare(itself),)))

        assert itself not in {row.client for row in found.rows}

    def test_a_zone_without_backends_on_one_side_has_no_statement(self) -> None:
        assert list(diff(balancer(OFF, sizes={"b": 5}), balancer(OFF, sizes={"c": 5})).meaning) == []
