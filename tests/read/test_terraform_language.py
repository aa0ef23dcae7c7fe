"""Our answers are Terraform's, but for the differences that are listed by name, each with its reason.

The answers were given by Terraform 1.11.4, see ``tools/terraform_answers.py``.
"""

from __future__ import annotations

import json
import shutil
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from random_expressions import expressions
from terraform_answering import answer, root_module
from terraform_answers import MODULE
from terraform_ask import ask
from terraform_compare import compare, judge
from terraform_lines import load
from terraform_questions import Expression

from spillover.read.modules.module import Module

DATA = MODULE.parent
ROOT = Path(__file__).parents[2]
LISTED: dict[str, list[str]] = json.loads((DATA / "differences.json").read_text("utf-8"))
"""The questions that we answer in another way than Terraform, by the reason why."""

FILES = ("language", "functions", "conversions", "random")


@pytest.fixture(scope="module")
def module() -> Module:
    return root_module()


def recorded(name: str) -> list[dict[str, Any]]:
    return load(DATA / f"{name}.jsonl")


class TestRecorded:
    @pytest.mark.parametrize("name", FILES)
    def test_we_answer_as_terraform_does(self, name: str, module: Module) -> None:
        reasons = {question: reason for reason, questions in LISTED.items() for question in questions}
        lines = recorded(name)

        assert [*judge(lines, partial(_known, module), reasons)] == []

    def test_there_are_many(self) -> None:
        assert sum(len(recorded(name)) for name in FILES) > 19_000

    def test_few_differ(self) -> None:
        assert sum(map(len, LISTED.values())) < 300

    def test_every_question_that_is_listed_was_asked(self) -> None:
        asked = {line.get("e") for name in FILES for line in recorded(name)}
        listed = {
            each for questions in LISTED.values() for each in questions if not each.startswith('{"type"')
        }

        assert listed - asked == set()

    @pytest.mark.parametrize("reason", LISTED)
    def test_the_documentation_has_the_reason(self, reason: str) -> None:
        assert reason in " ".join(
            (ROOT / "docs" / "terraform.md").read_text("utf-8").replace("`", "").split()
        )


def _known(module: Module, asked: Any) -> dict[str, Any]:
    """Our answer, without what we know of an unknown value: of that Terraform knows more."""
    return {name: each for name, each in answer(asked, module).items() if name != "r"}


class TestRefinements:
    @pytest.mark.parametrize("name", ["language", "functions"])
    def test_what_is_said_not_to_be_null_is_not(self, name: str, module: Module) -> None:
        """We never know more than Terraform of a value that neither of us knows."""
        wrong = []
        listed = {each for questions in LISTED.values() for each in questions}
        for line in recorded(name):
            if not line.get("unknown") or "e" not in line or line["e"] in listed:
                continue
            ours = answer(Expression(line["e"]), module)
            if ours.get("r", {}).get("null") is False and line.get("r", {}).get("null") is not False:
                wrong.append(line["e"])

        assert wrong == []


@pytest.mark.slow
class TestFresh:
    """Expressions that nobody has seen before; where there is a Terraform, it is asked."""

    @pytest.mark.parametrize("seed", range(100, 104))
    def test_we_answer_as_terraform_does(self, seed: int, module: Module) -> None:
        if shutil.which("terraform") is None:
            pytest.skip("no terraform on PATH")
        questions = [Expression(text) for text in islice(expressions(seed), 1500)]
        differing = [
            f"{line['e']}: {said}"
            for line, asked in zip(ask(questions, MODULE), questions, strict=True)
            if (said := compare(line, _known(module, asked)))
        ]

        assert len(differing) < 30, "\n".join(differing)
