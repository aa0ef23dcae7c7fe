"""One block's text -> python-hcl2's tree -> our expression tree, with places.

The only module that imports python-hcl2, and late; ``hcl_tree`` knows the names of its
grammar's rules. A test pins both.
"""

from __future__ import annotations

import re

from spillover.errors import InputError
from spillover.read import templates
from spillover.read.expression import Body, Expression, NestedBlock
from spillover.read.hcl_tree import TreeReader, rules
from spillover.read.lines import Lines


def parse_block(lines: Lines, source: str, base: int) -> NestedBlock:
    """The one block that ``source`` holds; ``base`` is the offset of its first character in the file.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    body = _parse(lines, source, base)
    return body.blocks[0]


def parse_settings(lines: Lines, source: str, base: int) -> Body:
    """The settings of a ``.tfvars`` text.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    return _parse(lines, source, base)


def parse_expression(lines: Lines, source: str, base: int) -> Expression:
    """The expression that ``source`` holds, the inside of an interpolation of a heredoc.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    before = "x=("
    body = _parse(lines, f"{before}{source})", base - len(before))
    return body.settings["x"].expression


def parse_template(lines: Lines, text: str, base: int) -> Expression:
    """The template that the whole of ``text`` is, such as a file of templatefile() or a JSON string.

    It has no backslash escapes; an interpolation alone stands for its value. ``base`` is the offset
    of its first character in ``lines``, which is where errors are.

    Raises:
        InputError: at the place where the text is no template.
    """
    return templates.whole(lines, text, base, parse_expression)


def _parse(lines: Lines, source: str, base: int) -> Body:
    from hcl2 import parses_to_tree
    from lark.exceptions import UnexpectedInput

    try:
        tree = parses_to_tree(_mended(source))
        return TreeReader(lines, base, parse_expression).body(rules(tree)[0])
    except UnexpectedInput as error:
        raise _unexpected(lines, base + (error.pos_in_stream or 0)) from None
    except RecursionError:
        raise lines.error(base, "nested too deeply") from None


def _mended(source: str) -> str:
    """As long as ``source``, without what python-hcl2 reads as something else.

    It takes ``$${`` as the beginning of something that the next ``}`` ends, even if the string
    ends before, and it takes no end mark of a heredoc that spaces follow. What stands in their
    place is never seen: text is taken from the file itself.
    """
    source = source.replace("$${", "$$.").replace("%%{", "%%.")
    return _END_MARK.sub(r"\2\1", source)


_WORD = re.compile(r"[ \t]*+(\w{1,30}|.)")
_END_MARK = re.compile(r"^([ \t]*+[^\W\d][\w-]*+)([ \t]++)(?=\r?$)", re.MULTILINE)


def _unexpected(lines: Lines, offset: int) -> InputError:
    """python-hcl2's errors quote the rest of the file; ours quotes a word."""
    word = _WORD.match(lines.text, offset)
    found = repr(word[1]) if word else "end of line"
    return lines.error(offset, f"unexpected {found}")
