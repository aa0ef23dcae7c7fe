"""Suppressions: comments in the configuration and entries of the configuration file.

``# spillover:ignore[ZA016] until=2026-12-31 reason`` counts on the line of a finding, on the
line above it, and on the line of a block that holds it (contract, "Suppression"). In JSON it is
a member ``"//"`` of a block, and counts on that block's line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from fnmatch import fnmatchcase

from spillover.check.locate import Place, locate
from spillover.check.rule import AnyRule
from spillover.model.source import FieldPath, FieldRef, Origin, Position, SourceSpan
from spillover.model.suppression import Suppression
from spillover.read.request import CommentAt
from spillover.records import dataclass

_COMMENT = re.compile(r"spillover:ignore(?:\[(?P<rules>[^\]]*)\])?(?P<rest>[^\n]*)")
_UNTIL = re.compile(r"\s*until=(?P<date>\S*)")


@dataclass(frozen=True)
class Ignore:
    """One request to ignore one rule, at a line of a file or at addresses that fit a pattern.

    ``line`` is where it counts, if that is not where it stands.
    """

    rule: str
    reason: str
    at: SourceSpan
    until: date | None = None
    address: str | None = None
    line: int | None = None

    def covers(self, rule: AnyRule, place: Place) -> bool:
        """Whether it speaks of this rule and place."""
        if not self._names(rule):
            return False
        if self.address is not None:
            return _fits(place.address, self.address)
        path, line = place.span.path, place.span.start.line
        here = self.at.path, self.line or self.at.start.line
        return here in ((path, line), (path, line - 1), *place.holders)

    def may_cover(self, rule: AnyRule, origin: Origin) -> bool:
        """Whether it may speak of this rule and a field, no matter which, of a resource."""
        if not self._names(rule):
            return False
        if self.address is not None:
            return _fits(origin.address, self.address)
        return self.at.path in (origin.path, *(path for path, _ in locate(FieldRef(origin)).holders))

    def _names(self, rule: AnyRule) -> bool:
        return bool(self.rule) and rule.is_called(self.rule)

    def is_expired(self, today: date) -> bool:
        """Whether its date has passed."""
        return self.until is not None and self.until < today


def _fits(address: str, pattern: str) -> bool:
    # Addresses are full of brackets, as in a["x"]: they mean themselves, not a class of characters.
    return fnmatchcase(address, pattern.replace("[", "[[]"))


def from_comments(comments: Iterable[CommentAt]) -> Iterator[Ignore]:
    """The requests in comments; one that names no rule is kept, to be reported."""
    for comment in comments:
        for match in _COMMENT.finditer(comment.text):
            rest = match["rest"].strip().removesuffix("*/").strip()
            until, reason = _until(rest)
            at = _place(comment, match.start())
            for rule in (match["rules"] or "").split(","):
                yield Ignore(rule.strip(), reason, at, until, line=comment.block_line)


def _place(comment: CommentAt, offset: int) -> SourceSpan:
    """The comment as far as it stands on the line of the request, which need not be its first."""
    below = comment.text.count("\n", 0, offset)
    line, column = comment.line + below, 1 if below else comment.column
    width = len(comment.text.split("\n")[below])
    return SourceSpan(comment.path, Position(line, column), Position(line, column + width))


def _until(rest: str) -> tuple[date | None, str]:
    match = _UNTIL.match(rest)
    if not match:
        return None, rest
    try:
        return date.fromisoformat(match["date"]), rest[match.end() :].strip()
    except ValueError:
        return date.min, rest[match.end() :].strip()  # a date that is none has passed


def outcome(ignore: Ignore, rules: Iterable[AnyRule], *, used: bool, today: date) -> Suppression:
    """What became of a request in a run, for the rules about suppressions."""
    origin = Origin(ignore.at.path, "suppression", path=ignore.at.path, places=_Here(ignore.at))
    return Suppression(
        FieldRef(origin, FieldPath(("ignore", ignore.rule))),
        ignore.rule,
        ignore.reason,
        is_known=bool(ignore.rule) and any(rule.is_called(ignore.rule) for rule in rules),
        used=used,
        expired=ignore.is_expired(today),
    )


@dataclass(frozen=True)
class _Here:
    """The place of a request itself."""

    at: SourceSpan

    def span(self, _path: FieldPath, /) -> SourceSpan:
        """Its own, whatever the path."""
        return self.at

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """None."""
        return ()

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Nowhere else."""
        return ()
