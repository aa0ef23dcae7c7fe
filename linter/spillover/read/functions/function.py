"""What a built-in function is: its parameters, what it computes, and what happens around that.

Source: cty's docs/functions.md and function/function.go; "Function Calls" of the HCL native syntax
specification, 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from spillover.read.cty.convert import convert
from spillover.read.cty.number import BeyondBoundsError
from spillover.read.cty.types import DYNAMIC, Type
from spillover.read.cty.value import (
    EvaluationError,
    LimitError,
    Value,
    boolean,
    number,
    pending,
    text,
)
from spillover.read.module_files import ModuleFiles
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: arguments are converted to its type. Null, and what is not known, must be asked for.

    Where ``takes_unknown`` is not set, an argument that is not known makes the result unknown,
    without a call; what is unknown inside of a collection is always the function's own affair.
    """

    name: str
    type: Type = DYNAMIC
    takes_null: bool = False
    takes_unknown: bool = False


ResultType: TypeAlias = "Type | Callable[[Sequence[Value]], Type]"


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function.

    ``compute`` gets the converted arguments, those of ``variadic`` too, and gives the result or
    raises :class:`EvaluationError`. ``result`` is the type of a result that is not known; where it
    depends on the arguments it is a function of them, which may raise the same. ``keeps_marks`` is
    set where ``compute`` itself says what of the result is sensitive; otherwise all of it is, if
    anything in an argument is. One that reads files gets them before its arguments.
    """

    name: str
    parameters: tuple[Parameter, ...]
    compute: Callable[..., Value]
    result: ResultType = DYNAMIC
    variadic: Parameter | None = None
    not_null: bool = True
    keeps_marks: bool = False
    reads_files: bool = False


def call(function: Function, arguments: Sequence[Value], files: ModuleFiles | None = None) -> Value:
    """The result of a call; what depends on files is not known without them.

    Raises:
        EvaluationError: Terraform refuses the call.
    """
    parameters = _parameters(function, len(arguments))
    converted = [_argument(function, *pair) for pair in zip(parameters, arguments, strict=True)]
    try:
        result = _unknown(function, parameters, converted) or _computed(function, converted, files)
    except (EvaluationError, BeyondBoundsError) as error:
        made = LimitError if isinstance(error, LimitError) else EvaluationError
        raise made(f"{function.name}: {error}") from None
    if function.keeps_marks:
        return result
    return result.marked(*(part for each in converted for part in each.every() if part.sensitive))


def _unknown(function: Function, parameters: Sequence[Parameter], arguments: Sequence[Value]) -> Value | None:
    """The result of a call with an argument that is not known, and that the function does not take so.

    Nothing, not even its type, is known of it where not even the type of such an argument is.
    """
    unknown = [
        (parameter, each)
        for parameter, each in zip(parameters, arguments, strict=True)
        if each.pending and not parameter.takes_unknown
    ]
    for parameter, each in unknown:
        if each.type is DYNAMIC and parameter.type is DYNAMIC:
            return Value(DYNAMIC, each.content.cause())
    if not unknown:
        return None
    type_ = result_type(function, arguments)
    return pending(type_, unknown[0][1].content, not_null=function.not_null and type_ is not DYNAMIC)


def _computed(function: Function, arguments: Sequence[Value], files: ModuleFiles | None) -> Value:
    if not function.reads_files:
        return function.compute(*arguments)
    if files is None:
        because = f"{function.name}(), where no files are read"
        return pending(result_type(function, arguments), because, not_null=function.not_null)
    return function.compute(files, *arguments)


def result_type(function: Function, arguments: Sequence[Value]) -> Type:
    """The type of the result of a call whose arguments are not all known."""
    return function.result(arguments) if callable(function.result) else function.result


def _parameters(function: Function, given: int) -> list[Parameter]:
    wanted = len(function.parameters)
    if given < wanted or (given > wanted and function.variadic is None):
        at_least = "at least " if function.variadic else ""
        raise EvaluationError(f"{function.name} takes {at_least}{wanted} arguments, and {given} are given")
    rest = [function.variadic] * (given - wanted) if function.variadic else []
    return [*function.parameters, *rest]


def _argument(function: Function, parameter: Parameter, value: Value) -> Value:
    try:
        converted = convert(value, parameter.type)
    except EvaluationError as error:
        raise EvaluationError(f"{function.name}: {parameter.name}: {error}") from None
    if converted.is_null and not parameter.takes_null:
        raise EvaluationError(f"{function.name}: {parameter.name} is null")
    return converted


def of_contents(function: Callable[..., str | bool | int | Any]) -> Callable[..., Value]:
    """Compute with the contents of arguments that have no parts: ``str``, ``Number``, ``bool``."""

    def compute(*arguments: Value) -> Value:
        return _valued(function(*(each.content for each in arguments)))

    return compute


def _valued(result: Any) -> Value:
    if isinstance(result, bool):
        return boolean(result)
    return text(result) if isinstance(result, str) else number(result)


def simple(name: str, function: Callable[..., Any], result: Type, /, **parameters: Type) -> Function:
    """A function of arguments without parts: ``simple("upper", str.upper, STRING, string=STRING)``."""
    taken = tuple(Parameter(each, type_) for each, type_ in parameters.items())
    return Function(name, taken, of_contents(function), result)
