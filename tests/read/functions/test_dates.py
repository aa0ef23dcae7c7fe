"""Laws of days and durations."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, number, pending, text
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.dates import civil, days_until
from spillover.read.functions.function import call

EPOCH = date(1970, 1, 1)


@given(st.dates())
def test_days_are_those_of_the_calendar(day: date) -> None:
    assert days_until(day.year, day.month, day.day) == (day - EPOCH).days
    assert civil((day - EPOCH).days) == (day.year, day.month, day.day)


@given(st.integers(-(10**7), 10**7))
def test_days_come_back(days: int) -> None:
    assert days_until(*civil(days)) == days


@given(
    st.datetimes(datetime(1100, 1, 1), datetime(8000, 1, 1), timezones=st.just(UTC)),
    st.integers(-(10**9), 10**9),
)
def test_timeadd_adds_seconds(start: datetime, seconds: int) -> None:
    start = start.replace(microsecond=0)
    written = start.strftime("%Y-%m-%dT%H:%M:%SZ")
    later = start + timedelta(seconds=seconds)

    found = call(FUNCTIONS["timeadd"], [text(written), text(f"{seconds}s")])

    assert found == text(later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    assert call(FUNCTIONS["timecmp"], [found, text(written)]) == number((seconds > 0) - (seconds < 0))


@given(st.text(alphabet="0123456789.hmsnuµ+- ", max_size=12))
def test_a_duration_never_crashes(written: str) -> None:
    try:
        result = call(FUNCTIONS["timeadd"], [text("2018-01-01T00:00:00Z"), text(written)])
    except EvaluationError:
        return
    assert result.is_known


@given(st.text(alphabet="YMDEhHAamsZ'- x", max_size=12))
def test_a_format_never_crashes(written: str) -> None:
    try:
        result = call(FUNCTIONS["formatdate"], [text(written), text("2018-01-01T00:00:00Z")])
    except EvaluationError:
        return
    assert result.is_known


def test_long_fractions_are_cut() -> None:
    for fraction in ("9" * 30, "0" * 100_000 + "1", "9223372036854775808", "9223372036854775807"):
        assert call(FUNCTIONS["timeadd"], [text("2018-01-01T00:00:00Z"), text(f"0.{fraction}s")]).is_known


@pytest.mark.parametrize(
    ("function", "not_null"), [("timeadd", False), ("timecmp", True), ("formatdate", True)]
)
def test_an_unknown_argument(function: str, not_null: bool) -> None:
    result = call(FUNCTIONS[function], [pending(STRING, "var.x"), text("x")])

    assert result.pending is not None
    assert (result.pending.because, result.pending.not_null) == ("var.x", not_null)
