"""python-hcl2's tree of a masked text: its rules, and where they stand in the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from spillover.read.lines import Lines
from spillover.read.syntax.mask import Masked
from spillover.records import dataclass

if TYPE_CHECKING:
    from lark import Token


def is_rule(node: Any) -> bool:
    """Tokens are the tree's leaves; rules are its inner nodes."""
    return hasattr(node, "children")


def rules(tree: Any) -> list[Any]:
    """A node's child rules, without those that only hold white space."""
    return [child for child in tree.children if is_rule(child) and child.data != "new_line_or_comment"]


def has_token(tree: Any, text: str) -> bool:
    """Whether a token is directly in a rule."""
    return any(not is_rule(child) and child == text for child in tree.children)


def leaves(tree: Any) -> Iterator[Token]:
    """All tokens of a rule, in order."""
    stack: list[Any] = [tree]
    while stack:
        node = stack.pop()
        if is_rule(node):
            stack.extend(reversed(node.children))
        else:
            yield node


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tree comes from: a source whose first character is at ``base`` in the file.

    ``lead`` is the number of characters before it in what was parsed.
    """

    lines: Lines
    source: str
    base: int
    lead: int
    masked: Masked

    def begin(self, tree: Any) -> int:
        """The first offset of a rule, in the source."""
        first = tree
        while is_rule(first):
            first = next(each for each in first.children if not _is_blank(each))
        start: int = first.start_pos
        return start - self.lead

    def place(self, tree: Any) -> tuple[int, int]:
        """The first offset of a rule or a token, and that after its last character, in the file."""
        last = tree
        while is_rule(last):
            last = next(each for each in reversed(last.children) if not _is_blank(each))
        end: int = last.end_pos
        return self.base + self.begin(tree), self.base + end - self.lead

    def word(self, tree: Any) -> str:
        """The text, in the source, of a rule or token that is one word, such as a name."""
        start, end = self.place(tree)
        return self.source[start - self.base : end - self.base]

    @property
    def prefixes(self) -> Mapping[int, tuple[int, ...]]:
        """The unary operators before terms, by where these begin in the source."""
        return self.masked.prefixes


def _is_blank(node: Any) -> bool:
    if not is_rule(node):
        return not str(node).strip()
    return node.data == "new_line_or_comment" or not node.children
