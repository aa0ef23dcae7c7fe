"""Timestamps and durations: RFC 3339 and Go's durations, to the nanosecond.

Days are counted by the proleptic Gregorian calendar from a year 0 on, before which a sum may lie.

Source: "Date and Time Functions" of Terraform's documentation; Go's ``time.ParseDuration`` and
``time.RFC3339``, 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from spillover.read.cty.types import NUMBER, STRING
from spillover.read.cty.value import EvaluationError, Value, text
from spillover.read.functions.function import Function, Parameter, simple
from spillover.records import dataclass

_DAY = 86_400
_NANOSECONDS = 10**9


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment: nanoseconds since 1970 began in UTC, and the offset in minutes in which it is told."""

    nanoseconds: int
    offset: int

    @property
    def local_seconds(self) -> int:
        """Seconds since 1970 began there."""
        return self.nanoseconds // _NANOSECONDS + self.offset * 60

    def __str__(self) -> str:
        """The moment by RFC 3339, without fractions of a second."""
        year, month, day = civil(self.local_seconds // _DAY)
        minutes, second = divmod(self.local_seconds % _DAY, 60)
        hour, minute = divmod(minutes, 60)
        sign = "-" if year < 0 else ""
        date = f"{sign}{abs(year):04}-{month:02}-{day:02}"
        return f"{date}T{hour:02}:{minute:02}:{second:02}{spelled_offset(self.offset)}"


def civil(days: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970 began.

    Years are counted from March on, so that the leap day is the last one of a year.
    """
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def days_until(year: int, month: int, day: int) -> int:
    """Days from the beginning of 1970 to a date."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def moment_of(
    date: tuple[int, int, int], time: tuple[int, int, int], fraction: str, offset: int
) -> Moment | None:
    """The moment of a date and time that are written; None where there is no such."""
    (year, month, day), (hour, minute, second) = date, time
    if not 1 <= month <= 12 or day < 1 or hour > 23 or minute > 59 or second > 59:
        return None
    days = days_until(year, month, day)
    if civil(days) != date:
        return None
    seconds = days * _DAY + (hour * 60 + minute - offset) * 60 + second
    return Moment(seconds * _NANOSECONDS + int(fraction[:9].ljust(9, "0")), offset)


def spelled_offset(minutes: int, colon: str = ":", zero: str = "Z") -> str:
    """An offset from UTC, such as ``+05:30``."""
    if zero and not minutes:
        return zero
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}{colon}{rest:02}"


_OFFSET = r"(?:Z|(?P<sign>[-+])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))"
_DATE = r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
_STRICT = re.compile(
    _DATE
    + r"T(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]+))?"
    + _OFFSET
)
_LENIENT = re.compile(
    _DATE
    + r"T(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]+))?"
    + _OFFSET
)


def _parsed(timestamp: str) -> Moment:
    """A timestamp by the letter of RFC 3339."""
    match = _STRICT.fullmatch(timestamp)
    if match is None or int(match["hours"] or 0) > 23 or int(match["minutes"] or 0) > 59:
        raise EvaluationError("this is not a timestamp by RFC 3339")
    return _matched(match)


def _parsed_leniently(timestamp: str) -> Moment:
    """A timestamp as Go reads it, which is more than RFC 3339 has."""
    match = _LENIENT.fullmatch(timestamp)
    if match is None or int(match["hours"] or 0) > 24 or int(match["minutes"] or 0) > 60:
        raise EvaluationError("this is not a timestamp by RFC 3339")
    return _matched(match)


def _matched(match: re.Match[str]) -> Moment:
    year, month, day = (int(match[each]) for each in ("year", "month", "day"))
    hour, minute, second = (int(match[each]) for each in ("hour", "minute", "second"))
    offset = int(match["hours"] or 0) * 60 + int(match["minutes"] or 0)
    if match["sign"] == "-":
        offset = -offset
    moment = moment_of((year, month, day), (hour, minute, second), match["fraction"] or "", offset)
    if moment is None:
        raise EvaluationError("there is no such date or time")
    return moment


# --- durations

_UNITS: Mapping[str, int] = {
    "ns": 1,
    "us": 10**3,
    "µs": 10**3,
    "μs": 10**3,
    "ms": 10**6,
    "s": _NANOSECONDS,
    "m": 60 * _NANOSECONDS,
    "h": 3600 * _NANOSECONDS,
}
_PART = re.compile(r"(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?([^.0-9]+)")
_LIMIT = 1 << 63


def _duration(written: str) -> int:
    """A duration such as ``1h30m``, in nanoseconds."""
    negative = written[:1] == "-"
    rest = written[1:] if written[:1] in ("-", "+") else written
    if rest == "0":
        return 0
    total, at = 0, 0
    while match := _PART.match(rest, at):
        total += _part(match)
        at = match.end()
        if total > _LIMIT:
            break
    if not rest or at < len(rest) or total > _LIMIT - (not negative):
        raise EvaluationError("this is not a duration such as 1h30m, or beyond 292 years")
    return -total if negative else total


