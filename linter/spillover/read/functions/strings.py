"""Terraform's functions of text.

Case is mapped character by character, as Go does: "ß" has no upper case, and no character becomes
two. ``strrev`` and ``substr`` count grapheme clusters, all others code points.

Source: "Built-in Functions" of Terraform's documentation; where it is silent Go's ``strings`` and
``unicode``, cty's function/stdlib/string.go, Terraform's internal/lang/funcs/string.go, 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spillover.read.cty.clusters import clusters
from spillover.read.cty.number import Number
from spillover.read.cty.ranges import end_of, present
from spillover.read.cty.types import BOOL, NUMBER, STRING, ListOf
from spillover.read.cty.value import (
    LONGEST_TEXT,
    EvaluationError,
    LimitError,
    Pending,
    Value,
    boolean,
    list_of,
    number,
    pending,
    text,
)
from spillover.read.functions.function import Function, Parameter, simple
from spillover.read.functions.regular import replace_matches
from spillover.read.functions.whole import whole

SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What Go's ``unicode.IsSpace`` takes for space, which is less than Python does."""


def _mapped(string: str, each: Callable[[str], str]) -> str:
    """A text with each of its characters mapped alone."""
    return each(string) if string.isascii() else "".join(map(each, string))


def _upper(character: str) -> str:
    mapped = character.upper()
    return mapped if len(mapped) == len(character) else _title(character)


def _lower(character: str) -> str:
    """Only "İ" has a lower case of two characters, of which the first is the simple one."""
    return character.lower()[: len(character)]


def _title(character: str) -> str:
    mapped = character.title()
    return mapped if len(mapped) == len(character) else character


def title(string: str) -> str:
    """Each word with a capital: a word begins behind what separates.

    A hyphen does, and of what is not ASCII only space: a dash does not.
    """
    previous = " "
    made = []
    for character in string:
        made.append(_title(character) if _separates(previous) else character)
        previous = character
    return "".join(made)


def _separates(character: str) -> bool:
    if character.isascii():
        return not (character.isalnum() or character == "_")
    return character in SPACE


def indent(spaces: Number, string: str) -> str:
    """A text with so many spaces before each line but the first."""
    width = whole(spaces)
    if width < 0:
        raise EvaluationError("a number of spaces is not negative")
    _bound(width + len(string) + width * string.count("\n"))
    return string.replace("\n", "\n" + " " * width)


def _bound(length: int) -> None:
    """Refuse a text before it is made."""
    if length > LONGEST_TEXT:
        raise LimitError(f"a text of more than {LONGEST_TEXT} characters")


def replace(string: str, substr: str, replacement: str) -> str:
    """A text in which each substring, or each match of a ``/pattern/``, is replaced."""
    if len(substr) > 1 and substr.startswith("/") and substr.endswith("/"):
        return replace_matches(substr[1:-1], string, replacement)
    found = string.count(substr)
    _bound(len(string) + found * (len(replacement) - len(substr)))
    return string.replace(substr, replacement)


def substr(string: str, offset: Number, length: Number) -> str:
    """So many characters from an offset on, which counts from the end if it is negative.

    A negative length is all the rest, and so is, as Terraform has it, none from a negative offset.
    """
    start, count = whole(offset), whole(length)
    characters = clusters(string)
    if start < 0:
        start = max(0, start + len(characters))
        count = count or -1
    return "".join(characters[start:] if count < 0 else characters[start : start + count])


def _split(separator: Value, string: Value) -> Value:
    parts: Iterable[str] = string.content.split(separator.content) if separator.content else string.content
    return list_of(STRING, map(text, parts))


