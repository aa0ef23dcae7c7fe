"""Tables of what a file may hold, from its JSON Schema: the configuration, and a scenario file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from typing import Any

Schema = Mapping[str, Any]

HEAD = "| key | type | what it means |\n|---|---|---|\n"
OPTIONS_HEAD = HEAD.replace("key", "option", 1)


def schema(name: str) -> Schema:
    """A schema that is published with the package, such as ``config``."""
    text = (files("spillover") / "read" / "schemas" / f"{name}.schema.json").read_text("utf-8")
    loaded: Schema = json.loads(text)
    return loaded


def of_configuration(part: str) -> str:
    """The keys of one table of the configuration file."""
    whole = schema("config")
    return HEAD + "".join(_rows(part, whole["properties"][part], whole))


def of_options() -> str:
    """The options, by their names alone, as the pages of the rules call them."""
    whole = schema("config")
    options = whole["properties"]["options"]["properties"]
    return OPTIONS_HEAD + "".join(_row(name, each, whole) for name, each in options.items())


def of_scenario(part: str) -> str:
    """The keys of a scenario file on its highest level, or inside of one of them."""
    whole = schema("scenario")
    definition = whole["$defs"][part]
    if part != "file":
        return HEAD + "".join(_rows(part, definition, whole))
    rows = (_row(name, each, whole) for name, each in definition["properties"].items())
    return HEAD + "".join(rows)


TABLES: Mapping[str, Callable[[], str]] = {
    **{f"configuration.{part}": partial(of_configuration, part) for part in ("lint", "severity", "ignore")},
    "configuration.options": of_options,
    **{f"scenario.{part}": partial(of_scenario, part) for part in ("file", "groups", "clients", "dns")},
}


def _rows(path: str, part: Schema, whole: Schema) -> Iterator[str]:
    """A row for each key below ``path`` that is described."""
    part = _resolved(part, whole)
    for name, each in part.get("properties", {}).items():
        yield _row(f"{path}.{name}", each, whole)
        yield from _rows(f"{path}.{name}", each, whole)
    if isinstance(of_any := part.get("additionalProperties"), dict):
        name = f"{path}.{part['propertyNames']['title']}"
        if _resolved(of_any, whole).get("type") != "object":
            yield _row(name, of_any, whole)
        yield from _rows(name, of_any, whole)
    if "items" in part:
        yield from _rows(f"{path}[]", part["items"], whole)


def _row(name: str, part: Schema, whole: Schema) -> str:
    found = _resolved(part, whole)
    return f"| `{name}` | {type_of(found, whole)} | {found['description']} |\n"


def _resolved(part: Schema, whole: Schema) -> Schema:
    """What a reference means; what stands beside it counts."""
    if "$ref" not in part:
        return part
    name = part["$ref"].removeprefix("#/$defs/")
    return {**whole["$defs"][name], **{key: value for key, value in part.items() if key != "$ref"}}


def type_of(part: Schema, whole: Schema) -> str:
    """The type in words, with its bounds."""
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if part["type"] == "array":
        return _list(part, whole)
    if part["type"] == "object":
        return f"table by {part['propertyNames']['title']}" if "propertyNames" in part else "table"
    words = {"string": "text", "boolean": "`true` or `false`"}.get(part["type"], part["type"])
    return f"{words}{_bounds(part)}"


def _list(part: Schema, whole: Schema) -> str:
    if "prefixItems" in part:
        return "two numbers"
    of = _resolved(part["items"], whole)
    if "maxItems" in part:
        return f"{part['maxItems']} of: {type_of(of, whole)}"
    return f"list of {'tables' if of['type'] == 'object' else 'texts'}"


def _bounds(part: Schema) -> str:
    if "maximum" in part:
        return f", {part['minimum']} to {part['maximum']}"
    return f", at least {part['minimum']}" if "minimum" in part else ""
