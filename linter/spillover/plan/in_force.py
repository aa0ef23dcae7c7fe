"""The policies of a service as they are in force: defaults filled in, ratios exact.

A ratio is the decimal that was written, as a fraction (semantics 4.1). One outside of [0, 1]
is refused by the API, so nothing can be decided by it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Maybe, Undetermined, Unknown, decided
from spillover.plan.eligible import Failover
from spillover.plan.zonal import Affinity


def affinity_of(service: BackendService, option: ZonalAffinity) -> Affinity:
    """Zonal affinity with an option, and the spillover ratio if the option reads it.

    Raises:
        Undetermined: the API refuses the ratio.
    """
    if option is not ZonalAffinity.SPILL_CROSS_ZONE:
        return Affinity(option)
    return Affinity(option, _ratio(service.spillover_ratio, "spillover ratio"))


def failover_of(service: BackendService) -> Failover:
    """The failover policy; without one the ratio is 0 and nothing is dropped.

    Raises:
        Undetermined: the API refuses the ratio.
    """
    policy = service.failover_policy
    drop = policy.drop_traffic_if_unhealthy
    return Failover(_ratio(policy.failover_ratio, "failover ratio"), False if drop is None else drop)


def refuse_weights(service: BackendService) -> None:
    """Weighted load balancing: how it meets zonal affinity is not documented (semantics 2.1).

    Raises:
        Undetermined: it is in force, or whether it is is not known.
    """
    policy = decided(service.locality_lb_policy)
    if policy == "WEIGHTED_GCP_RENDEZVOUS":
        raise Undetermined(Unknown(f"{policy}: how weights enter the eligible set is not documented"))


def _ratio(written: Maybe[Decimal], name: str) -> Fraction | Unknown:
    if isinstance(written, Unknown):
        return written
    if written is None:
        return Fraction(0)
    if not 0 <= written <= 1:
        raise Undetermined(Unknown(f"{name} {written} is outside of [0, 1], which the API refuses"))
    return Fraction(written)
