"""Where results go: each format to its place, as a whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
from pathlib import Path
from typing import TextIO

import pytest

from spillover.cli.output import Color, Format, Outputs, to_file, to_stderr, to_stdout, warn
from spillover.errors import OutputError, UsageError
from spillover.report.style import Style

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes, links or modes of Unix")

TEXT, JSON = Format.TEXT, Format.JSON


class Terminal(io.TextIOWrapper):
    """Standard output that is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8")

    def isatty(self) -> bool:
        return True


class Failing:
    """A stream that refuses to be written."""

    def __init__(self, error: OSError) -> None:
        self.error = error
        self.buffer = self

    def write(self, _: object) -> int:
        raise self.error


def named(format_: Format, stream: TextIO, style: Style) -> None:
    """A report that tells which it is."""
    stream.write(style.strong(f"as {format_.value}") + "\n")


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


class TestPlaces:
    @pytest.mark.parametrize(
        ("formats", "outputs", "targets"),
        [
            pytest.param([], [], ((TEXT, "-"),), id="text, to standard output"),
            pytest.param([JSON], [], ((JSON, "-"),), id="a format"),
            pytest.param([], ["x.txt"], ((TEXT, "x.txt"),), id="an output"),
            pytest.param(
                [JSON, TEXT], ["x.json"], ((JSON, "x.json"), (TEXT, "-")), id="the n-th to the n-th"
            ),
            pytest.param(
                [TEXT, JSON], ["-", "x.json"], ((TEXT, "-"), (JSON, "x.json")), id="standard output, named"
            ),
        ],
    )
    def test_of(
        self, formats: list[Format], outputs: list[str], targets: tuple[tuple[Format, str], ...]
    ) -> None:
        assert Outputs.of(formats, outputs, Color.NEVER) == Outputs(targets, Color.NEVER)

    @pytest.mark.parametrize(
        ("formats", "outputs", "message"),
        [
            pytest.param([], ["a", "b"], "more --output than --format", id="two outputs of one format"),
            pytest.param(
                [JSON], ["a", "b"], "more --output than --format", id="two outputs of one named format"
            ),
            pytest.param(
                [JSON, TEXT],
                [],
                "two formats go to one place: give each --format an --output of its own",
                id="two formats to standard output",
            ),
            pytest.param(
                [JSON, TEXT],
                ["a", "a"],
                "two formats go to one place: give each --format an --output of its own",
                id="two formats to one file",
            ),
        ],
    )
    def test_wrong_usage(self, formats: list[Format], outputs: list[str], message: str) -> None:
        with pytest.raises(UsageError) as error:
            Outputs.of(formats, outputs, Color.AUTO)

        assert str(error.value) == message

    def test_each_format_to_its_place(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        Outputs(((JSON, "x.json"), (TEXT, "-"))).write(named)

        assert (here / "x.json").read_text() == "as json\n"
        assert capsys.readouterr() == ("as text\n", "")


class TestColours:
    PLAIN, MARKED = "as text\n", "\x1b[1mas text\x1b[0m\n"

    @pytest.mark.parametrize(
        ("color", "is_terminal", "no_color", "expected"),
        [
            pytest.param(Color.AUTO, True, None, MARKED, id="auto, on a terminal"),
            pytest.param(Color.AUTO, True, "", MARKED, id="auto, an empty NO_COLOR counts as none"),
            pytest.param(Color.AUTO, True, "1", PLAIN, id="auto, NO_COLOR"),
            pytest.param(Color.AUTO, False, None, PLAIN, id="auto, in a pipe"),
            pytest.param(Color.ALWAYS, False, None, MARKED, id="always"),
            pytest.param(Color.ALWAYS, True, "1", MARKED, id="always beats NO_COLOR"),
            pytest.param(Color.NEVER, True, None, PLAIN, id="never"),
        ],
    )
    def test_on_standard_output(
        self,
        monkeypatch: pytest.MonkeyPatch,
        color: Color,
        is_terminal: bool,
        no_color: str | None,
        expected: str,
    ) -> None:
        stream = Terminal() if is_terminal else io.TextIOWrapper(io.BytesIO(), "utf-8")
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.delenv("NO_COLOR", raising=False)
        if no_color is not None:
            monkeypatch.setenv("NO_COLOR", no_color)

        Outputs(((TEXT, "-"),), color).write(named)

        stream.seek(0)
        assert stream.read() == expected

    @pytest.mark.parametrize(
        ("color", "expected"), [(Color.AUTO, PLAIN), (Color.ALWAYS, MARKED), (Color.NEVER, PLAIN)]
    )
    def test_in_a_file(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, color: Color, expected: str
    ) -> None:
        monkeypatch.setattr(sys, "stdout", Terminal())

        Outputs(((TEXT, "x.txt"),), color).write(named)

        assert (here / "x.txt").read_text() == expected

    def test_never_in_a_machine_format(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stream = Terminal()
        monkeypatch.setattr(sys, "stdout", stream)

        Outputs(((JSON, "-"),), Color.ALWAYS).write(named)

        stream.seek(0)
        assert stream.read() == "as json\n"


class TestStandardOutput:
    def test_is_utf_8_whatever_the_locale(self, monkeypatch: pytest.MonkeyPatch) -> None:
        content = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, "ascii"))

        to_stdout("café \udce9\n")

        assert content.getvalue() == "café \\udce9\n".encode()

    def test_a_full_disk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdout", Failing(OSError(28, "No space left on device")))

        with pytest.raises(OutputError, match=r"^standard output: No space left on device$"):
            to_stdout("x")

    def test_a_closed_pipe_is_no_error_to_tell(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdout", Failing(BrokenPipeError()))

        with pytest.raises(BrokenPipeError):
            to_stdout("x")

    def test_there_may_be_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdout", None)

        with pytest.raises(OutputError, match=r"^standard output is closed$"):
            Outputs(((TEXT, "-"),)).write(named)


class TestFiles:
    def test_replaces_what_was_there(self, here: Path) -> None:
        (here / "x.txt").write_text("something old and longer")

        to_file("x.txt", "new é\n")

        assert (here / "x.txt").read_bytes() == "new é\n".encode()
        assert names(here) == ["x.txt"]

    @pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
    def test_a_run_that_ends_in_between_leaves_the_old_one(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        (here / "x.txt").write_text("old")

        def fail(*_: object) -> None:
            raise error

        monkeypatch.setattr(Path, "replace", fail)
        with pytest.raises((OutputError, KeyboardInterrupt)):
            to_file("x.txt", "new")

        assert (here / "x.txt").read_text() == "old"
        assert names(here) == ["x.txt"]

    @unix_only
    @pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
    def test_has_the_mode_of_any_new_file(self, here: Path, mask: int, mode: int) -> None:
        before = os.umask(mask)
        try:
            to_file("x.txt", "new")
            assert os.umask(mask) == mask
        finally:
            os.umask(before)

        assert stat.S_IMODE((here / "x.txt").stat().st_mode) == mode

    @unix_only
    def test_a_pipe_is_written_to(self, here: Path) -> None:
        os.mkfifo(here / "pipe")
        received: list[str] = []
        reader = threading.Thread(target=lambda: received.append((here / "pipe").read_text()))
        reader.start()

        to_file("pipe", "new")

        reader.join(timeout=5)
        assert received == ["new"]
        assert stat.S_ISFIFO((here / "pipe").stat().st_mode)

    @pytest.mark.parametrize(
        ("place", "message"),
        [
            pytest.param("gone/x.txt", "gone/x.txt: No such file or directory", id="no such folder"),
            pytest.param("folder", "folder: Is a directory", id="a folder"),
            pytest.param("file/x.txt", "file/x.txt: Not a directory", id="a folder that is a file"),
        ],
    )
    def test_that_cannot_be_written(self, here: Path, place: str, message: str) -> None:
        (here / "folder").mkdir()
        (here / "file").touch()

        with pytest.raises(OutputError) as error:
            to_file(place, "new")

        assert str(error.value) == message
        assert names(here) == ["file", "folder"]


class TestStandardError:
    def test_each_message_is_a_line_of_safe_characters(self, capsys: pytest.CaptureFixture[str]) -> None:
        warn("one", "two\nlines \x1b[31m\u202e")

        assert capsys.readouterr().err == "spillover: one\nspillover: two\\u000alines \\u001b[31m\\u202e\n"

    def test_text_keeps_its_lines(self, capsys: pytest.CaptureFixture[str]) -> None:
        to_stderr("Traceback:\n  \x1b[31m\n")

        assert capsys.readouterr().err == "Traceback:\n  \\u001b[31m\n"

    @pytest.mark.parametrize("stream", [None, Failing(BrokenPipeError())], ids=["none", "closed"])
    def test_nobody_may_listen_and_nothing_is_raised(
        self, monkeypatch: pytest.MonkeyPatch, stream: Failing | None
    ) -> None:
        monkeypatch.setattr(sys, "stderr", stream)

        warn("unheard")
