"""CSV: a text with a header line -> a list of objects.

Sources: RFC 4180; Go's ``encoding/csv``, which is stricter with quotes, 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.read.cty.types import DYNAMIC, STRING, ObjectOf
from spillover.read.cty.value import EvaluationError, LimitError, Value, list_of, object_of, text
from spillover.read.functions.function import Function, Parameter

MOST_FIELDS = 100_000
"""A table of more fields is not read."""


def _csvdecode(value: Value) -> Value:
    records = _records(value.content)
    header = [text(each).content for each in next(records, [])]
    if not header:
        raise EvaluationError("there is no header line")
    if len(set(header)) < len(header):
        raise EvaluationError("two columns have the same name")
    row = ObjectOf(tuple((name, STRING) for name in sorted(header)))
    rows: list[Value] = []
    for record in records:
        if len(record) != len(header):
            raise EvaluationError(f"a line has {len(record)} fields, and the header has {len(header)}")
        if (len(rows) + 1) * len(header) > MOST_FIELDS:
            raise LimitError(f"a table of more than {MOST_FIELDS} fields")
        rows.append(object_of(dict(zip(header, map(text, record), strict=True))))
    return list_of(row, rows)


def _lines(written: str) -> Iterator[str]:
    """The lines with their ends; a carriage return belongs to the end."""
    *lines, last = written.split("\n")
    for line in lines:
        yield line.removesuffix("\r") + "\n"
    if last := last.removesuffix("\r"):
        yield last


def _records(written: str) -> Iterator[list[str]]:
    """The fields of each line, or of more lines than one where a quoted field goes on."""
    lines = _lines(written)
    for line in lines:
        if line != "\n":
            yield _record(line, lines)


def _record(line: str, lines: Iterator[str]) -> list[str]:
    fields: list[str] = []
    at = 0
    while True:
        if line.startswith('"', at):
            field, line, at = _quoted(line, at + 1, lines)
        else:
            end = line.find(",", at)
            end = len(line.removesuffix("\n")) if end < 0 else end
            field, at = line[at:end], end
            if '"' in field:
                raise EvaluationError("a field has a quote in it but not around it")
        fields.append(field)
        if not line.startswith(",", at):
            return fields
        at += 1


def _quoted(line: str, at: int, lines: Iterator[str]) -> tuple[str, str, int]:
    """A quoted field, with the line in which it ends and where it ends there."""
    parts: list[str] = []
    while True:
        end = line.find('"', at)
        if end < 0:
            parts.append(line[at:])
            line, at = next(lines, ""), 0
            if not line:
                raise EvaluationError("a quoted field does not end")
        elif line.startswith('"', end + 1):
            parts.append(line[at : end + 1])
            at = end + 2
        elif line[end + 1 : end + 2] in (",", "\n", ""):
            parts.append(line[at:end])
            return "".join(parts), line, end + 1
        else:
            raise EvaluationError("a quoted field goes on after its closing quote")


FUNCTIONS: tuple[Function, ...] = (
    Function("csvdecode", (Parameter("str", STRING),), _csvdecode, DYNAMIC, not_null=False),
)
