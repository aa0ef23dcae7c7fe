"""What is fuzzed: functions of bytes that may refuse a text as they promise, and do nothing else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path

from hcl2 import parses_to_tree
from lark.exceptions import LarkError

from spillover.check.locate import Place
from spillover.check.rule import Certainty, Severity, Spec
from spillover.check.run import Report, Reported, Suppressed
from spillover.check.suppress import from_comments, outcome
from spillover.errors import InputError
from spillover.model.source import Position, SourceSpan
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import EvaluationError, Value, pending
from spillover.read.documents import read_documents
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.functions.yaml_values import decode
from spillover.read.lines import Lines
from spillover.read.request import CommentAt
from spillover.read.syntax.blocks import Attribute, Block, cut
from spillover.read.syntax.hcl import parse_expression, parse_settings
from spillover.read.syntax.parse_lines import LineParser, OtherFormError
from spillover.report import lint_sarif
from spillover.report.lint import LintResult
from spillover_rules import ALL

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = 4096
"""Bytes of a seed: what is large is mutated slowly, and holds nothing that a small one does not."""
LARGEST_FOR_PEER = 2000
"""Characters that python-hcl2 is asked about: it takes a second for some ten thousand."""


def blocks(data: bytes) -> None:
    """Whatever is cut, the parts follow one another; of valid input they are those of python-hcl2.

    The quick ways say what the thorough ones do: the pattern of usual blocks, and blocks line by line.
    """
    text = _text(data)
    found = cut("main.tf", text)
    assert cut("main.tf", text, by_pattern=True) == found
    for block in found.blocks:
        _is_the_same_by_lines(Lines("main.tf", text), block.source(text), block.start)
    items: list[Block | Attribute] = sorted([*found.blocks, *found.attributes], key=lambda each: each.start)
    ends = 0
    for each in items:
        assert ends <= each.start < each.end <= len(text), each
        ends = each.end
    for error in found.errors:
        _check_place(error, text)
    if not found.errors and len(text) <= LARGEST_FOR_PEER and "\r" not in text:
        theirs = _of_peer(text)
        if theirs is not None:
            lines = Lines("main.tf", text)
            ours = [(each.type, lines.position(each.start).line) for each in found.blocks]
            assert ours == theirs, (ours, theirs)


def _is_the_same_by_lines(lines: Lines, source: str, base: int) -> None:
    try:
        quick = LineParser(source, base, partial(parse_expression, lines)).block()
    except (OtherFormError, InputError):
        return
    assert parse_settings(lines, source, base).blocks == (quick,)


def _of_peer(text: str) -> list[tuple[str, int]] | None:
    """Type and line of each top-level block as python-hcl2 sees them; None if it does not take the text."""
    try:
        tree = parses_to_tree(text)
    except (LarkError, RecursionError):
        return None
    (body,) = (each for each in tree.children if hasattr(each, "children"))
    return [
        (str(next(each.scan_values(lambda _: True))), each.meta.line)
        for each in body.children
        if getattr(each, "data", None) == "block"
    ]


class _Unknown:
    """A scope in which every name has a value that is not known."""

    def name(self, name: str) -> Value:
        """Not known."""
        return pending(DYNAMIC, name)


def evaluator(data: bytes) -> None:
    """An expression has a value or is refused, with its place."""
    text = _text(data)
    lines = Lines("main.tf", text)
    try:
        expression = parse_expression(lines, text, 0)
    except InputError as error:
        _check_place(error, text)
        return
    try:
        Context(_Unknown(), lines, evaluate).value(expression)
    except EvaluationError:
        return


def json_reader(data: bytes) -> None:
    """What Python's reader takes, ours takes or says why not; what ours takes, Python's takes too."""
    text = _text(data)
    try:
        read_documents("data.json", text, "json")
    except InputError as error:
        _check_place(error, text)
        return
    json.loads(text.removeprefix("\ufeff"))


def yaml_reader(data: bytes) -> None:
    """Documents are read or refused with a place; so does yamldecode()."""
    text = _text(data)
    try:
        read_documents("data.yaml", text, "yaml")
    except InputError as error:
        _check_place(error, text)
    try:
        decode(text)
    except EvaluationError:
        return


def suppressions(data: bytes) -> None:
    """Every request in a comment is told of; none is longer than the line it stands on."""
    text = _text(data)
    lines = text.split("\n")
    for each in from_comments([CommentAt("main.tf", 1, 1, text)]):
        assert 1 <= each.at.start.line <= len(lines)
        told = outcome(each, ALL, used=False, today=date(2026, 1, 1))
        assert told.rule == each.rule
        assert each.reason in text


def sarif(data: bytes) -> None:
    """Whatever a name or path holds, the report is one JSON document that can be written as UTF-8."""
    text = data.decode("utf-8", "surrogateescape")
    parts = [*text.split("\0"), *[""] * 5][:5]
    path, address, field, message, reason = parts
    span = SourceSpan(path, Position(1, 1), Position(1, 2))
    finding = Reported(
        ALL[len(data) % len(ALL)],
        Severity.WARNING,
        Certainty.CERTAIN,
        message,
        reason,
        Place(address, field, ".", span),
        ((span, message),),
    )
    report = Report((finding,), suppressed=(Suppressed(finding, reason),))
    result = LintResult(report, Spec.R2026_05, (InputError(path, 1, 1, message),), with_suppressed=True)
    written = io.StringIO()
    lint_sarif.write(result, written)
    json.loads(written.getvalue().encode("utf-8", "backslashreplace"))  # as the output writes it


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _check_place(error: InputError, text: str) -> None:
    assert error.line >= 1, error
    assert error.line <= text.count("\n") + 1, error
    assert error.column >= 1, error


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    each.__name__: each for each in (blocks, evaluator, json_reader, yaml_reader, suppressions, sarif)
}


def seeds(name: str) -> Iterator[bytes]:
    """What a target begins with, from the examples."""
    match name:
        case "evaluator":
            from random_expressions import expressions

            for _, written in zip(range(500), expressions(1), strict=False):
                yield written.encode()
        case "json_reader":
            yield from _files("*.json")
        case "yaml_reader":
            yield from _files("*.yaml")
        case "suppressions":
            yield b"# spillover:ignore[ZA016,FO001] until=2026-12-31 a reason"
            yield b"/* spillover:ignore[ZA016]\n spillover:ignore until=never */"
        case "sarif":
            yield b'a/b c.tf\0module.a["x"].b\0backend[0].group\0wrong: [see](http://x)\0why'
        case _:
            yield from _files("*.tf")


def _files(pattern: str) -> Iterator[bytes]:
    for path in sorted(EXAMPLES.rglob(pattern)):
        if path.stat().st_size <= SMALL:
            yield path.read_bytes()
