"""python-hcl2's tree -> our bodies: the settings and blocks of a block."""

from __future__ import annotations

from typing import Any

from spillover.read.syntax.expression import Body, NestedBlock, Setting
from spillover.read.syntax.hcl_expression import ExpressionReader
from spillover.read.syntax.hcl_tree import Origin, is_rule, rules
from spillover.read.syntax.templates import EscapeError, unescape


def read_body(origin: Origin, tree: Any) -> Body:
    """The settings and blocks of a body.

    Raises:
        InputError: a setting is written twice, or an expression or label cannot be read.
    """
    settings: dict[str, Setting] = {}
    blocks: list[NestedBlock] = []
    for child in rules(tree):
        if child.data == "block":
            blocks.append(_block(origin, child))
            continue
        name, value = rules(child)
        setting = Setting(origin.word(name), ExpressionReader(origin).read(value), *origin.place(child))
        if setting.name in settings:
            raise origin.lines.error(setting.start, f"{setting.name} is set twice")
        settings[setting.name] = setting
    return Body(settings, tuple(blocks))


def _block(origin: Origin, tree: Any) -> NestedBlock:
    *header, brace, body, _ = tree.children
    type_, *labels = (_label(origin, word) for word in header)
    start, end = origin.place(tree)
    _, header_end = origin.place(brace)
    return NestedBlock(type_, tuple(labels), read_body(origin, body), start, header_end, end)


def _label(origin: Origin, tree: Any) -> str:
    if not is_rule(tree) or tree.data != "string":
        return origin.word(tree)
    try:
        return unescape(origin.word(tree)[1:-1])
    except EscapeError as error:
        raise origin.lines.error(origin.place(tree)[0] + 1 + error.offset, str(error)) from None
