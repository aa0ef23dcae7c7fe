"""The policies of a service as they are in force."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from spillover.model.service import BackendService, FailoverPolicy, ZonalAffinity
from spillover.model.source import Maybe, Undetermined, Unknown
from spillover.plan.eligible import Failover
from spillover.plan.in_force import affinity_of, failover_of
from spillover.plan.zonal import Affinity

VARIABLE = Unknown("var.ratio")

RATIOS = (
    ("written", "in_force"),
    [
        pytest.param(None, Fraction(0), id="not written: 0"),
        pytest.param(Decimal("0.28"), Fraction(7, 25), id="the decimal as written, exactly"),
        pytest.param(Decimal("0"), Fraction(0), id="0 is within range"),
        pytest.param(Decimal("1.0"), Fraction(1), id="1 is within range"),
        pytest.param(VARIABLE, VARIABLE, id="unknown stays unknown"),
    ],
)


class TestRatios:
    @pytest.mark.parametrize(*RATIOS)
    def test_spillover(self, written: Maybe[Decimal], in_force: Fraction | Unknown) -> None:
        service = BackendService(spillover_ratio=written)

        spill = ZonalAffinity.SPILL_CROSS_ZONE
        assert affinity_of(service, spill) == Affinity(spill, in_force)

    @pytest.mark.parametrize("option", [ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE])
    def test_spillover_that_the_option_does_not_read(self, option: ZonalAffinity) -> None:
        assert affinity_of(BackendService(spillover_ratio=Decimal(80)), option) == Affinity(option)

    @pytest.mark.parametrize(*RATIOS)
    def test_failover(self, written: Maybe[Decimal], in_force: Fraction | Unknown) -> None:
        service = BackendService(failover_policy=FailoverPolicy(written))

        assert failover_of(service) == Failover(in_force, False)

    @pytest.mark.parametrize("written", ["1.001", "-0.1", "80"])
    def test_one_that_the_api_refuses_decides_nothing(self, written: str) -> None:
        ratio = Decimal(written)
        service = BackendService(spillover_ratio=ratio, failover_policy=FailoverPolicy(ratio))
        refused = f"{written} is outside of [0, 1], which the API refuses"

        with pytest.raises(Undetermined, match=re.escape(f"spillover ratio {refused}")):
            affinity_of(service, ZonalAffinity.SPILL_CROSS_ZONE)
        with pytest.raises(Undetermined, match=re.escape(f"failover ratio {refused}")):
            failover_of(service)


@pytest.mark.parametrize(
    ("written", "in_force"),
    [
        pytest.param(None, False, id="not written: nothing is dropped"),
        pytest.param(False, False, id="written off"),
        pytest.param(True, True, id="written on"),
        pytest.param(VARIABLE, VARIABLE, id="unknown stays unknown"),
    ],
)
def test_whether_traffic_is_dropped(written: Maybe[bool], in_force: bool | Unknown) -> None:
    service = BackendService(failover_policy=FailoverPolicy(None, written))

    assert failover_of(service).drop_traffic_if_unhealthy == in_force
