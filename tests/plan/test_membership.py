"""Who the backends of a service are, and in what health: which of several sources is believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from spillover.errors import UsageError
from spillover.model.capacity import (
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    InstanceList,
    Member,
    NetworkEndpointGroup,
    NetworkEndpoints,
    Size,
    Unplaced,
)
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.plan.backends import Members
from spillover.plan.groups import keys_of_service
from spillover.plan.membership import BackendGroup, backend_groups, known_groups, pools, set_apart
from spillover.plan.observed import is_observed, unobserved
from spillover.plan.scenario import Scenario, ZoneState

B, C, D = "us-east1-b", "us-east1-c", "us-east1-d"
IG = ResourceName("instanceGroups", "ig", f"zones/{B}", "p")
RMIG = ResourceName("instanceGroups", "rmig", "regions/us-east1", "p")
URL = f"https://www.googleapis.com/compute/v1/projects/p/zones/{B}/instanceGroups/ig"
ADDRESS = "google_compute_instance_group.ig"

Observation = InstanceList | GroupHealth


def named(text: str, collection: str = "instanceGroups") -> ResourceName:
    return ResourceName.parse(text, collection)


def zonal(size: int | None = 3, zone: str = B, name: str = "ig") -> InstanceGroup:
    identity = ResourceName("instanceGroups", name, f"zones/{zone}", "p")
    address = ADDRESS if zone == B else f"google_compute_instance_group.{zone}"
    return InstanceGroup(name, size, identity=identity, origin=Origin(address, "instance group"))


def regional(**settings: Any) -> InstanceGroupManager:
    given = {
        "target_size": 4,
        "distribution_zones": (B, C),
        "identity": RMIG,
        "origin": Origin("google_compute_region_instance_group_manager.rmig", "manager"),
        **settings,
    }
    return InstanceGroupManager(**given)


def vms(*names: str, zone: str | None = B, healthy: bool | None = None) -> tuple[Member, ...]:
    return tuple(Member(name, zone, healthy) for name in names)


def listed(*members: Member, group: str = "ig") -> InstanceList:
    return InstanceList(named(group), members)


def checked(*members: Member, group: ResourceName = IG, rules: tuple[str, ...] = ()) -> GroupHealth:
    return GroupHealth(group, members, tuple(named(rule, "forwardingRules") for rule in rules))


def group_of(
    group: Any, *observations: Observation, scenario: Scenario | None = None, link: Link | None = None
) -> BackendGroup:
    """The only backend of a service, in a scenario."""
    service = BackendService(backends=(Backend(link or group.identity),))
    deployment = Deployment(resources=(group,), observations=observations)
    (backend,) = backend_groups(service, deployment, scenario or Scenario())
    return backend


def numbers(group: BackendGroup) -> dict[str, tuple[int | None, int | None]]:
    """Zone -> healthy, unhealthy; None where the number is not exact."""
    counted: dict[str, tuple[int | None, int | None]] = dict.fromkeys(group.zones, (0, 0))
    for each in group.members:
        healthy, unhealthy = counted[each.zone]
        counted[each.zone] = (each.size.exact, unhealthy) if each.healthy else (healthy, each.size.exact)
    return counted


def states(**zones: ZoneState) -> Mapping[str, ZoneState]:
    return {f"us-east1-{letter}": state for letter, state in zones.items()}


def stating(key: str = "ig", **zones: ZoneState) -> Scenario:
    return Scenario("as given", groups={key: states(**zones)})


class TestMembershipPrecedence:
    """Scenario, then list-instances, then get-health, then the configuration."""

    SCENARIO = stating(b=ZoneState(size=5))
    LIST = listed(*vms("vm-1", "vm-2"))
    HEALTH = checked(*vms("vm-1", healthy=True))

    @pytest.mark.parametrize(
        ("observations", "scenario", "expected"),
        [
            pytest.param((), None, {B: (3, 0)}, id="configuration: nobody else speaks"),
            pytest.param((HEALTH,), None, {B: (1, 0)}, id="get-health over configuration"),
            pytest.param((LIST,), None, {B: (2, 0)}, id="list-instances over configuration"),
            pytest.param((HEALTH, LIST), None, {B: (1, 1)}, id="list-instances over get-health"),
            pytest.param((LIST,), SCENARIO, {B: (5, 0)}, id="scenario over list-instances"),
            pytest.param((HEALTH, LIST), SCENARIO, {B: (1, 4)}, id="scenario over all of them"),
        ],
    )
    def test_first_that_speaks(
        self,
        observations: tuple[Observation, ...],
        scenario: Scenario | None,
        expected: dict[str, tuple[int, int]],
    ) -> None:
        group = group_of(zonal(), *observations, scenario=scenario)

        assert numbers(group) == expected
        assert group.zones == {B: Size.exactly(sum(expected[B]))}

    def test_a_source_that_speaks_of_another_group_does_not_count(self) -> None:
        group = group_of(
            zonal(),
            listed(*vms("vm-1"), group="other"),
            checked(*vms("vm-1"), group=named("other")),
            scenario=stating("other", b=ZoneState(size=1)),
        )

        assert numbers(group) == {B: (3, 0)}

    def test_names_are_kept_where_a_source_tells_them(self) -> None:
        group = group_of(zonal(), self.LIST)

        assert group.members == (Members(str(IG), B, True, Size.exactly(2), ("vm-1", "vm-2")),)

    @pytest.mark.parametrize("observation", [listed(), checked()], ids=["listed", "checked"])
    def test_an_empty_group_keeps_its_zone(self, observation: Observation) -> None:
        assert group_of(zonal(), observation) == BackendGroup("ig", False, {B: Size.exactly(0)}, ())

    def test_a_scenario_may_tell_of_some_zones_only(self) -> None:
        group = group_of(
            regional(),
            listed(*vms("vm-1", "vm-2"), *vms("vm-3", zone=C), group="rmig"),
            scenario=stating("rmig", b=ZoneState(size=7), c=ZoneState(healthy=0)),
        )

        assert numbers(group) == {B: (7, 0), C: (0, 1)}
        assert Members(str(RMIG), B, True, Size.exactly(7)) in group.members  # the two names are not theirs

    def test_a_scenario_that_tells_every_size_it_speaks_of_tells_all_of_the_group(self) -> None:
        assert numbers(group_of(regional(), scenario=stating("rmig", c=ZoneState(size=1)))) == {C: (1, 0)}

    def test_a_zone_that_a_scenario_only_mentions_is_one_of_the_groups(self) -> None:
        assert numbers(group_of(regional(), scenario=stating("rmig", d=ZoneState(healthy=0)))) == {
            B: (2, 0),
            C: (2, 0),
            D: (0, 0),
        }


class TestHealthPrecedence:
    """Zones that are down, then the scenario, then get-health; without any, all are healthy."""

    HEALTH = checked(*vms("vm-1", healthy=True), *vms("vm-2", "vm-3", healthy=False))
    HEALTHY_2 = states(b=ZoneState(healthy=2))

    @pytest.mark.parametrize(
        ("observations", "scenario", "expected"),
        [
            pytest.param((), Scenario(), (3, 0), id="all healthy"),
            pytest.param((HEALTH,), Scenario(), (1, 2), id="get-health"),
            pytest.param((HEALTH,), Scenario(groups={"ig": HEALTHY_2}), (2, 1), id="scenario"),
            pytest.param(
                (HEALTH,), Scenario(groups={"ig": HEALTHY_2}, down=(B,)), (0, 3), id="the zone is down"
            ),
            pytest.param((HEALTH,), Scenario(down=(C,)), (1, 2), id="another zone is down"),
        ],
    )
    def test_first_that_speaks(
        self, observations: tuple[Observation, ...], scenario: Scenario, expected: tuple[int, int]
    ) -> None:
        assert numbers(group_of(zonal(), *observations, scenario=scenario)) == {B: expected}

    def test_names_are_told_by_health(self) -> None:
        group = group_of(zonal(), self.HEALTH)

        assert group.members == (
            Members(str(IG), B, True, Size.exactly(1), ("vm-1",)),
            Members(str(IG), B, False, Size.exactly(2), ("vm-2", "vm-3")),
        )

    def test_down_backends_keep_their_names(self) -> None:
        group = group_of(zonal(), listed(*vms("vm-1")), scenario=Scenario(down=(B,)))

        assert group.members == (Members(str(IG), B, False, Size.exactly(1), ("vm-1",)),)


class TestGetHealth:
    def test_a_member_that_it_does_not_list_is_not_healthy(self) -> None:
        """It is not yet pushed to the load balancer."""
        group = group_of(zonal(), listed(*vms("vm-1", "vm-2")), checked(*vms("vm-1", healthy=True)))

        assert numbers(group) == {B: (1, 1)}

    def test_an_instance_that_is_no_member_any_more_does_not_count(self) -> None:
        health = checked(*vms("vm-1", "gone", healthy=True), *vms("vm-2", healthy=None))

        assert group_of(zonal(), listed(*vms("vm-1", "vm-2", "vm-3")), health).members == (
            Members(str(IG), B, True, Size(1, 2, Unknown("the health of 1 backends of group ig"))),
            Members(str(IG), B, False, Size(1, 2, Unknown("the health of 1 backends of group ig"))),
        )

    def test_an_instance_whose_items_disagree_is_in_doubt(self) -> None:
        health = checked(*vms("vm-1", healthy=True), *vms("vm-2", healthy=None), *vms("vm-3", healthy=False))
        doubt = Unknown("the health of 1 backends of group ig")
        group = group_of(zonal(), health)

        assert group.zones == {B: Size.exactly(3)}
        assert group.members == (
            Members(str(IG), B, True, Size(1, 2, doubt)),
            Members(str(IG), B, False, Size(1, 2, doubt)),
        )

    def test_doubts_never_exceed_the_size_that_a_scenario_gives(self) -> None:
        health = checked(*vms("vm-1", healthy=True), *vms("vm-2", "vm-3", healthy=None))
        doubt = Unknown("the health of 2 backends of group ig")

        assert group_of(zonal(), health, scenario=stating(b=ZoneState(size=2))).members == (
            Members(str(IG), B, True, Size(1, 2, doubt)),
            Members(str(IG), B, False, Size(0, 1, doubt)),
        )

    def test_health_counts_in_the_zone_where_it_was_seen(self) -> None:
        """Also where a scenario tells the sizes, so that members have no names."""
        health = checked(*vms("vm-1", healthy=True), *vms("vm-2", "vm-3", zone=C, healthy=True), group=RMIG)
        scenario = stating("rmig", b=ZoneState(size=3), c=ZoneState(size=3))

        assert numbers(group_of(regional(), health)) == {B: (1, 0), C: (2, 0)}
        assert numbers(group_of(regional(), health, scenario=scenario)) == {B: (1, 2), C: (2, 1)}

    def test_an_instance_that_does_not_tell_its_zone_is_in_that_of_its_group(self) -> None:
        assert numbers(group_of(zonal(), checked(*vms("vm-1", zone=None, healthy=True)))) == {B: (1, 0)}

    @pytest.mark.parametrize(
        "group",
        [
            pytest.param(regional(), id="a group of two zones"),
            pytest.param(regional(distribution_zones=None), id="a group whose zones are not known"),
        ],
    )
    def test_an_instance_that_does_not_tell_its_zone_may_be_in_any(self, group: InstanceGroupManager) -> None:
        with pytest.raises(Undetermined) as raised:
            group_of(group, listed(*vms("vm-1", zone=None), group="rmig"))

        assert raised.value.unknowns == (Unknown("the zones of the members of group rmig"),)


class TestGroups:
    """One group is called by its name, its URL or its Terraform address."""

    @pytest.mark.parametrize(
        "key",
        [
            pytest.param("ig", id="name"),
            pytest.param(URL, id="URL"),
            pytest.param(f"zones/{B}/instanceGroups/ig", id="URL without project"),
            pytest.param(str(IG), id="normalised name"),
            pytest.param(ADDRESS, id="address"),
        ],
    )
    def test_a_scenario_calls_it(self, key: str) -> None:
        assert numbers(group_of(zonal(), scenario=stating(key, b=ZoneState(size=9)))) == {B: (9, 0)}

    @pytest.mark.parametrize(
        "key",
        [
            pytest.param("ig-2", id="another name"),
            pytest.param(URL.replace("/p/", "/q/"), id="another project"),
            pytest.param(URL.replace(B, C), id="another zone"),
            pytest.param("google_compute_instance_group.other", id="another address"),
        ],
    )
    def test_a_scenario_calls_another(self, key: str) -> None:
        assert numbers(group_of(zonal(), scenario=stating(key, b=ZoneState(size=9)))) == {B: (3, 0)}

    def test_keys(self) -> None:
        deployment = Deployment(resources=(zonal(),))

        assert keys_of_service(BackendService(backends=(Backend(IG),)), deployment) == [
            "ig",
            str(IG),
            ADDRESS,
        ]

    @pytest.mark.parametrize(
        ("link", "keys"),
        [
            pytest.param(None, (), id="not written"),
            pytest.param(Unknown("var.group"), (), id="not known"),
            pytest.param(Reference("google_compute_instance_group.gone"), (), id="not read, by address"),
            pytest.param(IG, ("ig", str(IG)), id="not read, by name"),
        ],
    )
    def test_keys_of_a_group_that_was_not_read(self, link: Maybe[Link], keys: tuple[str, ...]) -> None:
        assert keys_of_service(BackendService(backends=(Backend(link),)), Deployment()) == [*keys]

    @pytest.mark.parametrize("backends", [None, Unknown("var.backends")])
    def test_keys_of_a_service_of_which_no_group_is_known(self, backends: Maybe[tuple[Backend, ...]]) -> None:
        assert keys_of_service(BackendService(backends=backends), Deployment()) == []

    def test_a_backend_that_names_its_group_without_a_zone_finds_it(self) -> None:
        assert numbers(group_of(zonal(), link=ResourceName("instanceGroups", "ig"))) == {B: (3, 0)}

    def test_groups_without_a_name_stay_apart(self) -> None:
        two = tuple(
            regional(identity=None, origin=Origin(f"google_compute_rmig.{each}", "manager")) for each in "xy"
        )
        service = BackendService(backends=tuple(Backend(Reference(each.origin.address)) for each in two))
        groups = backend_groups(service, Deployment(resources=two), Scenario())

        assert pools(groups).primary.zones() == {B: Size.exactly(4), C: Size.exactly(4)}

    def test_data_of_groups_that_have_a_name_is_not_that_of_one_without(self) -> None:
        nameless = regional(identity=None)
        group = group_of(
            nameless,
            checked(*vms("vm-1")),
            listed(*vms("vm-1")),
            scenario=stating(URL, b=ZoneState(size=1)),
            link=Reference(nameless.origin.address),
        )

        assert numbers(group) == {B: (2, 0), C: (2, 0)}

    def test_a_group_without_a_name_goes_by_its_address(self) -> None:
        nameless = regional(identity=None, name=Unknown("random_id.x.hex"))
        address = nameless.origin.address
        link = Reference(address)

        service = BackendService(backends=(Backend(link),))

        assert keys_of_service(service, Deployment(resources=(nameless,))) == [address]
        assert group_of(nameless, link=link).label == address
        assert numbers(group_of(nameless, link=link, scenario=stating(address, c=ZoneState(size=2)))) == {
            C: (2, 0)
        }
        assert numbers(group_of(nameless, listed(*vms("vm-1"), group=address), link=link)) == {B: (1, 0)}


class TestSameName:
    """Zonal groups of one name in two zones are two groups."""

    def both(self, *observations: Observation, scenario: Scenario | None = None) -> list[BackendGroup]:
        two = zonal(), zonal(zone=C)
        service = BackendService(backends=tuple(Backend(each.identity) for each in two))
        deployment = Deployment(resources=two, observations=observations)
        return list(backend_groups(service, deployment, scenario or Scenario()))

    def test_an_entry_for_one_zone_is_not_for_the_other(self) -> None:
        groups = self.both(scenario=stating(b=ZoneState(size=9)))

        assert [numbers(group) for group in groups] == [{B: (9, 0)}, {C: (3, 0)}]

    def test_an_entry_for_both_zones_gives_each_its_own(self) -> None:
        groups = self.both(scenario=stating(b=ZoneState(size=9), c=ZoneState(size=1)))

        assert [numbers(group) for group in groups] == [{B: (9, 0)}, {C: (1, 0)}]

    def test_an_entry_for_another_zone_does_not_hide_one_that_follows(self) -> None:
        groups = {"ig": states(c=ZoneState(size=1)), ADDRESS: states(b=ZoneState(size=9))}

        assert [numbers(group) for group in self.both(scenario=Scenario(groups=groups))] == [
            {B: (9, 0)},
            {C: (1, 0)},
        ]

    def test_members_in_one_zone_are_not_those_of_the_other(self) -> None:
        groups = self.both(listed(*vms("vm-1")))

        assert [numbers(group) for group in groups] == [{B: (1, 0)}, {C: (3, 0)}]

    def test_they_stay_apart_in_a_pool(self) -> None:
        primary = pools(tuple(self.both())).primary

        assert primary.zones() == {B: Size.exactly(3), C: Size.exactly(3)}

    def test_groups_of_one_name_in_two_projects_stay_apart_in_a_zone(self) -> None:
        identities = (IG, ResourceName("instanceGroups", "ig", f"zones/{B}", "q"))
        service = BackendService(backends=tuple(map(Backend, identities)))
        two = tuple(InstanceGroup(size=2, identity=each, origin=Origin(str(each), "")) for each in identities)
        groups = backend_groups(service, Deployment(resources=two), Scenario())

        assert pools(groups).primary.zones() == {B: Size.exactly(4)}


class TestRegionalGroup:
    def test_an_even_spread(self) -> None:
        assert numbers(group_of(regional())) == {B: (2, 0), C: (2, 0)}

    def test_a_spread_that_does_not_divide(self) -> None:
        group = group_of(regional(target_size=3))
        cause = Unknown("how group rmig is spread over its 2 zones")

        assert group.zones == {B: Size(1, 2, cause), C: Size(1, 2, cause)}

    def test_members_are_where_they_run(self) -> None:
        members = (*vms("vm-1"), *vms("vm-2", "vm-3", zone=C))

        assert numbers(group_of(regional(), listed(*members, group="rmig"))) == {B: (1, 0), C: (2, 0)}

    def test_zones_that_are_not_known(self) -> None:
        with pytest.raises(Undetermined) as raised:
            group_of(regional(distribution_zones=Unknown("var.zones")))

        assert raised.value.unknowns == (Unknown("var.zones"),)

    def test_healthy_ones_of_a_size_within_bounds(self) -> None:
        group = group_of(
            regional(target_size=5), scenario=stating("rmig", b=ZoneState(healthy=1), c=ZoneState(healthy=3))
        )
        spread = Unknown("how group rmig is spread over its 2 zones")

        assert set(group.members) >= {
            Members(str(RMIG), B, True, Size.exactly(1)),
            Members(str(RMIG), B, False, Size(1, 2, spread)),
            Members(str(RMIG), C, True, Size.exactly(3)),
        }


class TestEndpointGroup:
    NEG = NetworkEndpointGroup(
        identity=ResourceName("networkEndpointGroups", "neg", f"zones/{B}", "p"),
        origin=Origin("google_compute_network_endpoint_group.neg", "neg"),
    )

    def test_endpoints_are_counted(self) -> None:
        endpoints = NetworkEndpoints(Reference(self.NEG.origin.address), 4)
        service = BackendService(backends=(Backend(self.NEG.identity),))
        (group,) = backend_groups(service, Deployment(resources=(self.NEG, endpoints)), Scenario())

        assert numbers(group) == {B: (4, 0)}

    def test_health_tells_the_endpoints(self) -> None:
        assert self.NEG.identity
        health = checked(
            *vms("vm-1:10.0.0.1", healthy=True), *vms("vm-1:10.0.0.2", healthy=False), group=self.NEG.identity
        )

        assert numbers(group_of(self.NEG, health)) == {B: (1, 1)}


class TestContradictions:
    """A scenario and other data cannot both be right."""

    @pytest.mark.parametrize(
        ("group", "observations", "scenario", "message"),
        [
            pytest.param(
                zonal(3),
                (),
                stating(b=ZoneState(healthy=4)),
                "group ig in us-east1-b: 4 healthy of 3 backends, by the data that was given",
                id="more healthy than configured",
            ),
            pytest.param(
                zonal(3),
                (listed(*vms("vm-1")),),
                stating(b=ZoneState(healthy=2)),
                "group ig in us-east1-b: 2 healthy of 1 backends, by the data that was given",
                id="more healthy than listed",
            ),
            pytest.param(
                zonal(3),
                (checked(*vms("vm-1", "vm-2", healthy=True)),),
                stating(b=ZoneState(size=1)),
                "group ig in us-east1-b: 2 healthy of 1 backends, by the data that was given",
                id="fewer than are healthy",
            ),
            pytest.param(
                regional(),
                (),
                stating("rmig", d=ZoneState(healthy=1)),
                "group rmig in us-east1-d: 1 healthy of 0 backends, by the data that was given",
                id="healthy in a zone where the group has none",
            ),
        ],
    )
    def test_more_healthy_than_there_are(
        self, group: Any, observations: tuple[Observation, ...], scenario: Scenario, message: str
    ) -> None:
        with pytest.raises(UsageError) as raised:
            group_of(group, *observations, scenario=scenario)

        assert str(raised.value) == message

    def test_a_size_without_an_upper_bound_contradicts_nothing(self) -> None:
        group = group_of(zonal(None), scenario=stating(b=ZoneState(healthy=9)))

        assert [each.size.least for each in group.members] == [9, 0]


class TestSharedGroup:
    """Two services share a group; get-health names its forwarding rules, not its service."""

    MINE, THEIRS = (
        ResourceName("backendServices", name, "regions/us-east1", "p") for name in ("mine", "other")
    )
    RULE, OTHER_RULE, THIRD_RULE = (
        ResourceName("forwardingRules", name, "regions/us-east1", "p")
        for name in ("fr", "fr-other", "fr-third")
    )

    def healthy(
        self,
        *observations: Observation,
        rules: tuple[ForwardingRule, ...] = (),
        used_by: tuple[ResourceName, ...] = (),
    ) -> int | None:
        """The number of healthy members that the group of three has in the service."""
        service = BackendService("mine", backends=(Backend(IG),), used_by=used_by, identity=self.MINE)
        deployment = Deployment(resources=(zonal(), service, *rules), observations=observations)
        (group,) = backend_groups(service, deployment, Scenario())
        return numbers(group)[B][0]

    def health(self, number: int, *rules: ResourceName) -> GroupHealth:
        good, bad = vms("vm-1", "vm-2")[:number], vms("vm-1", "vm-2")[number:]
        return GroupHealth(
            IG, (*(Member(m.name, B, True) for m in good), *(Member(m.name, B, False) for m in bad)), rules
        )

    def rule(self, name: ResourceName | None, service: Maybe[Link]) -> ForwardingRule:
        return ForwardingRule(backend_service=service, identity=name, origin=Origin(str(name), "rule"))

    def test_by_the_forwarding_rules_that_were_read(self) -> None:
        rules = self.rule(self.OTHER_RULE, self.THEIRS), self.rule(self.RULE, self.MINE)
        observations = self.health(0, self.OTHER_RULE), self.health(1, self.RULE)

        assert self.healthy(*observations, rules=rules) == 1

    def test_by_what_the_api_says_uses_the_service(self) -> None:
        observations = self.health(0, self.OTHER_RULE), self.health(1, self.RULE)

        assert self.healthy(*observations, used_by=(self.RULE,)) == 1

    def test_health_of_another_service_alone_is_none_of_mine(self) -> None:
        rules = self.rule(self.OTHER_RULE, self.THEIRS), self.rule(self.RULE, self.MINE)

        assert self.healthy(self.health(0, self.OTHER_RULE), rules=rules) == 3

    def test_all_of_its_rules_are_known_to_be_of_another(self) -> None:
        assert (
            self.healthy(self.health(0, self.OTHER_RULE), rules=(self.rule(self.OTHER_RULE, self.THEIRS),))
            == 3
        )

    @pytest.mark.parametrize(
        ("named", "rules"),
        [
            pytest.param((), ((RULE, MINE),), id="it names no rule"),
            pytest.param((RULE,), (), id="no rule was read"),
            pytest.param((RULE,), ((OTHER_RULE, THEIRS),), id="its rule was not read"),
            pytest.param((RULE, OTHER_RULE), ((RULE, MINE),), id="one of its rules is mine"),
            pytest.param((RULE, OTHER_RULE), ((OTHER_RULE, THEIRS),), id="one of its rules was not read"),
            pytest.param((RULE,), ((RULE, Unknown("var.service")),), id="its rule may be mine"),
            pytest.param(
                (RULE,), ((OTHER_RULE, Unknown("var.service")),), id="another may be, its own was not read"
            ),
            pytest.param((RULE,), ((None, MINE),), id="a rule of mine has no name yet"),
        ],
    )
    def test_it_is_mine_unless_it_is_known_to_be_of_another(
        self,
        named: tuple[ResourceName, ...],
        rules: tuple[tuple[ResourceName | None, Maybe[Link]], ...],
    ) -> None:
        health = self.health(1, *named)

        assert self.healthy(health, rules=tuple(self.rule(*each) for each in rules)) == 1


class TestIsObserved:
    """Health data for any group of the service, which makes the plan one of what was seen."""

    @pytest.mark.parametrize(
        ("observations", "observed"),
        [
            pytest.param((), False, id="nothing"),
            pytest.param((listed(*vms("vm-1")),), False, id="members are not health"),
            pytest.param((checked(),), True, id="health of one of its groups"),
            pytest.param((checked(group=named("other")),), False, id="health of another group"),
        ],
    )
    def test_observations(self, observations: tuple[Observation, ...], observed: bool) -> None:
        service = BackendService(
            backends=(Backend(), Backend(Unknown("var.group")), Backend(IG), Backend(RMIG))
        )

        assert is_observed(service, Deployment(observations=observations)) is observed

    @pytest.mark.parametrize("backends", [None, Unknown("var.backends")])
    def test_a_service_without_known_backends(self, backends: Maybe[tuple[Backend, ...]]) -> None:
        assert not is_observed(BackendService(backends=backends), Deployment(observations=(checked(),)))


class TestUnobserved:
    """Groups that the health data of a service leaves out, as it does after a call that failed."""

    SERVICE = BackendService(backends=(Backend(IG), Backend(RMIG)))

    @pytest.mark.parametrize(
        ("observations", "missing"),
        [
            pytest.param((), (), id="nothing was observed"),
            pytest.param((checked(),), (RMIG.name,), id="one of two"),
            pytest.param((checked(), checked(group=RMIG)), (), id="both"),
            pytest.param((checked(group=named("other")),), (), id="none: the data is of something else"),
        ],
    )
    def test_missing(self, observations: tuple[Observation, ...], missing: tuple[str, ...]) -> None:
        assert unobserved(self.SERVICE, Deployment(observations=observations)) == missing


class TestZoneThatIsNotKnown:
    """Of a zonal group its size is known all the same, and nothing else is in its zone for sure."""

    WHERE = Unknown("var.zone", same="var.zone")
    GROUP = InstanceGroupManager("ig", 4, zone=WHERE, identity=ResourceName("instanceGroups", "ig"))
    SERVICE = BackendService(backends=(Backend(GROUP.identity),))

    def known(
        self, scenario: Scenario, *observations: Observation
    ) -> tuple[BackendGroup, tuple[Unknown, ...]]:
        deployment = Deployment(resources=(self.GROUP,), observations=observations)
        (group,), unknowns = known_groups(self.SERVICE, deployment, scenario)
        return group, unknowns

    def test_its_size(self) -> None:
        group, unknowns = self.known(Scenario())
        (apart,) = set_apart((group,))

        assert (group.zones, group.members, group.known) == ({}, (), False)
        assert group.unplaced == Unplaced("ig", Size.exactly(4), self.WHERE)
        assert group.is_counted
        assert unknowns == (self.WHERE,)
        assert apart.zones == {"var.zone": Size.exactly(4)}
        assert pools((apart,)).primary.healthy.size == Size.exactly(4)
        assert [(each.group, each.zone) for each in apart.members] == [(group.identity, "var.zone")]

    def test_others_stay_as_they_are(self) -> None:
        group, _ = self.known(Scenario())
        other, _ = self.known(Scenario(groups={"ig": {B: ZoneState(healthy=3)}}))

        assert set_apart((other, group)) == (other, *set_apart((group,)))

    def test_a_scenario_tells_it(self) -> None:
        group, unknowns = self.known(Scenario(groups={"ig": {B: ZoneState(healthy=3)}}))

        assert group.zones == {B: Size.exactly(4)}
        assert unknowns == ()

    def test_a_scenario_of_several_zones_does_not(self) -> None:
        assert self.known(Scenario(groups={"ig": {B: ZoneState(), C: ZoneState()}}))[1] == (self.WHERE,)

    def test_its_members_tell_it(self) -> None:
        group, unknowns = self.known(Scenario(), listed(*vms("vm-1", "vm-2")))

        assert group.zones == {B: Size.exactly(2)}
        assert unknowns == ()


class TestRoles:
    @pytest.mark.parametrize(
        ("failover", "role"),
        [pytest.param(None, False, id="not written"), pytest.param(True, True, id="failover")],
    )
    def test_role(self, failover: bool | None, role: bool) -> None:
        service = BackendService(backends=(Backend(IG, failover),))
        (group,) = backend_groups(service, Deployment(resources=(zonal(),)), Scenario())

        assert group.failover is role

    def test_pools(self) -> None:
        service = BackendService(backends=(Backend(IG), Backend(zonal(zone=C).identity, failover=True)))
        configured = pools(backend_groups(service, Deployment(resources=(zonal(), zonal(5, C))), Scenario()))

        assert configured.primary.zones() == {B: Size.exactly(3)}
        assert configured.failover.zones() == {C: Size.exactly(5)}


class TestUndetermined:
    """What has to be known of a backend before anything can be said of it."""

    @pytest.mark.parametrize(
        ("backend", "because"),
        [
            pytest.param(Backend(Unknown("var.group")), ("var.group",), id="the group"),
            pytest.param(Backend(IG, Unknown("var.role")), ("var.role",), id="the role"),
            pytest.param(
                Backend(Unknown("var.group"), Unknown("var.role")), ("var.group", "var.role"), id="both"
            ),
            pytest.param(Backend(), ("the group is not written",), id="no group at all"),
            pytest.param(
                Backend(Reference("data.google_compute_instance_group.ig")),
                ("data.google_compute_instance_group.ig",),
                id="a group that was not read and has no name",
            ),
            pytest.param(
                Backend(ResourceName("instanceGroups", "rmig", "regions/us-east1")),
                ("the zones of group rmig: give --instances rmig=FILE, --health FILE or a scenario",),
                id="a regional group that was not read",
            ),
        ],
    )
    def test_causes(self, backend: Backend, because: tuple[str, ...]) -> None:
        with pytest.raises(Undetermined) as raised:
            backend_groups(BackendService(backends=(backend,)), Deployment(), Scenario())

        assert tuple(unknown.because for unknown in raised.value.unknowns) == because

    def test_groups_of_one_name_are_told_by_their_zones(self) -> None:
        """As those of GKE are, which has one name in all zones."""
        groups = [ResourceName("networkEndpointGroups", "neg", f"zones/{zone}", "p") for zone in (B, C)]
        service = BackendService(backends=tuple(map(Backend, groups)))

        sizes = [
            size for each in backend_groups(service, Deployment(), Scenario()) for size in each.zones.values()
        ]

        assert [size.because.because for size in sizes if size.because] == [
            f"the size of group neg in {zone}: give --health FILE or a scenario" for zone in (B, C)
        ]

    def test_a_group_that_cannot_be_found_is_told_at_its_field(self) -> None:
        origin = Origin("google_compute_region_backend_service.ilb", "backend")
        backend = Backend(Reference("data.google_compute_instance_group.ig"), origin=origin)

        with pytest.raises(Undetermined) as raised:
            backend_groups(BackendService(backends=(backend,)), Deployment(), Scenario())

        assert [unknown.at for unknown in raised.value.unknowns] == [origin.at("group")]

    def test_backends_that_are_not_known(self) -> None:
        with pytest.raises(Undetermined) as raised:
            backend_groups(BackendService(backends=Unknown("var.backends")), Deployment(), Scenario())

        assert raised.value.unknowns == (Unknown("var.backends"),)

    def test_no_backend_is_written(self) -> None:
        assert backend_groups(BackendService(), Deployment(), Scenario()) == ()
