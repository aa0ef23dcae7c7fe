"""What a plan advises: changes of a service's settings that follow from its numbers, and can be checked.

Each advice carries the change that it proposes, so that applying it and planning again shows that
it does what it says. Nothing is advised where a size or setting that it needs is not known.

Source: the pages that ``eligible`` and ``zonal`` follow, as of 2026-05; ratios as in semantics 4.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.in_force import affinity_of
from spillover.plan.load import Sent, load
from spillover.plan.loads import shares
from spillover.plan.membership import pools
from spillover.plan.planned import ScenarioPlan, ServicePlan
from spillover.plan.tolerance import Fate, Holding
from spillover.plan.zonal import Affinity, Spec, modified_eligible
from spillover.records import dataclass

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE
NONE = Fraction(0)


class Topic(StrEnum):
    """What an advice is about."""

    RATIO_STEPS = "ratio-steps"
    RATIO_INTERVAL = "ratio-interval"
    FAILOVER_MATCH = "failover-match"
    BLACK_HOLE = "black-hole"
    LOAD_FACTOR = "load-factor"


@dataclass(frozen=True, slots=True)
class SetAffinity:
    """Another option, with the spillover ratio that goes with it."""

    option: ZonalAffinity
    ratio: Fraction


@dataclass(frozen=True, slots=True)
class AddFailoverBackend:
    """So many failover backends in a zone that has none."""

    zone: str
    number: int = 1


Change = SetAffinity | AddFailoverBackend


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice; ``change`` is None where it only tells what matters."""

    topic: Topic
    message: str
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Interval:
    """Ratios that all act the same: above ``after``, up to ``most``; with ``after`` None from 0 on."""

    after: Fraction | None
    most: Fraction

    def __contains__(self, ratio: Fraction) -> bool:
        return (self.after is None or ratio > self.after) and ratio <= self.most

    def __str__(self) -> str:
        if self.after is None:
            return f"0 to {self.most}"
        return f"above {self.after}, up to {self.most}"

    @property
    def inside(self) -> Fraction:
        """The shortest decimal away from both ends, and of those the one nearest to the middle.

        At the ends a rounding of the ratio would decide (semantics 4.1).
        """
        least = self.after or NONE
        middle, digits = (least + self.most) / 2, 1
        while True:
            scale = Fraction(10) ** digits
            near = Fraction(round(middle * scale)) / scale
            if least < near < self.most:
                return near
            digits += 1


def advice(plan: ServicePlan, spec: Spec, most_factor: Fraction | None = None) -> tuple[Advice, ...]:
    """All advice on a service; with ``most_factor`` also on the ratio that keeps the load factor there."""
    if isinstance(plan.service.affinity, Unknown):
        return ()
    found = [*_on_ratio(plan), *_on_failover(plan), *_on_black_holes(plan)]
    if most_factor is not None:
        found += _on_load(plan, spec, most_factor)
    return tuple(found)


def ratio_steps(holdings: Iterable[Holding]) -> tuple[Fraction, ...]:
    """The ratios k/n at which the behaviour changes, for the numbers n of backends in the zones."""
    numbers = {each.here.exact for each in holdings if each.here.exact}
    return tuple(sorted({Fraction(k, n) for n in numbers for k in range(1, n + 1)}))


def same_behaviour(ratio: Fraction, steps: tuple[Fraction, ...]) -> Interval:
    """The ratios that act as this one does: k/n is at or above them for the same k, in every zone.

    Zero acts as everything up to the first step: there is always one healthy backend in an
    intersection that is not empty.
    """
    most = next(step for step in steps if step >= ratio)
    after = max((step for step in steps if step < most), default=None)
    return Interval(after, most)


def _holdings(plan: ServicePlan) -> list[Holding] | None:
    """How each zone's clients hold on to their zone, in either pool; None where a number is not known."""
    found: list[Holding] = []
    for zone in plan.tolerances:
        if zone.known is None:
            return None
        for holding in (zone.known.primary, zone.known.failover):
            if holding.here.exact is None:
                return None
            found.append(holding)
    return found


def _on_ratio(plan: ServicePlan) -> Iterator[Advice]:
    """The ratios that matter for this fleet, and those that act as the one that is written."""
    steps = ratio_steps(_holdings(plan) or ())
    ratio = _ratio(plan)
    if ratio is None or not steps:
        return
    yield Advice(Topic.RATIO_STEPS, f"the spillover ratio acts in steps here: {_listed(steps)}")
    same = same_behaviour(ratio, steps)
    message = f"every spillover ratio {same} acts as {decimal(ratio)} does"
    if ratio not in steps:
        yield Advice(Topic.RATIO_INTERVAL, message)
        return
    away = same.inside
    message += f"; {decimal(away)} acts alike and is on no step, so that no rounding can decide"
    yield Advice(Topic.RATIO_INTERVAL, message, SetAffinity(SPILL, away))


