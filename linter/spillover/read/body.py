"""Typed reading of a resource's values, one table of fields for all of their spellings.

A table maps the model's name of a field to its path in Terraform's words, in the API's and in those of
Config Connector.
Reading a field and finding its place both go by the table, so they cannot disagree. What is
not written is None, what is not known is Unknown and says at which field, and a value of the
wrong type is unknown and noted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from decimal import Decimal, InvalidOperation
from enum import Enum, StrEnum
from typing import Any, TypeAlias, TypeVar

from spillover.model.names import Link, ResourceName
from spillover.model.settings import Setting
from spillover.model.source import FieldPath, FieldRef, Maybe, Origin, Unknown, WrongValue
from spillover.read.json_places import MAX_DIGITS
from spillover.read.plain import HIDDEN, Plain, SensitiveText, as_text, canonical
from spillover.records import dataclass

E = TypeVar("E", bound=StrEnum)


class Dialect(Enum):
    """Whose words a resource is written in."""

    TERRAFORM = "terraform"
    API = "api"
    CONNECTOR = "connector"

    __hash__ = object.__hash__  # by identity, in C: it is asked for each field of each resource


Row: TypeAlias = str | tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True)
class Fields:
    """The fields of one kind of resource: model name -> path, in each dialect."""

    paths: Mapping[Dialect, Mapping[str, FieldPath]]

    @classmethod
    def table(cls, **rows: Row) -> Fields:
        """A table from Terraform's paths; the others are their camelCase unless given.

        The API's may be given as second, Config Connector's as third.
        """
        spelt = {name: _in_every_dialect(row) for name, row in rows.items()}
        return cls(
            {
                dialect: {name: FieldPath.parse(paths[place]) for name, paths in spelt.items()}
                for place, dialect in enumerate(Dialect)
            }
        )


def _in_every_dialect(row: Row) -> tuple[str, ...]:
    given = (row,) if isinstance(row, str) else row
    return (*given, *[camel_case(given[0])] * (len(Dialect) - len(given)))


def link(path: str) -> Row:
    """The row of a field that names another resource: Config Connector's ends with ``Ref``."""
    spelt = camel_case(path)
    return path, spelt, f"{spelt}Ref"


def camel_case(path: str) -> str:
    """``failover_policy.failover_ratio`` -> ``failoverPolicy.failoverRatio``."""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), path)


