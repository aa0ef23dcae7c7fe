"""The catalogue: no row is missing, and every rule that it links to is there."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from catalogue import SECTIONS, Row, became, catalogue_page, rules_of

from spillover.check.rule import AnyRule
from spillover_rules import ALL

RULES_FOLDER = Path(__file__).parents[1] / "docs" / "rules"
ROWS = [row for _, rows in SECTIONS for row in rows]
FAMILIES = {"ZA": 28, "FO": 58, "LB": 17}
SOME = ALL[0]


def called(*codes: str) -> list[AnyRule]:
    return [replace(SOME, code=code, name=f"rule-{code.lower()}") for code in codes]


def test_no_row_is_missing() -> None:
    numbered = [f"{family}{number:02}" for family, last in FAMILIES.items() for number in range(1, last + 1)]

    assert [row.id for row in ROWS] == [*numbered, *string.ascii_uppercase[:14]]


def test_every_row_is_told() -> None:
    told = re.findall(r"^\| (\w+) \| .+ \| .+ \|$", catalogue_page(ALL), re.MULTILINE)

    assert [each for each in told if each != "row"] == [row.id for row in ROWS]


def test_nothing_is_left_open() -> None:
    assert [row.id for row in ROWS if "not yet" in became(row, ALL)] == []


def test_every_linked_rule_is_there() -> None:
    links = re.findall(r"\[(\w+) ([\w-]+)\]\(rules/(\w+)\.md\)", catalogue_page(ALL))

    assert links
    assert {(code, name, code) for code, name, _ in links} == set(links)
    assert {(code, name) for code, name, _ in links} <= {(rule.code, rule.name) for rule in ALL}
    assert all((RULES_FOLDER / f"{code}.md").is_file() for code, _, _ in links)


def test_every_rule_about_google_has_its_row() -> None:
    placed = {rule.code for row in ROWS for rule in rules_of(row, ALL)}

    assert placed >= {rule.code for rule in ALL if not rule.code.startswith("CF")}


def test_rules_of_other_rows_have_numbers_of_rows() -> None:
    ids = {row.id for row in ROWS}

    assert {code for row in ROWS for code in row.also if f"{code[:2]}{code[-2:]}" not in ids} == {"CF012"}


@pytest.mark.parametrize(
    ("row", "codes", "told"),
    [
        pytest.param(Row("ZA08", "x"), [], ["not yet"], id="nothing"),
        pytest.param(Row("ZA08", "x"), ["ZA018", "FO008"], ["not yet"], id="only rules of other rows"),
        pytest.param(Row("ZA08", "x"), ["ZA008"], ["[ZA008 rule-za008](rules/ZA008.md)"], id="a rule"),
        pytest.param(
            Row("ZA08", "x", also=("LB012", "LB013")),
            ["LB012", "ZA008", "ZA108"],
            [
                "[LB012 rule-lb012](rules/LB012.md), [ZA008 rule-za008](rules/ZA008.md), "
                "[ZA108 rule-za108](rules/ZA108.md)"
            ],
            id="several rules, of those that are there",
        ),
        pytest.param(
            Row("ZA08", "x", plan="y"),
            ["ZA008"],
            ["[ZA008 rule-za008](rules/ZA008.md)", "a statement of `spillover plan`: y"],
            id="a rule and a statement",
        ),
        pytest.param(Row("ZA08", "x", declined="y"), [], ["decided not to: y"], id="nothing on purpose"),
    ],
)
def test_what_became_of_a_row(row: Row, codes: list[str], told: list[str]) -> None:
    assert list(became(row, called(*codes))) == told