def _part(match: re.Match[str]) -> int:
    """One number with its unit. Go computes the fraction with floating-point numbers of 64 bits."""
    unit = _UNITS.get(match[3])
    if unit is None:
        raise EvaluationError("a duration has the units ns, us, ms, s, m and h")
    whole = int(match[1].lstrip("0")[:40] or 0)
    value, scale = _fraction(match[2] or "")
    return whole * unit + int(float(value) * (float(unit) / scale))


def _fraction(digits: str) -> tuple[int, float]:
    """The digits of a fraction that fit into 63 bits, and what their number is to be divided by."""
    value, scale = 0, 1.0
    for digit in digits:
        longer = value * 10 + int(digit)
        if longer > _LIMIT:
            break
        value, scale = longer, scale * 10
    return value, scale


# --- formatdate

_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()  # noqa: SIM905
_TOKEN = re.compile(
    r"""(?P<quote>'')
      | '(?P<quoted>(?:[^']|'')*)'(?!')
      | '(?P<open>.*)
      | (?P<verb>([A-Za-z])\5*)
      | (?P<literal>[^'A-Za-z]+)""",
    re.DOTALL | re.VERBOSE,
)


def _verbs(moment: Moment) -> Mapping[str, Callable[[], str]]:
    year, month, day = civil(moment.local_seconds // _DAY)
    weekday = _WEEKDAYS[(moment.local_seconds // _DAY + 4) % 7]
    minutes, second = divmod(moment.local_seconds % _DAY, 60)
    hour, minute = divmod(minutes, 60)
    noon = hour % 12 or 12
    offset = moment.offset
    return {
        "YY": lambda: f"{year % 100:02}",
        "YYYY": lambda: f"{year:04}",
        "M": lambda: str(month),
        "MM": lambda: f"{month:02}",
        "MMM": lambda: _MONTHS[month - 1][:3],
        "MMMM": lambda: _MONTHS[month - 1],
        "D": lambda: str(day),
        "DD": lambda: f"{day:02}",
        "EEE": lambda: weekday[:3],
        "EEEE": lambda: weekday,
        "h": lambda: str(hour),
        "hh": lambda: f"{hour:02}",
        "H": lambda: str(noon),
        "HH": lambda: f"{noon:02}",
        "AA": lambda: "PM" if hour >= 12 else "AM",
        "aa": lambda: "pm" if hour >= 12 else "am",
        "m": lambda: str(minute),
        "mm": lambda: f"{minute:02}",
        "s": lambda: str(second),
        "ss": lambda: f"{second:02}",
        "Z": lambda: spelled_offset(offset),
        "ZZZ": lambda: spelled_offset(offset, colon="", zero="UTC"),
        "ZZZZ": lambda: spelled_offset(offset, colon="", zero=""),
        "ZZZZZ": lambda: spelled_offset(offset, zero=""),
    }


def _formatdate(spec: str, timestamp: str) -> str:
    verbs = _verbs(_parsed(timestamp))
    parts: list[str] = []
    for token in _TOKEN.finditer(spec):
        if token["verb"]:
            if token["verb"] not in verbs:
                raise EvaluationError(f"a date has no format {token['verb'][:20]}")
            parts.append(verbs[token["verb"]]())
        else:
            parts.append(_literal(token))
    return "".join(parts)


def _literal(token: re.Match[str]) -> str:
    if token["quote"]:
        return "'"
    quoted = token["quoted"]
    if token["open"] is not None:
        # Go takes the second one of two last quotes for the end, too.
        if not token["open"].endswith("'"):
            raise EvaluationError("a literal in a format has no closing quote")
        quoted = token["open"][:-1]
    return token["literal"] or re.sub("''?", "'", quoted)


def _timeadd(timestamp: Value, duration: Value) -> Value:
    start = _parsed(timestamp.content)
    return text(str(Moment(start.nanoseconds + _duration(duration.content), start.offset)))


def _timecmp(first: str, second: str) -> int:
    a, b = _parsed_leniently(first).nanoseconds, _parsed_leniently(second).nanoseconds
    return (a > b) - (a < b)


FUNCTIONS: tuple[Function, ...] = (
    simple("formatdate", _formatdate, STRING, format=STRING, time=STRING),
    Function(
        "timeadd",
        (Parameter("timestamp", STRING), Parameter("duration", STRING)),
        _timeadd,
        STRING,
        not_null=False,
    ),
    simple("timecmp", _timecmp, NUMBER, timestamp_a=STRING, timestamp_b=STRING),
)
