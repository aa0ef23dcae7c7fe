"""The pattern of usual blocks: it knows them, and says nothing that the scanner would not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.syntax.blocks import Cut, cut
from spillover.read.syntax.usual import usual_block

EXAMPLES = Path(__file__).parents[3] / "examples"

USUAL = {
    "labels": ('resource "a" "b" {\n  c = 1\n}', ("resource", "a", "b", "{")),
    "one label": ('module "a" {\n}', ("module", "a", None, "{")),
    "none": ("locals { a = 1 }", ("locals", None, None, "{")),
    "blocks inside": ("a {\n  b {\n    c {\n    }\n  }\n}", ("a", None, None, "{")),
    "lists in calls": ('a {\n  b = concat(["}"], [c])\n}', ("a", None, None, "{")),
    "an inserted name": ('a {\n  b = "${var.c}-${d[0].e}}"\n}', None),
    "an inserted attribute": ('a {\n  b = "{${var.c}-{${each.value}"\n}', ("a", None, None, "{")),
    "comments": ("a {\n  # }\n  b = 1 // }\n}", ("a", None, None, "{")),
}
LEFT_TO_THE_SCANNER = {
    "a heredoc": "a {\n  b = <<E\n}\nE\n}",
    "a call in a template": 'a {\n  b = "${c("}")}"\n}',
    "an escape": 'a {\n  b = "\\"}"\n}',
    "a comment between brackets": "a {\n  b = /* } */ 1\n}",
    "what is not closed": "a {\n  b = [1\n}",
    "what is closed by another": "a {\n  b = [1)\n}",
    "a string over two lines": 'a {\n  b = "1\n"\n}',
    "a label with an escape": 'a "\\u0041" {\n}',
    "a label with a template": 'a "${b}" {\n}',
    "a control character": "a {\n  b = \x01\n}",
    "carriage returns": "a {\r\n  b = 1\r\n}",
    "a comment at the end of the text": "a {\n  # }",
    "blocks inside of blocks inside of blocks": "a { b { c { d {} } } }",
}


@pytest.mark.parametrize(("text", "groups"), USUAL.values(), ids=USUAL)
def test_usual(text: str, groups: tuple[str | None, ...] | None) -> None:
    found = usual_block().match(text)
    assert (found and found.groups()) == groups
    assert not found or found[0] == text


@pytest.mark.parametrize("text", LEFT_TO_THE_SCANNER.values(), ids=LEFT_TO_THE_SCANNER)
def test_left_to_the_scanner(text: str) -> None:
    assert usual_block().match(text) is None


def both(text: str) -> tuple[Cut, Cut]:
    """The cut with the pattern and without it."""
    return cut("a.tf", text, by_pattern=True), cut("a.tf", text)


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.tf")), ids=lambda file: file.parent.name)
def test_says_what_the_scanner_says(file: Path) -> None:
    quick, thorough = both(file.read_text("utf-8"))
    assert quick == thorough


PIECES = st.sampled_from(
    [
        *(
            'a "b" {',
            "b {",
            "}",
            "{",
            "[",
            "]",
            "(",
            ")",
            '"',
            "\n",
            "\n}\n",
            " ",
            "=",
            "a = 1\n",
            "<<E\n",
            "E\n",
        ),
        *(
            "#",
            "//",
            "/*",
            "*/",
            "${",
            "}",
            "%{",
            "\\",
            "$",
            "\r\n",
            "\x01",
            "\n=======\n",
            "\n<<<<<<< a\n",
            "é",
        ),
        *(
            '"${a.b}"',
            '"}"',
            "# }\n",
            "# spillover: ignore\n",
            "[1, 2]",
            "f(1)",
            "{ a = 1 }",
            "<",
            ">",
            "-",
            "/",
        ),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_says_what_the_scanner_says_of_anything(text: str) -> None:
    quick, thorough = both(text)
    assert quick == thorough


@given(st.lists(PIECES, max_size=12).map("".join), st.lists(PIECES, max_size=4).map("".join))
def test_says_what_the_scanner_says_of_what_is_in_a_block(text: str, after: str) -> None:
    quick, thorough = both(f'a "b" {{\n{text}\n}}\n{after}')
    assert quick == thorough


def test_ends_on_a_long_text_in_which_nothing_is_closed() -> None:
    found = cut("a.tf", "a {\n  b {\n    c = [(\n" * 5_000, by_pattern=True)
    assert [error.message for error in found.errors[:1]] == ["nested too deeply"]
