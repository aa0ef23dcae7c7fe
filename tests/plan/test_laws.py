"""Laws of the two steps from the configured to the modified eligible backends, on random fleets.

Beside the laws stands a second implementation, of single VMs and sets of them, written from
the specification's pseudo code; and what makes sizes within bounds trustworthy: whatever is
decided on bounds holds for every choice of sizes within them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Eligible, EligibleKind, Failover, Pools, identify_eligible
from spillover.plan.zonal import (
    Affinity,
    Change,
    Client,
    ClientKind,
    Decision,
    Reason,
    Spec,
    modified_eligible,
    zonal_match_test,
)

DISABLED, STAY, SPILL = ZonalAffinity
ZONES = ("a", "b", "c", "d")

law = settings(max_examples=50, deadline=None)

Pool = dict[str, tuple[int, int]]
"""Zone -> healthy, unhealthy."""


@dataclass(frozen=True)
class Situation:
    """Everything that the decision depends on."""

    primary: Pool
    failover: Pool
    policy: Failover
    client: Client
    affinity: Affinity
    spec: Spec

    @property
    def pools(self) -> Pools:
        return Pools(pool("primary", self.primary), pool("failover", self.failover))

    @property
    def eligible(self) -> Eligible:
        return identify_eligible(self.pools, self.policy)

    @property
    def decision(self) -> Decision:
        return self.under(self.affinity)

    def under(self, affinity: Affinity) -> Decision:
        return modified_eligible(self.pools, self.eligible, self.client, affinity, self.spec)


def pool(role: str, zones: Pool) -> BackendSet:
    return BackendSet.of(
        Members(role, zone, healthy, Size.exactly(number))
        for zone, (good, bad) in zones.items()
        for healthy, number in ((True, good), (False, bad))
    )


def counted(backends: BackendSet) -> dict[str, int | None]:
    return {zone: size.exact for zone, size in backends.zones().items()}


def fleets(most: int) -> st.SearchStrategy[Pool]:
    """A pool in up to four zones, with up to so many VMs of each health in each; often with none."""
    number = st.sampled_from([0] * 2 * most + list(range(1, most + 1)))
    return st.lists(number, min_size=2 * len(ZONES), max_size=2 * len(ZONES)).map(
        lambda numbers: dict(zip(ZONES, zip(numbers[::2], numbers[1::2], strict=True), strict=True))
    )


# Weighted so that most situations get as far as the last steps.
RATIOS = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction("0.28")]), st.fractions(0, 1, max_denominator=6)
)
POLICIES = st.builds(Failover, st.one_of(st.just(Fraction(0)), RATIOS), st.sampled_from([False] * 3 + [True]))
CLIENTS = st.builds(
    Client,
    st.sampled_from([ClientKind.VM] * 12 + list(ClientKind)),
    st.sampled_from([*ZONES[:2] * 4, *ZONES, "elsewhere", None]),
)
AFFINITIES = st.builds(Affinity, st.sampled_from([DISABLED] + [STAY] * 2 + [SPILL] * 5), RATIOS)
SPECS = st.sampled_from(Spec)


def situations(most: int) -> st.SearchStrategy[Situation]:
    failover = st.one_of(st.just(dict[str, tuple[int, int]]()), fleets(most))
    return st.builds(Situation, fleets(most), failover, POLICIES, CLIENTS, AFFINITIES, SPECS)


SITUATIONS = situations(3)


class TestEligible:
    """Laws of the original eligible backends."""

    @law
    @given(SITUATIONS)
    def test_the_kind_says_which_they_are(self, situation: Situation) -> None:
        pools, eligible = situation.pools, situation.eligible

        assert (
            eligible.backends
            == {
                EligibleKind.HEALTHY_PRIMARY: pools.primary.healthy,
                EligibleKind.HEALTHY_FAILOVER: pools.failover.healthy,
                EligibleKind.ALL_PRIMARY: pools.primary,
                EligibleKind.NONE: BackendSet(),
            }[eligible.kind]
        )
        assert eligible.backends.is_empty() == (eligible.kind is EligibleKind.NONE)

    @law
    @given(SITUATIONS)
    def test_unhealthy_ones_are_eligible_only_where_nothing_is_healthy(self, situation: Situation) -> None:
        nothing = (situation.pools.primary | situation.pools.failover).healthy.is_empty()

        assert nothing == (situation.eligible.kind in (EligibleKind.ALL_PRIMARY, EligibleKind.NONE))

    @law
    @given(SITUATIONS, RATIOS, RATIOS)
    def test_a_larger_failover_ratio_never_brings_traffic_back(
        self, situation: Situation, one: Fraction, other: Fraction
    ) -> None:
        before, after = (
            identify_eligible(situation.pools, Failover(each)).kind for each in sorted((one, other))
        )

        assert before is after or (before, after) == (
            EligibleKind.HEALTHY_PRIMARY,
            EligibleKind.HEALTHY_FAILOVER,
        )

    @law
    @given(SITUATIONS)
    def test_without_failover_backends_the_ratio_is_irrelevant(self, situation: Situation) -> None:
        pools = Pools(situation.pools.primary)
        drop = situation.policy.drop_traffic_if_unhealthy

        assert identify_eligible(pools, situation.policy) == identify_eligible(
            pools, Failover(Fraction(0), drop)
        )


class TestModified:
    """Laws of the modified eligible backends."""

    @law
    @given(SITUATIONS)
    def test_never_empty_unless_dropped_or_without_backends(self, situation: Situation) -> None:
        decision = situation.decision

        assert decision.modified_eligible.is_empty() == (
            decision.reason in (Reason.TRAFFIC_DROPPED, Reason.NO_BACKENDS)
        )

    @law
    @given(SITUATIONS)
    def test_never_beyond_the_original_and_the_zonal_matched(self, situation: Situation) -> None:
        decision = situation.decision
        matched = decision.zonal_matched or BackendSet()

        assert decision.modified_eligible <= situation.eligible.backends | matched

    @law
    @given(SITUATIONS)
    def test_the_change_says_which_set_it_is(self, situation: Situation) -> None:
        decision = situation.decision

        assert (
            decision.modified_eligible
            == {
                Change.UNCHANGED: situation.eligible.backends,
                Change.REFINED: decision.intersection,
                Change.REPLACED: decision.zonal_matched,
            }[decision.change]
        )

    @law
    @given(SITUATIONS)
    def test_disabled_is_identity(self, situation: Situation) -> None:
        decision = situation.under(Affinity(DISABLED))

        assert decision == Decision(situation.eligible.backends, Change.UNCHANGED, decision.reason)

    @law
    @given(SITUATIONS)
    def test_an_incompatible_client_is_served_as_if_disabled(self, situation: Situation) -> None:
        through_vpn = replace(situation, client=replace(situation.client, kind=ClientKind.VPN))

        assert through_vpn.decision.modified_eligible == situation.eligible.backends

    @law
    @given(SITUATIONS)
    def test_a_match_is_a_test_backend_in_the_clients_zone(self, situation: Situation) -> None:
        decision, client = situation.decision, situation.client
        tested = zonal_match_test(situation.pools, situation.eligible.kind)
        reaches_the_match = decision.reason not in (
            Reason.TRAFFIC_DROPPED,
            Reason.NO_BACKENDS,
            Reason.AFFINITY_DISABLED,
            Reason.CLIENT_INCOMPATIBLE,
        )

        assert decision.zonal_match == (reaches_the_match and client.zone in tested.zones())
        assert decision.zonal_match_test == (tested if reaches_the_match else None)
        assert decision.zonal_matched == (tested.in_zone(client.zone) if reaches_the_match else None)

    @law
    @given(SITUATIONS)
    def test_stay_stays_in_the_zone_once_it_matches(self, situation: Situation) -> None:
        decision = situation.under(Affinity(STAY))

        if decision.zonal_match:
            assert list(decision.modified_eligible.zones()) == [situation.client.zone]
        else:
            assert decision.modified_eligible == situation.eligible.backends

    @law
    @given(SITUATIONS, RATIOS)
    def test_spill_gives_the_intersection_or_the_original(
        self, situation: Situation, ratio: Fraction
    ) -> None:
        decision = situation.under(Affinity(SPILL, ratio))

        assert decision.modified_eligible in (situation.eligible.backends, decision.intersection)

    @law
    @given(SITUATIONS, RATIOS, RATIOS)
    def test_spill_gives_no_fewer_backends_as_the_ratio_grows(
        self, situation: Situation, one: Fraction, other: Fraction
    ) -> None:
        low, high = (
            situation.under(Affinity(SPILL, ratio)).modified_eligible for ratio in sorted((one, other))
        )

        assert low <= high

    @law
    @given(SITUATIONS)
    def test_a_ratio_of_zero_is_as_the_smallest_above_zero(self, situation: Situation) -> None:
        """The intersection is at least one of the zone's backends, so its share is no smaller."""
        zero, tiny = (situation.under(Affinity(SPILL, Fraction(each, 10**9))) for each in (0, 1))

        assert zero.modified_eligible == tiny.modified_eligible

    @law
    @given(SITUATIONS, st.permutations(ZONES))
    def test_renaming_the_zones_renames_the_answer(self, situation: Situation, order: list[str]) -> None:
        new = dict(zip(ZONES, order, strict=True))
        zone = situation.client.zone
        renamed = Situation(
            {new[each]: state for each, state in situation.primary.items()},
            {new[each]: state for each, state in situation.failover.items()},
            situation.policy,
            Client(situation.client.kind, new.get(zone, zone) if zone else None),
            situation.affinity,
            situation.spec,
        )
        before, after = situation.decision, renamed.decision

        assert (after.change, after.reason, after.ratio) == (before.change, before.reason, before.ratio)
        assert counted(after.modified_eligible) == {
            new[each]: number for each, number in counted(before.modified_eligible).items()
        }

    @law
    @given(SITUATIONS)
    def test_how_vms_are_grouped_does_not_matter(self, situation: Situation) -> None:
        """The unit is the VM: one group of a zone, or one for each VM of it, gives the same numbers."""

        def singly(backends: BackendSet) -> BackendSet:
            return BackendSet.of(
                Members(f"{each.group}-{number}", each.zone, each.healthy, Size.exactly(1))
                for each in backends
                for number in range(each.size.least)
            )

        pools = Pools(singly(situation.pools.primary), singly(situation.pools.failover))
        eligible = identify_eligible(pools, situation.policy)
        alone = modified_eligible(pools, eligible, situation.client, situation.affinity, situation.spec)
        grouped = situation.decision

        assert (alone.reason, alone.ratio) == (grouped.reason, grouped.ratio)
        assert counted(alone.modified_eligible) == counted(grouped.modified_eligible)


