"""Joins: which resource a link points at, and what points at a resource, surely or possibly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.capacity import (
    Autoscaler,
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
    NetworkEndpoints,
)
from spillover.model.deployment import GROUPS, Deployment, Joined, NotCovered, subjects
from spillover.model.dns import PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.frontend import ForwardingRule, Gateway, PacketMirroring, ServiceAttachment
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.service import Backend, BackendService, LoadBalancingScheme
from spillover.model.source import FieldRef, Maybe, Origin, Reference, Unknown, WrongValue
from spillover.model.suppression import Suppression
from spillover.model.targets import InternalTarget, Targets
from spillover.model.views import LoadBalancer, ProbedHealthCheck

VARIABLE = Unknown("var.x")


def named(
    name: str, collection: str = "backendServices", scope: str | None = "regions/us-east1"
) -> ResourceName:
    return ResourceName(collection, name, scope, "p")


def service(name: Maybe[str] = "bs", address: str = "google_bs.bs", **settings: Any) -> BackendService:
    identity = named(name) if isinstance(name, str) else None
    given = {"region": "us-east1", "identity": identity, "origin": Origin(address, "google_bs"), **settings}
    return BackendService(name, **given)


def rule(name: str = "fr", target: Maybe[Link] = None, **settings: Any) -> ForwardingRule:
    given = {
        "backend_service": target,
        "identity": named(name, "forwardingRules"),
        "origin": Origin(f"google_fr.{name}", "google_fr"),
        **settings,
    }
    return ForwardingRule(name, **given)


class TestResources:
    OWN, BESIDE, ANOTHER = service("own"), service("beside"), rule()
    DEPLOYMENT = Deployment(resources=(OWN, ANOTHER), context=(BESIDE,))

    def test_own_ones_are_judged(self) -> None:
        assert self.DEPLOYMENT.own(BackendService) == (self.OWN,)

    def test_every_one_is_joined(self) -> None:
        assert self.DEPLOYMENT.every(BackendService) == (self.OWN, self.BESIDE)
        assert self.DEPLOYMENT.every(HealthCheck) == ()

    def test_none_of_a_kind_is_not_covered(self) -> None:
        assert self.DEPLOYMENT.read(ForwardingRule, "forwarding rules") == (self.ANOTHER,)

        with pytest.raises(NotCovered) as raised:
            self.DEPLOYMENT.read(HealthCheck, "health checks")

        assert (raised.value.kind, str(raised.value)) == ("health checks", "health checks")


@pytest.mark.parametrize(
    "kind",
    [
        Autoscaler,
        Backend,
        BackendService,
        ForwardingRule,
        Gateway,
        HealthCheck,
        InstanceGroup,
        InstanceGroupManager,
        NetworkEndpointGroup,
        NetworkEndpoints,
        PacketMirroring,
        PrimaryBackup,
        RecordSet,
        RoutingPolicy,
        ServiceAttachment,
    ],
)
def test_what_a_thing_is_does_not_depend_on_where_it_is_written(kind: type[Any]) -> None:
    assert kind(origin=Origin("here", "one")) == kind(origin=Origin("there", "other"))


class TestFindByAddress:
    KINDS = (BackendService,)

    @pytest.mark.parametrize(
        ("address", "found"),
        [
            pytest.param("google_bs.bs", "google_bs.bs", id="its address"),
            pytest.param('google_bs.many["a"]', 'google_bs.many["a"]', id="one instance of several"),
            pytest.param('google_bs.bs["a"]', "google_bs.bs", id="instances that were read as one"),
            pytest.param("google_bs.bs[0]", "google_bs.bs", id="one of them by its index"),
            pytest.param(r'google_bs.bs["\"]"]', "google_bs.bs", id="one with a quote in its key"),
            pytest.param("google_bs.many", None, id="several instances, none is meant"),
            pytest.param("google_bs.gone", None, id="not read"),
            pytest.param("google_fr.fr", None, id="of another kind"),
            pytest.param("", None, id="no address"),
        ],
    )
    def test_find(self, address: str, found: str | None) -> None:
        deployment = Deployment(
            resources=(service(), service("a", 'google_bs.many["a"]'), rule()),
            context=(service("nowhere", ""),),
        )
        resource = deployment.find(Reference(address), self.KINDS)

        assert (resource.origin.address if resource else None) == found

    def test_its_own_comes_before_that_of_a_file_beside_it(self) -> None:
        own, beside = service("own"), service("beside")

        assert (
            Deployment(resources=(own,), context=(beside,)).find(Reference("google_bs.bs"), self.KINDS) is own
        )

    def test_a_file_beside_it_is_searched(self) -> None:
        beside = service("beside")

        assert Deployment(context=(beside,)).find(Reference("google_bs.bs"), self.KINDS) is beside


def group(name: str, scope: str = "zones/us-east1-b", project: str = "p") -> InstanceGroup:
    return InstanceGroup(name, identity=ResourceName("instanceGroups", name, scope, project))


def manager(name: str, scope: str = "zones/us-east1-b") -> InstanceGroupManager:
    return InstanceGroupManager(
        name,
        identity=ResourceName("instanceGroups", name, scope, "p"),
        manager=ResourceName("instanceGroupManagers", name, scope, "p"),
    )


class TestFindByName:
    B, C, NEG = (
        group("g"),
        group("g", "zones/us-east1-c"),
        NetworkEndpointGroup("g", identity=named("g", "networkEndpointGroups", "zones/us-east1-b")),
    )

    @pytest.mark.parametrize(
        ("resources", "link", "found"),
        [
            pytest.param((B, C, NEG), "projects/p/zones/us-east1-b/instanceGroups/g", B, id="a full name"),
            pytest.param((B, C, NEG), "zones/us-east1-c/instanceGroups/g", C, id="without the project"),
            pytest.param((B, C, NEG), "g", None, id="fits two, and is none"),
            pytest.param((B, NEG), "g", B, id="fits one"),
            pytest.param((B, C, NEG), "networkEndpointGroups/g", NEG, id="of another collection"),
            pytest.param((B,), "h", None, id="another name"),
            pytest.param((B,), "projects/q/zones/us-east1-b/instanceGroups/g", None, id="another project"),
            pytest.param(
                (B, group("g", project="123")),
                "projects/p/zones/us-east1-b/instanceGroups/g",
                B,
                id="one fits exactly, the other by a project's number",
            ),
            pytest.param((manager("g"),), "g", manager("g"), id="the group of a manager"),
            pytest.param(
                (manager("g"),), "instanceGroupManagers/g", manager("g"), id="a manager by its own name"
            ),
            pytest.param((manager("g"), B), "g", manager("g"), id="a manager and the group it owns are one"),
            pytest.param((manager("g"), C), "g", None, id="a manager and a group elsewhere are two"),
            pytest.param((manager("g"), manager("g")), "g", None, id="two managers of one name are two"),
        ],
    )
    def test_find(self, resources: tuple[Any, ...], link: str, found: object) -> None:
        name = ResourceName.parse(link, "instanceGroups")

        assert Deployment(resources=resources).find(name, GROUPS) == found

    def test_only_of_the_kinds_that_are_asked_for(self) -> None:
        assert (
            Deployment(resources=(self.B,)).find(named("g", "instanceGroups", None), (BackendService,))
            is None
        )


class TestPointsAt:
    NAMED = service()
    MANY = service("a", 'google_bs.many["a"]')
    NAMELESS = service(Unknown("random_id.x.hex"), "google_bs.nameless")

    @pytest.mark.parametrize(
        ("link", "target", "verdict"),
        [
            pytest.param(None, NAMED, False, id="not written"),
            pytest.param(VARIABLE, NAMED, VARIABLE, id="not known"),
            pytest.param(Reference("google_bs.bs"), NAMED, True, id="its address"),
            pytest.param(Reference("google_bs.other"), NAMED, False, id="another address"),
            pytest.param(
                Reference('google_bs.bs["a"]'), NAMED, True, id="an instance of what was read as one"
            ),
            pytest.param(Reference('google_bs.many["a"]'), MANY, True, id="an instance"),
            pytest.param(Reference('google_bs.many["b"]'), MANY, False, id="another instance"),
            pytest.param(
                Reference("google_bs.many"),
                MANY,
                Unknown("which instance of google_bs.many"),
                id="some instance, or all of them",
            ),
            pytest.param(named("bs"), NAMED, True, id="its name"),
            pytest.param(named("bs", scope=None), NAMED, True, id="its name, without a scope"),
            pytest.param(named("other"), NAMED, False, id="another name"),
            pytest.param(
                named("other"), NAMELESS, Unknown("random_id.x.hex"), id="a name that may be its own"
            ),
            pytest.param(
                named("other", "targetInstances"), NAMELESS, False, id="a name that cannot be its own"
            ),
            pytest.param(named("other"), service(None), False, id="it has no name at all"),
        ],
    )
    def test_verdict(self, link: Maybe[Link], target: BackendService, verdict: bool | Unknown) -> None:
        assert Deployment().points_at(link, target) == verdict

    def test_pointing(self) -> None:
        sure, possible, none = rule("a", named("bs")), rule("b", VARIABLE), rule("c", named("other"))

        joined = Deployment().pointing((none, possible, sure), lambda each: each.backend_service, self.NAMED)

        assert joined == Joined((sure,), ((possible, VARIABLE),))


class TestFrontEnds:
    """The forwarding rules of a load balancer."""

    def front_ends(self, balancer: BackendService, *rules: ForwardingRule) -> Joined[ForwardingRule]:
        return LoadBalancer(balancer, Deployment(resources=(balancer, *rules))).front_ends

    def test_those_that_name_it(self) -> None:
        mine, other = rule("mine", named("bs")), rule("other", named("other"))

        assert self.front_ends(service(), other, mine) == Joined((mine,))

    def test_none_was_read(self) -> None:
        with pytest.raises(NotCovered, match="forwarding rules"):
            self.front_ends(service())

    @pytest.mark.parametrize(
        ("balancer", "settings", "possible"),
        [
            pytest.param(service(), {}, True, id="nothing keeps it from being one"),
            pytest.param(service(), {"region": "us-east1"}, True, id="the same region"),
            pytest.param(service(), {"region": VARIABLE}, True, id="a region that is not known"),
            pytest.param(service(), {"region": "europe-west1"}, False, id="another region"),
            pytest.param(
                service(region=None), {"region": "us-east1"}, True, id="the service tells no region"
            ),
            pytest.param(
                service(), {"scheme": LoadBalancingScheme.INTERNAL}, True, id="internal, as it is by default"
            ),
            pytest.param(service(), {"scheme": LoadBalancingScheme.EXTERNAL}, False, id="another scheme"),
            pytest.param(
                service(scheme=LoadBalancingScheme.EXTERNAL),
                {"scheme": LoadBalancingScheme.EXTERNAL},
                True,
                id="the same scheme",
            ),
            pytest.param(
                service(scheme=VARIABLE),
                {"scheme": LoadBalancingScheme.EXTERNAL},
                True,
                id="the service's scheme is not known",
            ),
        ],
    )
    def test_one_whose_target_is_not_known(
        self, balancer: BackendService, settings: dict[str, Any], possible: bool
    ) -> None:
        doubtful = rule("doubtful", VARIABLE, **settings)

        assert self.front_ends(balancer, doubtful) == Joined((), ((doubtful, VARIABLE),) if possible else ())


LINKS: tuple[Maybe[Link], ...] = (
    None,
    VARIABLE,
    named("bs"),
    named("bs", scope=None),
    named("bs", scope="regions/us-west1"),
    named("other"),
    Reference("google_bs.bs"),
    Reference('google_bs.bs["a"]'),
    Reference("google_bs.other"),
)


@given(
    st.lists(st.sampled_from(LINKS), min_size=1), st.sampled_from(["bs", "other", VARIABLE]), st.booleans()
)
def test_the_index_of_rules_finds_what_a_look_at_every_rule_finds(
    links: list[Maybe[Link]], called: str | Unknown, keyed: bool
) -> None:
    balancer = service(called, 'google_bs.bs["a"]' if keyed else "google_bs.bs")
    rules = tuple(rule(f"fr-{number}", link) for number, link in enumerate(links))
    deployment = Deployment(resources=(balancer, *rules))

    found = deployment.rules_before(balancer)

    assert found == deployment.pointing(rules, lambda each: each.backend_service, balancer)


class TestUsersOfFrontEnds:
    """What points at a load balancer by way of its forwarding rules."""

    MINE, SECOND, DOUBTFUL = (
        rule("mine", named("bs")),
        rule("second", named("bs")),
        rule("doubtful", Unknown("var.service")),
    )

    def users(self, *resources: Any) -> Joined[ServiceAttachment]:
        balancer = LoadBalancer(service(), Deployment(resources=resources))
        return balancer.users_of_front_ends(
            ServiceAttachment, "service attachments", lambda each: each.target_service
        )

    def attachment(self, name: str, target: Maybe[Link]) -> ServiceAttachment:
        return ServiceAttachment(name, target)

    def test_surely(self) -> None:
        user = self.attachment("a", self.MINE.identity)
        other = self.attachment("b", named("gone", "forwardingRules"))

        assert self.users(self.MINE, user, other) == Joined((user,))

    def test_once_though_it_points_at_two_rules(self) -> None:
        """A rule's name without its scope may be that of several."""
        user = self.attachment("a", ResourceName("forwardingRules", "fr"))
        two = (rule("fr", named("bs")), rule("fr", named("bs"), origin=Origin("google_fr.copy", "google_fr")))

        assert self.users(*two, user) == Joined((user,))

    def test_possibly_for_its_own_link(self) -> None:
        user = self.attachment("a", VARIABLE)

        assert self.users(self.MINE, user) == Joined((), ((user, VARIABLE),))

    def test_possibly_for_the_link_of_the_rule(self) -> None:
        user, no_user = self.attachment("a", self.DOUBTFUL.identity), self.attachment("b", VARIABLE)

        assert self.users(self.DOUBTFUL, user, no_user) == Joined((), ((user, Unknown("var.service")),))

    @pytest.mark.parametrize(
        ("resources", "missing"),
        [
            pytest.param((MINE,), "service attachments", id="no user was read"),
            pytest.param((ServiceAttachment(),), "forwarding rules", id="no rule was read"),
        ],
    )
    def test_not_covered(self, resources: tuple[Any, ...], missing: str) -> None:
        with pytest.raises(NotCovered) as raised:
            self.users(*resources)

        assert raised.value.kind == missing


