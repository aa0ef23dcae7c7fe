"""Text never becomes markup by itself."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from spillover.report.page.markup import Html, element, lines, row, table, unbroken
from spillover.report.style import clean


class Events(HTMLParser):
    """What a parser that we did not write makes of a text: tags with their attributes, and data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.data += data


@given(st.text(), st.text())
def test_whatever_the_text_is_it_is_that_text(text: str, value: str) -> None:
    read = Events(element("p", text, data_x=value))

    assert read.tags == [("p", {"data-x": clean(value)})]
    assert read.data == clean(text)


@given(st.lists(st.text()))
def test_of_many_texts(texts: list[str]) -> None:
    read = Events(element("ul", (element("li", each) for each in texts)))

    assert [tag for tag, _ in read.tags] == ["ul", *["li"] * len(texts)]
    assert read.data == "".join(map(clean, texts))


def test_markup_stays_markup() -> None:
    inner = element("b", "<x>")

    assert element("p", inner, " & ", [Html("<i>y</i>"), "z"]) == ("<p><b>&lt;x&gt;</b> &amp; <i>y</i>z</p>")


def test_attributes() -> None:
    made = element("input", type="checkbox", http_equiv='"', class_="a", checked=True, hidden=False)

    assert made == '<input type="checkbox" http-equiv="&quot;" class="a" checked/>'


def test_lines_stay_lines() -> None:
    assert lines("a  <\n\x1b b") == '<pre tabindex="0">a  &lt;\n\\u001b b</pre>'


def test_a_table() -> None:
    made = table("what", ("", "a"), [row(("!", unbroken("b 5")), header=1, class_="bad")])

    assert made == (
        '<div class="scroll" tabindex="0"><table><caption>what</caption>'
        '<thead><tr><th scope="col"></th><th scope="col">a</th></tr></thead>'
        '<tbody><tr class="bad"><td>!</td><th scope="row"><span class="whole">b 5</span></th></tr></tbody>'
        "</table></div>"
    )
