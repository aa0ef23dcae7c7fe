"""Values -> YAML, with the line breaks and quotes of Terraform's writer; the YAML functions.

Sources: "yamlencode" of Terraform's documentation; libyaml's emitter, of which only what Terraform
asks for is here: double-quoted and literal scalars in block collections, 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from spillover.read.cty.types import DYNAMIC, STRING
from spillover.read.cty.value import LONGEST_TEXT, LimitError, Value, pending, text
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.json_values import DEEPEST, too_deep

_WIDTH = 80
"""A quoted scalar goes on in the next line from the first space behind this column on."""

_LONGEST_KEY = 128
"""A key of more bytes than this is written after a question mark."""

_BREAKS = "\n\x85\u2028\u2029"
_UNPRINTABLE = re.compile("[^\n -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]")
_ESCAPED = re.compile('[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]|["\\\\]')
_SHORT = {
    "\0": "0", "\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e",
    '"': '"', "\\": "\\", "\x85": "N", "\xa0": "_", "\u2028": "L", "\u2029": "P",
}  # fmt: skip


class _Writer:
    """A YAML text in the making; the names are libyaml's, whose steps these are."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._depth = 0
        self._column = 0
        self._whitespace = True
        self._indention = True

    def document(self, value: Value) -> str:
        self._node(value, -1)
        self._write_indent(0)
        if value.content is None or not isinstance(value.content, str | tuple | Mapping):
            self._put("...\n")
        return "".join(self._parts)

    def _put(self, written: str) -> None:
        self._parts.append(written)
        self._length += len(written)
        if self._length > LONGEST_TEXT:
            raise LimitError(f"a text of more than {LONGEST_TEXT} characters")
        end = written.rfind("\n")
        self._column = len(written) - end - 1 if end >= 0 else self._column + len(written)

    def _indicator(
        self,
        written: str,
        *,
        whitespace: bool = True,
        is_whitespace: bool = False,
        is_indention: bool = False,
    ) -> None:
        if whitespace and not self._whitespace:
            self._put(" ")
        self._put(written)
        self._whitespace = is_whitespace
        self._indention = self._indention and is_indention

    def _write_indent(self, indent: int) -> None:
        if not self._indention or self._column > indent or (self._column == indent and not self._whitespace):
            self._put("\n")
        self._put(" " * (indent - self._column))
        self._whitespace = self._indention = True

    def _node(self, value: Value, indent: int, *, in_mapping: bool = False) -> None:
        self._depth += 1
        if self._depth > DEEPEST + 1:
            raise too_deep()
        self._content(value, indent, in_mapping=in_mapping)
        self._depth -= 1

    def _content(self, value: Value, indent: int, *, in_mapping: bool) -> None:
        match value.content:
            case str(content):
                self._scalar(content, indent)
            case ():
                self._indicator("[")
                self._indicator("]", whitespace=False)
            case tuple(items):
                self._sequence(items, indent, indentless=in_mapping and not self._indention)
            case Mapping() as items:
                if items:
                    self._mapping(items, indent)
                else:
                    self._indicator("{")
                    self._indicator("}", whitespace=False)
            case content:
                self._indicator(_plain(content))

    def _sequence(self, items: Sequence[Value], indent: int, *, indentless: bool) -> None:
        indent = _increased(indent, indentless=indentless)
        for item in items:
            self._write_indent(indent)
            self._indicator("-", is_whitespace=False, is_indention=True)
            self._node(item, indent)

    def _mapping(self, items: Mapping[str, Value], indent: int) -> None:
        indent = _increased(indent)
        for key, value in items.items():
            self._write_indent(indent)
            simple = len(key.encode("utf-8", "surrogatepass")) <= _LONGEST_KEY and not any(
                each in key for each in _BREAKS
            )
            if simple:
                self._double_quoted(key, indent, may_break=False)
                self._indicator(":", whitespace=False)
            else:
                self._indicator("?", is_indention=True)
                self._scalar(key, indent)
                self._write_indent(indent)
                self._indicator(":", is_indention=True)
            self._node(value, indent, in_mapping=True)

    def _scalar(self, content: str, indent: int) -> None:
        deeper = indent + 2 if indent >= 0 else 2
        literal = "\n" in content and not _UNPRINTABLE.search(content)
        if literal and not content.endswith(" ") and not re.search(f" [{_BREAKS}]", content):
            self._literal(content, deeper)
        else:
            self._double_quoted(content, deeper, may_break=True)

    def _literal(self, content: str, indent: int) -> None:
        self._indicator("|")
        if content[0] in " " + _BREAKS:
            self._indicator("2", whitespace=False)
        if content[-1] not in _BREAKS:
            self._indicator("-", whitespace=False)
        elif content[-2:-1] in ("", *_BREAKS):
            self._indicator("+", whitespace=False)
        self._put("\n")
        self._indention = self._whitespace = True
        begins = True
        for character in content:
            if character in _BREAKS:
                self._put(character)
                self._column = 0
                self._indention = begins = True
                continue
            if begins:
                self._write_indent(indent)
            self._put(character)
            self._indention = begins = False

    def _double_quoted(self, content: str, indent: int, *, may_break: bool) -> None:
        self._indicator('"')
        after_space = False
        for position, character in enumerate(content):
            if character != " ":
                self._put(_ESCAPED.sub(_escape, character))
                after_space = False
                continue
            inside = 0 < position < len(content) - 1
            if may_break and inside and not after_space and self._column > _WIDTH:
                self._write_indent(indent)
                if content[position + 1] == " ":
                    self._put("\\")
            else:
                self._put(" ")
            after_space = True
        self._indicator('"', whitespace=False)


def _increased(indent: int, *, indentless: bool = False) -> int:
    return 0 if indent < 0 else indent if indentless else indent + 2


def _plain(content: object) -> str:
    return "null" if content is None else str(content).lower() if isinstance(content, bool) else str(content)


def _escape(match: re.Match[str]) -> str:
    short = _SHORT.get(match[0])
    if short:
        return "\\" + short
    code = ord(match[0])
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _yamlencode(value: Value) -> Value:
    unknown = value.unsettled()
    return pending(STRING, unknown) if unknown else text(_Writer().document(value))


def _yamldecode(value: Value) -> Value:
    from spillover.read.functions.yaml_values import decode

    return decode(value.content)


FUNCTIONS: tuple[Function, ...] = (
    Function("yamldecode", (Parameter("src", STRING),), _yamldecode, DYNAMIC, not_null=False),
    Function("yamlencode", (Parameter("value", takes_null=True, takes_unknown=True),), _yamlencode, STRING),
)
