"""Advice in ``plan``: lines under a service, broken to the width of a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from spillover.plan.advice import Advice
from spillover.report.style import Style, clean

WRAPPER = textwrap.TextWrapper(
    width=100, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False, break_long_words=False
)


def advised(advice: tuple[Advice, ...], style: Style) -> Iterator[str]:
    """The lines; none without advice."""
    if advice:
        yield style.strong("advice")
    for each in advice:
        yield from WRAPPER.wrap(clean(each.message))
