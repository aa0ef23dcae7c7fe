"""Functions of files: what they read, and what they leave alone."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from spillover.read.cty.types import BOOL, STRING, SetOf, Type
from spillover.read.cty.value import EvaluationError, Value, boolean, pending, set_of, text
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.files import ModuleFiles
from spillover.read.functions.function import call


@pytest.fixture
def files(tmp_path: Path) -> ModuleFiles:
    (tmp_path / "a.txt").write_bytes(b"e\xcc\x81")
    (tmp_path / "binary").write_bytes(b"\xff")
    (tmp_path / "sub").mkdir()
    return ModuleFiles(tmp_path)


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        ("file", ["a.txt"], text("\u00e9")),
        ("filebase64", ["binary"], text("/w==")),
        ("fileexists", ["a.txt"], boolean(True)),
        ("fileexists", ["b.txt"], boolean(False)),
        ("fileset", [".", "*.txt"], set_of(STRING, [text("a.txt")])),
        ("filemd5", ["binary"], text(hashlib.md5(b"\xff").hexdigest())),
        ("filesha1", ["binary"], text(hashlib.sha1(b"\xff").hexdigest())),
        ("filesha256", ["binary"], text(hashlib.sha256(b"\xff").hexdigest())),
        ("filesha512", ["binary"], text(hashlib.sha512(b"\xff").hexdigest())),
        ("filebase64sha256", ["binary"], text("qBAK5qoZQNC2Y7sxzUZhQuu9vVGHExuS2TgYmHgy64k=")),
    ],
)
def test_reads(files: ModuleFiles, function: str, arguments: list[str], result: Value) -> None:
    assert call(FUNCTIONS[function], list(map(text, arguments)), files) == result


@pytest.mark.parametrize(
    ("function", "path"), [("file", "b.txt"), ("file", "binary"), ("filemd5", "sub"), ("fileexists", "sub")]
)
def test_refuses(files: ModuleFiles, function: str, path: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{function}: "):
        call(FUNCTIONS[function], [text(path)], files)


@pytest.mark.parametrize(
    ("function", "arguments", "type_", "because"),
    [
        ("file", ["/etc/passwd"], STRING, 'file("/etc/passwd"), which is outside of the module\'s tree'),
        ("fileexists", ["~/x"], BOOL, 'fileexists("~/x"), which is in the home folder'),
        ("fileset", ["..", "*"], SetOf(STRING), 'fileset("..", "*"), which is outside of the module\'s tree'),
        (
            "filemd5",
            ["../" + "x" * 90],
            STRING,
            f'filemd5("../{"x" * 54}..."), which is outside of the module\'s tree',
        ),
    ],
)
def test_what_is_outside_is_not_known(
    files: ModuleFiles, function: str, arguments: list[str], type_: Type, because: str
) -> None:
    result = call(FUNCTIONS[function], list(map(text, arguments)), files)

    assert result.type == type_
    assert result.pending is not None
    assert (result.pending.because, result.pending.not_null) == (because, True)


def test_a_secret_path_is_not_told(files: ModuleFiles) -> None:
    result = call(FUNCTIONS["file"], [replace(text("/s3cret"), sensitive=True)], files)

    assert result.sensitive
    assert result.pending is not None
    assert result.pending.because == "file(...), which is outside of the module's tree"


def test_nothing_is_read_without_files() -> None:
    result = call(FUNCTIONS["file"], [text("a.txt")])

    assert result.pending is not None
    assert result.pending.because == "file(), where no files are read"


def test_an_unknown_path_keeps_its_cause(files: ModuleFiles) -> None:
    result = call(FUNCTIONS["file"], [pending(STRING, "var.x")], files)

    assert result.pending is not None
    assert result.pending.because == "var.x"
