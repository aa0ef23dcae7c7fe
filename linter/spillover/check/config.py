"""The configuration file: ``.spillover.toml``, or ``[tool.spillover]`` in pyproject.toml."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from datetime import date
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spillover.check.severity import Severity
from spillover.errors import ConfigError, InputError
from spillover.model.options import Options
from spillover.model.source import FieldPath, SourceSpan
from spillover.read.boundary import Boundary
from spillover.read.conflicts import conflict_in
from spillover.read.files import reported
from spillover.read.lines import Lines
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.check.rule import AnyRule
    from spillover.check.suppress import Ignore
    from spillover.read.validate import Violation

OWN_FILE = ".spillover.toml"
SHARED_FILE = "pyproject.toml"


@dataclass(frozen=True)
class Config:
    """What the configuration file says.

    ``select`` and ``ignore`` choose rules, by code, name or the beginning of a code; ``ignores``
    are suppressions. ``severities`` are those of the rules whose own is changed, by code.
    """

    path: str = ""
    ignores: tuple[Ignore, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    options: Options = field(default_factory=Options)


def find_config(paths: Collection[str], cwd: Path) -> Path | None:
    """The nearest configuration file, from the paths' common parent up to the folder that holds ``.git``.

    Outside of a repository only the common parent itself is looked into.

    Raises:
        ConfigError: it is a link that leads out of the repository, and may show what is there in a message.
    """
    file = _nearest(paths, cwd)
    boundary = Boundary.around(paths, cwd)
    if file and boundary.is_closed and not boundary.may_follow(file):
        raise ConfigError(f"{reported(file, cwd)}: a link that leads out of the repository")
    return file


def _nearest(paths: Iterable[str], cwd: Path) -> Path | None:
    folder = _common_parent(paths, cwd)
    above = [folder, *folder.parents]
    top = next((index for index, each in enumerate(above) if (each / ".git").exists()), 0)
    for each in above[: top + 1]:
        if (each / OWN_FILE).is_file():
            return each / OWN_FILE
        shared = each / SHARED_FILE
        if shared.is_file() and _has_table(shared):
            return shared
    return None


def _common_parent(paths: Iterable[str], cwd: Path) -> Path:
    found = [Path(os.path.realpath(cwd / path)) for path in paths if path != "-"]
    folders = [each if each.is_dir() else each.parent for each in found]
    return Path(os.path.commonpath(folders)) if folders else cwd


def _has_table(file: Path) -> bool:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return bool(re.search(r"^\s*\[+\s*tool\s*\.\s*spillover\s*[.\]]", text, re.MULTILINE))


def option_texts() -> Mapping[str, str]:
    """What each option means, by its name, as the published schema says it."""
    from spillover.read.validate import schema

    options = schema("config.schema.json")["properties"]["options"]["properties"]
    return {name: each["description"] for name, each in options.items()}


def load_config(file: Path, cwd: Path, rules: Iterable[AnyRule]) -> Config:
    """The configuration in a file; ``rules`` are all that there are.

    Raises:
        ConfigError: it cannot be read, is not TOML, says something that is not known, or names a
            rule that there is not. With line and column, where the fault has a place.
    """
    import tomllib  # late, like all that only a configuration needs: most runs have none

    from spillover.read.validate import check_document

    path = reported(file, cwd)
    try:
        text = file.read_text("utf-8")
        content: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        if conflict := conflict_in(Lines(path, text)):
            raise ConfigError(str(conflict)) from None
        raise ConfigError(_placed(path, str(error))) from None
    except RecursionError as error:
        raise ConfigError(f"{path}: {error}") from None
    source = _Source(path, text, _OURS if file.name == SHARED_FILE else ())
    settings = _shared(content, source) if file.name == SHARED_FILE else content
    for violation in check_document("config.schema.json", _plain(settings)):
        raise source.error(violation.path, violation.message + _where_instead(violation, settings))
    rules = tuple(rules)
    lint = settings.get("lint", {})
    return Config(
        path,
        tuple(_ignores(settings, source)),
        _selectors(lint, "select", rules, source),
        _selectors(lint, "ignore", rules, source),
        _severities(settings, rules, source),
        _options(settings, source),
    )


_OURS = ("tool", "spillover")
_AT = re.compile(r"(?P<message>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)


def _placed(path: str, message: str) -> str:
    """The message of a decoder, with its place where all our messages have theirs."""
    match = _AT.fullmatch(message)
    return f"{path}:{match['line']}:{match['column']}: {match['message']}" if match else f"{path}: {message}"


@dataclass(frozen=True)
class _Source:
    """The text of the file, and the way to our table in it."""

    path: str
    text: str
    base: tuple[str, ...]

    @cached_property
    def _places(self) -> dict[tuple[str | int, ...], int]:
        from spillover.read.toml_places import toml_places

        return toml_places(self.text)

    def at(self, path: FieldPath) -> SourceSpan:
        """Where a key, or an element of an array, is written."""
        offset = self._places[(*self.base, *path)]
        return Lines(self.path, self.text).span(offset, offset)

    def error(self, path: FieldPath, message: str) -> ConfigError:
        """What is wrong with a key; its name is that inside our table."""
        start = self.at(path).start
        what = f"{path}: {message}" if len(path) else message
        return ConfigError(str(InputError(self.path, start.line, start.column, what)))


def _shared(content: dict[str, Any], source: _Source) -> Any:
    """The table of ours in a file that other tools share."""
    tools = content.get("tool", {})
    if not isinstance(tools, dict):
        raise ConfigError(f"{source.path}: tool: a table is expected")
    return tools.get("spillover", {})


def _where_instead(violation: Violation, settings: Mapping[str, Any]) -> str:
    """A hint for those who choose rules where other tools let them."""
    match violation.path.steps:
        case ("select",):
            chosen = True
        case ("ignore", int(index)):
            chosen = isinstance(settings["ignore"][index], str)
        case _:
            chosen = False
    return "; rules are chosen by select and ignore in the table lint" if chosen else ""


def _plain(value: Any) -> Any:
    """TOML's dates as text, for JSON Schema knows none; one with a time of day is no date."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.isoformat() if type(value) is date else value


