"""A text -> masked -> our expression tree, with places.

A masked text is parsed by our own parser, and what that refuses by python-hcl2, which has the last word:
it is either a mistake, of which python-hcl2 knows the place, or something odd that it knows. The tests
hold both to the same trees.

The only module that imports python-hcl2, and late; ``hcl_body`` and ``hcl_expression`` know the
names of its grammar's rules. A test pins both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.expression import Body, Expression
from spillover.read.syntax.mask import Masked, masked_body, masked_expression, masked_template
from spillover.read.syntax.masking import unexpected
from spillover.read.syntax.parser import Parser, RefusedError
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.syntax.hcl_tree import Origin

T = TypeVar("T")


@dataclass(frozen=True)
class Form(Generic[T]):
    """What a source may be: how it is masked, how our parser reads it, and how python-hcl2's tree is read.

    ``around`` is what makes a body of it, which is all that python-hcl2 parses.
    """

    mask: Callable[[Lines, str, int], Masked]
    parse: Callable[[Parser], T]
    around: tuple[str, str]
    read: Callable[[Origin, Any], T]


def parse_settings(lines: Lines, source: str, base: int) -> Body:
    """The settings of a ``.tfvars`` text.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    return _parsed(lines, source, base, BODY)


def parse_expression(lines: Lines, source: str, base: int) -> Expression:
    """The expression that ``source`` holds, over as many lines as it likes.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    return _parsed(lines, source, base, EXPRESSION)


def parse_template(lines: Lines, text: str, base: int) -> Expression:
    """The template that the whole of ``text`` is, such as a file of templatefile() or a JSON string.

    It has no backslash escapes; an interpolation alone stands for its value. ``base`` is the offset
    of its first character in ``lines``, which is where errors are.

    Raises:
        InputError: at the place where the text is no template.
    """
    return _parsed(lines, text, base, TEMPLATE)


def _read_body(origin: Origin, tree: Any) -> Body:
    from spillover.read.syntax.hcl_body import read_body

    return read_body(origin, tree)


def _read_expression(origin: Origin, tree: Any) -> Expression:
    from spillover.read.syntax.hcl_expression import ExpressionReader

    return ExpressionReader(origin).read(_only_value(tree))


def _read_template(origin: Origin, tree: Any) -> Expression:
    from spillover.read.syntax.hcl_expression import ExpressionReader
    from spillover.read.syntax.hcl_tree import rules

    (masked_list,) = rules(_only_value(tree))
    start, end = origin.base, origin.base + len(origin.source)
    return ExpressionReader(origin).template(masked_list, origin.masked.templates[-1], start, end)


def _only_value(body: Any) -> Any:
    from spillover.read.syntax.hcl_tree import rules

    (setting,) = rules(body)
    return rules(setting)[1]


BODY = Form(masked_body, Parser.body, ("", ""), _read_body)
EXPRESSION = Form(masked_expression, Parser.expression, ("x=(", ")"), _read_expression)
TEMPLATE = Form(masked_template, Parser.template, ("x=[", "]"), _read_template)


def _parsed(lines: Lines, source: str, base: int, form: Form[T]) -> T:
    masked = form.mask(lines, source, base)
    try:
        return form.parse(Parser(lines, source, base, masked))
    except (RefusedError, InputError, RecursionError):
        return parsed_by_hcl2(lines, source, base, form, masked)


def parsed_by_hcl2(lines: Lines, source: str, base: int, form: Form[T], masked: Masked) -> T:
    """What python-hcl2 makes of a source.

    Raises:
        InputError: at the place where it is not HCL.
    """
    from hcl2 import parses_to_tree
    from lark.exceptions import UnexpectedInput

    from spillover.read.syntax.hcl_tree import Origin, rules

    before, after = form.around
    try:
        (body,) = rules(parses_to_tree(f"{before}{masked.text}{after}"))
        return form.read(Origin(lines, source, base, len(before), masked), body)
    except UnexpectedInput as error:
        raise unexpected(lines, base, source, (error.pos_in_stream or 0) - len(before)) from None
    except RecursionError:
        raise lines.error(base, "nested too deeply") from None
