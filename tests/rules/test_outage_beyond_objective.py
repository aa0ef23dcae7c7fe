"""FO010: the documented bound of an outage against the objective of the operator."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Finding, Related
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.options import Options
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.views import JoinedRecordSet
from spillover_rules.fo010_outage_beyond_objective import check

CHECK = Origin("google_compute_health_check.shop", "google_compute_health_check")
RECORD = Origin("google_dns_record_set.shop", "google_dns_record_set")
SHOP = ResourceName("healthChecks", "shop", "global", "demo-shop")
TTL, INTERVAL, FAILURES, POLICY, FAILOVER, LINK = (
    Unknown(f"var.{name}") for name in ("ttl", "interval", "failures", "policy", "failover", "link")
)
HINT = "lower the TTL, the check interval or the unhealthy threshold"
RELATED = (
    Related(CHECK.at("check_interval_sec"), "the check interval"),
    Related(CHECK.at("unhealthy_threshold"), "the unhealthy threshold"),
)


def joined(
    ttl: Maybe[int],
    interval: Maybe[int] = 30,
    failures: Maybe[int] = 2,
    objective: int | None = 90,
    **values: Any,
) -> JoinedRecordSet:
    health_check = HealthCheck(
        identity=SHOP, check_interval_sec=interval, unhealthy_threshold=failures, origin=CHECK
    )
    policy = RoutingPolicy(SHOP, PrimaryBackup())
    record = RecordSet(**{"ttl": ttl, "routing_policy": policy, "origin": RECORD, **values})
    return JoinedRecordSet(
        record, Deployment(resources=(record, health_check), options=Options(outage_objective_s=objective))
    )


def message(subject: JoinedRecordSet) -> str:
    (found,) = check(subject)
    assert found == Finding(RECORD.at("ttl"), found.message, HINT, RELATED)
    return found.message


@pytest.mark.parametrize(
    ("ttl", "interval", "failures", "bound"),
    [
        (30, 30, 2, 90),
        (60, 30, 2, 120),
        (300, 30, 2, 360),
        (60, 30, 3, 150),
        (30, 30, None, 90),
        (0, None, 2, 10),
    ],
)
def test_the_bound(ttl: int, interval: int | None, failures: int | None, bound: int) -> None:
    """The worked examples of the formula, and the defaults."""
    assert list(check(joined(ttl, interval, failures, objective=bound))) == []
    assert message(joined(ttl, interval, failures, objective=bound - 1)) == (
        f"an outage may last {bound} s, the objective is {bound - 1} s: "
        f"TTL {ttl} s + interval {interval or 5} s x {failures or 2} failed checks"
    )


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        pytest.param(
            joined(300, INTERVAL),
            "an outage may last at least 300 s, the objective is 90 s: "
            "TTL 300 s + interval unknown (var.interval) x 2 failed checks",
            id="the TTL alone",
        ),
        pytest.param(
            joined(61, 30, FAILURES),
            "an outage may last at least 91 s, the objective is 90 s: "
            "TTL 61 s + interval 30 s x unknown (var.failures) failed checks",
            id="the TTL and one check, for it takes that at least",
        ),
        pytest.param(
            joined(TTL, 60, 2),
            "an outage may last at least 120 s, the objective is 90 s: "
            "TTL unknown (var.ttl) + interval 60 s x 2 failed checks",
            id="the checks alone",
        ),
    ],
)
def test_what_is_known_may_be_enough(subject: JoinedRecordSet, said: str) -> None:
    assert message(subject) == said


@pytest.mark.parametrize(
    "subject",
    [
        pytest.param(joined(TTL, INTERVAL, FAILURES, objective=None), id="no objective"),
        pytest.param(joined(300, routing_policy=None), id="no policy"),
        pytest.param(joined(300, routing_policy=RoutingPolicy(SHOP)), id="no failover"),
        pytest.param(
            joined(300, routing_policy=RoutingPolicy(None, PrimaryBackup())), id="no health check of its own"
        ),
        pytest.param(joined(None), id="no TTL, which FO011 tells"),
    ],
)
def test_silent(subject: JoinedRecordSet) -> None:
    assert list(check(subject)) == []


@pytest.mark.parametrize(
    ("subject", "causes"),
    [
        pytest.param(joined(TTL), [TTL], id="the TTL"),
        pytest.param(joined(30, INTERVAL), [INTERVAL], id="the interval"),
        pytest.param(joined(30, 30, FAILURES), [FAILURES], id="the threshold"),
        pytest.param(joined(TTL, INTERVAL, FAILURES), [TTL, INTERVAL, FAILURES], id="all"),
        pytest.param(joined(300, routing_policy=POLICY), [POLICY, POLICY], id="the policy"),
        pytest.param(joined(300, routing_policy=RoutingPolicy(SHOP, FAILOVER)), [FAILOVER], id="failover"),
        pytest.param(
            joined(300, routing_policy=RoutingPolicy(LINK, PrimaryBackup())), [LINK], id="the health check"
        ),
    ],
)
def test_undetermined(subject: JoinedRecordSet, causes: list[Unknown]) -> None:
    with pytest.raises(Undetermined) as raised:
        list(check(subject))

    assert list(raised.value.unknowns) == causes


@pytest.mark.parametrize(
    ("link", "because"),
    [
        (
            ResourceName("healthChecks", "help", "global", "demo-shop"),
            "projects/demo-shop/global/healthChecks/help",
        ),
        (Reference("data.google_compute_health_check.help"), "data.google_compute_health_check.help"),
    ],
)
def test_a_health_check_that_was_not_read(link: Link, because: str) -> None:
    policy = RoutingPolicy(link, PrimaryBackup())

    with pytest.raises(Undetermined) as raised:
        list(check(joined(300, routing_policy=policy)))

    assert list(raised.value.unknowns) == [Unknown(because, at=policy.origin.at("health_check"))]


def test_no_health_check_was_read() -> None:
    subject = joined(300)
    alone = Deployment(resources=(subject.record_set,), options=Options(outage_objective_s=90))

    with pytest.raises(NotCovered, match="health checks"):
        list(check(JoinedRecordSet(subject.record_set, alone)))
