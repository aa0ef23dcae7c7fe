"""What tests of the command line share: a repository of git, away from any that runs the tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def git(here: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs git in the working directory, and gives what it prints."""
    # A hook, which may run the tests, tells its repository in the environment.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.test", "-c", "core.autocrlf=false")

    def run(*arguments: str, stdin: bytes = b"") -> str:
        command = ["git", *identity, *arguments]
        ran = subprocess.run(command, cwd=here, check=True, input=stdin, stdout=subprocess.PIPE)
        return ran.stdout.decode().strip()

    return run


@pytest.fixture
def repository(here: Path, git: Callable[..., str]) -> Path:
    """The working directory as a repository without a commit."""
    git("init", "--quiet", "--initial-branch=main")
    return here
