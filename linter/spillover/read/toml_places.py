"""Where the keys and values of a TOML text are written, which the standard library does not tell.

The text has been read by :mod:`tomllib` before, so all of it is TOML; this only steps over it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import field

from spillover.records import dataclass

Path = tuple[str | int, ...]

_SKIP = re.compile(r"(?:\s|#[^\n]*)*")
_BETWEEN = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+ | "(?:\\.|[^"\\])*" | '[^']*'""", re.VERBOSE)
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_SCALAR = re.compile(
    r""""{3}(?:\\.|[^\\])*?"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*' | [^,\]}\#\n]+""",
    re.DOTALL | re.VERBOSE,
)


def toml_places(text: str) -> dict[Path, int]:
    """The offset of each key, or of the value where an array holds it, by the path to it.

    A table is where its header is first written, an element of an array of tables where its own is.
    """
    walk = _Walk(text, {(): 0})
    walk.document()
    return walk.places


@dataclass
class _Walk:
    """A way through a text: ``at`` is how far it went, ``tables`` counts elements of arrays of tables."""

    text: str
    places: dict[Path, int]
    at: int = 0
    tables: dict[Path, int] = field(default_factory=dict)

    def document(self) -> None:
        base: Path = ()
        while not self._ended():
            if self.text.startswith("[", self.at):
                base = self._header()
            else:
                self._value(self._key(base))

    def _ended(self) -> bool:
        self._step(_SKIP)
        return self.at == len(self.text)

    def _step(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        assert found, f"no TOML at offset {self.at}"
        self.at = found.end()
        return found[0]

    def _header(self) -> Path:
        start = self.at
        of_array = self.text.startswith("[[", start)
        self.at += 2 if of_array else 1
        self._step(_SKIP)
        base = self._keys((), start)
        if of_array:
            index = self.tables.get(base, 0)
            self.tables[base] = index + 1
            base = (*base, index)
            self.places[base] = start
        self.at = self.text.index("]", self.at) + (2 if of_array else 1)
        return base

    def _key(self, base: Path) -> Path:
        """The path of the key that is written here, up to its value."""
        path = self._keys(base, None)
        self._step(_EQUALS)
        return path

    def _keys(self, path: Path, start: int | None) -> Path:
        """The path that keys with dots between them lead to, which begin at ``start`` or each at its own."""
        while True:
            if path in self.tables:  # of an array of tables it is the last that is meant
                path = (*path, self.tables[path] - 1)
            here = self.at
            key = self._step(_KEY)
            path = (*path, tomllib.loads(f"key = {key}")["key"] if key[0] in "\"'" else key)
            self.places.setdefault(path, here if start is None else start)
            if not _DOT.match(self.text, self.at):
                return path
            self._step(_DOT)

    def _value(self, path: Path) -> None:
        """Step over a value; what it holds has places too, however deep it is."""
        holders: list[tuple[Path, int | None]] = []  # an array with its next index, or an inline table
        while True:
            self.places.setdefault(path, self.at)
            opening = self.text[self.at]
            if opening in "[{":
                self.at += 1
                holders.append((path, 0 if opening == "[" else None))
            else:
                self._step(_SCALAR)
            while holders:
                self._step(_BETWEEN)
                if self.text[self.at] in "]}":
                    self.at += 1
                    holders.pop()
                    continue
                base, index = holders[-1]
                if index is None:
                    path = self._key(base)
                else:
                    path = (*base, index)
                    holders[-1] = (base, index + 1)
                break
            else:
                return
