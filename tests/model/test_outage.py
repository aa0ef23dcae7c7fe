"""The bound of an outage, as far as its parts are known."""

from __future__ import annotations

import pytest

from spillover.model.dns import RecordSet
from spillover.model.health import HealthCheck
from spillover.model.outage import OutageBound
from spillover.model.source import Origin, Undetermined, Unknown

TTL, INTERVAL, FAILURES = Unknown("var.ttl"), Unknown("var.interval"), Unknown("var.failures")


@pytest.mark.parametrize(
    ("ttl", "interval", "failures", "least"),
    [
        (30, 30, 2, 90),
        (TTL, 30, 2, 60),
        (30, INTERVAL, 2, 30),
        (30, 30, FAILURES, 60),
        (TTL, INTERVAL, FAILURES, 0),
    ],
)
def test_least(ttl: int | Unknown, interval: int | Unknown, failures: int | Unknown, least: int) -> None:
    bound = OutageBound(ttl, interval, failures)

    assert (bound.least, bound.seconds) == (least, None if bound.unknowns else least)


def test_of_a_record_set() -> None:
    bound = OutageBound.of(RecordSet(ttl=60), HealthCheck())

    assert bound == OutageBound(60, 5, 2)
    assert str(bound) == "TTL 60 s + interval 5 s x 2 failed checks"
    bound.complete()


def test_a_ttl_that_is_not_written() -> None:
    origin = Origin("google_dns_record_set.shop", "google_dns_record_set")
    bound = OutageBound.of(RecordSet(origin=origin), HealthCheck(unhealthy_threshold=FAILURES))

    with pytest.raises(Undetermined) as raised:
        bound.complete()

    assert raised.value.unknowns == (Unknown("a TTL that is not written", at=origin.at("ttl")), FAILURES)
