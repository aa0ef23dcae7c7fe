"""The generator of random expressions."""

from __future__ import annotations

import re
from itertools import islice

import pytest
import random_expressions
from random_expressions import FORMS, Forms, expressions
from terraform_answers import MODULE
from terraform_lines import load


class TestRandom:
    def test_a_seed_gives_the_same_expressions_and_another_gives_others(self) -> None:
        assert list(islice(expressions(5), 50)) == list(islice(expressions(5), 50))
        assert list(islice(expressions(5), 50)) != list(islice(expressions(6), 50))

    def test_what_is_recorded_are_the_first_of_seed_1(self) -> None:
        assert {each["e"] for each in load(MODULE.parent / "random.jsonl")} == set(
            islice(expressions(1), 6500)
        )

    def test_no_expression_is_long_or_has_an_open_hole(self) -> None:
        drawn = list(islice(expressions(2), 1000))

        assert max(map(len, drawn)) <= random_expressions.LONGEST
        assert [each for each in drawn if random_expressions.HOLE.search(each) or "¶" in each] == []

    @pytest.mark.parametrize(
        ("construct", "share"),
        [
            (r"\? ", 0.1),
            (r"\bfor \w+", 0.1),
            (r"\[\*\]", 0.03),
            (r"\$\{", 0.1),
            (r"%\{", 0.03),
            (r"<<-?EOT", 0.03),
            (r"\.\.\.", 0.005),
            (r" (&&|\|\|) ", 0.05),
            (r" [-+*/%] ", 0.05),
            (r" ([<>!=]=|[<>]) ", 0.1),
            (r"unknown", 0.15),
            (r"partly", 0.05),
            (r"null", 0.08),
            (r"secret", 0.005),
            (r"\b(try|can)\(", 0.05),
        ],
    )
    def test_every_construct_has_its_share(self, construct: str, share: float) -> None:
        drawn = list(islice(expressions(3), 2000))

        assert sum(bool(re.search(construct, each)) for each in drawn) >= share * len(drawn)

    def test_holes_name_kinds_that_there_are(self) -> None:
        text = "\n".join(each for forms in FORMS.values() for each in forms.nested)
        named = {hole[1] for hole in random_expressions.HOLE.finditer(text)}
        bound = set(re.findall(r":([a-z]+)[,>]", text))

        assert named | bound <= FORMS.keys()
        assert [kind for kind, forms in FORMS.items() if not forms.leaves] == []

    def test_the_table_is_read_by_kind(self) -> None:
        assert random_expressions.read("# c\n\nnumber\n    1\n    -<number>\n\ntext\n    a¶b\n") == {
            "number": Forms(("1",), ("-<number>",)),
            "text": Forms(("a\nb",), ()),
        }
