"""Calls of functions, and those whose arguments are expressions rather than values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from spillover.read.cty.types import BOOL, DYNAMIC, ListOf, SetOf, TupleOf
from spillover.read.cty.value import EvaluationError, Pending, Value, boolean, pending
from spillover.read.evaluation.context import Context, placed
from spillover.read.evaluation.template_files import template_file, template_string
from spillover.read.syntax.expression import Attribute, Call, Expression, Index, Literal, Variable


def call_function(expression: Call, context: Context) -> Value:
    """The result of a call.

    Raises:
        EvaluationError: there is no such function, or Terraform refuses the call.
    """
    name = expression.name.removeprefix("core::")
    if name in OF_EXPRESSIONS:
        return OF_EXPRESSIONS[name](expression, context)
    if "::" in name:  # of a provider, which is not here
        return pending(DYNAMIC, context.quoted(expression))
    arguments = _arguments(expression, context)
    if isinstance(arguments, Pending):
        return pending(DYNAMIC, arguments)
    if name == "templatefile":
        return template_file(arguments, context)
    # Late: a configuration that calls no function does not pay for a hundred of them.
    from spillover.read.functions import FUNCTIONS
    from spillover.read.functions.function import call

    if name not in FUNCTIONS:
        raise EvaluationError(f"there is no function {name}")
    context.budget.spend(sum(each.size for each in arguments) >> _CHARACTERS_A_STEP)
    result = call(FUNCTIONS[name], arguments, context.files)
    context.budget.spend(result.size >> _CHARACTERS_A_STEP)
    return result


_CHARACTERS_A_STEP = 6
"""What a function is given and gives costs time too: a step for every 2**6 characters and elements."""


def _arguments(expression: Call, context: Context) -> list[Value] | Pending:
    """The arguments; those after ``...`` are the elements of the last one, if that is known."""
    arguments = [context.value(each) for each in expression.arguments]
    if not expression.expand:
        return arguments
    elements = _expanded(arguments.pop(), expression.arguments[-1])
    return elements if isinstance(elements, Pending) else [*arguments, *elements]


def _expanded(value: Value, expression: Expression) -> list[Value] | Pending:
    with placed(expression):
        if value.is_null:
            raise EvaluationError("the arguments after ... are null")
        if value.type is not DYNAMIC and not isinstance(value.type, ListOf | SetOf | TupleOf):
            raise EvaluationError("... wants a list")
    return value.pending or [each.marked(value) for each in value.parts()]


def _tried(expression: Call, context: Context) -> Sequence[Expression | Value] | Pending:
    """The arguments that may be errors; those after ``...`` are values already."""
    if not expression.expand:
        return expression.arguments
    *others, last = expression.arguments
    elements = _expanded(context.value(last), last)
    return elements if isinstance(elements, Pending) else [*others, *elements]


def _first_success(expression: Call, context: Context) -> Value:
    """The first argument that is no error.

    What is not known may turn out to be an error yet, so of its result nothing else is known: but
    which resource it would refer to.
    """
    arguments = _tried(expression, context)
    if isinstance(arguments, Pending):
        return pending(DYNAMIC, arguments)
    failures: list[str] = []
    for argument in arguments:
        found = argument if isinstance(argument, Value) else context.attempt(argument)
        if isinstance(found, EvaluationError):
            failures.append(found.message)
            continue
        unknown = found.unsettled()
        if unknown is None or _is_certain(argument, context):
            return found
        return pending(DYNAMIC, found.pending or unknown, **_reference(found)).marked(found)
    raise EvaluationError(
        f"no argument of try succeeds: {'; '.join(failures)}" if failures else "try of nothing"
    )


def _reference(value: Value) -> dict[str, Any]:
    known = value.pending
    return {"refers_to": known.refers_to, "inside": known.inside} if known else {}


def _is_certain(expression: Expression | Value, context: Context) -> bool:
    """Whether an expression, evaluated without an error, stays so: a way of names through what is known."""
    if isinstance(expression, Variable | Literal | Value):
        return True
    if not isinstance(expression, Attribute | Index) or not _is_certain(expression.base, context):
        return False
    if isinstance(expression, Index) and not isinstance(expression.key, Literal):
        return False
    # What is declared in the module, such as var.x, is there.
    return isinstance(expression.base, Variable) or context.value(expression.base).is_known


def _can(expression: Call, context: Context) -> Value:
    arguments = _tried(expression, context)
    if isinstance(arguments, Pending):
        return pending(DYNAMIC, arguments)
    if len(arguments) != 1:
        raise EvaluationError("can takes one argument")
    argument = arguments[0]
    found = argument if isinstance(argument, Value) else context.attempt(argument)
    if isinstance(found, EvaluationError):
        return boolean(False)
    unknown = found.unsettled()
    if unknown is None or _is_certain(argument, context):
        return boolean(True)
    return pending(BOOL, unknown)


def _template_string(expression: Call, context: Context) -> Value:
    """``templatestring``: its template must be a name, for one that is written out needs no function."""
    if len(expression.arguments) != 2 or expression.expand:
        raise EvaluationError("templatestring takes a template and its variables")
    written, variables = expression.arguments
    base = written
    while isinstance(base, Attribute | Index):
        base = base.base
    if not isinstance(base, Variable):
        raise EvaluationError(
            "templatestring wants the name of a template, such as local.template", written.start
        )
    return template_string(context.value(written), context.value(variables), context)


OF_EXPRESSIONS: Mapping[str, Callable[[Call, Context], Value]] = {
    "can": _can,
    "templatestring": _template_string,
    "try": _first_success,
}
"""Functions that get their arguments as expressions, rather than as values."""
