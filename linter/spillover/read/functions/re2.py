r"""Regular expressions of RE2, translated into those of the package ``regex``.

What RE2 refuses is refused: lookarounds, backreferences, possessive and atomic groups. What both
know by the same sign but not in the same sense is spelled out: "$" is the end of the text alone,
"\d", "\s", "\w" and "\b" are of ASCII, and flags hold until their group ends.

Source: Go's regexp/syntax (doc.go; parse.go where it is silent) of Go 1.23, 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import NoReturn

from spillover.read.cty.pattern import pattern
from spillover.read.cty.value import EvaluationError, LimitError
from spillover.read.functions.re2_classes import LAST, PERL, POSIX, escaped, named, spelled, unicode_class
from spillover.records import dataclass

LONGEST_PATTERN = 4096
"""A pattern of more characters is not translated."""

DEEPEST = 25
"""Groups inside of groups; ``regex`` parses them by recursion."""

MOST_REPEATS = 1000
"""RE2's own bound for a count, and for the product of counts inside of counts."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A pattern of ``regex``, all of whose groups are numbered, and the names of RE2's, None without one."""

    source: str
    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class _Flags:
    """``(?imsU)``: case does not count; "^" and "$" are of lines; "." is any; "*" takes little."""

    i: bool = False
    m: bool = False
    s: bool = False
    U: bool = False


@dataclass(frozen=True, slots=True)
class _Atom:
    """What a repetition repeats. ``weight`` is the product of the counts inside of it."""

    source: str
    empty: bool = False
    weight: int = 1
    captures: bool = False


@dataclass(slots=True)
class _Group:
    """A group whose end is not reached yet: its branches before the current one, and that one's atoms."""

    opening: str
    before: _Flags
    branches: list[list[_Atom]] = field(default_factory=lambda: [[]])

    @property
    def atoms(self) -> list[_Atom]:
        return self.branches[-1]

    def closed(self) -> _Atom:
        every = [atom for branch in self.branches for atom in branch]
        return _Atom(
            self.opening + "|".join("".join(atom.source for atom in each) for each in self.branches) + ")",
            empty=any(all(atom.empty for atom in each) for each in self.branches),
            weight=max((atom.weight for atom in every), default=1),
            captures=self.opening == "(" or any(atom.captures for atom in every),
        )


def translate(text: str) -> Translation:
    """A pattern of RE2 as one of ``regex`` that finds the same, and captures the same.

    Raises:
        EvaluationError: RE2 refuses the pattern.
        LimitError: it is too long or too deep, or repeats a group that may be empty, the last
            round of which the two libraries do not agree on.
    """
    if len(text) > LONGEST_PATTERN:
        raise LimitError(f"a regular expression of more than {LONGEST_PATTERN} characters")
    return _Translator(text).all()


