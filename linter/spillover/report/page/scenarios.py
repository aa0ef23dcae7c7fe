"""The scenarios of one thing: all of them below each other, of which the script shows one at a time."""

from __future__ import annotations

from collections.abc import Iterable

from spillover.records import dataclass
from spillover.report.page.markup import Content, Html, element
from spillover.report.plan_words import Mark


@dataclass(frozen=True)
class Scenario:
    """One of them: its name, the worst mark in it, and what it says."""

    name: str
    worst: Mark
    content: tuple[Content, ...]


def scenarios(name: str, each_of: Iterable[Scenario]) -> Html:
    """The scenarios of the thing that is called so among all of a page."""
    return element("div", map(_scenario, each_of), class_="scenarios", data_name=name)


def _scenario(each: Scenario) -> Html:
    title = element("h3", each.name)
    worst, mark = each.worst.key, each.worst.value
    return element(
        "section",
        title,
        *each.content,
        class_="scenario",
        data_worst=worst,
        data_title=f"{each.name} {mark}".rstrip(),
    )
