"""What a rule is made of, and all that it may import beside the model and the planner.

A rule is a generator of findings over one kind of subject. Tests that return early are
written positively, because an unknown value equals nothing; then :func:`decided` lets only
known values through::

    if service.spillover_ratio in (None, 0):
        return                                   # certainly no finding
    option = decided(service.affinity)           # unknown: the check ends, undetermined
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Any, Generic, TypeVar

from spillover.check.severity import Certainty, Severity
from spillover.model.deployment import Joined
from spillover.model.options import Options
from spillover.model.source import FieldRef, Maybe, Undetermined, Unknown, decided
from spillover.plan.spec import Spec
from spillover.records import dataclass

__all__ = [
    "Certainty",
    "Finding",
    "Options",
    "Related",
    "Rule",
    "Severity",
    "Spec",
    "decided",
    "each",
    "some",
]

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True)
class Related:
    """Another place that a finding depends on."""

    at: FieldRef
    message: str


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, at one field. Severity and certainty are the rule's unless given."""

    at: FieldRef
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    certainty: Certainty = Certainty.CERTAIN


@dataclass(frozen=True)
class Rule(Generic[S]):
    """A rule's identity, declared once; its page is the docstring of its module.

    ``name`` is that of the mistake, so that it reads well after "ignore". ``aliases`` are
    names that it had before. ``severity_by_spec`` overrides the severity under one revision
    of Google's text, ``hint_by_spec`` the hints. ``options`` are the names of the options that
    ``check`` reads from the deployment of its subject.
    """

    code: str
    name: str
    severity: Severity
    subject: type[S]
    check: Callable[[S], Iterator[Finding]]
    since: str
    summary: str
    sources: tuple[str, ...] = ()
    severity_by_spec: Mapping[Spec, Severity] = field(default_factory=dict, compare=False)
    hint_by_spec: Mapping[Spec, str] = field(default_factory=dict, compare=False)
    aliases: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        """The address of the first source; empty for a rule of our own."""
        return f"https://{self.sources[0].partition(',')[0]}" if self.sources else ""

    def severity_under(self, spec: Spec) -> Severity:
        """The severity under a revision of Google's text."""
        return self.severity_by_spec.get(spec, self.severity)

    def is_called(self, selector: str) -> bool:
        """Whether a code, a name or the beginning of a code selects this rule."""
        return selector in (self.name, *self.aliases) or (
            bool(selector) and self.code.startswith(selector.upper())
        )


def some(
    things: Joined[T] | Iterable[T | Unknown], test: Callable[[T], Maybe[bool]] = lambda _: True
) -> T | None:
    """The first of the things that surely passes the test; None if surely none does.

    Raises:
        Undetermined: none surely passes, but one may: it is unknown, or its join or its test is.
    """
    joined, doubts = _sorted(things)
    for thing in joined.items:
        verdict = test(thing)
        if verdict is True:
            return thing
        if isinstance(verdict, Unknown):
            doubts.append(verdict)
    for thing, doubt in joined.possible:
        verdict = test(thing)
        if verdict is True or isinstance(verdict, Unknown):
            doubts.append(doubt)
    if doubts:
        raise Undetermined(*doubts)
    return None


def each(
    things: Joined[T] | Iterable[T | Unknown], judge: Callable[[T], Iterator[Finding]]
) -> Iterator[Finding]:
    """What a judge finds of each of the things; one that it cannot judge keeps it from none of the others.

    Of a thing that only possibly joins nothing is said, but it stays a doubt if anything may be found of it.

    Raises:
        Undetermined: at the end, with all that could not be decided, each once.
    """
    joined, doubts = _sorted(things)
    for thing in joined.items:
        try:
            yield from judge(thing)
        except Undetermined as undetermined:
            doubts += undetermined.unknowns
    for thing, doubt in joined.possible:
        with suppress(Undetermined):
            if next(judge(thing), None) is None:
                continue
        doubts.append(doubt)
    if doubts:
        raise Undetermined(*dict.fromkeys(doubts))


def _sorted(things: Joined[T] | Iterable[T | Unknown]) -> tuple[Joined[T], list[Unknown]]:
    """The things that are known, and a doubt for each of the others."""
    if isinstance(things, Joined):
        return things, []
    known: list[T] = []
    doubts: list[Unknown] = []
    for thing in things:
        if isinstance(thing, Unknown):
            doubts.append(thing)
        else:
            known.append(thing)
    return Joined(tuple(known)), doubts


AnyRule = Rule[Any]
