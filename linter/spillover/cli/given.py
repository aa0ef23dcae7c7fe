"""Option texts -> what they mean, or a usage error that says what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TypeVar

from spillover.check.severity import Severity
from spillover.errors import UsageError
from spillover.plan.spec import Spec
from spillover.read.request import Request

T = TypeVar("T")


def choice(option: str, text: str, choices: Mapping[str, T]) -> T:
    """One of the choices of an option."""
    if text not in choices:
        known = ", ".join(each for each in choices if each)
        raise UsageError(f"{option} {text}: choose from {known}")
    return choices[text]


def severity(option: str, text: str) -> Severity | None:
    """The least severity that fails a run; None for ``never``."""
    return choice(option, text, {**{each.value: each for each in Severity}, "never": None})


def number(option: str, text: str | None) -> Fraction | None:
    """A positive number, exactly as it is written."""
    if text is None:
        return None
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0:
        raise UsageError(f"{option} {text}: a positive number such as 1.5 is expected")
    return found


def spec(text: str | None) -> Spec | None:
    """A revision of Google's text."""
    return None if text is None else choice("--spec", text, {each.value: each for each in Spec})


def day(text: str | None) -> date | None:
    """A date as ``--today`` takes it."""
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--today {text}: a date such as 2026-12-31 is expected") from None


def rules(selectors: Iterable[str] | None) -> tuple[str, ...]:
    """Selectors of rules, which may also be given with commas between them."""
    return tuple(part.strip() for each in selectors or () for part in each.split(",") if part.strip())


def request(
    paths: Sequence[str] | None,
    var: Sequence[str] | None,
    var_file: Sequence[str] | None,
    health: Sequence[str] | None,
    instances: Sequence[str] | None,
    dns_zone: Sequence[str] | None,
    workspace: str | None = None,
    environment: Mapping[str, str] | None = None,
    source: str | None = None,
    stdin_filename: str | None = None,
    *,
    no_cache: bool = False,
) -> Request:
    """What is to be read."""
    if stdin_filename is not None and "-" not in (paths or ()):
        raise UsageError("--stdin-filename: give - as a PATH, for standard input")
    named = tuple(_pair("--var", each) for each in var or ())
    return Request(
        tuple(paths or (".",)),
        (*(var_file or ()), *named),
        tuple(health or ()),
        tuple(_pair("--instances", each) for each in instances or ()),
        tuple(_pair("--dns-zone", each) for each in dns_zone or ()),
        workspace,
        dict(environment or {}),
        source=source,
        stdin_filename=stdin_filename,
        caches=not no_cache,
    )


def _pair(option: str, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"{option} {text}: NAME=VALUE is expected")
    return name, value
