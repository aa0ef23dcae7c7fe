"""The value of a variable: what it is given, else its default, as a value of its type.

Source: Terraform's "Input Variables" (internal/terraform/eval_variable.go where it is silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spillover.read.cty.convert import without_optional
from spillover.read.cty.value import EvaluationError, Value, pending
from spillover.read.evaluation.context import Context, Written
from spillover.read.modules.constraints import Constraint, constraint
from spillover.read.syntax.expression import Literal, Setting


def variable_value(
    name: str, settings: Mapping[str, Setting], given: Written | None, context: Context, called: str
) -> Value:
    """The value of a variable with these settings; what Terraform refuses is noted in the context.

    ``called`` is its whole address, which tells it from those of its name in other modules.
    """
    wanted = _constraint(settings, context)
    written = what_counts(settings, given, context)
    if written is None:
        type_ = without_optional(wanted.type)
        value = pending(type_, called, not_null=not _is_nullable(settings), same=called)
    else:
        value = _applied(name, wanted, written)
        if value.is_null and not _is_nullable(settings):
            error = EvaluationError(f"var.{name} is not nullable")
            value = written.context.refused(error, written.expression)
    return replace(value, sensitive=True) if _says(settings.get("sensitive"), True) else value


def what_counts(settings: Mapping[str, Setting], given: Written | None, context: Context) -> Written | None:
    """What the value of a variable is written as: what it is given, or its default.

    Null stands for the default only where the variable is not nullable.
    """
    default = settings.get("default")
    if default is None or (given and (_is_nullable(settings) or not _is_null(given))):
        return given
    return Written(default.expression, context)


def _is_nullable(settings: Mapping[str, Setting]) -> bool:
    return not _says(settings.get("nullable"), False)


def _is_null(given: Written) -> bool:
    value = given.context.attempt(given.expression)
    return isinstance(value, Value) and value.is_null


def _constraint(settings: Mapping[str, Setting], context: Context) -> Constraint:
    if "type" not in settings:
        return Constraint()
    written = settings["type"].expression
    try:
        return constraint(written, context)
    except EvaluationError as error:
        context.refused(error, written)
        return Constraint()


def _applied(name: str, wanted: Constraint, given: Written) -> Value:
    context, expression = given.context, given.expression
    try:
        value = context.value(expression)
    except EvaluationError as error:
        return context.refused(error, expression)
    try:
        return wanted.applied(value)
    except EvaluationError as error:
        return context.refused(EvaluationError(f"var.{name}: {error.message}"), expression)


def _says(setting: Setting | None, value: bool) -> bool:
    written = setting.expression if setting else None
    return isinstance(written, Literal) and written.value is value
