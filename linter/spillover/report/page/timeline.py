"""The outage of a record set as a line of time: something fails, it is decided, caches expire."""

from __future__ import annotations

from spillover.model.outage import OutageBound
from spillover.plan.dns.record import RecordPlan
from spillover.plan.dns.timing import detection
from spillover.report.page.markup import Html, element
from spillover.report.records_words import change

_WIDTH, _LEFT, _RIGHT, _LINE, _BELOW, _ROOM = 760, 20, 740, 46, 80, 130


def timeline(plan: RecordPlan) -> Html | None:
    """The line; None where a part of the bound is not known."""
    outage: OutageBound = plan.timing.outage
    decided, over = detection(outage).seconds, outage.seconds
    if not over or decided is None:
        return None
    fails, new = change(plan.policy)
    middle = _LEFT + (_RIGHT - _LEFT) * decided // over
    drawing = element(
        "svg",
        element("title", f"Outage of at most {over} s"),
        _span(_LEFT, middle, f"failed checks: {decided} s", "checking"),
        _span(middle, _RIGHT, f"caches: {over - decided} s", "caching"),
        _mark(_LEFT, "0 s", fails, _BELOW, "start"),
        _mark(middle, f"{decided} s", new, _BELOW + 18, "middle"),
        _mark(_RIGHT, f"{over} s", "the last clients leave", _BELOW, "end"),
        class_="timeline",
        role="img",
        viewBox=f"0 0 {_WIDTH} 108",
    )
    return element("figure", drawing)


def _span(start: int, end: int, told: str, class_: str) -> Html:
    width, middle = max(end - start, 1), (start + end) // 2
    box = element("rect", x=str(start), y=str(_LINE - 12), width=str(width), height="24")
    text = element("text", told, x=str(middle), y=str(_LINE + 5), text_anchor="middle")
    return element("g", element("title", told), box, text if width > _ROOM else "", class_=f"span {class_}")


def _mark(at: int, when: str, what: str, below: int, anchor: str) -> Html:
    """A moment; what is in the middle stays clear of the edges."""
    inside = min(max(at, _LEFT + _ROOM), _RIGHT - _ROOM) if anchor == "middle" else at
    return element(
        "g",
        element("line", x1=str(at), x2=str(at), y1=str(_LINE - 18), y2=str(_LINE + 18)),
        element("text", when, x=str(at), y=str(_LINE - 24), text_anchor=anchor, class_="when"),
        element("text", what, x=str(inside), y=str(below), text_anchor=anchor),
        class_="mark",
    )
