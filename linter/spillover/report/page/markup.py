"""HTML that nothing can break out of: text becomes markup here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

from spillover.report.style import clean


class Html(str):
    """Markup; any other text is escaped where it is put into it."""

    __slots__ = ()


Content: TypeAlias = str | Iterable[str]

_VOID = ("input", "meta", "path", "rect", "line", "polygon")
"""Elements without content; those of pictures close themselves."""


def element(name: str, /, *content: Content, **attributes: str | bool) -> Html:
    """An element. Of an attribute's name an underscore at the end is dropped, any other is a hyphen.

    One that is True has no value, one that is False is not there.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    if name in _VOID:
        return Html(f"<{name}{written}/>")
    return Html(f"<{name}{written}>{''.join(map(_markup, content))}</{name}>")


def table(caption: str, headers: Sequence[str], rows: Iterable[Html]) -> Html:
    """A table of rows as :func:`row` makes them, which scrolls by itself where the page is narrow."""
    head = element("thead", element("tr", (element("th", each, scope="col") for each in headers)))
    body = element("tbody", rows)
    return element(
        "div", element("table", element("caption", caption), head, body), class_="scroll", tabindex="0"
    )


def row(cells: Sequence[str], *, header: int = 0, **attributes: str | bool) -> Html:
    """A row; the cell with the number of ``header`` names it."""
    made = (
        element("th", each, scope="row") if number == header else element("td", each)
        for number, each in enumerate(cells)
    )
    return element("tr", made, **attributes)


def _markup(content: Content) -> str:
    if isinstance(content, str):
        return content if isinstance(content, Html) else escape(clean(content))
    return "".join(map(_markup, content))


def _attribute(name: str, value: str | bool) -> str:
    key = name.removesuffix("_").replace("_", "-")
    return f" {key}" if value is True else f' {key}="{escape(clean(str(value)))}"'


def unbroken(text: str) -> Html:
    """Words that stay on one line, such as a zone with its number."""
    return element("span", text, class_="whole")


def lines(text: str) -> Html:
    """A text of several lines as it stands, in letters of one width."""
    return Html(
        f'<pre tabindex="0">{chr(10).join(escape(clean(line)) for line in text.split(chr(10)))}</pre>'
    )
