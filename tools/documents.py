"""Fill in what a document shows: outputs of commands, files, changes between files, and tables.

A document is written by hand, but for four things, which are found by a comment on the line above a fence:

    <!-- in examples/tutorial/1-first -->   the commands of the block are run in a copy of that folder
    <!-- not run: reason -->                they are not run, and no output is shown
    <!-- file examples/x/main.tf -->        the block is that file
    <!-- change examples/x examples/y -->   the block is what differs between two files, as diff tells it

A console block without a comment is run in the project's root. Lines that begin with ``$`` are commands, a
backslash continues one; all others are output. What stands between ``<!-- begin NAME -->`` and
``<!-- end NAME -->`` is the table of that name.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from unittest import mock

from spillover.cli.main import run

FENCE = re.compile(
    r"^(?:<!-- (?P<comment>[^\n]*) -->\n)?```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
TABLE = re.compile(r"^<!-- begin ([\w.-]+) -->\n.*?^<!-- end \1 -->$", re.MULTILINE | re.DOTALL)

OF_A_SHELL = frozenset("|&;<>()$`*?[]~#'\"")
"""What a shell has to see to; a command without any of it is run in this process, which is quicker."""

ENVIRONMENT = {"COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}

Tables = Mapping[str, Callable[[], str]]


def filled(text: str, root: Path, tables: Tables) -> str:
    """The document with what its commands print now, and what its files and tables hold.

    Raises:
        KeyError: it asks for a table that there is not.
        OSError: it names a file or a folder that there is not.
        ValueError: a command prints what would end its block.
    """
    with tempfile.TemporaryDirectory() as temporary:
        places = Places(root, Path(temporary))

        def block(match: re.Match[str]) -> str:
            comment, language, body = match["comment"], match["language"], match["body"]
            above = f"<!-- {comment} -->\n" if comment else ""
            return f"{above}```{language}\n{_body(comment or '', language, body, places)}```"

        shown = FENCE.sub(block, text)
    return TABLE.sub(lambda match: _table(match[1], tables), shown)


def _table(name: str, tables: Tables) -> str:
    return f"<!-- begin {name} -->\n{tables[name]()}<!-- end {name} -->"


class Places:
    """Where the commands of one document are run: what they write is there for the ones that follow."""

    def __init__(self, root: Path, temporary: Path) -> None:
        self.root = root
        self._temporary = temporary
        self._copies: dict[str, Path] = {}

    def copy(self, name: str) -> Path:
        """A copy of a folder of the project, made once."""
        if name not in self._copies:
            self._copies[name] = self._temporary / str(len(self._copies))
            shutil.copytree(self.root / name, self._copies[name], ignore=shutil.ignore_patterns("expected.*"))
        return self._copies[name]


def _body(comment: str, language: str, body: str, places: Places) -> str:
    verb, _, rest = comment.partition(" ")
    if verb == "file":
        return (places.root / rest).read_text("utf-8")
    if verb == "change":
        return change(*(places.root / name for name in rest.split()))
    if language != "console" or comment.startswith("not run: ") or not any(commands(body)):
        return body
    return console(body, places.copy(rest) if verb == "in" else places.root)


def change(before: Path, after: Path) -> str:
    """What differs, with three lines around it, and without the names of the files."""
    old, new = (side.read_text("utf-8").splitlines(keepends=True) for side in (before, after))
    _, _, *lines = difflib.unified_diff(old, new)
    return "".join(line for line in lines if not line.startswith("@@"))


def console(body: str, folder: Path) -> str:
    """The commands of a block, each with what it prints, in a folder."""
    status = 0
    shown = ""
    for command in commands(body):
        shown += command
        written = command.removeprefix("$ ").replace("\\\n", "")
        if written.strip() == "echo $?":
            shown += f"{status}\n"
        else:
            printed, status = ran(written.strip(), folder)
            shown += printed
    if "```" in shown:
        raise ValueError(f"a fence inside of a fence: {body.splitlines()[0]}")
    return shown


def commands(body: str) -> Iterator[str]:
    """The commands of a console block, as they are written, with their line ends."""
    lines = iter(body.splitlines(keepends=True))
    for line in lines:
        if line.startswith("$ "):
            command = line
            while command.endswith("\\\n"):
                command += next(lines)
            yield command


def ran(command: str, folder: Path) -> tuple[str, int]:
    """What a command prints, to both streams, and its exit status."""
    if command.startswith("spillover ") and not OF_A_SHELL & set(command):
        return _ran_here(shlex.split(command), folder)
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode("utf-8"), done.returncode


def _ran_here(words: list[str], folder: Path) -> tuple[str, int]:
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    status: object = None
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, ENVIRONMENT),
        mock.patch.object(sys, "argv", words),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
    ):
        try:
            run()
        except SystemExit as ended:
            status = ended.code
    printed.seek(0)
    return printed.read(), int(str(status or 0))