class TestProbedHealthCheck:
    CHECK = HealthCheck("hc", identity=named("hc", "healthChecks", "global"))

    @pytest.mark.parametrize(
        ("policy", "uses", "may_use"),
        [
            pytest.param(RoutingPolicy(CHECK.identity), True, False, id="names it"),
            pytest.param(
                RoutingPolicy(named("other", "healthChecks", "global")), False, False, id="names another"
            ),
            pytest.param(RoutingPolicy(), False, False, id="names none"),
            pytest.param(RoutingPolicy(VARIABLE), False, True, id="may name it"),
            pytest.param(VARIABLE, False, True, id="a policy that is not known"),
            pytest.param(None, False, False, id="no policy"),
        ],
    )
    def test_record_sets_that_use_it(self, policy: Maybe[RoutingPolicy], uses: bool, may_use: bool) -> None:
        record = RecordSet("shop.example.test.", routing_policy=policy)
        probed = ProbedHealthCheck(self.CHECK, Deployment(resources=(self.CHECK,), context=(record,)))

        assert probed.record_sets.items == ((record,) if uses else ())
        assert probed.record_sets.possible == (((record, VARIABLE),) if may_use else ())

    INTERNAL, EXTERNAL, EITHER = (
        PrimaryBackup(Targets(internal=(InternalTarget(),))),
        PrimaryBackup(Targets(external=("192.0.2.1",))),
        Unknown("var.failover"),
    )

    @pytest.mark.parametrize(
        ("policies", "verdict"),
        [
            pytest.param((), False, id="no record set"),
            pytest.param(
                (RoutingPolicy(CHECK.identity, INTERNAL),), False, id="internal load balancers only"
            ),
            pytest.param(
                (RoutingPolicy(CHECK.identity, INTERNAL), RoutingPolicy(CHECK.identity, EXTERNAL)),
                True,
                id="one record set has external endpoints",
            ),
            pytest.param(
                (RoutingPolicy(CHECK.identity, EITHER), RoutingPolicy(CHECK.identity, EXTERNAL)),
                True,
                id="one surely has, of the other it is not known",
            ),
            pytest.param(
                (RoutingPolicy(CHECK.identity, INTERNAL), RoutingPolicy(CHECK.identity, EITHER)),
                EITHER,
                id="one may have",
            ),
            pytest.param(
                (RoutingPolicy(VARIABLE, EXTERNAL),), VARIABLE, id="one has, but may use another check"
            ),
            pytest.param(
                (RoutingPolicy(VARIABLE, INTERNAL),), False, id="one may use it, but has no external endpoint"
            ),
            pytest.param(
                (RoutingPolicy(VARIABLE, EITHER), RoutingPolicy(CHECK.identity, EITHER)),
                VARIABLE,
                id="the first doubt is told",
            ),
            pytest.param((RoutingPolicy(None, EXTERNAL),), False, id="external endpoints with no check"),
        ],
    )
    def test_whether_external_endpoints_are_probed_with_it(
        self, policies: tuple[RoutingPolicy, ...], verdict: bool | Unknown
    ) -> None:
        records = tuple(RecordSet(f"{number}.", routing_policy=each) for number, each in enumerate(policies))
        probed = ProbedHealthCheck(self.CHECK, Deployment(resources=(self.CHECK, *records)))

        assert probed.probes_external == verdict


