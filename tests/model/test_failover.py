"""A record set with a failover policy, and the forwarding rules that have its addresses."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.alb import ReservedAddress
from spillover.model.deployment import Deployment, Joined, NotCovered, subjects
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.targets import InternalTarget, Targets

CAUSE = Unknown("var.x")
ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set")
PRIMARY, BACKUP = Origin("primary", "targets"), Origin("backup", "targets")
CORE = ResourceName("networks", "core", "global")


def record(policy: Maybe[PrimaryBackup], **values: Any) -> RecordSet:
    return RecordSet(routing_policy=RoutingPolicy(primary_backup=policy), origin=ORIGIN, **values)


def answers(policy: Maybe[PrimaryBackup]) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
    view = FailoverRecord(record(policy))
    return view.primary, view.backups


def test_every_record_set_that_may_fail_over_is_one() -> None:
    fails_over, may = record(PrimaryBackup()), record(CAUSE)
    deployment = Deployment(resources=(fails_over, may, record(None), RecordSet()))

    views = list(subjects(deployment, FailoverRecord))

    assert [view.record_set for view in views] == [fails_over, may]
    assert views[0].origin == ORIGIN


def test_is_called_by_its_name_or_its_address() -> None:
    assert FailoverRecord(record(None, name="shop.example.test.")).name == "shop.example.test."
    assert FailoverRecord(record(None, name=CAUSE)).name == "google_dns_record_set.shop"


class TestAnswers:
    def test_of_every_kind(self) -> None:
        internal = InternalTarget(
            ip_address="10.0.0.1", network=CORE, region="us-east1", origin=Origin("ilb", "internal target")
        )
        primary = Targets(external=("198.51.100.5", CAUSE), origin=PRIMARY)
        item = GeoItem(
            "us-east1",
            Targets(unchecked=("203.0.113.9",), internal=(internal, InternalTarget()), origin=BACKUP),
        )

        assert answers(PrimaryBackup(primary, (item,))) == (
            (
                Answer("198.51.100.5", PRIMARY.at("external", 0)),
                Answer(CAUSE, PRIMARY.at("external", 1)),
            ),
            (
                Answer("203.0.113.9", BACKUP.at("unchecked", 0), item),
                Answer("10.0.0.1", internal.origin.at("ip_address"), item, internal),
            ),
        )

    @pytest.mark.parametrize(
        ("targets", "field"),
        [
            (Targets(external=CAUSE, origin=PRIMARY), "external"),
            (Targets(unchecked=CAUSE, origin=PRIMARY), "unchecked"),
            (Targets(internal=CAUSE, origin=PRIMARY), "internal"),
        ],
    )
    def test_a_list_that_is_not_known_is_one_that_is_not(self, targets: Targets, field: str) -> None:
        assert answers(PrimaryBackup(targets)) == ((Answer(CAUSE, PRIMARY.at(field)),), ())

    def test_nothing_of_the_policy_is_known(self) -> None:
        unknown = Answer(CAUSE, ORIGIN.at("routing_policy"))

        assert answers(CAUSE) == ((unknown,), (unknown,))

    def test_parts_of_the_policy_are_not_known(self) -> None:
        placed = Unknown("var.y", at=PRIMARY.at("primary"))

        assert answers(PrimaryBackup(placed, CAUSE)) == (
            (Answer(placed, PRIMARY.at("primary")),),
            (Answer(CAUSE, ORIGIN.at("routing_policy")),),
        )

    @pytest.mark.parametrize(
        ("address", "called"),
        [
            ("203.0.113.9", "203.0.113.9"),
            (CAUSE, "var.x"),
            (Unknown("x.y.address", Reference("module.a.x.y", "address")), "module.a.x.y.address"),
        ],
    )
    def test_is_called_as_it_is_written(self, address: str | Unknown, called: str) -> None:
        assert str(Answer(address, ORIGIN.at("x"))) == called


def rule(called: str, ip_address: Maybe[str], **values: Any) -> ForwardingRule:
    origin = Origin(f"google_compute_forwarding_rule.{called}", "google_compute_forwarding_rule")
    return ForwardingRule(
        **{"name": called, "region": "us-east1", "origin": origin, **values}, ip_address=ip_address
    )


def internal_rule(called: str, **values: Any) -> ForwardingRule:
    scheme = LoadBalancingScheme.INTERNAL
    return rule(called, "10.0.0.1", **{"scheme": scheme, "network": CORE, **values})


EXTERNAL = Answer("203.0.113.9", ORIGIN.at("x"))


def internally(**values: Any) -> Answer:
    target = InternalTarget(**{"ip_address": "10.0.0.1", "network": CORE, "region": "us-east1", **values})
    return Answer("10.0.0.1", ORIGIN.at("x"), None, target)


class TestOwners:
    def owners(self, answer: Answer, *resources: Any) -> Joined[ForwardingRule]:
        return FailoverRecord(record(None), Deployment(resources=resources)).owners(answer)

    def test_one_of_the_internet(self) -> None:
        web = rule("web", "203.0.113.9")

        assert self.owners(EXTERNAL, web, rule("other", "203.0.113.10")) == Joined((web,))

    def test_no_internal_one_with_this_number(self) -> None:
        answer = Answer("10.0.0.1", ORIGIN.at("x"))

        with pytest.raises(
            Undetermined, match=r"the forwarding rule that has 10\.0\.0\.1, which was not read"
        ):
            self.owners(answer, internal_rule("core"))

    @pytest.mark.parametrize(
        ("answer", "expected"),
        [
            pytest.param(internally(), ("core",), id="network and region"),
            pytest.param(
                internally(network=ResourceName("networks", "edge")), ("edge",), id="another network"
            ),
            pytest.param(internally(region=None), ("core", "west"), id="any region"),
        ],
    )
    def test_an_internal_one_is_of_its_network_and_region(
        self, answer: Answer, expected: tuple[str, ...]
    ) -> None:
        edge, external = ResourceName("networks", "edge"), LoadBalancingScheme.EXTERNAL
        rules = (
            internal_rule("core"),
            internal_rule("west", region="us-west1"),
            internal_rule("edge", network=edge),
            internal_rule("web", scheme=external, backend_service=ResourceName("backendServices", "web")),
        )

        assert tuple(each.name for each in self.owners(answer, *rules).items) == expected

    @pytest.mark.parametrize("answer", [internally(), internally(network=None)])
    def test_an_internal_one_whose_network_is_not_written_is_possible(self, answer: Answer) -> None:
        core = internal_rule("core", network=None)

        ((found, doubt),) = self.owners(answer, core).possible

        assert (found, doubt.because) == (core, "the network of google_compute_forwarding_rule.core")

    def test_none_was_read(self) -> None:
        with pytest.raises(NotCovered):
            self.owners(EXTERNAL)


class TestOwner:
    def test_is_the_first_that_surely_has_it(self) -> None:
        rules = (rule("may", CAUSE), rule("http", "203.0.113.9"), rule("https", "203.0.113.9"))
        view = FailoverRecord(record(None), Deployment(resources=rules))

        assert view.owner(EXTERNAL) is rules[1]

    def test_is_undetermined_where_one_only_may_have_it(self) -> None:
        view = FailoverRecord(record(None), Deployment(resources=(rule("may", CAUSE),)))

        with pytest.raises(Undetermined, match=r"var\.x"):
            view.owner(EXTERNAL)


def test_groups_are_those_of_all_rules_at_an_address() -> None:
    """One rule redirects port 80, and another serves port 443."""
    service = ResourceName("backendServices", "web", "regions/us-east1")
    group = ResourceName("instanceGroups", "a", "zones/us-east1-b")
    web = BackendService(backends=(Backend(group),), identity=service)
    rules = (
        rule("may", CAUSE),
        rule("http", "203.0.113.9"),
        rule("https", "203.0.113.9", backend_service=service),
    )

    found = FailoverRecord(record(None), Deployment(resources=(*rules, web))).groups(EXTERNAL)

    assert [each.link for each in found.items] == [group]
    assert found.doubts == (CAUSE,)


class TestUnused:
    FREE = ReservedAddress(name="web", address="203.0.113.9", status="RESERVED")

    def unused(self, answer: Answer, *resources: Any) -> Maybe[ReservedAddress]:
        return FailoverRecord(record(None), Deployment(resources=resources)).unused(answer)

    @pytest.mark.parametrize("rules", [(), (rule("web", "203.0.113.10"),)], ids=["no rule", "another's"])
    def test_a_reserved_address_that_is_not_in_use(self, rules: tuple[ForwardingRule, ...]) -> None:
        assert self.unused(EXTERNAL, self.FREE, *rules) is self.FREE

    @pytest.mark.parametrize(
        ("answer", "resources"),
        [
            pytest.param(EXTERNAL, (), id="not read"),
            pytest.param(EXTERNAL, (ReservedAddress(address="203.0.113.9", status="IN_USE"),), id="in use"),
            pytest.param(EXTERNAL, (ReservedAddress(address="203.0.113.9"),), id="nobody tells"),
            pytest.param(
                EXTERNAL, (ReservedAddress(address="203.0.113.1", status="RESERVED"),), id="another"
            ),
            pytest.param(EXTERNAL, (FREE, rule("web", "203.0.113.9")), id="a rule has it since"),
            pytest.param(EXTERNAL, (FREE, rule("web", CAUSE)), id="a rule may have it since"),
            pytest.param(Answer(CAUSE, ORIGIN.at("x")), (), id="unknown, and none is listed"),
            pytest.param(
                Answer(Unknown("a.b.address", Reference("a.b")), ORIGIN.at("x")), (FREE,), id="a reference"
            ),
        ],
    )
    def test_anything_else(self, answer: Answer, resources: tuple[Any, ...]) -> None:
        assert self.unused(answer, *resources) is None

    def test_what_is_not_known_may_be_any_that_is_listed(self) -> None:
        assert self.unused(Answer(CAUSE, ORIGIN.at("x")), self.FREE) == CAUSE
