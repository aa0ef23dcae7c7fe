"""The bounds of an outage and of the recovery, and what would shorten the outage."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import InternalTarget, Targets
from spillover.plan.dns.timing import REPORTED, Alternative, Setting, Timing, detection

ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set")
NAME = ResourceName("healthChecks", "shop", "global")
CAUSE = Unknown("var.x")
EXTERNAL = Targets(external=("198.51.100.5",))
INTERNAL = Targets(internal=(InternalTarget(ip_address="10.0.0.1"),))


def timing(
    *others: Any,
    targets: Maybe[Targets] = EXTERNAL,
    check: Maybe[Link] = NAME,
    ttl: Maybe[int] = 30,
    **values: Any,
) -> Timing:
    written = {"check_interval_sec": 30, **values}
    policy = RoutingPolicy(check, PrimaryBackup(targets, (GeoItem("us-east1"),)))
    record_set = RecordSet("shop.example.test.", "A", ttl, routing_policy=policy, origin=ORIGIN)
    checks = others or (HealthCheck("shop", identity=NAME, **written),)
    return Timing.of(record_set, Deployment(resources=(record_set, *checks)))


def because(of: Timing) -> list[str]:
    assert of.outage.seconds is None
    return [each.because for each in of.unknowns]


class TestBounds:
    @pytest.mark.parametrize(
        ("ttl", "threshold", "seconds"),
        [
            pytest.param(30, 2, 90, id="D13"),
            pytest.param(60, 2, 120, id="D14, TTL 60"),
            pytest.param(300, 2, 360, id="D14, TTL 300"),
            pytest.param(60, 3, 150, id="D14, threshold 3"),
            pytest.param(30, 1, 60, id="semantics 5.5"),
            pytest.param(30, None, 90, id="the default"),
        ],
    )
    def test_of_an_outage(self, ttl: int, threshold: int | None, seconds: int) -> None:
        assert timing(ttl=ttl, unhealthy_threshold=threshold).outage.seconds == seconds

    def test_the_way_back_goes_by_the_healthy_threshold(self) -> None:
        of = timing(ttl=60, unhealthy_threshold=1, healthy_threshold=4)

        assert (of.outage.seconds, of.recovery.seconds) == (90, 180)
        assert (detection(of.outage).seconds, detection(of.recovery).seconds) == (30, 120)

    def test_the_default_of_the_healthy_threshold(self) -> None:
        assert timing().recovery.seconds == 90


class TestUnknown:
    @pytest.mark.parametrize(
        "values", [{"ttl": CAUSE}, {"check_interval_sec": CAUSE}, {"unhealthy_threshold": CAUSE}]
    )
    def test_part_of_the_bound(self, values: dict[str, Any]) -> None:
        assert because(timing(**values)) == ["var.x"]

    def test_part_of_the_way_back_alone(self) -> None:
        of = timing(healthy_threshold=CAUSE)

        assert (of.outage.seconds, of.recovery.seconds, of.unknowns) == (90, None, (CAUSE,))

    @pytest.mark.parametrize(
        ("values", "told"),
        [
            ({"ttl": None}, "a TTL that is not written"),
            ({"check": None}, "a health check, which the policy does not name"),
            ({"check": CAUSE}, "var.x"),
            ({"targets": INTERNAL, "check": None}, REPORTED),
            ({"targets": CAUSE}, "var.x"),
            ({"targets": Targets(internal=CAUSE)}, "var.x"),
            (
                {"targets": Targets(unchecked=("198.51.100.5",)), "check": None},
                "a health check, which the policy does not name",
            ),
        ],
    )
    def test_the_health_check(self, values: dict[str, Any], told: str) -> None:
        assert because(timing(**values)) == [told]

    def test_a_health_check_that_was_not_read(self) -> None:
        other = HealthCheck("other", identity=ResourceName("healthChecks", "other", "global"))

        assert because(timing(other)) == ["projects/-/global/healthChecks/shop"]

    def test_no_health_check_was_read(self) -> None:
        of = timing(RecordSet())

        assert because(of) == ["health checks, of which none was read"]
        assert of.unknowns[0].at == ORIGIN.at("health_check")
        assert of.outage.least == 30


class TestAlternatives:
    @pytest.mark.parametrize(
        ("values", "expected"),
        [
            ({"unhealthy_threshold": 1}, []),
            ({"ttl": 60, "unhealthy_threshold": 1}, [Alternative(Setting.TTL, 30, 60)]),
            (
                {"ttl": 60, "check_interval_sec": 60, "unhealthy_threshold": 3},
                [
                    Alternative(Setting.TTL, 30, 210),
                    Alternative(Setting.INTERVAL, 30, 150),
                    Alternative(Setting.THRESHOLD, 1, 120),
                ],
            ),
            pytest.param({"ttl": 5, "unhealthy_threshold": 1}, [], id="nothing that would take longer"),
            pytest.param({"ttl": 300, "check_interval_sec": CAUSE}, [], id="not known"),
        ],
    )
    def test_each_setting_at_its_least(self, values: dict[str, Any], expected: list[Alternative]) -> None:
        assert list(timing(**values).alternatives) == expected