class TestSubjects:
    """What a rule of each kind is asked about: own resources, or views of them."""

    BS, CHECK, RULE = service(), HealthCheck("hc"), rule()
    WRONG = WrongValue(FieldRef(BS.origin), "not a number")
    SUPPRESSION = Suppression(FieldRef(Origin("", "comment")), "ZA002")
    DEPLOYMENT = Deployment(
        resources=(BS, CHECK, RULE, SUPPRESSION),
        context=(service("beside"), HealthCheck("beside")),
        observations=(GroupHealth(named("g", "instanceGroups"), ()),),
        wrong=(WRONG,),
    )

    @pytest.mark.parametrize(
        ("kind", "expected"),
        [
            pytest.param(BackendService, [BS], id="a resource"),
            pytest.param(LoadBalancer, [LoadBalancer(BS, DEPLOYMENT)], id="a service with its surroundings"),
            pytest.param(
                ProbedHealthCheck, [ProbedHealthCheck(CHECK, DEPLOYMENT)], id="a health check with its users"
            ),
            pytest.param(WrongValue, [WRONG], id="a value that is wrong"),
            pytest.param(Suppression, [SUPPRESSION], id="a suppression"),
            pytest.param(PacketMirroring, [], id="nothing of the kind"),
        ],
    )
    def test_kind(self, kind: type[Any], expected: list[Any]) -> None:
        assert list(subjects(self.DEPLOYMENT, kind)) == expected
