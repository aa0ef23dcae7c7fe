"""Where expressions stand: what is spent, where errors are, and what limits do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spillover.errors import InputError
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import EvaluationError, LimitError, Value, number, pending, text
from spillover.read.evaluation import context as contexts
from spillover.read.evaluation.context import (
    LONGEST_CAUSE,
    MOST_STEPS,
    Budget,
    Context,
    Names,
    Written,
    placed,
)
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.syntax.expression import Call, Expression, Literal, Variable

Parsed = Callable[[str], tuple[Expression, Context]]


class Outer:
    def name(self, name: str) -> Value:
        return pending(DYNAMIC, name)


class TestNames:
    def test_come_before_the_outer_ones(self) -> None:
        names = Names({"a": number(1)}, Names({"a": number(2), "b": number(3)}, Outer()))

        assert [names.name(each).content for each in "ab"] == [1, 3]
        assert names.name("c").content.because == "c"

    def test_remember_what_they_are_drawn_from(self, parsed: Parsed) -> None:
        expression, context = parsed("list")
        inner = context.within({"x": text("a")}, expression)

        assert isinstance(inner.scope, Names)
        assert inner.scope.drawn_from == Written(expression, context)
        assert context.within({"x": text("a")}).scope == Names({"x": text("a")}, context.scope)


class TestBudget:
    def test_each_expression_is_a_step(self, parsed: Parsed) -> None:
        expression, context = parsed("[1, [2]]")
        context.value(expression)

        assert MOST_STEPS - context.budget.left == 4

    def test_nothing_is_left(self) -> None:
        budget = Budget(1)
        budget.spend()

        with pytest.raises(LimitError, match=f"more than {MOST_STEPS} expressions to evaluate"):
            budget.spend()

    def test_that_it_is_spent_is_news_once(self, parsed: Parsed) -> None:
        expression, context = parsed("1 + 1")
        context.budget.left = 1

        for _ in range(3):
            assert context.settle(expression).pending
        assert [each.message for each in context.errors] == [
            f"more than {MOST_STEPS} expressions to evaluate"
        ]

    @pytest.mark.parametrize(
        ("left", "asked", "known"), [(0, True, False), (-1, False, False), (-1, True, True)]
    )
    def test_asked(self, left: int, asked: bool, known: bool) -> None:
        budget = Budget(left, asked)

        assert budget.is_known_to_be_spent() is known
        assert budget.was_asked is (left < 0)


class TestErrors:
    def test_the_innermost_expression_is_the_place(self, parsed: Parsed) -> None:
        expression, context = parsed("[\n  1,\n  -null,\n]")
        found = context.settle(expression)

        assert context.errors == [InputError("main.tf", 3, 3, "an operand of - is null")]
        assert (found.type, found.content.because) == (DYNAMIC, "[ 1, -null, ]")

    def test_a_place_that_is_known_stays(self) -> None:
        with pytest.raises(EvaluationError) as caught, placed(Literal(1, 7, 8)):
            raise EvaluationError("x", 3)
        assert caught.value.at == 3

        with pytest.raises(EvaluationError) as caught, placed(Literal(1, 7, 8)):
            raise EvaluationError("x")
        assert caught.value.at == 7

    def test_without_a_place_it_is_the_expression(self, parsed: Parsed) -> None:
        expression, context = parsed("[1]")
        context.refused(EvaluationError("x"), expression)

        assert context.errors == [InputError("main.tf", 1, 1, "x")]

    def test_attempts_give_the_error(self, parsed: Parsed) -> None:
        expression, context = parsed("-null")
        found = context.attempt(expression)

        assert isinstance(found, EvaluationError)
        assert (found.at, context.errors) == (0, [])

    def test_what_is_right_is_settled_and_attempted(self, parsed: Parsed) -> None:
        expression, context = parsed("1 + 1")

        assert context.settle(expression) == context.attempt(expression) == number("2", 512)


class TestLimits:
    @pytest.mark.parametrize(
        "written", ["try(1 + 1, 2)", "can(1 + 1)", "true ? 1 : 1 + 1", "[for x in [1] : x + x]"]
    )
    def test_nothing_catches_a_spent_budget(self, parsed: Parsed, written: str) -> None:
        expression, context = parsed(written)
        context.value(expression)
        spent = MOST_STEPS - context.budget.left

        for left in range(spent):
            context.budget.left = left
            with pytest.raises(LimitError, match="expressions to evaluate"):
                context.value(expression)

    @pytest.mark.parametrize(
        ("written", "message"),
        [
            ('join("", [for x in list : "${try(big, 1)}${big}"])', "a text of more than 1048576 characters"),
            ("can([for x in [big, big, big, big] : [[x, x], [x, x]]])", "a value of more than 8388608"),
        ],
    )
    def test_nothing_catches_what_grows_too_large(self, parsed: Parsed, written: str, message: str) -> None:
        expression, context = parsed(written)
        inner = context.within({"big": text("b" * (1 << 20))})

        with pytest.raises(LimitError, match=message):
            inner.value(expression)

    def test_a_recursion_is_one(self) -> None:
        """Whatever is evaluated in the end, such as a local that a name stands for."""

        class Endless:
            def name(self, name: str) -> Value:
                return context.value(Variable(name, 3, 4))

        context = Context(Endless(), Lines("main.tf", "a = b"), evaluate)

        with pytest.raises(LimitError, match="nested too deeply") as caught:
            context.value(Call("can", (Call("try", (Variable("x", 3, 4), Literal(1))),)))
        assert caught.value.at == 3


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ("f(1,\n  2)", "f(1, 2)"),
        ('"' + "x" * (LONGEST_CAUSE - 2) + '"', '"' + "x" * (LONGEST_CAUSE - 2) + '"'),
        ('"' + "x" * LONGEST_CAUSE + '"', '"' + "x" * (LONGEST_CAUSE - 4) + "..."),
    ],
)
def test_quoted(parsed: Parsed, written: str, quoted: str) -> None:
    expression, context = parsed(written)

    assert context.quoted(expression) == quoted
    assert contexts.LONGEST_CAUSE == 60