def _join(separator: Value, *lists: Value) -> Value:
    """What separates does not matter where there are fewer than two elements: one is the result."""
    if not lists:
        raise EvaluationError("at least one list is required")
    for each in lists:
        if each.pending:
            return _joined_instances(separator, each) if len(lists) == 1 else _not_joined(each.pending)
    elements = [each for every in lists for each in every.parts()]
    unknown = next((each.pending for each in (separator, *elements) if each.pending), None)
    if unknown and len(elements) > 1:
        return _not_joined(unknown, end_of(elements[-1]))
    if any(each.is_null for each in elements):
        raise EvaluationError("an element is null")
    if len(elements) < 2:
        return present(elements[0]) if elements else text("")
    _bound(sum(len(each.content) for each in elements) + len(separator.content) * (len(elements) - 1))
    return text(separator.content.join(each.content for each in elements))


def _not_joined(unknown: Pending, suffix: str = "") -> Value:
    return pending(STRING, unknown, not_null=True, suffix=suffix)


def _joined_instances(separator: Value, instances: Value) -> Value:
    """``join("", x[*].id)``, where ``x`` has an unknown count, is meant for one instance or none."""
    known = instances.pending
    assert known is not None
    one = known.inside(number(0)) if known.inside and separator.content == "" else None
    refers_to = one.pending.refers_to if one and one.pending else None
    is_meant = refers_to is not None and refers_to.is_any
    return pending(STRING, known, not_null=True, refers_to=refers_to if is_meant else None)


def _startswith(string: Value, prefix: Value) -> Value:
    """Of a text that is not known, its beginning may be."""
    wanted: str = prefix.content
    if not string.pending:
        return boolean(string.content.startswith(wanted))
    known = string.pending.prefix
    if known.startswith(wanted):
        return boolean(True)
    if _bytes(known) >= _bytes(wanted):
        return boolean(False)
    return pending(BOOL, string.pending, not_null=True)


def _bytes(string: str) -> int:
    return len(string.encode("utf-8", "surrogatepass"))


def trim(string: str, cutset: str) -> str:
    """A text without those characters at its ends."""
    cut = frozenset(cutset)
    kept = [index for index, character in enumerate(string) if character not in cut]
    return string[kept[0] : kept[-1] + 1] if kept else ""


FUNCTIONS: tuple[Function, ...] = (
    simple("chomp", lambda string: string.rstrip("\r\n"), STRING, str=STRING),
    simple("endswith", str.endswith, BOOL, str=STRING, suffix=STRING),
    simple("indent", indent, STRING, spaces=NUMBER, str=STRING),
    Function(
        "join",
        (Parameter("separator", STRING, takes_unknown=True),),
        _join,
        STRING,
        variadic=Parameter("lists", ListOf(STRING), takes_unknown=True),
    ),
    simple("lower", lambda string: _mapped(string, _lower), STRING, str=STRING),
    simple("replace", replace, STRING, str=STRING, substr=STRING, replace=STRING),
    Function("split", (Parameter("separator", STRING), Parameter("str", STRING)), _split, ListOf(STRING)),
    Function(
        "startswith",
        (Parameter("str", STRING, takes_unknown=True), Parameter("prefix", STRING)),
        _startswith,
        BOOL,
    ),
    Function(
        "strcontains",
        (Parameter("str", STRING), Parameter("substr", STRING)),
        lambda string, part: boolean(part.content in string.content),
        BOOL,
        not_null=False,
    ),
    simple("strrev", lambda string: "".join(reversed(clusters(string))), STRING, str=STRING),
    simple("substr", substr, STRING, str=STRING, offset=NUMBER, length=NUMBER),
    simple("title", title, STRING, str=STRING),
    simple("trim", trim, STRING, str=STRING, cutset=STRING),
    simple("trimprefix", str.removeprefix, STRING, str=STRING, prefix=STRING),
    simple("trimspace", lambda string: string.strip(SPACE), STRING, str=STRING),
    simple("trimsuffix", str.removesuffix, STRING, str=STRING, suffix=STRING),
    simple("upper", lambda string: _mapped(string, _upper), STRING, str=STRING),
)
