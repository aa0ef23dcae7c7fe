"""What is recorded from Terraform, how it is asked and compared; only the tests marked slow run Terraform."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import random_expressions
import terraform_answers
import terraform_ask
import terraform_plan
from random_expressions import FORMS, Forms, expressions
from terraform_answers import MODULE
from terraform_ask import ask, batches, blame, message, read
from terraform_compare import compare, judge
from terraform_lines import dump, load, save
from terraform_plan import Output, Unknown, outputs, unpack
from terraform_questions import Conversion, Expression, Question, question

DATA = MODULE.parent
FILES = ("functions", "language", "random", "conversions")


def recorded(name: str) -> list[dict[str, Any]]:
    return load(DATA / f"{name}.jsonl")


class TestRecorded:
    @pytest.mark.parametrize("name", FILES)
    def test_each_question_has_one_answer_and_the_lines_are_sorted(self, name: str) -> None:
        text = (DATA / f"{name}.jsonl").read_text(encoding="utf-8")
        lines = load(DATA / f"{name}.jsonl")

        assert text == "".join(f"{line}\n" for line in sorted(map(dump, lines)))
        assert len(set(map(question, lines))) == len(lines)
        assert all(len({"v", "unknown", "error", "outside"} & each.keys()) == 1 for each in lines)
        assert all("error" in each or "t" in each for each in lines)

    @pytest.mark.parametrize(
        ("name", "least", "answered"),
        [("functions", 9000, 0.5), ("language", 2000, 0.5), ("random", 6000, 0.75), ("conversions", 250, 0.5)],
    )
    def test_there_are_many_and_not_only_errors(self, name: str, least: int, answered: float) -> None:
        lines = recorded(name)

        assert len(lines) >= least
        assert sum("error" not in each for each in lines) >= answered * len(lines)

    def test_every_function_is_called_often(self) -> None:
        signatures = json.loads((DATA / "functions-1.11.json").read_text(encoding="utf-8"))
        calls = [re.match(r"(\w+)\(", each["e"]) for each in recorded("functions")]
        names = [call[1] for call in calls if call]

        assert len(signatures) == 118
        assert {name for name in signatures if names.count(name) < 12} == set()

    def test_all_is_small_enough_to_be_kept(self) -> None:
        assert sum((DATA / f"{name}.jsonl").stat().st_size for name in FILES) < 2_600_000


class TestQuestions:
    @pytest.mark.parametrize(
        ("asked", "line"),
        [
            (Expression("1 + 1"), {"e": "1 + 1"}),
            (Conversion("string"), {"type": "string"}),
            (
                Conversion("string", default='"a"', nullable="false", given="null"),
                {"type": "string", "default": '"a"', "nullable": "false", "given": "null"},
            ),
        ],
    )
    def test_a_line_is_a_question_and_back(self, asked: Question, line: dict[str, str]) -> None:
        assert asked.key() == line
        assert question({**line, "v": None, "t": "dynamic"}) == asked

    def test_an_expression_is_an_output(self) -> None:
        assert Expression("1").files("e5", sensitive=True) == {
            "e5.tf": 'output "e5" {\n  sensitive = true\n  value = [(\n1\n  )]\n}\n'
        }

    def test_a_conversion_is_a_call_of_a_module(self) -> None:
        assert Conversion("number", given='"1"').files("e5", sensitive=False) == {
            "e5/main.tf": 'variable "given" {\n  type = number\n}\noutput "value" {\n  value = [var.given]\n}\n',
            "e5.tf": 'module "e5" {\n  source = "./e5"\n  given = (\n"1"\n  )\n}\n'
            'output "e5" {\n  value = [module.e5.value[0]]\n}\n',
        }

    def test_nothing_given_is_no_argument(self) -> None:
        assert "given" not in Conversion("number").files("e5", sensitive=False)["e5.tf"]

    def test_batches_keep_the_places(self) -> None:
        one, two, three = (Expression(each) for each in "123")

        assert list(batches([one, two, three], size=2)) == [{0: one, 1: two}, {2: three}]


class TestErrors:
    @pytest.mark.parametrize(
        "where",
        [
            {"range": {"filename": "e17.tf"}},
            {"range": {"filename": "e17/main.tf"}},
            {"range": {"filename": "data/hello.tftpl"}, "snippet": {"context": 'output "e17"'}},
            {"snippet": {"context": None}, "detail": 'Failed to serialize output value "e17".'},
            {"range": {"filename": "main.tf"}, "detail": "not suitable for module.e17.var.given"},
        ],
    )
    def test_an_error_names_its_question(self, where: Mapping[str, Any]) -> None:
        assert blame([{"summary": "Bad", **where}]).keys() == {17}

    def test_the_first_error_counts_and_one_of_no_question_does_not(self) -> None:
        told = [{"summary": each, "range": {"filename": name}} for each, name in zip("ABC", ("e1.tf", "e1.tf", "x.tf"), strict=True)]

        assert blame(told) == {1: "A:"}

    @pytest.mark.parametrize(
        ("detail", "text"),
        [
            ("One.\nTwo.", "Bad: One."),
            (None, "Bad:"),
            ("x" * 100, "Bad: " + "x" * 65),
            ("The given value is not suitable for module.e3.var.given declared at e3/main.tf:1,1-17: no.", "Bad: no."),
            ("See module.e3.var.given.", "Bad: See .var.given."),
        ],
    )
    def test_a_message_is_short_and_says_no_place(self, detail: str | None, text: str) -> None:
        assert message({"summary": "Bad", "detail": detail}) == text
