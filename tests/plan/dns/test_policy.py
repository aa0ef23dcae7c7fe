"""A record set's policy as it is decided on: which targets, checked or not, and what is not known of them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy, WeightedItem
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.targets import InternalTarget, Targets
from spillover.plan.dns.policy import (
    Failover,
    Geographic,
    Item,
    Policy,
    Target,
    Weighted,
    policy_of,
    targets_of,
)

ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set")
CAUSE = Unknown("var.x")
PRIMARY = Targets(external=("198.51.100.5",))
ADDRESS = Unknown("x.address", refers_to=Reference("google_compute_address.x", "address"))


def record(policy: Maybe[RoutingPolicy]) -> RecordSet:
    return RecordSet(routing_policy=policy, origin=ORIGIN)


def failover(policy: PrimaryBackup) -> Policy:
    return policy_of(record(RoutingPolicy(primary_backup=policy)))


def of_targets(targets: Maybe[Targets]) -> tuple[Target, ...] | Unknown:
    policy = policy_of(record(RoutingPolicy(geo=(GeoItem("us-east1", targets),))))  # type: ignore[arg-type]
    assert isinstance(policy.items, tuple)
    return policy.items[0].targets


class TestTargets:
    def test_of_every_kind(self) -> None:
        internal = (InternalTarget(ip_address="10.0.0.1"), InternalTarget())

        assert of_targets(Targets(external=("198.51.100.5", ADDRESS), unchecked=("203.0.113.9",))) == (
            Target("198.51.100.5"),
            Target("google_compute_address.x.address"),
            Target("203.0.113.9", checked=False),
        )
        assert of_targets(Targets(internal=internal)) == (Target("10.0.0.1", internal=True),)

    def test_external_ones_beside_internal_ones_are_dropped(self) -> None:
        both = Targets(external=("198.51.100.5",), internal=(InternalTarget(ip_address="10.0.0.1"),))

        assert of_targets(both) == (Target("10.0.0.1", internal=True),)

    @pytest.mark.parametrize(
        "targets", [CAUSE, Targets(external=CAUSE), Targets(internal=CAUSE), Targets(unchecked=CAUSE)]
    )
    def test_a_list_that_is_not_known_leaves_all_of_them_unknown(self, targets: Maybe[Targets]) -> None:
        assert of_targets(targets) == CAUSE

    def test_none(self) -> None:
        assert of_targets(None) == ()


class TestFailover:
    def test_all_of_it(self) -> None:
        items = (GeoItem("us-east1", Targets(external=("203.0.113.10",))), GeoItem(CAUSE))
        policy = failover(PrimaryBackup(PRIMARY, items, Decimal("0.10"), fencing=True))

        assert policy == Failover(
            Item((Target("198.51.100.5"),)),
            (Item((Target("203.0.113.10"),), "us-east1"), Item((), CAUSE)),
            Fraction(1, 10),
            fencing=True,
        )
        assert [each.name for each in targets_of(policy)] == ["198.51.100.5", "203.0.113.10"]

    def test_what_is_not_written(self) -> None:
        assert failover(PrimaryBackup(PRIMARY)) == Failover(Item((Target("198.51.100.5"),)), ())

    def test_what_is_not_known(self) -> None:
        policy = failover(PrimaryBackup(CAUSE, CAUSE, CAUSE, CAUSE))

        assert policy == Failover(Item(CAUSE), CAUSE, CAUSE, CAUSE)
        assert list(targets_of(policy)) == []

    def test_without_a_primary(self) -> None:
        policy = failover(PrimaryBackup(Targets()))

        assert isinstance(policy, Failover)
        assert policy.primary.targets == Unknown(
            "the primary, which has no address", at=Origin("", "failover policy").at("primary")
        )

    @pytest.mark.parametrize("ratio", ["1.5", "-0.1"])
    def test_a_ratio_that_is_none(self, ratio: str) -> None:
        policy = failover(PrimaryBackup(PRIMARY, trickle_ratio=Decimal(ratio)))

        assert isinstance(policy, Failover)
        assert isinstance(policy.trickle, Unknown)
        assert policy.trickle.because == f"a trickle ratio of {ratio}, outside of [0, 1]"


class TestOthers:
    def test_geographic(self) -> None:
        item = GeoItem("us-east1", PRIMARY)

        assert policy_of(record(RoutingPolicy(geo=(item,), fencing=True))) == Geographic(
            (Item((Target("198.51.100.5"),), "us-east1"),), fencing=True
        )
        assert policy_of(record(RoutingPolicy(geo=CAUSE))) == Geographic(CAUSE)

    @pytest.mark.parametrize(
        ("weight", "expected"),
        [
            (Decimal("2.5"), Fraction(5, 2)),
            (CAUSE, CAUSE),
            (None, Unknown("a weight that is not written", at=Origin("", "weighted item").at("weight"))),
            (Decimal(-1), Unknown("a weight of -1, below 0", at=Origin("", "weighted item").at("weight"))),
        ],
    )
    def test_weighted(self, weight: Maybe[Decimal], expected: Fraction | Unknown) -> None:
        policy = policy_of(record(RoutingPolicy(weighted=(WeightedItem(weight, PRIMARY),))))

        assert policy == Weighted((Item((Target("198.51.100.5"),), weight=expected),))

    @pytest.mark.parametrize(
        "policy",
        [
            pytest.param(None, id="none"),
            pytest.param(RoutingPolicy(), id="an empty one"),
            pytest.param(RoutingPolicy(geo=(), weighted=()), id="two"),
            pytest.param(RoutingPolicy(primary_backup=PrimaryBackup(), weighted=CAUSE), id="perhaps two"),
        ],
    )
    def test_not_exactly_one(self, policy: RoutingPolicy | None) -> None:
        with pytest.raises(Undetermined) as raised:
            policy_of(record(policy))

        assert raised.value.unknowns == (
            Unknown("which routing policy it has, for the API takes one", at=ORIGIN.at("routing_policy")),
        )

    @pytest.mark.parametrize("policy", [CAUSE, RoutingPolicy(primary_backup=CAUSE)])
    def test_not_known(self, policy: Maybe[RoutingPolicy]) -> None:
        with pytest.raises(Undetermined) as raised:
            policy_of(record(policy))

        assert raised.value.unknowns == (CAUSE,)
