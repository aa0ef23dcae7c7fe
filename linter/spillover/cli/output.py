"""Where results go: standard output or files, in one format or several."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from spillover.errors import OutputError, UsageError
from spillover.records import dataclass
from spillover.report.style import Style, clean


class Format(StrEnum):
    """The output formats."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    CHECKSTYLE = "checkstyle"


TEXT_AND_JSON = (Format.TEXT, Format.JSON)
WITH_MARKDOWN = (*TEXT_AND_JSON, Format.MARKDOWN)
WITH_HTML = (*WITH_MARKDOWN, Format.HTML)
OF_LINT = (*WITH_MARKDOWN, Format.SARIF, Format.GITHUB, Format.GITLAB, Format.JUNIT, Format.CHECKSTYLE)


class Color(StrEnum):
    """When text is coloured."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


Write = Callable[[Format, TextIO, Style], None]
WriteNumbered = Callable[[int, Format, TextIO, Style], None]


@dataclass(frozen=True)
class Outputs:
    """Formats, each with the file that it goes to; ``-`` is standard output."""

    targets: tuple[tuple[Format, str], ...]
    color: Color = Color.AUTO

    @classmethod
    def of(
        cls,
        formats: Sequence[Format],
        outputs: Sequence[str],
        color: Color,
        offered: tuple[Format, ...] = TEXT_AND_JSON,
    ) -> Outputs:
        """The n-th output belongs to the n-th format; the rest go to standard output.

        Raises:
            UsageError: more outputs than formats, two formats at one place, or one that is not offered.
        """
        chosen = list(formats) or [Format.TEXT]
        for each in chosen:
            if each not in offered:
                raise UsageError(f"--format {each}: this command has {', '.join(offered)}")
        if len(outputs) > len(chosen):
            raise UsageError("more --output than --format")
        places = [*outputs, *["-"] * (len(chosen) - len(outputs))]
        if len(set(places)) < len(places):
            raise UsageError("two formats go to one place: give each --format an --output of its own")
        return cls(tuple(zip(chosen, places, strict=True)), color)

    def write(self, write: Write) -> None:
        """Write every format to its place, each as a whole.

        Raises:
            OutputError: a file cannot be written.
            BrokenPipeError: whoever reads standard output has gone.
        """
        self.write_numbered(lambda _, format_, stream, style: write(format_, stream, style))

    @property
    def styles(self) -> tuple[tuple[Format, Style], ...]:
        """The format of each target, and how its text is marked."""
        return tuple((format_, Style(self._colours(format_, place))) for format_, place in self.targets)

    def write_numbered(self, write: WriteNumbered) -> None:
        """Write every format as ``write`` does, which is told which of ``styles`` it is.

        Raises:
            OutputError: a file cannot be written.
            BrokenPipeError: whoever reads standard output has gone.
        """
        for number, ((_, place), (format_, style)) in enumerate(zip(self.targets, self.styles, strict=True)):
            text = io.StringIO()
            write(number, format_, text, style)
            if place == "-":
                to_stdout(text.getvalue())
            else:
                to_file(place, text.getvalue())

    def _colours(self, format_: Format, place: str) -> bool:
        if format_ is not Format.TEXT or self.color is Color.NEVER:
            return False
        if self.color is Color.ALWAYS:
            return True
        is_terminal = place == "-" and sys.stdout is not None and sys.stdout.isatty()
        return is_terminal and not os.environ.get("NO_COLOR")


def to_stdout(text: str) -> None:
    """Write UTF-8 to standard output, whatever the locale."""
    if sys.stdout is None:  # the process was started without
        raise OutputError("standard output is closed")
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output: {error.strerror}") from None


def to_file(place: str, text: str) -> None:
    """Write a file as a whole: a run that ends in between leaves the old one.

    Something that is there and is no regular file, such as a pipe, is written to directly.
    """
    target = Path(place)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(text.encode("utf-8", "backslashreplace"))
            return
        with _temporary(target) as (stream, temporary):
            stream.write(text.encode("utf-8", "backslashreplace"))
            stream.close()
            temporary.replace(target)
    except OSError as error:
        raise OutputError(f"{place}: {error.strerror or error}") from None


@contextlib.contextmanager
def _temporary(target: Path) -> Iterator[tuple[io.BufferedWriter, Path]]:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        # mkstemp makes the file private; a report is to be read like any new file.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        with os.fdopen(handle, "wb") as stream:
            yield stream, temporary
    finally:
        temporary.unlink(missing_ok=True)


def warn(*messages: str) -> None:
    """Messages on standard error, each one line."""
    for message in messages:
        to_stderr(f"spillover: {clean(message)}\n")


def to_stderr(text: str) -> None:
    """Write lines to standard error; where nobody listens, the status must still be right."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write("\n".join(clean(line) for line in text.split("\n")))