MOST_STEPS = 10


def _listed(steps: tuple[Fraction, ...]) -> str:
    shown = [str(step) for step in steps]
    if len(shown) > MOST_STEPS:
        shown = [*shown[: MOST_STEPS // 2], "...", *shown[-MOST_STEPS // 2 :]]
    return ", ".join(shown)


def _on_failover(plan: ServicePlan) -> Iterator[Advice]:
    """Zones whose clients lose their match when the failover backends take over."""
    for zone in plan.tolerances:
        known = zone.known
        if known is None or known.holding.needed is None or known.after_failover is not Fate.NO_MATCH:
            continue
        yield Advice(
            Topic.FAILOVER_MATCH,
            f"clients in {zone.zone} leave it after a failover: it needs a failover backend of its own",
            AddFailoverBackend(zone.zone),
        )


def _on_black_holes(plan: ServicePlan) -> Iterator[Advice]:
    """Zones whose clients stay on unhealthy backends while there are healthy ones elsewhere."""
    holes = [
        f"{zone.zone} {_after(zone.known.holding.here)}"
        for zone in plan.tolerances
        if zone.known and any(step.outcome.fate is Fate.BLACK_HOLE for step in zone.known.steps)
    ]
    if holes:
        yield Advice(
            Topic.BLACK_HOLE,
            f"black holes for their own clients: {', '.join(holes)}; "
            f"{SPILL.value} sends them to healthy backends elsewhere",
            SetAffinity(SPILL, NONE),
        )


def _after(size: Size) -> str:
    if size.exact is None:
        return "once all have failed"
    return f"after {size.exact} failure{'' if size.exact == 1 else 's'}"


def _on_load(plan: ServicePlan, spec: Spec, most_factor: Fraction) -> Iterator[Advice]:
    """The smallest ratio with which no backend gets more than so many times an even spread."""
    wanted = f"keeps the load factor at or below {decimal(most_factor)}"
    try:
        kept = _least_ratio(plan, spec, most_factor)
    except Undetermined as error:
        yield Advice(Topic.LOAD_FACTOR, f"which spillover ratio {wanted} is undetermined: depends on {error}")
        return
    if kept is None:
        yield Advice(Topic.LOAD_FACTOR, f"no spillover ratio {wanted}")
        return
    message = f"the least spillover ratios that {wanted.replace('keeps', 'keep')} are {kept}, such as"
    change = SetAffinity(SPILL, kept.inside)
    yield Advice(Topic.LOAD_FACTOR, f"{message} {decimal(kept.inside)} with {SPILL.value}", change)


def _least_ratio(plan: ServicePlan, spec: Spec, most_factor: Fraction) -> Interval | None:
    holdings = _holdings(plan)
    if holdings is None:
        raise Undetermined(*plan.undetermined or (Unknown("the number of backends"),))
    after: Fraction | None = None
    for step in ratio_steps(holdings):
        if worst_factor(plan, Affinity(SPILL, step), spec) <= most_factor:
            return Interval(after, step)
        after = step
    return None


def worst_factor(plan: ServicePlan, affinity: Affinity, spec: Spec) -> Fraction:
    """The largest load factor of all scenarios, with another affinity.

    Raises:
        Undetermined: that of a scenario is not known.
    """
    return max((_factor(each, affinity, spec) for each in plan.scenarios), default=NONE)


def _factor(plan: ScenarioPlan, affinity: Affinity, spec: Spec) -> Fraction:
    if plan.eligible is None:
        raise Undetermined(*plan.undetermined)
    configured, eligible = pools(plan.groups), plan.eligible
    sent = [
        Sent(client, share, modified_eligible(configured, eligible, client, affinity, spec).modified_eligible)
        for client, share in shares(plan)
    ]
    busiest = load(sent, eligible.backends).busiest
    return busiest[1] if busiest else NONE


def _ratio(plan: ServicePlan) -> Fraction | None:
    """The spillover ratio that is written, where it is read and known."""
    if plan.service.affinity is not SPILL or plan.service.spillover_ratio is None:
        return None
    try:
        ratio = affinity_of(plan.service, SPILL).spillover_ratio
    except Undetermined:
        return None
    return None if isinstance(ratio, Unknown) else ratio


def decimal(number: Fraction) -> str:
    """A number as a decimal, of up to 28 digits."""
    return format(Decimal(number.numerator) / Decimal(number.denominator), "f")
