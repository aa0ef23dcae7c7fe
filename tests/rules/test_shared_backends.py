"""The rules about autoscaled groups that a primary and its backup share (FO028, FO029, FO030)."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Finding, Related, Severity
from spillover.model.capacity import Autoscaler, InstanceGroup, InstanceGroupManager
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.provider import Provider, Versions
from spillover.model.service import Backend, BackendService, BalancingMode, LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.targets import Targets
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
CAUSE, MODE, TTL, INTERVAL, FAILURES = (
    Unknown(f"var.{name}") for name in ("x", "mode", "ttl", "interval", "failures")
)
REGION = "regions/europe-west1"
GROUP = ResourceName("instanceGroups", "shop", REGION)
MANAGER = ResourceName("instanceGroupManagers", "shop", REGION)
HEALTH = ResourceName("healthChecks", "shop", "global")
UTILIZATION, RATE = BalancingMode.UTILIZATION, BalancingMode.RATE

RECORD = Origin("google_dns_record_set.shop", "google_dns_record_set")
CHECK = Origin("google_compute_health_check.shop", "google_compute_health_check")
SCALER = Origin("google_compute_region_autoscaler.shop", "google_compute_region_autoscaler")
PROVIDER = Provider("google", Versions((7, 0, 0)))
PRIMARY = Origin("primary", "backend", provider=PROVIDER)
BACKUP = Origin("backup", "backend", provider=PROVIDER)
BEHIND = (
    Related(PRIMARY.at("group"), "behind the primary here"),
    Related(BACKUP.at("group"), "behind a backup here"),
)

MANAGED = InstanceGroupManager(name="shop", identity=GROUP, manager=MANAGER)
CPU = {"cpu": True, "scale_in_control": True, "scale_in_window_sec": 90}


def scaler(**values: Any) -> Autoscaler:
    return Autoscaler(**{"target": MANAGER, "origin": SCALER, **CPU, **values})


def balancer(called: str, address: str, region: str | None, backend: Backend) -> tuple[Any, ...]:
    """A forwarding rule, with a backend service of its own that spares the tests a URL map."""
    identity = ResourceName("backendServices", called, "global" if region is None else f"regions/{region}")
    rule = ForwardingRule(
        called,
        region,
        is_global=region is None,
        scheme=LoadBalancingScheme.EXTERNAL_MANAGED,
        backend_service=identity,
        target=ResourceName("targetHttpsProxies", called, identity.scope),
        ip_address=address,
    )
    service = BackendService(called, region, is_global=region is None, backends=(backend,), identity=identity)
    return rule, service


def record(
    *resources: Any,
    primary: Maybe[Link] = GROUP,
    backup: Maybe[Link] = GROUP,
    modes: tuple[Maybe[BalancingMode], Maybe[BalancingMode]] = (UTILIZATION, UTILIZATION),
    ttl: Maybe[int] = 30,
    check: Link | None = HEALTH,
    origins: tuple[Origin, Origin] = (PRIMARY, BACKUP),
    **health: Any,
) -> FailoverRecord:
    policy = PrimaryBackup(
        Targets(external=("198.51.100.5",)),
        (GeoItem("europe-west1", Targets(external=("203.0.113.10",))),),
    )
    shop = RecordSet(
        "shop.example.test.", ttl=ttl, routing_policy=RoutingPolicy(check, policy), origin=RECORD
    )
    probe = HealthCheck(
        **{"check_interval_sec": 30, "unhealthy_threshold": 2, "identity": HEALTH, "origin": CHECK, **health}
    )
    here = (
        *balancer("shop", "198.51.100.5", None, Backend(primary, origin=origins[0], balancing_mode=modes[0])),
        *balancer(
            "eu", "203.0.113.10", "europe-west1", Backend(backup, origin=origins[1], balancing_mode=modes[1])
        ),
    )
    return FailoverRecord(shop, Deployment(resources=(shop, probe, *here, *resources)))


def found(code: str, subject: FailoverRecord) -> list[Finding]:
    return list(RULES[code].check(subject))


def causes(code: str, subject: FailoverRecord) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        found(code, subject)
    return [unknown.because for unknown in raised.value.unknowns]


WRONG: dict[str, dict[str, Any]] = {
    "FO028": {"load_balancing": True},
    "FO029": {},
    "FO030": {"scale_in_control": None, "scale_in_window_sec": None},
}
"""For each rule an autoscaler with which it fires; FO029 does so by the modes."""


def wrong(code: str, *others: Any, manager: Any = MANAGED, **values: Any) -> FailoverRecord:
    groups = {key: values.pop(key) for key in ("primary", "backup") if key in values}
    return record(scaler(**WRONG[code], **values), manager, *others, modes=(RATE, UTILIZATION), **groups)


@pytest.mark.parametrize("code", list(WRONG))
class TestAll:
    def test_what_is_right_is_no_finding(self, code: str) -> None:
        assert found(code, record(scaler(), MANAGED)) == []

    def test_what_is_wrong_is_one(self, code: str) -> None:
        assert len(found(code, wrong(code))) == 1

    def test_an_autoscaler_that_is_off(self, code: str) -> None:
        assert found(code, wrong(code, mode="OFF")) == []

    def test_a_group_of_one_side(self, code: str) -> None:
        other = ResourceName("instanceGroups", "other", REGION)

        assert found(code, wrong(code, backup=other)) == []

    def test_an_autoscaler_of_another_group(self, code: str) -> None:
        other = ResourceName("instanceGroupManagers", "other", REGION)

        assert found(code, wrong(code, target=other)) == []

    def test_a_group_that_nothing_manages(self, code: str) -> None:
        unmanaged = InstanceGroup("shop", identity=GROUP, origin=Origin("x", "google_compute_instance_group"))

        assert found(code, wrong(code, manager=unmanaged)) == []

    def test_endpoints(self, code: str) -> None:
        endpoints = ResourceName("networkEndpointGroups", "shop", REGION)

        assert found(code, wrong(code, primary=endpoints, backup=endpoints)) == []

    def test_no_autoscaler_was_read(self, code: str) -> None:
        with pytest.raises(NotCovered, match="autoscalers"):
            found(code, record(MANAGED))

    @pytest.mark.parametrize(
        "listed",
        [(), (InstanceGroup("shop", identity=GROUP, origin=Origin("x", "compute#instanceGroup")),)],
    )
    def test_the_manager_was_not_read(self, code: str, listed: tuple[Any, ...]) -> None:
        """In the API a managed group is an instance group too."""
        assert causes(code, record(scaler(), *listed)) == ["the manager of shop, which was not read"]

    def test_nor_any_autoscaler(self, code: str) -> None:
        with pytest.raises(NotCovered, match="autoscalers"):
            found(code, record())

    @pytest.mark.parametrize(
        ("values", "cause"),
        [
            ({"mode": MODE}, "var.mode"),
            ({"target": CAUSE}, "var.x"),
            ({"backup": CAUSE}, "var.x"),
            ({"primary": ResourceName("instanceGroups", "shop")}, "whether shop is shop"),
        ],
    )
    def test_undetermined(self, code: str, values: dict[str, Any], cause: str) -> None:
        assert causes(code, wrong(code, **values)) == [cause]

    @pytest.mark.parametrize("values", [{"mode": MODE}, {"target": CAUSE}])
    def test_what_is_right_is_so_whatever_is_not_known(self, code: str, values: dict[str, Any]) -> None:
        assert found(code, record(scaler(**values), MANAGED)) == []

    def test_one_that_is_off_may_be_of_any_group(self, code: str) -> None:
        assert found(code, wrong(code, mode="OFF", target=CAUSE)) == []


class TestBeyondCpu:
    """FO028."""

    @pytest.mark.parametrize(
        ("signal", "said", "severity"),
        [
            ("load_balancing", "load balancing utilization, which is not supported", Severity.ERROR),
            ("metrics", "a custom metric", Severity.ERROR),
            ("schedules", "a schedule", Severity.WARNING),
        ],
    )
    def test_another_signal(self, signal: str, said: str, severity: Severity) -> None:
        assert found("FO028", record(scaler(**{signal: True}), MANAGED)) == [
            Finding(
                SCALER.at(signal),
                "shop, which the primary and a backup of shop.example.test. share, is scaled by " + said,
                "scale a shared group by CPU utilization alone",
                BEHIND,
                severity,
            )
        ]

    def test_without_any_signal_it_is_cpu(self) -> None:
        assert found("FO028", record(scaler(cpu=None), MANAGED)) == []

    def test_one_is_found_beside_one_that_is_not_known(self) -> None:
        findings = RULES["FO028"].check(record(scaler(load_balancing=CAUSE, metrics=True), MANAGED))

        assert next(findings).at == SCALER.at("metrics")
        with pytest.raises(Undetermined):
            next(findings)

    @pytest.mark.parametrize("signal", ["load_balancing", "metrics", "schedules"])
    def test_undetermined(self, signal: str) -> None:
        assert causes("FO028", record(scaler(**{signal: CAUSE}), MANAGED)) == ["var.x"]

    def test_a_group_without_a_name_is_called_by_its_address(self) -> None:
        group = Reference("google_compute_instance_group_manager.shop[0]", "instance_group")
        manager = InstanceGroupManager(
            origin=Origin(
                "google_compute_instance_group_manager.shop[0]", "google_compute_instance_group_manager"
            )
        )
        target = Reference("google_compute_instance_group_manager.shop[0]")

        (one,) = found(
            "FO028", record(scaler(metrics=True, target=target), manager, primary=group, backup=group)
        )

        assert one.message.startswith("google_compute_instance_group_manager.shop[0], which")


class TestUtilization:
    """FO029."""

    def test_rate_behind_the_primary(self) -> None:
        assert found("FO029", record(scaler(), MANAGED, modes=(RATE, UTILIZATION))) == [
            Finding(
                PRIMARY.at("balancing_mode"),
                "balancing mode RATE of shop, which is autoscaled and shared by primary and backup of "
                "shop.example.test.: in a failover its instances may get twice the traffic",
                "set the balancing mode to UTILIZATION on both sides",
                (
                    Related(BACKUP.at("group"), "behind the backup here"),
                    Related(SCALER.at("target"), "the autoscaler"),
                ),
            )
        ]

    def test_another_one_behind_the_backup(self) -> None:
        (one,) = found("FO029", record(scaler(), MANAGED, modes=(UTILIZATION, BalancingMode.CUSTOM_METRICS)))

        assert (one.at, one.related[0].at) == (BACKUP.at("balancing_mode"), PRIMARY.at("group"))
        assert one.message == (
            "balancing mode CUSTOM_METRICS of shop, which is autoscaled and shared by primary and backup "
            "of shop.example.test."
        )

    def test_both_sides(self) -> None:
        assert len(found("FO029", record(scaler(), MANAGED, modes=(RATE, RATE)))) == 2

    def test_the_provider_sends_utilization(self) -> None:
        assert found("FO029", record(scaler(), MANAGED, modes=(None, None))) == []

    @pytest.mark.parametrize(
        ("versions", "expected"),
        [(Versions((5, 0, 0), (6, 0, 0)), BalancingMode.CONNECTION), (Versions(), None)],
    )
    def test_up_to_version_5_only_on_a_global_service(
        self, versions: Versions, expected: BalancingMode | None
    ) -> None:
        backup = Origin("backup", "backend", provider=Provider("google", versions))
        subject = record(scaler(), MANAGED, modes=(None, None), origins=(PRIMARY, backup))

        if expected is None:
            assert causes("FO029", subject) == [
                "the version of the google provider, which required_providers leaves open"
            ]
        else:
            (one,) = found("FO029", subject)
            assert one.message.startswith(f"balancing mode {expected} of shop")

    @pytest.mark.parametrize("modes", [(None, UTILIZATION), (UTILIZATION, None)])
    def test_what_the_api_does_not_say(
        self, modes: tuple[BalancingMode | None, BalancingMode | None]
    ) -> None:
        origins = (Origin("primary", "backend"), Origin("backup", "backend"))

        assert causes("FO029", record(scaler(), MANAGED, modes=modes, origins=origins)) == [
            "a balancing mode that is not written"
        ]

    def test_undetermined(self) -> None:
        assert causes("FO029", record(scaler(), MANAGED, modes=(UTILIZATION, MODE))) == ["var.mode"]


class TestScaleInControl:
    """FO030."""

    WINDOW = SCALER.at("scale_in_window_sec")
    BOUND = "TTL 30 s + interval 30 s x 2 failed checks"

    def test_none(self) -> None:
        assert found("FO030", record(scaler(scale_in_control=None), MANAGED)) == [
            Finding(
                SCALER.at("scale_in_control"),
                "nothing keeps shop, which the primary and a backup of shop.example.test. share, "
                "from being scaled in before the backup has the traffic",
                "set scale_in_control with a time window above the downtime of a failover",
                BEHIND,
            )
        ]

    @pytest.mark.parametrize("mode", ["ONLY_SCALE_OUT", "ONLY_UP"])
    def test_an_autoscaler_that_takes_nothing_away_needs_none(self, mode: str) -> None:
        assert found("FO030", record(scaler(scale_in_control=None, mode=mode), MANAGED)) == []
        assert found("FO030", record(scaler(scale_in_window_sec=10, mode=mode), MANAGED)) == []

    def test_a_window_that_is_too_short(self) -> None:
        assert found("FO030", record(scaler(scale_in_window_sec=89), MANAGED)) == [
            Finding(
                self.WINDOW,
                "the scale-in control of shop looks back 89 s, a failover of shop.example.test. "
                f"may take 90 s: {self.BOUND}",
                "set the time window to 90 s, or give the backup groups of its own",
                (
                    Related(RECORD.at("ttl"), "the TTL"),
                    Related(CHECK.at("check_interval_sec"), "the check interval"),
                    Related(CHECK.at("unhealthy_threshold"), "the unhealthy threshold"),
                ),
                Severity.WARNING,
            )
        ]

    @pytest.mark.parametrize("threshold", [1, 2, 3])
    def test_the_bound_is_the_longer_of_the_two(self, threshold: int) -> None:
        """TTL + interval of one section, TTL + interval x threshold of the other."""
        bound = 30 + 30 * threshold

        def subject(window: int) -> FailoverRecord:
            return record(scaler(scale_in_window_sec=window), MANAGED, unhealthy_threshold=threshold)

        assert found("FO030", subject(bound)) == []
        assert len(found("FO030", subject(bound - 1))) == 1

    def test_without_a_health_check_nothing_fails_over(self) -> None:
        assert found("FO030", record(scaler(scale_in_window_sec=10), MANAGED, check=None)) == []

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ({"ttl": 100}, "may take 160 s: TTL 100 s"),
            (
                {"ttl": 100, "check_interval_sec": INTERVAL},
                "may take at least 100 s: TTL 100 s + interval unknown",
            ),
            ({"ttl": TTL, "check_interval_sec": 60}, "may take at least 120 s: TTL unknown (var.ttl)"),
            ({"ttl": None, "check_interval_sec": 60}, "may take at least 120 s: TTL unknown (a TTL that is"),
            ({"ttl": 61, "unhealthy_threshold": FAILURES}, "may take at least 91 s"),
        ],
    )
    def test_what_is_known_may_be_enough(self, values: dict[str, Any], said: str) -> None:
        (one,) = found("FO030", record(scaler(), MANAGED, **values))

        assert said in one.message

    @pytest.mark.parametrize(
        ("values", "expected"),
        [
            ({"ttl": TTL}, ["var.ttl"]),
            ({"ttl": None}, ["a TTL that is not written"]),
            ({"check_interval_sec": INTERVAL}, ["var.interval"]),
            ({"unhealthy_threshold": FAILURES}, ["var.failures"]),
        ],
    )
    def test_the_bound_is_not_known(self, values: dict[str, Any], expected: list[str]) -> None:
        assert causes("FO030", record(scaler(), MANAGED, **values)) == expected

    @pytest.mark.parametrize(
        ("values", "expected"),
        [
            ({"scale_in_control": CAUSE, "scale_in_window_sec": CAUSE}, ["var.x", "var.x"]),
            ({"scale_in_window_sec": CAUSE}, ["var.x"]),
            ({"scale_in_window_sec": None}, ["a time window that is not written"]),
            ({"scale_in_window_sec": 10, "mode": MODE}, ["var.mode"]),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], expected: list[str]) -> None:
        subject = record(scaler(**values), MANAGED)

        assert set(causes("FO030", subject)) == set(expected)
