"""Text for people: colours where they are wanted, and nothing in a name that a terminal would obey."""

from __future__ import annotations

import re

from spillover.records import dataclass

# Control characters, line ends among them, and the marks that turn the direction of a line around; and what
# begins a command of GitHub's runner, which obeys ##[stop-commands] and others anywhere in a line of a log.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|#(?=#\\[)")


def clean(text: str) -> str:
    """The text with what a terminal or a runner would obey written out, as JSON escapes it."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def number_of(number: int, noun: str) -> str:
    """Such as ``1 file`` and ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True)
class Style:
    """How text is marked; without colours nothing is."""

    colours: bool = False

    def _in(self, code: str, text: str) -> str:
        if not self.colours:
            return text
        # Each line by itself, for a table puts other cells between the lines of one.
        return "\n".join(f"\x1b[{code}m{line}\x1b[0m" if line else line for line in text.split("\n"))

    def bad(self, text: str) -> str:
        """Something that is wrong."""
        return self._in("1;31", text)

    def risky(self, text: str) -> str:
        """Something to look at."""
        return self._in("33", text)

    def quiet(self, text: str) -> str:
        """Something in the background."""
        return self._in("2", text)

    def strong(self, text: str) -> str:
        """A heading."""
        return self._in("1", text)
