"""From the original to the modified eligible backends: zonal affinity.

Source: docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, revision of
2026-05; its steps are the comments, its words the names. The revision of 2025-07 differs in
two places, both marked ``Spec.R2025_07``.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from spillover.model.service import ZonalAffinity
from spillover.model.source import Unknown, decided
from spillover.plan.backends import BackendSet, Share, share
from spillover.plan.eligible import Eligible, EligibleKind, Pools, Why
from spillover.plan.spec import Spec as Spec  # who asks for a decision names the revision too
from spillover.records import dataclass


class ClientKind(StrEnum):
    """Where packets come from."""

    VM = "vm"
    PSC_ENDPOINT = "psc-endpoint"
    VPN = "vpn"
    INTERCONNECT = "interconnect"
    OTHER_REGION = "other-region"
    VM_BACKEND = "vm-backend"

    @property
    def is_zonal(self) -> bool:
        """Whether a client of this kind is in a zone of the load balancer's region."""
        return self in (ClientKind.VM, ClientKind.PSC_ENDPOINT, ClientKind.VM_BACKEND)


@dataclass(frozen=True, slots=True)
class Client:
    """A client; ``zone`` is None for one that is in no zone, or in any zone without a backend."""

    kind: ClientKind
    zone: str | None = None

    def is_compatible(self, spec: Spec) -> bool:
        """Whether zonal affinity applies to it at all ("Compatible clients")."""
        if self.kind is ClientKind.PSC_ENDPOINT:
            return spec is not Spec.R2025_07
        return self.kind is ClientKind.VM


class Change(StrEnum):
    """What zonal affinity did to the original eligible backends."""

    REFINED = "refined"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"


class Reason(StrEnum):
    """Why the modified eligible backends are what they are."""

    AFFINITY_DISABLED = "affinity-disabled"
    CLIENT_INCOMPATIBLE = "client-incompatible"
    TRAFFIC_DROPPED = "traffic-dropped"
    NO_BACKENDS = "no-backends"
    NO_ZONAL_MATCH = "no-zonal-match"
    INTERSECTION = "intersection"
    RATIO_AT_OR_ABOVE_THRESHOLD = "ratio-at-or-above-threshold"
    RATIO_BELOW_THRESHOLD = "ratio-below-threshold"
    EMPTY_INTERSECTION = "empty-intersection"
    UNHEALTHY_IN_ZONE = "unhealthy-in-zone"
    LAST_RESORT_2025_07 = "last-resort-2025-07"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Affinity:
    """The zonal affinity option, and the spillover ratio that SPILL_CROSS_ZONE reads."""

    option: ZonalAffinity = ZonalAffinity.DISABLED
    spillover_ratio: Fraction | Unknown = Fraction(0)


@dataclass(frozen=True, slots=True)
class Decision:
    """The modified eligible backends, with the reason and the evidence.

    A set is None where its step was not reached; ``ratio`` is None where none is defined.
    """

    modified_eligible: BackendSet
    change: Change
    reason: Reason
    zonal_match_test: BackendSet | None = None
    zonal_matched: BackendSet | None = None
    intersection: BackendSet | None = None
    ratio: Share | None = None

    @property
    def zonal_match(self) -> bool:
        """Whether there was a zonal match."""
        return self.intersection is not None


def modified_eligible(
    pools: Pools, eligible: Eligible, client: Client, affinity: Affinity, spec: Spec = Spec.R2026_05
) -> Decision:
    """The modified eligible backends ("How zonal affinity works").

    Raises:
        Undetermined: it depends on a size or a setting that is not known.
    """
    original = eligible.backends
    if eligible.kind is EligibleKind.NONE:
        reason = Reason.TRAFFIC_DROPPED if eligible.why is Why.DROPPED else Reason.NO_BACKENDS
        return Decision(original, Change.UNCHANGED, reason)

    # 1. Zonal affinity must be enabled.
    if affinity.option is ZonalAffinity.DISABLED:
        return Decision(original, Change.UNCHANGED, Reason.AFFINITY_DISABLED)

    # 2. The client must be compatible.
    if not client.is_compatible(spec):
        return Decision(original, Change.UNCHANGED, Reason.CLIENT_INCOMPATIBLE)

    # 3. Zonal match: at least one zonal match test backend is in the client's zone.
    tested = zonal_match_test(pools, eligible.kind)
    matched = tested.in_zone(client.zone)
    if matched.is_empty():
        return Decision(original, Change.UNCHANGED, Reason.NO_ZONAL_MATCH, tested, matched)

    # 4. Apply the zonal affinity logic of the option that is configured.
    intersection = matched & original
    if affinity.option is ZonalAffinity.STAY_WITHIN_ZONE:
        return _stay_within_zone(tested, matched, intersection)
    return _spill_cross_zone(eligible, tested, matched, intersection, affinity.spillover_ratio, spec)


def zonal_match_test(pools: Pools, kind: EligibleKind) -> BackendSet:
    """The zonal match test backends ("Zonal match conditions"): configured, of any health."""
    return pools.failover if kind is EligibleKind.HEALTHY_FAILOVER else pools.primary


def _stay_within_zone(tested: BackendSet, matched: BackendSet, intersection: BackendSet) -> Decision:
    """ "How ZONAL_AFFINITY_STAY_WITHIN_ZONE works"."""
    if intersection.is_empty():
        # The zonal matched backends themselves; all of them are unhealthy.
        return Decision(matched, Change.REPLACED, Reason.UNHEALTHY_IN_ZONE, tested, matched, intersection)
    return Decision(intersection, Change.REFINED, Reason.INTERSECTION, tested, matched, intersection)


def _spill_cross_zone(
    eligible: Eligible,
    tested: BackendSet,
    matched: BackendSet,
    intersection: BackendSet,
    threshold: Fraction | Unknown,
    spec: Spec,
) -> Decision:
    """ "How ZONAL_AFFINITY_SPILL_CROSS_ZONE and the spillover ratio work"."""
    original = eligible.backends

    def spill(reason: Reason, ratio: Share) -> Decision:
        return Decision(original, Change.UNCHANGED, reason, tested, matched, intersection, ratio)

    def stay(reason: Reason, ratio: Share) -> Decision:
        return Decision(intersection, Change.REFINED, reason, tested, matched, intersection, ratio)

    nothing = Share(Fraction(0), Fraction(0))
    if spec is Spec.R2025_07 and eligible.kind is EligibleKind.ALL_PRIMARY:
        # The older tables count *healthy* backends, so the ratio is 0 and nothing changes.
        return spill(Reason.LAST_RESORT_2025_07, nothing)

    # The intersection is empty: the ratio is zero, which no threshold above 0 is at or below.
    if intersection.is_empty():
        below = isinstance(threshold, Fraction) and threshold > 0
        return spill(Reason.RATIO_BELOW_THRESHOLD if below else Reason.EMPTY_INTERSECTION, nothing)

    ratio = share(intersection, matched)
    # "Zero spillover ratio": the intersection, as it is not empty.
    if threshold == 0:
        return stay(Reason.INTERSECTION, ratio)
    # "Nonzero spillover ratio": compare exactly; at equality connections stay. A ratio of 1
    # is at or above whatever the threshold is.
    if intersection == matched or ratio.at_least(decided(threshold)):
        return stay(Reason.RATIO_AT_OR_ABOVE_THRESHOLD, ratio)
    return spill(Reason.RATIO_BELOW_THRESHOLD, ratio)
