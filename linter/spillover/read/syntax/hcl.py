"""A text -> what python-hcl2 may parse of it -> its tree -> our expression tree, with places.

The only module that imports python-hcl2, and late; ``hcl_body`` and ``hcl_expression`` know the
names of its grammar's rules. A test pins both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from spillover.read.lines import Lines
from spillover.read.syntax.expression import Body, Expression, NestedBlock
from spillover.read.syntax.hcl_body import read_body
from spillover.read.syntax.hcl_expression import ExpressionReader
from spillover.read.syntax.hcl_tree import Origin, rules
from spillover.read.syntax.mask import Masked, masked_body, masked_expression, masked_template
from spillover.read.syntax.masking import unexpected

T = TypeVar("T")


def parse_block(lines: Lines, source: str, base: int) -> NestedBlock:
    """The one block that ``source`` holds; ``base`` is the offset of its first character in the file.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    return parse_settings(lines, source, base).blocks[0]


def parse_settings(lines: Lines, source: str, base: int) -> Body:
    """The settings of a ``.tfvars`` text.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    return _parsed(lines, source, base, masked_body, ("", ""), read_body)


def parse_expression(lines: Lines, source: str, base: int) -> Expression:
    """The expression that ``source`` holds, over as many lines as it likes.

    Raises:
        InputError: at the place where the text is not HCL.
    """

    def read(origin: Origin, tree: Any) -> Expression:
        return ExpressionReader(origin).read(_only_value(tree))

    return _parsed(lines, source, base, masked_expression, ("x=(", ")"), read)


def parse_template(lines: Lines, text: str, base: int) -> Expression:
    """The template that the whole of ``text`` is, such as a file of templatefile() or a JSON string.

    It has no backslash escapes; an interpolation alone stands for its value. ``base`` is the offset
    of its first character in ``lines``, which is where errors are.

    Raises:
        InputError: at the place where the text is no template.
    """

    def read(origin: Origin, tree: Any) -> Expression:
        (masked_list,) = rules(_only_value(tree))
        parts = origin.masked.templates[-1]
        return ExpressionReader(origin).template(masked_list, parts, base, base + len(text))

    return _parsed(lines, text, base, masked_template, ("x=[", "]"), read)


def _only_value(body: Any) -> Any:
    (setting,) = rules(body)
    return rules(setting)[1]


def _parsed(
    lines: Lines,
    source: str,
    base: int,
    mask: Callable[[Lines, str, int], Masked],
    around: tuple[str, str],
    read: Callable[[Origin, Any], T],
) -> T:
    from hcl2 import parses_to_tree
    from lark.exceptions import UnexpectedInput

    masked = mask(lines, source, base)
    before, after = around
    try:
        (body,) = rules(parses_to_tree(f"{before}{masked.text}{after}"))
        return read(Origin(lines, source, base, len(before), masked), body)
    except UnexpectedInput as error:
        raise unexpected(lines, base, source, (error.pos_in_stream or 0) - len(before)) from None
    except RecursionError:
        raise lines.error(base, "nested too deeply") from None
