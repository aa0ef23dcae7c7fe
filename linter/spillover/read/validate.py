"""Checks of values against JSON Schemas: Google's resources, and documents of our own.

The only module that knows jsonschema, which it imports late: a run that checks nothing
does not pay for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from spillover.model.source import FieldPath
from spillover.records import dataclass

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A value that Google's API does not take, or that is newer than what is known here."""

    path: FieldPath
    kind: Literal["type", "enum"]
    message: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A place where a document is not what its schema says."""

    path: FieldPath
    message: str


def mismatches(kind: str, value: object) -> tuple[Mismatch, ...]:
    """What is wrong with an API object of the schema ``kind`` (``BackendService``), by path.

    There is at most one for each place. Members that the schema does not know are none.

    Raises:
        KeyError: if no schema has that name.
    """
    return _by_path(_mismatch(error, kind) for error in _errors(f"google/{kind}.json", value))


def check_document(schema_file: str, value: object) -> tuple[Violation, ...]:
    """Where ``value`` is not what the schema says that is published as ``schema_file``, by path.

    Raises:
        KeyError: if no schema is published under that name.
    """
    return _by_path(violation for error in _errors(schema_file, value) for violation in _violations(error))


# --- running jsonschema


def _folder() -> Traversable:
    from importlib.resources import files

    return files("spillover") / "read" / "schemas"


def schema(schema_file: str) -> Any:
    """The schema that is published under a name.

    Raises:
        KeyError: there is none.
    """
    resource = _folder().joinpath(*schema_file.split("/"))
    if not resource.is_file():
        raise KeyError(schema_file)
    # Decimals, for 0.1 as a limit is to be the 0.1 that a document says.
    return json.loads(resource.read_text(encoding="utf-8"), parse_float=Decimal)


@cache
def _validator(schema_file: str) -> Validator:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    checked = extend(Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    made: Validator = checked(schema(schema_file))
    return made


def _is_integer(_checker: object, value: object) -> bool:
    """Whether JSON calls it an integer: 30.0 is one, however it was read."""
    if isinstance(value, Decimal):
        return value.is_finite() and value == value.to_integral_value()
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class _Error:
    """What jsonschema found: the rule that is broken, what it demands, the value that breaks it."""

    path: FieldPath
    rule: str
    limit: Any
    value: Any
    schema: Any
    message: str
    of_a_key: bool
    choices: tuple[_Error, ...]

    @classmethod
    def of(cls, error: ValidationError) -> _Error:
        found: Any = error
        return cls(
            path=FieldPath(tuple(error.absolute_path)),
            rule=found.validator,
            limit=found.validator_value,
            value=found.instance,
            schema=found.schema,
            message=error.message,
            of_a_key="propertyNames" in error.absolute_schema_path,
            choices=tuple(cls.of(each) for each in found.context),
        )


def _errors(schema_file: str, value: Any) -> Iterator[_Error]:
    """The errors, less those that only repeat that a value has the wrong type.

    Of a choice between several shapes it is the error of the shape that was most likely meant.
    """
    from jsonschema.exceptions import best_match

    errors = list(_validator(schema_file).iter_errors(value))
    mistyped = {tuple(error.absolute_path) for error in errors if error.validator == "type"}
    for error in errors:
        if error.validator == "type" or tuple(error.absolute_path) not in mistyped:
            yield _Error.of(best_match([error]))


T = TypeVar("T", Mismatch, Violation)


def _by_path(found: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (_order(each.path), each.message)))


def _order(path: FieldPath) -> tuple[tuple[int, str], ...]:
    """Indexes by number; a key that YAML took for a number does not stop the sorting."""
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)


# --- from errors to messages

_TYPES = {
    "array": "an array",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}
_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "minItems": "at least",
    "maxItems": "at most",
    "minLength": "at least",
    "maxLength": "at most",
    "minProperties": "at least",
    "maxProperties": "at most",
}
_CHOICES = ("anyOf", "oneOf")
_LISTED = 6
_WIDTH = 60


def _mismatch(error: _Error, kind: str) -> Mismatch:
    """From ``type``, ``enum`` or ``pattern``, which is all that the schemas of resources have."""
    name = _name(error.path, kind)
    if error.rule == "enum":
        return Mismatch(error.path, "enum", _not_a_value(error, f"{name} that is known here"))
    actual = _shown(error.value) if error.rule == "pattern" else _type(error.value)
    # The first type is the API's own, the others are leniency.
    expected = _listed_types([error.schema["type"]])[0]
    return Mismatch(error.path, "type", f"{name} is {actual}, the API expects {_TYPES[expected]}")


def _violations(error: _Error) -> Iterator[Violation]:
    if error.rule == "additionalProperties":
        for key in _unknown_keys(error):
            yield Violation(error.path / key, f"unknown key {_shown(key)}")
    elif error.rule == "required":
        for key in _missing_keys(error):
            yield Violation(error.path, f"missing key {_shown(key)}")
    elif error.of_a_key:
        yield Violation(error.path / error.value, f"{_shown(error.value)} is not a key that is allowed here")
    else:
        yield Violation(error.path, _message(error, _name(error.path, "the document")))


def _message(error: _Error, name: str) -> str:
    rule, limit, value = error.rule, error.limit, error.value
    if rule == "type":
        return f"{name} is {_type(value)}, {_any_of([limit])} is expected"
    if rule == "enum":
        return _not_a_value(error, name)
    if rule == "const":
        return f"{name} is {_shown(value)}, {_shown(limit)} is expected"
    if rule == "pattern":
        return f"{name} is {_shown(value)}, which does not match {limit}"
    if rule in _BOUNDS:
        sized = isinstance(value, (str, list, dict))
        what = f"the length of {name} is {len(value)}" if sized else f"{name} is {_shown(value)}"
        return f"{what}, {_BOUNDS[rule]} {limit} is expected"
    if rule in _CHOICES:
        return _no_choice(error, name)
    return f"{name}: {error.message}"


def _no_choice(error: _Error, name: str) -> str:
    """Where no shape is closer than another, or several fit."""
    if not error.choices:
        return f"{name} fits more than one of the forms that are allowed here"
    rules = {each.rule for each in error.choices}
    if rules == {"type"}:
        expected = _any_of([each.limit for each in error.choices])
        return f"{name} is {_type(error.value)}, {expected} is expected"
    if rules == {"required"}:
        keys = dict.fromkeys(key for each in error.choices for key in _missing_keys(each))
        return f"missing key {' or '.join(_shown(key) for key in keys)}"
    return f"{name} fits none of the forms that are allowed here"


def _not_a_value(error: _Error, of: str) -> str:
    known = [each if isinstance(each, str) else _shown(each) for each in error.limit if each is not None]
    listed = known[:_LISTED] + ["..."] * (len(known) > _LISTED)
    return f"{_shown(error.value)} is not a value of {of}: {', '.join(listed)}"


def _unknown_keys(error: _Error) -> list[str]:
    known = error.schema.get("properties", ())
    patterns = error.schema.get("patternProperties", ())
    return [key for key in error.value if key not in known and not any(re.search(p, key) for p in patterns)]


def _missing_keys(error: _Error) -> list[str]:
    return [key for key in error.limit if key not in error.value]


def _listed_types(limits: Sequence[str | list[str]]) -> list[str]:
    return [name for limit in limits for name in ([limit] if isinstance(limit, str) else limit)]


def _any_of(limits: Sequence[str | list[str]]) -> str:
    """The types in words; null is not named beside others, for nobody is told to write it."""
    names = [name for name in dict.fromkeys(_listed_types(limits)) if name != "null"]
    return " or ".join(_TYPES[name] for name in names) or "null"


def _name(path: FieldPath, whole: str) -> str:
    """The end of the path that can be read alone: ``group``, ``rrdatas[0]``, ``labels["a.b"]``."""
    for start in reversed(range(len(path))):
        text = str(FieldPath(path.steps[start:]))
        if not text.startswith("["):
            return text
    return str(path) or whole


def _type(value: object) -> str:
    if value is None:
        return _TYPES["null"]
    if isinstance(value, bool):
        return _TYPES["boolean"]
    if isinstance(value, (int, float, Decimal)):
        return _TYPES["integer" if _is_integer(None, value) else "number"]
    for kind, name in ((str, "string"), (list, "array"), (dict, "object")):
        if isinstance(value, kind):
            return _TYPES[name]
    return f"a {type(value).__name__}"


def _shown(value: object) -> str:
    text = str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."