# ---------------------------------------------------------------------------------------------
# A second implementation.


class VM(NamedTuple):
    """A single backend; the number only tells it from others."""

    number: int
    zone: str
    backup: bool
    well: bool


def every_vm(situation: Situation) -> set[VM]:
    numbers = itertools.count()
    return {
        VM(next(numbers), zone, backup, well)
        for backup, zones in ((False, situation.primary), (True, situation.failover))
        for zone, both in zones.items()
        for well, size in zip((True, False), both, strict=True)
        for _ in range(size)
    }


def original(vms: set[VM], ratio: Fraction, drop: bool) -> tuple[str, set[VM]]:
    primaries = {vm for vm in vms if not vm.backup}
    well = {vm for vm in primaries if vm.well}
    backups = {vm for vm in vms - primaries if vm.well}
    if not vms:
        return "none", set()
    match bool(well), bool(backups):
        case False, False:
            rescued = set() if drop else primaries
            return ("all_primary" if rescued else "none"), rescued
        case False, True:
            return "healthy_failover", backups
        case True, False:
            return "healthy_primary", well
    fails_over = ratio > 0 and len(well) < ratio * len(primaries)
    return ("healthy_failover", backups) if fails_over else ("healthy_primary", well)


def modified(situation: Situation) -> tuple[str, set[VM], set[VM], Fraction | None, str]:
    """Kind of the original set, the original, the modified set, the ratio, and the change."""
    vms = every_vm(situation)
    policy, affinity, client = situation.policy, situation.affinity, situation.client
    assert isinstance(policy.ratio, Fraction)
    assert isinstance(affinity.spillover_ratio, Fraction)
    old = situation.spec is Spec.R2025_07
    kind, a = original(vms, policy.ratio, bool(policy.drop_traffic_if_unhealthy))
    served = {ClientKind.VM} if old else {ClientKind.VM, ClientKind.PSC_ENDPOINT}
    if not a or affinity.option is DISABLED or client.kind not in served:
        return kind, a, a, None, "unchanged"
    b = {vm for vm in vms if vm.backup == (kind == "healthy_failover")}
    c = {vm for vm in b if vm.zone == client.zone}
    if not c:
        return kind, a, a, None, "unchanged"
    i = c & a
    if affinity.option is STAY:
        return kind, a, i or c, None, "refined" if i else "replaced"
    if old and kind == "all_primary":
        return kind, a, a, Fraction(0), "unchanged"
    ratio = Fraction(len(i), len(c))
    stays = bool(i) and ratio >= affinity.spillover_ratio
    return kind, a, i if stays else a, ratio, "refined" if stays else "unchanged"