@dataclass(frozen=True)
class Body:
    """One resource, or an object inside of it, to be read field by field."""

    values: Mapping[str, Any]
    origin: Origin
    fields: Fields
    dialect: Dialect
    wrong: list[WrongValue] = field(default_factory=list, compare=False)

    def named(self) -> Origin:
        """The origin with the table that this body is read by."""
        return self._origin(self.origin.base, self.fields.paths[self.dialect])

    def value(self, name: str) -> Plain:
        """The value as it is, of any type; unknown where something on the way is no object."""
        path = self.fields.paths[self.dialect][name]
        if path.steps[0] not in self.values:  # most fields of most resources
            return None
        value: Any = self.values
        for depth, step in enumerate(path.steps):
            if not isinstance(value, dict):
                value = self._only(value)
                if value is None or isinstance(value, Unknown):
                    break
                if not isinstance(value, Mapping):
                    return self._wrong(FieldPath(path.steps[:depth]), "an object", value)
            value = value.get(step)
        return replace(value, at=self._at(path)) if isinstance(value, Unknown) else value

    def _only(self, value: Any) -> Any:
        """A block of Terraform's that may stand once is a list of at most one object."""
        if self.dialect is Dialect.TERRAFORM and isinstance(value, list):
            return value[0] if value else None
        return value

    def _path(self, name: str) -> FieldPath:
        return self.fields.paths[self.dialect][name]

    def _at(self, path: FieldPath) -> FieldRef:
        return FieldRef(self.origin, self.origin.base / path)

    def _wrong(self, path: FieldPath, expected: str, found: Plain) -> Unknown:
        self._note(WrongValue(self._at(path), f"{path} is {_kind(found)}, {expected} is expected"))
        return Unknown(f"{path} is {_kind(found)}", at=self._at(path))

    def _note(self, wrong: WrongValue) -> None:
        if wrong not in self.wrong:  # a field may be asked for more than once
            self.wrong.append(wrong)

    def text(self, name: str) -> Maybe[str]:
        """A string; numbers and booleans are taken as text, as Terraform does."""
        value = self.value(name)
        if value is None:
            return None
        text = self._as_text(value)
        return text if text is not None else self._wrong(self._path(name), "a string", value)

    def _as_text(self, value: Plain) -> str | Unknown | None:
        """Kubernetes takes no number for a string; the API's own schemas tell of Google's objects."""
        if self.dialect is Dialect.CONNECTOR:
            return value if isinstance(value, str | Unknown) else None
        return as_text(value)

    def flag(self, name: str) -> Maybe[bool]:
        """A boolean; Terraform takes the strings ``true`` and ``false`` too."""
        value = self.value(name)
        if value is None or isinstance(value, bool | Unknown):
            return value
        if self.dialect is Dialect.TERRAFORM and value in ("true", "false"):
            return value == "true"
        return self._wrong(self._path(name), "a boolean", value)

    def decimal(self, name: str) -> Maybe[Decimal]:
        """A number, exactly as written."""
        value = self.value(name)
        if value is None or isinstance(value, Unknown):
            return value
        number = _number(value, self.dialect)
        return number if number is not None else self._wrong(self._path(name), "a number", value)

    def integer(self, name: str) -> Maybe[int]:
        """A whole number; the API prints 64-bit ones as strings, which Kubernetes does not take."""
        value = self.value(name)
        if value is None or isinstance(value, Unknown):
            return value
        strict = self.dialect is Dialect.CONNECTOR
        number = _number(value, self.dialect if strict else Dialect.TERRAFORM)
        if number is None or number != number.to_integral_value():
            return self._wrong(self._path(name), "a whole number", value)
        return int(number)

    def enum(self, name: str, kind: type[E]) -> Maybe[E]:
        """A value of an enumeration; one that is newer than this program is unknown, and noted."""
        value = self.value(name)
        is_sensitive = isinstance(value, SensitiveText)
        text = str(value) if is_sensitive else self.text(name)
        if isinstance(text, Unknown):
            return text
        if not text:
            return None
        try:
            return kind(text)
        except ValueError:
            known, shown = ", ".join(kind), HIDDEN if is_sensitive else f'"{text}"'
            message = f"{shown} is not a value of {self._path(name)} that is known here: {known}"
            at = self._at(self._path(name))
            self._note(WrongValue(at, message, is_enum=True))
            return Unknown(f"{shown}, a value that is not known here", at=at)

    def link(self, name: str, collection: str, beside: ResourceName | None = None) -> Maybe[Link]:
        """A pointer at another resource: by its Terraform address, or by URL or name.

        What a name does not say of its scope and project is that of ``beside``.
        """
        value = self.value(name)
        if isinstance(value, Unknown):
            return value.refers_to or value
        text = self.text(name)
        if isinstance(text, Unknown) or not text:
            return text or None
        parsed = ResourceName.parse(text, collection)
        if beside is None:
            return parsed
        return replace(parsed, scope=parsed.scope or beside.scope, project=parsed.project or beside.project)

    def links(self, name: str, collection: str) -> Maybe[tuple[Link | Unknown, ...]]:
        """Pointers at other resources, each of which may be unknown."""
        texts = self.texts(name)
        if not isinstance(texts, tuple):
            return texts
        return tuple(
            (each.refers_to or each) if isinstance(each, Unknown) else ResourceName.parse(each, collection)
            for each in texts
        )

    def texts(self, name: str) -> Maybe[tuple[str | Unknown, ...]]:
        """A list of strings, each of which may be unknown."""
        items = self._items(name)
        if items is None or isinstance(items, Unknown):
            return items
        texts: list[str | Unknown] = []
        for index, item in enumerate(items):
            path = self._path(name) / index
            text = self._as_text(item)
            if isinstance(text, Unknown):
                texts.append(replace(text, at=self._at(path)))
            else:
                texts.append(text if text is not None else self._wrong(path, "a string", item))
        return tuple(texts)

    def _items(self, name: str) -> Maybe[list[Any]]:
        value = self.value(name)
        if value is None or isinstance(value, list | Unknown):
            return value
        return self._wrong(self._path(name), "a list", value)

    def settings(self, *names: str) -> tuple[Setting, ...]:
        """Those of the fields that are written and do more than nothing, of whatever type they are."""
        texts = ((name, canonical(self.value(name))) for name in names)
        found = ((name, self._placed(name, text)) for name, text in texts if text is not None)
        return tuple(Setting(name, text) for name, text in found)

    def _placed(self, name: str, text: str | Unknown) -> str | Unknown:
        return replace(text, at=self._at(self._path(name))) if isinstance(text, Unknown) else text

    def has(self, name: str) -> Maybe[bool]:
        """Whether an object or block is there at all; an empty one is."""
        value = self.value(name)
        if isinstance(value, Unknown):
            return value
        return None if value is None or value == [] else True

    def inside(self, name: str, fields: Fields) -> Maybe[Body]:
        """The object at a field, to be read by another table."""
        value, path = self._only(self.value(name)), self._path(name)
        if isinstance(value, Unknown):
            return replace(value, at=self._at(path))
        if value is None:
            return None
        if not isinstance(value, dict):
            return self._wrong(path, "an object", value)
        return self._deeper(value, path, fields)

    def each(self, name: str, fields: Fields) -> Maybe[tuple[Body, ...]]:
        """The objects of a list, each to be read by another table."""
        items, path = self._items(name), self._path(name)
        if items is None or isinstance(items, Unknown):
            return items
        bodies: list[Body] = []
        for index, item in enumerate(items):
            if isinstance(item, Unknown):
                return replace(item, at=self._at(path))
            if not isinstance(item, dict):
                return self._wrong(path / index, "an object", item)
            bodies.append(self._deeper(item, path / index, fields))
        return tuple(bodies)

    def entries(self, name: str, fields: Fields) -> Maybe[tuple[Body, ...]]:
        """The objects that an object holds by names of their own, each to be read by another table."""
        inside = self.inside(name, Fields.table())
        if not isinstance(inside, Body):
            return inside
        bodies: list[Body] = []
        for key, item in inside.values.items():
            path = self._path(name) / key
            if isinstance(item, Unknown):
                return replace(item, at=self._at(path))
            if not isinstance(item, dict):
                return self._wrong(path, "an object", item)
            bodies.append(self._deeper(item, path, fields))
        return tuple(bodies)

    def note_unknown_blocks(self) -> None:
        """Note every block of Terraform's that the table does not know: for objects that it knows whole."""
        if self.dialect is not Dialect.TERRAFORM:
            return
        known = {path.steps[0] for path in self.fields.paths[self.dialect].values()}
        for name, value in self.values.items():
            block = value[0] if isinstance(value, list) and value else value
            if name not in known and isinstance(block, dict):
                at = self._at(FieldPath((name,)))
                self._note(WrongValue(at, f'there is no block "{name}" here', is_block=True))

    def _deeper(self, values: Mapping[str, Any], path: FieldPath, fields: Fields) -> Body:
        origin = self._origin(self.origin.base / path, self.origin.fields)
        return Body(values, origin, fields, self.dialect, self.wrong)

    def _origin(self, base: FieldPath, fields: Mapping[str, FieldPath]) -> Origin:
        """Its origin with another base and table: of three for each resource, so without ``replace``."""
        at = self.origin
        return Origin(at.address, at.type, at.root, at.path, fields, at.places, base, at.provider)


_NOT_IN_NUMBERS = re.compile(r"[^-+.0-9eE]")
"""Python's Decimal takes more than Terraform: spaces, underscores, digits of other scripts, NaN."""


def _number(value: Plain, dialect: Dialect) -> Decimal | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and dialect is Dialect.TERRAFORM:
        if _NOT_IN_NUMBERS.search(value):
            return None
        try:
            number = Decimal(value)
        except InvalidOperation:
            return None
        return number if abs(number.adjusted()) <= MAX_DIGITS else None
    return Decimal(value) if isinstance(value, int | Decimal) else None


def _kind(value: Plain) -> str:
    names = {bool: "a boolean", str: "a string", int: "a number", Decimal: "a number", list: "a list"}
    return "null" if value is None else names.get(type(value), "an object")


def members(bodies: Maybe[tuple[Body, ...]]) -> Iterator[Body]:
    """The bodies, none where there are none or they are unknown."""
    if isinstance(bodies, tuple):
        yield from bodies
