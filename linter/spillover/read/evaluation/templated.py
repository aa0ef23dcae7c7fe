"""Templates: literal text, interpolations and directives, joined."""

from __future__ import annotations

from spillover.read.cty.clusters import safe_prefix
from spillover.read.cty.convert import convert
from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, Pending, Value, pending, text
from spillover.read.evaluation.context import Context, placed
from spillover.read.evaluation.loops import for_tuple
from spillover.read.syntax.expression import Expression, Join, Template


def template(expression: Template, context: Context) -> Value:
    """A quoted string or heredoc: the texts of its parts.

    Raises:
        EvaluationError: a part is null, or has no text.
    """
    return _joined([(part, context.value(part)) for part in expression.parts])


def _joined(parts: list[tuple[Expression, Value]]) -> Value:
    texts: list[str] = []
    spelled: list[str | None] = []
    end = ""
    unknown: Pending | None = None
    for part, value in parts:
        with placed(part):
            if value.is_null:
                raise EvaluationError("null in a template")
            if value.pending:
                unknown = unknown or value.pending
                end = value.pending.suffix
                spelled.append(f"${{{value.pending.same}}}" if value.pending.same else None)
                continue
            content = _text_of(value)
        end = content
        spelled.append(content.replace("${", "$${"))
        if unknown is None:
            texts.append(content)
    made = text("".join(texts))
    if unknown:
        same = "" if None in spelled else "".join(map(str, spelled))
        prefix = safe_prefix(made.content)
        made = pending(STRING, unknown, not_null=True, prefix=prefix, suffix=end, same=same)
    return made.marked(*(value for _, value in parts))


def _text_of(value: Value) -> str:
    try:
        content: str = convert(value, STRING).content
    except EvaluationError as error:
        raise EvaluationError(f"in a template: {error}") from None
    return content


def join(expression: Join, context: Context) -> Value:
    """``%{ for }``: the texts of all rounds."""
    rounds = for_tuple(expression.loop, context)
    if rounds.pending:
        return pending(STRING, rounds.pending, not_null=True).marked(rounds)
    return _joined([(expression.loop.value, each) for each in rounds.parts()]).marked(rounds)