def by_zone(vms: Iterable[VM]) -> dict[str, int]:
    return dict(Counter(vm.zone for vm in vms))


class TestSecondImplementation:
    """Both implementations say the same of every situation."""

    @settings(max_examples=200, deadline=None)
    @given(situations(6))
    @example(
        Situation(
            {"a": (7, 18), "b": (1, 0)},
            {},
            Failover(),
            Client(ClientKind.VM, "a"),
            Affinity(SPILL, Fraction("0.28")),
            Spec.R2026_05,
        )
    ).via("0.28 is 7/25, and 0.28 * 25 is more than 7 in floating point")
    def test_agrees(self, situation: Situation) -> None:
        kind, eligible, kept, ratio, change = modified(situation)
        decision = situation.decision

        assert {
            "kind": situation.eligible.kind.value,
            "original": counted(situation.eligible.backends),
            "modified": counted(decision.modified_eligible),
            "ratio": decision.ratio.exact if decision.ratio else None,
            "change": decision.change.value,
        } == {
            "kind": kind,
            "original": by_zone(eligible),
            "modified": by_zone(kept),
            "ratio": ratio,
            "change": change,
        }


# ---------------------------------------------------------------------------------------------
# Sizes within bounds.

BOUNDED = st.builds(
    lambda group, zone, healthy, least, width: Members(group, zone, healthy, Size(least, least + width)),
    st.sampled_from(("primary", "primary", "primary", "failover")),
    st.sampled_from(ZONES[:2]),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from((0, 0, 1, 2)),
)
FLEETS = st.lists(
    BOUNDED, min_size=2, max_size=5, unique_by=lambda each: (each.group, each.zone, each.healthy)
)


