"""Where a value comes from, and what it means that a value is not known.

``None``, :class:`Unknown` and a value are three things everywhere in the model: not
written, not knowable before apply, and known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Protocol, TypeAlias, TypeVar, overload

from spillover.model.provider import Provider
from spillover.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text: line and column count from 1, columns in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class SourceSpan:
    """A stretch of a file; ``end`` is exclusive. ``path`` is POSIX, relative to the working directory."""

    path: str
    start: Position
    end: Position


_STEP = re.compile(r"""\.?([^.\[\]]+) | \[(\d+)\] | \["((?:[^"\\]|\\.)*)"\]""", re.VERBOSE)
_BARE = re.compile(r"[A-Za-z_][\w-]*\Z")


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The way from a resource to one of its values, in the words of the source.

    Written ``backend[0].group``; a key that is not an identifier is quoted, as in
    ``labels["a.b"]``.
    """

    steps: tuple[str | int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> FieldPath:
        """The path that ``text`` spells, the inverse of ``str``."""
        steps: list[str | int] = []
        for bare, index, quoted in _STEP.findall(text):
            if index:
                steps.append(int(index))
            else:
                steps.append(bare or re.sub(r"\\(.)", r"\1", quoted))
        return cls(tuple(steps))

    def __truediv__(self, step: str | int | FieldPath) -> FieldPath:
        if isinstance(step, FieldPath):
            return FieldPath(self.steps + step.steps)
        return FieldPath((*self.steps, step))

    def __iter__(self) -> Iterator[str | int]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        parts: list[str] = []
        for step in self.steps:
            if isinstance(step, int):
                parts.append(f"[{step}]")
            elif _BARE.match(step):
                parts.append(f".{step}" if parts else step)
            else:
                escaped = step.replace("\\", "\\\\").replace('"', '\\"')
                parts.append(f'["{escaped}"]')
        return "".join(parts)


class Places(Protocol):
    """Finds the place of a field in the text that a resource was read from."""

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The span of the field, or of the nearest thing written around it."""

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """The headers of the blocks that hold the field, outermost first."""

    def written(self, path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Where its value was passed on from, such as a variable's default, and what that is in words."""


@dataclass(frozen=True)
class Origin:
    """The resource in the source that a model object was read from.

    ``fields`` translates the model's names to the source's own: the readers build it from
    the same table that they read by, so a name in a finding is a name that is read.
    ``provider`` is set for what Terraform makes.
    """

    address: str
    type: str
    root: str = "."
    path: str = ""
    fields: Mapping[str, FieldPath] = field(default_factory=dict, compare=False, repr=False)
    places: Places | None = field(default=None, compare=False, repr=False)
    base: FieldPath = FieldPath()
    provider: Provider | None = field(default=None, compare=False, repr=False)

    def at(self, name: str, *steps: str | int) -> FieldRef:
        """The field that the model calls ``name``; ``steps`` go further inside it."""
        path = self.base / self.fields.get(name, FieldPath.parse(name))
        return FieldRef(self, path / FieldPath(steps))

    def called(self, name: Maybe[str]) -> str:
        """What the resource is called in a message: by this name of it, or by its address without one."""
        return name if isinstance(name, str) else self.address


@dataclass(frozen=True)
class FieldRef:
    """One field of one resource: what a finding, and an unknown value, point at."""

    origin: Origin
    path: FieldPath = FieldPath()


@dataclass(frozen=True)
class WrongValue:
    """A value of a wrong type, or one of an enumeration that is newer than what is known here.

    With ``is_block`` a block that does not exist there.
    """

    at: FieldRef
    message: str
    is_enum: bool = False
    is_block: bool = False

    @property
    def origin(self) -> Origin:
        """The resource that has it."""
        return self.at.origin


@dataclass(frozen=True, slots=True)
class Reference:
    """A resource that is named by its address in the source, before it has a name or a URL."""

    address: str
    attribute: str = "id"
    is_any: bool = field(default=False, compare=False)
    """Whether it names one of several instances whose keys are not known."""

    @property
    def is_identity(self) -> bool:
        """Whether the attribute tells the resource from all others."""
        return self.attribute in _IDENTITIES


_IDENTITIES = ("id", "instance_group", "self_link")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be known from what was read.

    ``because`` is the expression that causes it (``var.subsetting``) or the reason in words;
    ``refers_to`` is set where the value is an attribute of a known resource, which is enough
    to join by; ``at`` is the field that holds the value. ``ends_with`` is how its text ends, as far
    as that is known all the same. ``same`` spells what it is made of, where that is all that it depends
    on: two values with one spelling are the same, whatever that is.
    """

    because: str
    refers_to: Reference | None = None
    at: FieldRef | None = None
    ends_with: str = field(default="", compare=False)
    same: str = field(default="", compare=False)

    @property
    def is_chosen(self) -> bool:
        """Whether the provider chooses it for the one resource that it refers to: nothing is written."""
        to = self.refers_to
        return to is not None and not to.is_any and f"{to.address}.{to.attribute}" == self.because


def same_text(one: str | Unknown, other: str | Unknown) -> bool | Unknown:
    """Whether two texts are the same; of one that is not known, what it is made of or ends with may tell."""
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        reference = one.refers_to
        if (one.same and one.same == other.same) or (
            reference and reference == other.refers_to and not reference.is_any
        ):
            return True
        short, long = sorted((one.ends_with, other.ends_with), key=len)
        return one if long.endswith(short) else False
    if isinstance(one, Unknown):
        return one if str(other).endswith(one.ends_with) else False
    if isinstance(other, Unknown):
        return other if one.endswith(other.ends_with) else False
    return one == other


class Undetermined(Exception):
    """Something could not be decided, because of these unknown values."""

    def __init__(self, *unknowns: Unknown) -> None:
        super().__init__(", ".join(unknown.because for unknown in unknowns))
        self.unknowns = unknowns


T = TypeVar("T")
Maybe: TypeAlias = T | Unknown | None
"""A value, unknown, or not written."""

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


@overload
def decided(first: A | Unknown, /) -> A: ...
@overload
def decided(first: A | Unknown, second: B | Unknown, /) -> tuple[A, B]: ...
@overload
def decided(first: A | Unknown, second: B | Unknown, third: C | Unknown, /) -> tuple[A, B, C]: ...
def decided(*values: Any) -> Any:
    """The values, all of them known.

    Raises:
        Undetermined: with every value among them that is unknown.
    """
    unknowns = [value for value in values if isinstance(value, Unknown)]
    if unknowns:
        raise Undetermined(*unknowns)
    return values[0] if len(values) == 1 else values
