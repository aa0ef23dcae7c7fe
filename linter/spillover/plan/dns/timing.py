"""When answers change: the bounds of an outage and of the recovery, and what would shorten them.

Both by the formula of model/outage.py; that of the recovery, with the healthy threshold, is inferred
(semantics 5.5), and no outage: failback is automatic, and both load balancers serve meanwhile (FO39).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import RecordSet
from spillover.model.health import HealthCheck
from spillover.model.outage import OutageBound
from spillover.model.source import FieldRef, Maybe, Unknown
from spillover.model.views import JoinedRecordSet
from spillover.records import dataclass

LEAST_TTL = 30
"""The shortest TTL that Google advises, in seconds (applb-failover-overview, "Best practices", 2026-04)."""

LEAST_INTERVAL = 30
"""The shortest check interval with source regions, in seconds (discovery document compute v1)."""

LEAST_THRESHOLD = 1
"""The lowest unhealthy threshold that the API takes; one lost check is enough then (FO009)."""

REPORTED = "how soon internal load balancers report their own health, which Google does not document"


class Setting(StrEnum):
    """What an outage bound is made of, by its name in a record set or health check."""

    TTL = "ttl"
    INTERVAL = "check_interval_sec"
    THRESHOLD = "unhealthy_threshold"


@dataclass(frozen=True)
class Alternative:
    """A setting at its documented least, and the outage bound with it, in seconds."""

    setting: Setting
    value: int
    outage: int


@dataclass(frozen=True)
class Timing:
    """The bound of an outage, and that of the way back. Of the latter ``failures`` are successes."""

    outage: OutageBound
    recovery: OutageBound

    @classmethod
    def of(cls, record_set: RecordSet, deployment: Deployment) -> Timing:
        """That of a record set, by the health check that its policy names."""
        health_check = _health_check(record_set, deployment)
        if health_check is None or isinstance(health_check, Unknown):
            cause = health_check or Unknown(
                "a health check, which the policy does not name", at=_at(record_set)
            )
            health_check = HealthCheck(
                check_interval_sec=cause, healthy_threshold=cause, unhealthy_threshold=cause
            )
        outage = OutageBound.of(record_set, health_check)
        return cls(outage, replace(outage, failures=health_check.successes))

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The parts that are not known, each once."""
        return tuple(dict.fromkeys((*self.outage.unknowns, *self.recovery.unknowns)))

    @property
    def alternatives(self) -> Iterator[Alternative]:
        """What each setting above its documented least makes of the outage, if it is set to that."""
        bound = self.outage
        for setting, value, shorter in (
            (Setting.TTL, LEAST_TTL, replace(bound, ttl=LEAST_TTL)),
            (Setting.INTERVAL, LEAST_INTERVAL, replace(bound, interval=LEAST_INTERVAL)),
            (Setting.THRESHOLD, LEAST_THRESHOLD, replace(bound, failures=LEAST_THRESHOLD)),
        ):
            if bound.seconds is not None and shorter.least < bound.seconds:
                yield Alternative(setting, value, shorter.least)


def detection(bound: OutageBound) -> OutageBound:
    """The part of a bound until the health check's verdict: answers change then, caches do not."""
    return replace(bound, ttl=0)


def _health_check(record_set: RecordSet, deployment: Deployment) -> Maybe[HealthCheck]:
    """The health check of external endpoints; internal load balancers need none (semantics 5.1)."""
    external, internal = record_set.probes_external, record_set.has_internal
    if external is not True:
        unknown = internal if isinstance(internal, Unknown) else external
        if isinstance(unknown, Unknown):
            return unknown
        return Unknown(REPORTED) if internal else None
    try:
        return JoinedRecordSet(record_set, deployment).checked_by
    except NotCovered as missing:
        return Unknown(f"{missing.kind}, of which none was read", at=_at(record_set))


def _at(record_set: RecordSet) -> FieldRef:
    return record_set.origin.at("health_check")