def split(members: Iterable[Members]) -> Pools:
    members = tuple(members)
    return Pools(*(BackendSet.of(m for m in members if m.group == role) for role in ("primary", "failover")))


def completions(members: list[Members]) -> Iterator[list[Members]]:
    """The members with every choice of sizes within their bounds."""
    ranges = [range(each.size.least, (each.size.most or 0) + 1) for each in members]
    for sizes in itertools.product(*ranges):
        yield [
            Members(each.group, each.zone, each.healthy, Size.exactly(size))
            for each, size in zip(members, sizes, strict=True)
        ]


def keys(backends: BackendSet) -> set[tuple[str, str, bool]]:
    return {(each.group, each.zone, each.healthy) for each in backends}


class TestSizesWithinBounds:
    """What is decided on bounds holds for every choice of sizes within them."""

    @settings(max_examples=200, deadline=None)
    @given(FLEETS, POLICIES)
    def test_the_original_eligible_backends(self, members: list[Members], policy: Failover) -> None:
        try:
            known = identify_eligible(split(members), policy)
        except Undetermined:
            return

        for exact in completions(members):
            pools = split(exact)
            eligible = identify_eligible(pools, policy)
            assert eligible.kind is known.kind
            assert keys(eligible.backends) == keys(known.backends) & keys(pools.primary | pools.failover)

    @settings(max_examples=200, deadline=None)
    @given(FLEETS, POLICIES, CLIENTS, AFFINITIES, SPECS)
    def test_the_decision(
        self, members: list[Members], policy: Failover, client: Client, affinity: Affinity, spec: Spec
    ) -> None:
        try:
            bounded = split(members)
            known = modified_eligible(bounded, identify_eligible(bounded, policy), client, affinity, spec)
        except Undetermined:
            return

        for exact in completions(members):
            pools = split(exact)
            decision = modified_eligible(pools, identify_eligible(pools, policy), client, affinity, spec)
            there = keys(pools.primary | pools.failover)
            # Where traffic is dropped, whether there is any backend to drop it before is no matter.
            assert decision.reason is known.reason or known.reason is Reason.TRAFFIC_DROPPED
            assert decision.change is known.change
            assert keys(decision.modified_eligible) == keys(known.modified_eligible) & there
            assert _holds(known, decision)

    @law
    @given(FLEETS, POLICIES, CLIENTS, AFFINITIES, SPECS)
    def test_exact_sizes_are_always_decided(
        self, members: list[Members], policy: Failover, client: Client, affinity: Affinity, spec: Spec
    ) -> None:
        pools = split(next(completions(members)))

        modified_eligible(pools, identify_eligible(pools, policy), client, affinity, spec)


def _holds(known: Decision, exact: Decision) -> bool:
    """Whether the ratio of the exact sizes is within the bounds of the other."""
    if known.ratio is None or exact.ratio is None or exact.ratio.exact is None:
        return known.ratio is exact.ratio
    return known.ratio.least <= exact.ratio.exact <= known.ratio.most
