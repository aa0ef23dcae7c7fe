"""What a health check says where it says nothing."""

from __future__ import annotations

import pytest

from spillover.model.health import HealthCheck
from spillover.model.source import Maybe, Unknown


@pytest.mark.parametrize(
    ("written", "in_force"),
    [
        pytest.param(None, 5, id="not written"),
        pytest.param(30, 30, id="written"),
        pytest.param(Unknown("var.interval"), Unknown("var.interval"), id="not known"),
    ],
)
def test_interval(written: Maybe[int], in_force: int | Unknown) -> None:
    assert HealthCheck(check_interval_sec=written).interval == in_force


@pytest.mark.parametrize(
    ("written", "in_force"),
    [
        pytest.param(None, 2, id="not written"),
        pytest.param(3, 3, id="written"),
        pytest.param(Unknown("var.threshold"), Unknown("var.threshold"), id="not known"),
    ],
)
def test_thresholds(written: Maybe[int], in_force: int | Unknown) -> None:
    assert HealthCheck(unhealthy_threshold=written).failures == in_force
    assert HealthCheck(healthy_threshold=written).successes == in_force
