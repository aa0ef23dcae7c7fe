"""How long an outage may last where a record set fails over, by Google's formula.

TTL + check interval x unhealthy threshold (applb-failover-overview, "Configure Cloud DNS", 2026-04): so
long may it take until the health check has failed often enough and resolvers have let go of an answer.
"""

from __future__ import annotations

from spillover.model.dns import RecordSet
from spillover.model.health import HealthCheck
from spillover.model.source import Undetermined, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class OutageBound:
    """The parts of the bound of a record set: times in seconds, ``failures`` in checks."""

    ttl: int | Unknown
    interval: int | Unknown
    failures: int | Unknown

    @classmethod
    def of(cls, record_set: RecordSet, health_check: HealthCheck) -> OutageBound:
        """That of a record set whose policy uses a health check; a TTL that is not written is not known."""
        ttl = record_set.ttl
        if ttl is None:
            ttl = Unknown("a TTL that is not written", at=record_set.origin.at("ttl"))
        return cls(ttl, health_check.interval, health_check.failures)

    @property
    def least(self) -> int:
        """The bound in seconds, or as much of it as is known: at least one check has to fail."""
        ttl = self.ttl if isinstance(self.ttl, int) else 0
        interval = self.interval if isinstance(self.interval, int) else 0
        return ttl + interval * (self.failures if isinstance(self.failures, int) else 1)

    @property
    def seconds(self) -> int | None:
        """The bound in seconds; None where a part of it is not known."""
        return None if self.unknowns else self.least

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The parts that are not known."""
        parts = (self.ttl, self.interval, self.failures)
        return tuple(each for each in parts if isinstance(each, Unknown))

    def complete(self) -> None:
        """Nothing, if all of it is known.

        Raises:
            Undetermined: with the parts that are not.
        """
        if self.unknowns:
            raise Undetermined(*self.unknowns)

    def __str__(self) -> str:
        checks = f"interval {_shown(self.interval)} x {_shown(self.failures, '')} failed checks"
        return f"TTL {_shown(self.ttl)} + {checks}"


def _shown(value: int | Unknown, unit: str = " s") -> str:
    return f"{value}{unit}" if isinstance(value, int) else f"unknown ({value.because})"
