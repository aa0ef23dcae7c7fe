"""What the tests of several areas share: the command line, run here in a folder of its own."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator
from typer.main import get_command

from spillover.cli import main

# No example is judged by the clock, since a machine may be busy. A gate must not fail by chance,
# so with CI set every run draws the same examples; elsewhere new ones are looked for each time.
settings.register_profile(
    "spillover",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("spillover")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes what runs of the user keep."""
    monkeypatch.setenv("SPILLOVER_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working directory as long as the test runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def check_output() -> Callable[[str, Any], None]:
    """Checks a JSON document of a command against the schema that is published for it."""
    folder = files("spillover") / "report" / "schemas"
    known: dict[str, Draft202012Validator] = {}

    def check(command: str, document: Any) -> None:
        if command not in known:
            known[command] = Draft202012Validator(json.loads((folder / f"{command}.schema.json").read_text()))
        known[command].validate(document)

    return check


@pytest.fixture(scope="session")
def built() -> Any:
    """The commands as typer builds them, once: that takes longer than most of what they do here."""
    return get_command(main.app)


@pytest.fixture
def spillover(
    built: Any,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    check_output: Callable[[str, Any], None],
) -> Callable[..., CompletedProcess[str]]:
    """The console script, in this process and in ``here``. Every JSON document that it prints is checked."""

    monkeypatch.setattr(main, "app", built)

    def run(*args: str, stdin: bytes | None = b"") -> CompletedProcess[str]:
        monkeypatch.chdir(here)
        monkeypatch.setattr(sys, "argv", ["spillover", *args])
        given = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        monkeypatch.setattr(sys, "stdin", given)
        capsys.readouterr()
        deepest = sys.getrecursionlimit()
        with pytest.raises(SystemExit) as ended:
            main.run()
        sys.setrecursionlimit(deepest)  # which the command raises for its whole process
        printed = capsys.readouterr()
        if printed.out.startswith("{"):
            document = json.loads(printed.out)
            if "$schema" not in document:  # else it is of a format of others
                check_output(args[0], document)
        return CompletedProcess(list(args), int(ended.value.code or 0), printed.out, printed.err)

    return run