def _ignores(settings: Mapping[str, Any], source: _Source) -> Iterator[Ignore]:
    from spillover.check.suppress import Ignore

    for index, entry in enumerate(settings.get("ignore", [])):
        at = FieldPath(("ignore", index))
        until = entry.get("until")
        if isinstance(until, str):
            until = _date(until, at / "until", source)
        yield Ignore(entry["rule"], entry.get("reason", ""), source.at(at), until, entry.get("address", "*"))


def _date(text: str, at: FieldPath, source: _Source) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise source.error(at, f"{text!r} is not a date such as 2026-12-31") from None


def _selectors(
    lint: Mapping[str, Any], key: str, rules: tuple[AnyRule, ...], source: _Source
) -> tuple[str, ...]:
    selectors = tuple(lint.get(key, ()))
    for index, selector in enumerate(selectors):
        _check_named(selector, FieldPath(("lint", key, index)), rules, source)
    return selectors


def _check_named(selector: str, at: FieldPath, rules: tuple[AnyRule, ...], source: _Source) -> None:
    if not any(rule.is_called(selector) for rule in rules):
        raise source.error(at, no_such_rule(selector, rules))


def no_such_rule(selector: str, rules: Iterable[AnyRule]) -> str:
    """That no rule has a code or a name, and which name is meant most likely."""
    from difflib import get_close_matches  # late: it is needed once something is wrong

    names = [name for rule in rules for name in (rule.name, *rule.aliases)]
    likely = get_close_matches(selector, names, n=1, cutoff=0.75)
    meant = f"did you mean {likely[0]!r}? " if likely else ""
    return f"there is no rule {selector!r}; {meant}spillover rules lists them"


def _severities(
    settings: Mapping[str, Any], rules: tuple[AnyRule, ...], source: _Source
) -> dict[str, Severity]:
    """By code; of the entries that fit a rule the longest counts, so that one is told from its family."""
    entries: Mapping[str, str] = settings.get("severity", {})
    found: dict[str, Severity] = {}
    for selector in sorted(entries, key=len):
        _check_named(selector, FieldPath(("severity", selector)), rules, source)
        severity = Severity(entries[selector])
        found |= {rule.code: severity for rule in rules if rule.is_called(selector)}
    return found


def _options(settings: Mapping[str, Any], source: _Source) -> Options:
    written: Mapping[str, Any] = settings.get("options", {})
    given = {name: _whole(value) for name, value in written.items()}
    if "region_locations" in written:
        given["region_locations"] = dict(_locations(written["region_locations"], source))
    options = Options(**given)
    shortest, longest = options.ttl_range_s
    if shortest > longest:
        at = FieldPath(("options", "ttl_range_s"))
        raise source.error(at, f"{shortest} is more than {longest}, the shortest TTL comes first")
    return options


def _locations(
    written: Mapping[str, list[float]], source: _Source
) -> Iterator[tuple[str, tuple[Decimal, Decimal]]]:
    """Exactly as they are written; that nan is outside of all bounds is nothing that a schema can say."""
    for region, (latitude, longitude) in written.items():
        if latitude != latitude or longitude != longitude:
            at = FieldPath(("options", "region_locations", region))
            raise source.error(at, "nan is neither a latitude nor a longitude")
        yield region, (Decimal(str(latitude)), Decimal(str(longitude)))


def _whole(value: Any) -> Any:
    """Arrays as tuples, and 30.0, which is an integer by the schema, as one."""
    if isinstance(value, list):
        return tuple(_whole(each) for each in value)
    return int(value) if isinstance(value, float) else value
