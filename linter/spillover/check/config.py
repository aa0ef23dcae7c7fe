"""The configuration file: ``.spillover.toml``, or ``[tool.spillover]`` in pyproject.toml."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from spillover.check.suppress import Ignore
from spillover.errors import ConfigError
from spillover.model.source import Position, SourceSpan
from spillover.read.files import reported
from spillover.read.validate import check_document

OWN_FILE = ".spillover.toml"
SHARED_FILE = "pyproject.toml"


@dataclass(frozen=True)
class Config:
    """What the configuration file says."""

    path: str = ""
    ignores: tuple[Ignore, ...] = ()


def find_config(paths: Iterable[str], cwd: Path) -> Path | None:
    """The nearest configuration file, from the paths' common parent up to the folder that holds ``.git``.

    Outside of a repository only the common parent itself is looked into.
    """
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


def load_config(file: Path, cwd: Path) -> Config:
    """The configuration in a file.

    Raises:
        ConfigError: it cannot be read, is not TOML, or says something that is not known.
    """
    path = reported(file, cwd)
    try:
        text = file.read_text("utf-8")
        content: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: {error}") from None
    settings = _shared(content, path) if file.name == SHARED_FILE else content
    for violation in check_document("config.schema.json", _plain(settings)):
        where = f"{path}: {violation.path}: " if len(violation.path) else f"{path}: "
        raise ConfigError(where + violation.message)
    return Config(path, tuple(_ignores(settings, path, text)))


def _shared(content: dict[str, Any], path: str) -> Any:
    """The table of ours in a file that other tools share."""
    tools = content.get("tool", {})
    if not isinstance(tools, dict):
        raise ConfigError(f"{path}: tool: a table is expected")
    return tools.get("spillover", {})


def _plain(value: Any) -> Any:
    """TOML's dates as text, for JSON Schema knows none; one with a time of day is no date."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.isoformat() if type(value) is date else value


def _ignores(settings: dict[str, Any], path: str, text: str) -> Iterator[Ignore]:
    headers = [number for number, line in enumerate(text.split("\n"), 1) if _IGNORE_HEADER.match(line)]
    for index, entry in enumerate(settings.get("ignore", [])):
        line = headers[index] if index < len(headers) else 1
        at = SourceSpan(path, Position(line, 1), Position(line, 1))
        until = entry.get("until")
        if isinstance(until, str):
            until = _date(until, f"{path}: ignore[{index}].until")
        yield Ignore(entry["rule"], entry.get("reason", ""), at, until, entry.get("address", "*"))


_IGNORE_HEADER = re.compile(r"\s*\[\[\s*(?:tool\s*\.\s*spillover\s*\.\s*)?ignore\s*\]\]")


def _date(text: str, where: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ConfigError(f"{where}: {text!r} is not a date such as 2026-12-31") from None
