"""Terraform's ``format`` and ``formatlist``.

Source: "format" and "formatlist" of Terraform's documentation; cty's function/stdlib/format.go and
format_fsm.rl where they are silent, 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from spillover.read.cty.clusters import safe_prefix
from spillover.read.cty.ranges import end_of
from spillover.read.cty.types import DYNAMIC, STRING, ListOf, SetOf, TupleOf, Type
from spillover.read.cty.value import (
    LARGEST,
    LONGEST_TEXT,
    EvaluationError,
    LimitError,
    Pending,
    Value,
    list_of,
    pending,
    text,
)
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.verbs import Verb

WIDEST = 1_000_000
"""Go takes no larger width or precision for one."""

_VERB = re.compile(
    r"%(?:%|(?P<flags>[0#+ -]*)(?P<width>[1-9][0-9]*)?(?:\.(?P<precision>[0-9]*))?"
    r"(?:\[(?P<index>[1-9][0-9]*)\])?(?P<letter>[A-Za-z]))"
)


def formatted(template: str, values: Sequence[Value]) -> str:
    """A text with a value for each verb.

    Raises:
        EvaluationError: a verb is none, or cannot take its value, or there are more values, or fewer.
        LimitError: the text is too long.
    """
    made: list[str] = []
    length = last = used = following = 0
    for found in _verbs(template):
        piece = template[last : found.start()]
        last = found.end()
        if found["letter"] is None:
            piece += "%"
        else:
            index = int(found["index"][:9]) - 1 if found["index"] else following
            piece += _written(found, index, values)
            following, used = index + 1, max(used, index + 1)
        made.append(piece)
        length += len(piece)
        if length > LONGEST_TEXT:
            raise LimitError(f"a text of more than {LONGEST_TEXT} characters")
    if used < len(values):
        raise EvaluationError(f"{len(values)} values are given, and {used} are used")
    return "".join((*made, template[last:]))


def _verbs(template: str) -> Iterator[re.Match[str]]:
    at = template.find("%")
    while at >= 0:
        found = _VERB.match(template, at)
        if found is None:
            raise EvaluationError(f"no verb begins at character {at + 1}")
        yield found
        at = template.find("%", found.end())


def _bounded(digits: str) -> int:
    if len(digits) > 7 or int(digits) > WIDEST:
        raise LimitError(f"a width or precision of more than {WIDEST}")
    return int(digits)


def _written(found: re.Match[str], index: int, values: Sequence[Value]) -> str:
    if index >= len(values):
        raise EvaluationError(f"{found[0]} wants value {index + 1}, and {len(values)} are given")
    precision = found["precision"]
    verb = Verb(
        found["letter"],
        found["flags"],
        _bounded(found["width"] or "0"),
        None if precision is None else _bounded(precision.lstrip("0") or "0"),
    )
    try:
        return verb.written(values[index])
    except EvaluationError as error:
        raise type(error)(f"{found[0]}: {error}") from None


def _format(template: Value, *values: Value) -> Value:
    """What is not known, even inside of one value, leaves the text before the first verb, and the end."""
    dynamic = _of_no_type(values)
    unknown = dynamic or next(filter(None, (each.unsettled() for each in values)), None)
    if unknown is None:
        return text(formatted(template.content, values))
    end = _end(template.content, values)
    if dynamic:
        return pending(DYNAMIC, dynamic, suffix=end)
    prefix, verb, _ = template.content.partition("%")
    return pending(STRING, unknown, not_null=True, prefix=safe_prefix(prefix) if verb else "", suffix=end)


def _end(template: str, values: Sequence[Value]) -> str:
    """The text after the last verb; if there is none, and that verb is plain, the end of the last value."""
    before, _, last = template.rpartition("%")
    if last == "s" and template.count("%") == len(values):
        return end_of(values[-1])
    verb = re.match(r"[^A-Za-z]*[A-Za-z]", last)
    return "" if verb is None or before.endswith("%") else last[verb.end() :]


def _of_no_type(values: Sequence[Value]) -> Pending | None:
    """Not even that the result is text is known where a value has no type yet, as null has none."""
    dynamic = next((each for each in values if each.type is DYNAMIC), None)
    return (dynamic.pending or Pending("null")) if dynamic else None


def _formatlist(template: Value, *values: Value) -> Value:
    """A text for each element of the lists, sets and tuples, and one where there are none."""
    dynamic = _of_no_type(values)
    if dynamic:
        return pending(DYNAMIC, dynamic)
    lists = [each for each in values if isinstance(each.type, ListOf | SetOf | TupleOf) and not each.is_null]
    lengths = {length for each in lists if (length := _length(each)) is not None}
    if len(lengths) > 1:
        raise EvaluationError(f"lists of different lengths, {' and '.join(map(str, sorted(lengths)))}")
    unknown = next(filter(None, map(_uncounted, lists)), None)
    if unknown:
        return pending(ListOf(STRING), unknown, not_null=True)
    rows = lengths.pop() if lengths else 1
    return list_of(STRING, _rows(template.content, values, rows))


def _uncounted(value: Value) -> Pending | None:
    """Why the elements are not known; a set that holds what is not known may have fewer than it seems."""
    return value.unsettled() if isinstance(value.type, SetOf) else value.pending


def _length(value: Value) -> int | None:
    if isinstance(value.type, TupleOf):
        return len(value.type.elements)
    return None if _uncounted(value) else len(value.content)


def _rows(template: str, values: Sequence[Value], rows: int) -> Iterator[Value]:
    size = 0
    for index in range(rows):
        row = [each.content[index] if isinstance(each.content, tuple) else each for each in values]
        unknown = next(filter(None, (each.unsettled() for each in row)), None)
        made = pending(STRING, unknown, not_null=True) if unknown else text(formatted(template, row))
        size += made.size
        if size > LARGEST:
            raise LimitError(f"a value of more than {LARGEST} characters and elements")
        yield made


def _result(known: Type) -> Callable[[Sequence[Value]], Type]:
    return lambda arguments: DYNAMIC if _of_no_type(arguments[1:]) else known


_FORMAT = (Parameter("format", STRING),)
_ARGUMENTS = Parameter("args", DYNAMIC, takes_null=True, takes_unknown=True)

FUNCTIONS: tuple[Function, ...] = (
    Function("format", _FORMAT, _format, _result(STRING), variadic=_ARGUMENTS),
    Function("formatlist", _FORMAT, _formatlist, _result(ListOf(STRING)), variadic=_ARGUMENTS),
)
