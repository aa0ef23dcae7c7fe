"""The rules about backends and policies of a passthrough load balancer: LB001 to LB003."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import Finding
from spillover.model.provider import Provider, Versions
from spillover.model.service import (
    Backend,
    BackendService,
    BalancingMode,
    Capacity,
    FailoverPolicy,
    LoadBalancingScheme,
    Protocol,
)
from spillover.model.source import FieldPath, Maybe, Origin, Undetermined, Unknown
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
lb001, lb002, lb003 = (RULES[code] for code in ("LB001", "LB002", "LB003"))

ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
INTERNAL, EXTERNAL = LoadBalancingScheme.INTERNAL, LoadBalancingScheme.EXTERNAL
MANAGED = LoadBalancingScheme.INTERNAL_MANAGED
SCHEME, PROTOCOL, VALUE, BLOCKS = (Unknown(f"var.{name}") for name in ("scheme", "protocol", "n", "blocks"))


def service(**values: Any) -> BackendService:
    return BackendService(origin=ORIGIN, **values)


def origin_of(index: int) -> Origin:
    return Origin(ORIGIN.address, ORIGIN.type, base=FieldPath(("backend", index)))


def undetermined(
    check: Callable[[BackendService], Iterator[Finding]], subject: BackendService
) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(check(subject))
    return list(raised.value.unknowns)


class TestBalancingMode:
    """LB001."""

    OLD, NEW = Versions(before=(6, 0, 0)), Versions((6, 0, 0))
    MODE = Unknown("var.mode")

    def backend(self, mode: Maybe[BalancingMode], versions: Versions | None = None) -> Backend:
        provider = None if versions is None else Provider("google", versions)
        origin = Origin(ORIGIN.address, ORIGIN.type, base=FieldPath(("backend", 0)), provider=provider)
        return Backend(balancing_mode=mode, origin=origin)

    @pytest.mark.parametrize(
        ("mode", "versions", "told"),
        [
            pytest.param(BalancingMode.UTILIZATION, None, "UTILIZATION", id="written"),
            pytest.param(BalancingMode.RATE, NEW, "RATE", id="written, in Terraform"),
            pytest.param(
                None, NEW, "UTILIZATION, the default of the google provider since 6.0.0", id="by default"
            ),
        ],
    )
    def test_another(self, mode: BalancingMode | None, versions: Versions | None, told: str) -> None:
        backends = (self.backend(mode, versions), self.backend(BalancingMode.CONNECTION))

        assert list(lb001.check(service(backends=backends))) == [
            Finding(
                origin_of(0).at("balancing_mode"),
                f"balancing mode {told}: an internal passthrough load balancer takes only CONNECTION",
                "set the balancing mode to CONNECTION",
            )
        ]

    @pytest.mark.parametrize(
        ("mode", "versions", "values"),
        [
            pytest.param(BalancingMode.CONNECTION, NEW, {"scheme": SCHEME}, id="CONNECTION"),
            pytest.param(None, OLD, {}, id="CONNECTION, the default before 6.0.0"),
            pytest.param(None, None, {}, id="not said"),
            pytest.param(MODE, None, {"scheme": MANAGED}, id="a proxy"),
            pytest.param(MODE, None, {"backends": None}, id="no backends"),
        ],
    )
    def test_near_miss(
        self, mode: Maybe[BalancingMode], versions: Versions | None, values: dict[str, Any]
    ) -> None:
        subject = service(**{"backends": (self.backend(mode, versions),), **values})

        assert list(lb001.check(subject)) == []

    @pytest.mark.parametrize(
        ("mode", "values", "causes"),
        [
            pytest.param(MODE, {}, [MODE], id="the mode"),
            pytest.param(BalancingMode.RATE, {"scheme": SCHEME}, [SCHEME], id="the scheme"),
            pytest.param(None, {"backends": BLOCKS}, [BLOCKS], id="the backends"),
        ],
    )
    def test_undetermined(
        self, mode: Maybe[BalancingMode], values: dict[str, Any], causes: list[Unknown]
    ) -> None:
        subject = service(**{"backends": (self.backend(mode),), **values})

        assert undetermined(lb001.check, subject) == causes

    def test_version_that_is_not_known(self) -> None:
        (cause,) = undetermined(lb001.check, service(backends=(self.backend(None, Versions()),)))

        assert cause.because == "the version of the google provider, which required_providers leaves open"


class TestCapacity:
    """LB002."""

    def backends(self, *capacities: tuple[str, Decimal | Unknown]) -> tuple[Backend, ...]:
        return (
            Backend(origin=origin_of(0)),
            Backend(origin=origin_of(1), capacity=tuple(Capacity(*each) for each in capacities)),
        )

    @pytest.mark.parametrize("scheme", [None, INTERNAL, EXTERNAL])
    def test_each_setting_is_found(self, scheme: LoadBalancingScheme | None) -> None:
        written = (("capacity_scaler", Decimal("0.5")), ("max_connections", Decimal(9)))

        assert list(lb002.check(service(scheme=scheme, backends=self.backends(*written)))) == [
            Finding(
                origin_of(1).at(name),
                f"{name} {value} on a backend of a passthrough load balancer",
                "take it away: only proxies know a target capacity",
            )
            for name, value in written
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"scheme": MANAGED}, id="a proxy"),
            pytest.param({"scheme": EXTERNAL, "is_global": True}, id="a global proxy"),
        ],
    )
    def test_elsewhere_it_is_of_use(self, values: dict[str, Any]) -> None:
        backends = self.backends(("capacity_scaler", VALUE))

        assert list(lb002.check(service(backends=backends, **values))) == []
        assert list(lb002.check(service(backends=BLOCKS, **values))) == []

    @pytest.mark.parametrize("scheme", [None, SCHEME])
    def test_zero_is_the_same_as_not_written(self, scheme: Maybe[LoadBalancingScheme]) -> None:
        backends = self.backends(("max_utilization", Decimal(0)))

        assert list(lb002.check(service(scheme=scheme, backends=backends))) == []
        assert list(lb002.check(service(scheme=scheme))) == []

    @pytest.mark.parametrize(
        ("scheme", "value", "causes"),
        [
            pytest.param(None, VALUE, [VALUE], id="the value"),
            pytest.param(SCHEME, Decimal(1), [SCHEME], id="the scheme"),
            pytest.param(SCHEME, VALUE, [VALUE, SCHEME], id="both"),
        ],
    )
    def test_undetermined(
        self, scheme: Maybe[LoadBalancingScheme], value: Decimal | Unknown, causes: list[Unknown]
    ) -> None:
        subject = service(scheme=scheme, backends=self.backends(("capacity_scaler", value)))

        assert undetermined(lb002.check, subject) == causes

    def test_backends_that_are_not_known(self) -> None:
        assert undetermined(lb002.check, service(backends=BLOCKS)) == [BLOCKS]


class TestUndrainedFailover:
    """LB003."""

    def subject(self, undrained: Maybe[bool] = True, **values: Any) -> BackendService:
        policy = FailoverPolicy(disable_connection_drain_on_failover=undrained)
        return service(failover_policy=policy, **values)

    @pytest.mark.parametrize("protocol", [Protocol.UDP, Protocol.UNSPECIFIED])
    def test_without_tcp(self, protocol: Protocol) -> None:
        assert list(lb003.check(self.subject(protocol=protocol))) == [
            Finding(
                ORIGIN.at("disable_connection_drain_on_failover"),
                f"no draining on failover with protocol {protocol}: "
                "allowed by the API's text of 2026, with TCP only by Terraform's and older ones",
                "leave it out unless the protocol is TCP",
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"undrained": None, "protocol": Protocol.UDP}, id="not written"),
            pytest.param({"undrained": False, "protocol": PROTOCOL}, id="drained, whatever the protocol"),
            pytest.param({"protocol": Protocol.TCP, "scheme": EXTERNAL}, id="TCP"),
            pytest.param({}, id="TCP, the default of an internal service"),
            pytest.param({"undrained": VALUE}, id="TCP, whatever the setting"),
            pytest.param({"protocol": Protocol.HTTP, "scheme": MANAGED}, id="a proxy"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(lb003.check(self.subject(**values))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"protocol": PROTOCOL}, [PROTOCOL], id="the protocol"),
            pytest.param({"undrained": VALUE, "protocol": Protocol.UDP}, [VALUE], id="the setting"),
            pytest.param({"scheme": SCHEME, "protocol": Protocol.UDP}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(lb003.check, self.subject(**values)) == causes
