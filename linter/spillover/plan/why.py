"""Why a client gets the backends that it gets: each step of the specification with what it found.

The evidence comes with the decision; nothing is worked out again here. Each step names the
paragraph of Google's text that it stands on, or says that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.service import ZonalAffinity
from spillover.plan.backends import BackendSet
from spillover.plan.eligible import Eligible, EligibleKind, Why
from spillover.plan.membership import pools
from spillover.plan.planned import Row, ScenarioPlan
from spillover.plan.zonal import Decision, Reason
from spillover.records import dataclass

AFFINITY = "zonal affinity page"
DISTRIBUTION = '"Identify eligible backends", traffic distribution page'
RATIO_TEXT = "failoverPolicy.failoverRatio, API reference of backend services"
DROP_TEXT = "failoverPolicy.dropTrafficIfUnhealthy, API reference of backend services"
STAY_PAGE = f'"How ZONAL_AFFINITY_STAY_WITHIN_ZONE works", {AFFINITY}'
SPILL_PAGE = f'"How ZONAL_AFFINITY_SPILL_CROSS_ZONE and the spillover ratio work", {AFFINITY}'
UNDOCUMENTED = "not documented"

ELIGIBLE_BY = {
    Why.NO_BACKENDS: UNDOCUMENTED,
    Why.NO_PRIMARY_TO_FALL_BACK_ON: UNDOCUMENTED,
    Why.DROPPED: DROP_TEXT,
    Why.LAST_RESORT: f"{DROP_TEXT}; {DISTRIBUTION}",
    Why.NO_HEALTHY_PRIMARY: RATIO_TEXT,
    Why.HEALTHY_PRIMARY: DISTRIBUTION,
    Why.AT_OR_ABOVE_FAILOVER_RATIO: RATIO_TEXT,
    Why.NO_HEALTHY_FAILOVER: f"{UNDOCUMENTED} for backend services; as for target pools",
    Why.BELOW_FAILOVER_RATIO: RATIO_TEXT,
}
"""The paragraph that each arm of the step stands on (semantics 2.1)."""


@dataclass(frozen=True)
class Derived:
    """One step: its name, the set that it gives if it gives one, what decided, and the paragraph."""

    name: str
    backends: BackendSet | None
    because: str
    source: str


def derivation(plan: ScenarioPlan, row: Row) -> tuple[Derived, ...]:
    """The steps to one row, as far as they were reached; the last one decided, unless it is undetermined."""
    return tuple(_steps(plan, row))


def _steps(plan: ScenarioPlan, row: Row) -> Iterator[Derived]:
    configured, sets = pools(plan.groups), f'"How zonal affinity works", {AFFINITY}'
    yield Derived("configured primary backends", configured.primary, "of any health", sets)
    yield Derived("configured failover backends", configured.failover, "of any health", sets)
    if plan.eligible is None:
        return
    eligible = plan.eligible
    by = ELIGIBLE_BY[eligible.why]
    yield Derived("original eligible backends", eligible.backends, eligible.why.value, by)
    if row.decision is None or eligible.kind is EligibleKind.NONE:
        return
    yield Derived("zonal affinity", None, row.option.value, f"step 1 of {sets}")
    if row.option is ZonalAffinity.DISABLED:
        return
    compatible = "compatible" if row.compatible else "not compatible: only VMs of the region are"
    yield Derived("client", None, compatible, f'"Compatible clients", {AFFINITY}')
    if row.compatible:
        yield from _match(eligible, row.decision)


def _match(eligible: Eligible, decision: Decision) -> Iterator[Derived]:
    """The sets of the zonal match, and what the option made of them."""
    conditions = f'"Zonal match conditions", {AFFINITY}'
    role = "failover" if eligible.kind is EligibleKind.HEALTHY_FAILOVER else "primary"
    test = f"all configured {role} backends, as {role} backends are eligible"
    yield Derived("zonal match test backends", decision.zonal_match_test, test, conditions)
    found = "a zonal match" if decision.zonal_match else "no zonal match, so affinity is without effect"
    yield Derived("zonal matched backends", decision.zonal_matched, f"those in the zone; {found}", conditions)
    if not decision.zonal_match:
        return
    page = STAY_PAGE if decision.ratio is None else SPILL_PAGE
    both = "zonal matched and original eligible"
    yield Derived("intersection", decision.intersection, both, page)


VERDICTS = {
    Reason.AFFINITY_DISABLED: "unchanged: zonal affinity is off",
    Reason.CLIENT_INCOMPATIBLE: "unchanged: the client is not compatible",
    Reason.TRAFFIC_DROPPED: "none: traffic is dropped",
    Reason.NO_BACKENDS: "none: there is no backend to send to",
    Reason.NO_ZONAL_MATCH: "unchanged: there is no zonal match",
    Reason.INTERSECTION: "refined to the intersection, as it is not empty",
    Reason.RATIO_AT_OR_ABOVE_THRESHOLD: "refined to the intersection: the ratio is at or above the threshold",
    Reason.RATIO_BELOW_THRESHOLD: "unchanged: the ratio is below the threshold",
    Reason.EMPTY_INTERSECTION: "unchanged: the intersection is empty",
    Reason.UNHEALTHY_IN_ZONE: "replaced by the zonal matched backends, as the intersection is empty",
    Reason.LAST_RESORT_2025_07: "unchanged: nothing is healthy, which the text of 2025-07 counts",
    Reason.UNDETERMINED: "undetermined",
}


def verdict(decision: Decision) -> Derived:
    """The last step: the modified eligible backends, and the rule that decided."""
    return Derived(
        "modified eligible backends",
        decision.modified_eligible,
        VERDICTS[decision.reason],
        _paragraph(decision),
    )


def _paragraph(decision: Decision) -> str:
    if decision.reason in (Reason.TRAFFIC_DROPPED, Reason.NO_BACKENDS):
        return f"{UNDOCUMENTED}: what zonal affinity makes of an empty set"
    if decision.reason is Reason.UNHEALTHY_IN_ZONE:
        return STAY_PAGE
    if decision.zonal_match:
        return STAY_PAGE if decision.ratio is None else SPILL_PAGE
    return f'"How zonal affinity works", {AFFINITY}'
