"""Text for people: colours where they are wanted, and nothing in a name that a terminal or a log would obey.

A log of GitHub Actions obeys ``##[command]`` anywhere in a line, and ``::command::`` at its beginning
(``src/Runner.Common/ActionCommand.cs`` of actions/runner, 079cdb1); one of Azure Pipelines obeys
``##vso[command]``, and one of TeamCity ``##teamcity[command]``. Any of our formats may end up in such a log.
"""

from __future__ import annotations

import re

from spillover.records import dataclass

# Control characters, line ends among them, and what nobody sees but it changes what one sees: marks that
# turn the direction of a line around, that have no width, that spell a hidden text (Unicode 17, "Cf").
_UNSEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)

# What may stand before a command at the beginning of a line, for lines are wrapped at spaces.
_SPACES = " \xa0\u1680\u2000-\u200a\u202f\u205f\u3000"

# No command of a log is spelt with the letters of hexadecimal digits alone, as the end of ::beef is.
_UNSAFE = re.compile(rf"[{_UNSEEN}]|#(?=#[\w.-]*\[)|(?<![^{_SPACES}]):(?=:[\w-]*[g-zG-Z])")


def clean(text: str) -> str:
    """The text with what is not to be obeyed, and what nobody sees, written out as JSON escapes it."""
    return _UNSAFE.sub(_written_out, text)


def _written_out(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


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