_WORD = "[0-9A-Za-z_]"
_ANCHORS: Mapping[str, str] = {
    "A": r"(?:\A)",
    "z": r"(?:\Z)",
    "b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}
_LINE = {"^": r"(?:(?<=\n)|\A)", "$": r"(?:(?=\n)|\Z)"}
_CONTROL: Mapping[str, str] = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_OPENING = re.compile(r"\(\?(?:P?<(?P<name>[0-9A-Za-z_]+)>|(?P<on>[imsU]*)(?P<off>-[imsU]+)?(?P<end>[:)]))")
_COUNT = re.compile(r"\{(?P<least>0|[1-9][0-9]*)(?P<more>,(?P<most>0|[1-9][0-9]*)?)?\}")
_CODE = re.compile(
    r"x(?:(?P<two>[0-9A-Fa-f]{2})|\{(?P<any>[0-9A-Fa-f]+)\})|(?P<octal>0[0-7]{0,2}|[1-7][0-7]{1,2})"
)
_PROPERTY = re.compile(r"\\(?P<letter>[pP])(?:\{(?P<name>[^}]*)\}|(?P<short>[^{]))", re.DOTALL)
_POSIX = re.compile(r"\[:(?P<not>\^)?(?P<name>.*?):\]", re.DOTALL)
_DOTTED = "iI\u0131\u0130"


class _Translator:
    """One pass over the pattern, with the groups that are open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.flags = _Flags()
        self.open = [_Group("(?:", self.flags)]
        self.names: list[str | None] = []
        self.repeated = False  # whether a repetition stands directly before

    def all(self) -> Translation:
        while self.at < len(self.text):
            self._next()
        if len(self.open) > 1:
            self._refuse("a group without end")
        return Translation(self.open[0].closed().source, tuple(self.names))

    def _refuse(self, message: str) -> NoReturn:
        raise EvaluationError(f"no regular expression: {message}, at character {self.at + 1}")

    def _next(self) -> None:
        character = self.text[self.at]
        repeats = character in "*+?" or (character == "{" and _COUNT.match(self.text, self.at))
        if repeats:
            self._repeat()
        else:
            _STEPS.get(character, _Translator._literal)(self)
        self.repeated = bool(repeats)

    def _add(self, source: str, *, empty: bool = False) -> None:
        self.open[-1].atoms.append(_Atom(source, empty))

    # --- what stands for itself

    def _literal(self) -> None:
        self._character(self.text[self.at])
        self.at += 1

    def _character(self, character: str) -> None:
        if self.flags.i and character in _DOTTED:  # "regex" takes more for an i than Unicode does
            self._add("[iI]" if character.isascii() else character)
        else:
            literal = escaped(ord(character))
            self._add(f"(?i:{literal})" if self.flags.i else literal)

    def _dot(self) -> None:
        self.at += 1
        self._add("(?s:.)" if self.flags.s else r"[^\n]")

    def _anchor(self) -> None:
        sign = self.text[self.at]
        self.at += 1
        self._add(_LINE[sign] if self.flags.m else _ANCHORS["A" if sign == "^" else "z"], empty=True)

    # --- groups

    def _group(self) -> None:
        if len(self.open) > DEEPEST:
            raise LimitError(f"a regular expression with more than {DEEPEST} groups inside of each other")
        if not self.text.startswith("(?", self.at):
            self.at += 1
            self._open("(", None)
            return
        found = _OPENING.match(self.text, self.at)
        if found is None:
            self._refuse("an unknown kind of group")
        self.at = found.end()
        if found["name"]:
            self._open("(", found["name"])
            return
        flags = replace(self.flags, **dict.fromkeys(found["on"], True))
        flags = replace(flags, **dict.fromkeys((found["off"] or "-")[1:], False))
        if found["end"] == ":":
            self._open("(?:", None)
        self.flags = flags

    def _open(self, opening: str, name: str | None) -> None:
        if opening == "(":
            self.names.append(name)
        self.open.append(_Group(opening, self.flags))

    def _close(self) -> None:
        if len(self.open) == 1:
            self._refuse("an end without a group")
        self.at += 1
        group = self.open.pop()
        self.flags = group.before
        self.open[-1].atoms.append(group.closed())

    def _branch(self) -> None:
        self.at += 1
        self.open[-1].branches.append([])

    # --- repetitions

    def _repeat(self) -> None:
        least, most, count = self._counted()
        atoms = self.open[-1].atoms
        if not atoms:
            self._refuse("nothing to repeat")
        lazy = self.text.startswith("?", self.at)
        self.at += lazy
        if self.repeated:
            self._refuse("a repetition of a repetition")
        atom = atoms.pop()
        weight = atom.weight
        if count.startswith("{"):
            weight = weight * max(1, least if most is None else most) if most != 0 else 1
        if weight > MOST_REPEATS and max(least, most or 0) > 1:
            self._refuse(f"more than {MOST_REPEATS} repetitions")
        if atom.empty and atom.captures and most not in (0, 1):
            raise LimitError("a regular expression that repeats a group that may be empty")
        sign = count + "?" * (lazy != self.flags.U)
        atoms.append(_Atom(f"(?:{atom.source}){sign}", atom.empty or least == 0, weight, atom.captures))

    def _counted(self) -> tuple[int, int | None, str]:
        """How often at least and at most, and the sign for that."""
        found = _COUNT.match(self.text, self.at)
        if found is None:
            sign = self.text[self.at]
            self.at += 1
            return int(sign == "+"), 1 if sign == "?" else None, sign
        least = int(found["least"])
        most = int(found["most"]) if found["most"] else None if found["more"] else least
        if max(least, most or 0) > MOST_REPEATS or (most is not None and most < least):
            self._refuse("a bad number of repetitions")
        self.at = found.end()
        return least, most, found[0]

    # --- escapes

    def _escape(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following in _ANCHORS:
            self.at += 2
            self._add(_ANCHORS[following], empty=True)
        elif following == "Q":
            end = self.text.find("\\E", self.at + 2)
            literal = self.text[self.at + 2 : end if end >= 0 else None]
            self.at = end + 2 if end >= 0 else len(self.text)
            for character in literal:
                self._character(character)
        elif (members := self._escaped_class()) is not None:
            self._set(members, negated=False)
        else:
            self._character(chr(self._code()))

    def _escaped_class(self) -> str | None:
        r"""A class such as ``\d`` or ``\p{L}``, as members of a set; None where there is none."""
        letter = self.text[self.at + 1 : self.at + 2]
        if letter and letter in "dDsSwW":
            self.at += 2
            return named(PERL[letter.lower()], negated=letter.isupper(), fold=self.flags.i)
        if letter not in ("p", "P"):
            return None
        found = _PROPERTY.match(self.text, self.at)
        members = found and unicode_class(
            found["short"] or found["name"] or "", negated=letter == "P", fold=self.flags.i
        )
        if not found or members is None:
            self._refuse("an unknown class of characters")
        self.at = found.end()
        return members

    def _code(self) -> int:
        """The one character that an escape stands for."""
        found = _CODE.match(self.text, self.at + 1)
        following = self.text[self.at + 1 : self.at + 2]
        if found:
            digits = found["two"] or found["any"]
            code = int(digits, 16) if digits else int(found["octal"], 8)
            if code > LAST:
                self._refuse("no character")
            self.at = found.end()
            return code
        if not following.isascii() or (following.isalnum() and following not in _CONTROL) or not following:
            self._refuse("an unknown escape")
        self.at += 2
        return ord(_CONTROL.get(following, following))

    # --- sets

    def _class(self) -> None:
        self.at += 1
        negated = self.text.startswith("^", self.at)
        self.at += negated
        members = [self._member()]
        while not self.text.startswith("]", self.at):
            members.append(self._member())
        self.at += 1
        self._set("".join(members), negated=negated)

    def _member(self) -> str:
        """A class, a range or one character of a set."""
        posix = _POSIX.match(self.text, self.at)
        if posix:
            if posix["name"] not in POSIX:
                self._refuse("an unknown class of characters")
            self.at = posix.end()
            return named(POSIX[posix["name"]], negated=bool(posix["not"]), fold=self.flags.i)
        if self.text.startswith("\\", self.at):
            members = self._escaped_class()
            if members is not None:
                return members
        first = last = self._member_code()
        if self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at):
            self.at += 1
            last = self._member_code()
        if last < first:
            self._refuse("a range that ends before it begins")
        return spelled(first, last)

    def _member_code(self) -> int:
        if self.at >= len(self.text):
            self._refuse("a set without end")
        if self.text[self.at] == "\\":
            return self._code()
        self.at += 1
        return ord(self.text[self.at - 1])

    def _set(self, members: str, *, negated: bool) -> None:
        whole = f"[{'^' * negated}{members}]"
        if not self.flags.i:
            self._add(whole)
            return
        apart = {each for each in _DOTTED if pattern(f"[{members}]").fullmatch(each)}
        apart |= {"i", "I"} if apart & {"i", "I"} else set()
        if negated:
            apart = set(_DOTTED) - apart
        own = "".join(sorted(apart))
        self._add(f"(?:(?![{_DOTTED}])(?i:{whole})" + (f"|[{own}])" if own else ")"))


_STEPS: Mapping[str, Callable[[_Translator], None]] = {
    "(": _Translator._group,
    ")": _Translator._close,
    "|": _Translator._branch,
    "[": _Translator._class,
    ".": _Translator._dot,
    "^": _Translator._anchor,
    "$": _Translator._anchor,
    "\\": _Translator._escape,
}
