"""What a backend service says where it says nothing."""

from __future__ import annotations

import pytest

from spillover.model.provider import Provider, Versions
from spillover.model.service import (
    Backend,
    BackendService,
    BalancingMode,
    LoadBalancingScheme,
    Protocol,
    ZonalAffinity,
)
from spillover.model.source import Maybe, Origin, Unknown

VARIABLE = Unknown("var.x")


@pytest.mark.parametrize(
    ("written", "in_force"),
    [
        pytest.param(None, ZonalAffinity.DISABLED, id="not written"),
        pytest.param(ZonalAffinity.DISABLED, ZonalAffinity.DISABLED, id="disabled"),
        pytest.param(ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.STAY_WITHIN_ZONE, id="an option"),
        pytest.param(VARIABLE, VARIABLE, id="not known"),
    ],
)
def test_affinity(written: Maybe[ZonalAffinity], in_force: ZonalAffinity | Unknown) -> None:
    assert BackendService(zonal_affinity=written).affinity == in_force


@pytest.mark.parametrize(
    ("written", "failover"),
    [
        pytest.param(None, False, id="not written: primary"),
        pytest.param(False, False, id="primary"),
        pytest.param(True, True, id="failover"),
        pytest.param(VARIABLE, VARIABLE, id="not known"),
    ],
)
def test_role(written: Maybe[bool], failover: bool | Unknown) -> None:
    assert Backend(failover=written).is_failover == failover


class TestInternalPassthrough:
    @pytest.mark.parametrize(
        ("scheme", "verdict"),
        [
            pytest.param(None, True, id="not written"),
            pytest.param(LoadBalancingScheme.INTERNAL, True, id="internal"),
            pytest.param(LoadBalancingScheme.EXTERNAL, False, id="external"),
            pytest.param(LoadBalancingScheme.INTERNAL_MANAGED, False, id="a proxy"),
            pytest.param(VARIABLE, VARIABLE, id="not known"),
        ],
    )
    def test_regional(self, scheme: Maybe[LoadBalancingScheme], verdict: bool | Unknown) -> None:
        assert BackendService(scheme=scheme).is_internal_passthrough == verdict

    @pytest.mark.parametrize("scheme", [None, LoadBalancingScheme.INTERNAL, VARIABLE])
    def test_a_global_service_is_none_whatever_its_scheme(self, scheme: Maybe[LoadBalancingScheme]) -> None:
        assert BackendService(is_global=True, scheme=scheme).is_internal_passthrough is False


@pytest.mark.parametrize(
    ("affinity", "scheme", "verdict"),
    [
        pytest.param(ZonalAffinity.SPILL_CROSS_ZONE, LoadBalancingScheme.INTERNAL, False, id="in force"),
        pytest.param(VARIABLE, VARIABLE, False, id="it may be in force"),
        pytest.param(ZonalAffinity.DISABLED, VARIABLE, True, id="off"),
        pytest.param(None, LoadBalancingScheme.INTERNAL, True, id="not written"),
        pytest.param(VARIABLE, LoadBalancingScheme.EXTERNAL, True, id="another load balancer"),
    ],
)
def test_without_affinity(
    affinity: Maybe[ZonalAffinity], scheme: Maybe[LoadBalancingScheme], *, verdict: bool
) -> None:
    assert BackendService(zonal_affinity=affinity, scheme=scheme).is_without_affinity is verdict


class TestPassthrough:
    @pytest.mark.parametrize(
        ("scheme", "verdict"),
        [
            pytest.param(None, True, id="not written"),
            pytest.param(LoadBalancingScheme.INTERNAL, True, id="internal"),
            pytest.param(LoadBalancingScheme.EXTERNAL, True, id="external"),
            pytest.param(LoadBalancingScheme.EXTERNAL_MANAGED, False, id="a proxy"),
            pytest.param(VARIABLE, VARIABLE, id="not known"),
        ],
    )
    def test_regional(self, scheme: Maybe[LoadBalancingScheme], verdict: bool | Unknown) -> None:
        assert BackendService(scheme=scheme).is_passthrough == verdict

    def test_a_global_service_is_none(self) -> None:
        assert BackendService(is_global=True, scheme=VARIABLE).is_passthrough is False


class TestProtocol:
    @pytest.mark.parametrize("protocol", [Protocol.UDP, VARIABLE])
    def test_written(self, protocol: Maybe[Protocol]) -> None:
        assert BackendService(protocol=protocol).protocol_in_force == protocol

    def test_not_written_on_an_internal_passthrough_service(self) -> None:
        assert BackendService().protocol_in_force is Protocol.TCP

    def test_not_written_where_it_may_be_one(self) -> None:
        assert BackendService(scheme=VARIABLE).protocol_in_force == VARIABLE

    def test_not_written_on_another(self) -> None:
        service = BackendService(scheme=LoadBalancingScheme.EXTERNAL)

        assert service.protocol_in_force == Unknown(
            "the default protocol of this service", at=service.origin.at("protocol")
        )


class TestBalancingMode:
    CONNECTION, UTILIZATION = BalancingMode.CONNECTION, BalancingMode.UTILIZATION
    OLD, NEW = Versions(before=(6, 0, 0)), Versions((6, 0, 0))

    @pytest.mark.parametrize("mode", [BalancingMode.RATE, VARIABLE])
    @pytest.mark.parametrize("provider", [None, Provider("google", OLD)])
    def test_written(self, mode: Maybe[BalancingMode], provider: Provider | None) -> None:
        backend = Backend(balancing_mode=mode, origin=Origin("bs", "bs", provider=provider))

        assert backend.mode_in_force == mode

    @pytest.mark.parametrize(
        ("provider", "mode"),
        [
            pytest.param(None, None, id="Google's JSON does not say it"),
            pytest.param(Provider("google", OLD), CONNECTION, id="before 6.0.0"),
            pytest.param(Provider("google-beta", NEW), UTILIZATION, id="since 6.0.0"),
        ],
    )
    def test_not_written(self, provider: Provider | None, mode: BalancingMode | None) -> None:
        assert Backend(origin=Origin("bs", "bs", provider=provider)).mode_in_force is mode

    def test_not_written_and_either_version(self) -> None:
        origin = Origin("bs", "bs", provider=Provider("google-beta"))

        assert Backend(origin=origin).mode_in_force == Unknown(
            "the version of the google-beta provider, which required_providers leaves open"
        )
