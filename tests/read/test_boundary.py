"""Where a run may read: in the repositories of what is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from spillover.read.boundary import Boundary

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links")


def made(*folders: Path) -> None:
    for each in folders:
        each.mkdir(parents=True)


def test_a_repository_that_holds_what_is_named(tmp_path: Path) -> None:
    made(tmp_path / "r/.git", tmp_path / "r/envs/prod", tmp_path / "other")

    boundary = Boundary.around(["r/envs/prod"], tmp_path)

    assert boundary == Boundary((tmp_path / "r", tmp_path / "r/envs/prod"))
    assert boundary.admits(tmp_path / "r/modules")
    assert not boundary.admits(tmp_path / "other")


def test_a_submodule_belongs_to_the_repository_around_it(tmp_path: Path) -> None:
    made(tmp_path / "r/.git", tmp_path / "r/sub/a")
    (tmp_path / "r/sub/.git").write_text("gitdir: ../.git/modules/sub\n")

    assert Boundary.around(["r/sub/a"], tmp_path).trees[0] == tmp_path / "r"


def test_without_a_repository_modules_may_be_anywhere_but_links_may_not(tmp_path: Path) -> None:
    made(tmp_path / "a", tmp_path / "b")
    (tmp_path / "b/main.tf").write_text("")
    (tmp_path / "a/link.tf").symlink_to("../b/main.tf")

    boundary = Boundary.around(["a"], tmp_path)

    assert boundary == Boundary((tmp_path / "a",), is_closed=False)
    assert boundary.admits(tmp_path / "b")
    assert not boundary.may_follow(tmp_path / "a/link.tf")


def test_what_is_named_is_admitted_too(tmp_path: Path) -> None:
    made(tmp_path / "r/.git", tmp_path / "modules/lb")

    boundary = Boundary.around(["r", "modules"], tmp_path)

    assert boundary.admits(tmp_path / "modules/lb")


def test_a_file_stands_for_its_folder_and_nothing_named_for_the_working_directory(tmp_path: Path) -> None:
    made(tmp_path / "r/.git")
    (tmp_path / "r/main.tf").write_text("")

    assert Boundary.around(["r/main.tf"], tmp_path) == Boundary((tmp_path / "r",))
    assert Boundary.around(["-"], tmp_path / "r") == Boundary((tmp_path / "r",))


def test_links_in_the_way_are_seen_through(tmp_path: Path) -> None:
    made(tmp_path / "r/.git", tmp_path / "elsewhere/lb")
    (tmp_path / "r/modules").symlink_to("../elsewhere")

    assert not Boundary.around(["r"], tmp_path).admits(tmp_path / "r/modules/lb")


def test_links_to_folders_pipes_and_nothing_are_not_followed(tmp_path: Path) -> None:
    made(tmp_path / "a/sub")
    os.mkfifo(tmp_path / "a/pipe")
    for name, target in (
        ("sub.tf", "sub"),
        ("pipe.tf", "pipe"),
        ("gone.tf", "gone"),
        ("round.tf", "round.tf"),
    ):
        (tmp_path / "a" / name).symlink_to(target)

    boundary = Boundary.around(["a"], tmp_path)

    assert not [each for each in (tmp_path / "a").glob("*.tf") if boundary.may_follow(each)]
