"""The files of a revision: nothing of the repository is run, and nothing is written beside them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from spillover.cli import revision
from spillover.cli.revision import files_at
from spillover.errors import UsageError

Git = Callable[..., str]


def commit(git: Git) -> str:
    git("add", "--all")
    git("commit", "--quiet", "--message", "x")
    return git("rev-parse", "HEAD")


def tree_of(git: Git, *entries: tuple[str, str, str]) -> str:
    """A commit whose tree is written byte by byte, as no command of git would; of mode, name, content."""
    content = b""
    for mode, name, text in entries:
        blob = git("hash-object", "-w", "--stdin", stdin=text.encode())
        content += f"{mode} {name}".encode() + b"\0" + bytes.fromhex(blob)
    tree = git("hash-object", "-w", "--literally", "-t", "tree", "--stdin", stdin=content)
    return git("commit-tree", "-m", "x", tree)


def held(folder: Path) -> dict[str, str]:
    """The files below a folder with their texts, or where a link leads."""
    return {
        path.relative_to(folder).as_posix(): f"-> {path.readlink()}"
        if path.is_symlink()
        else path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def at(revision: str, cwd: Path) -> dict[str, str]:
    with files_at(revision, cwd) as past:
        return held(past.tree)


class TestContent:
    def test_files_and_links(self, repository: Path, git: Git) -> None:
        (repository / "a").mkdir()
        (repository / "a/x.tf").write_text("1")
        (repository / "caf\u00e9 \n.tf").write_text("2")
        (repository / "link.tf").symlink_to("a/x.tf")
        commit(git)
        (repository / "a/x.tf").write_text("3")
        (repository / "y.tf").write_text("4")

        assert at("HEAD", repository) == {
            "a/x.tf": "1",
            "caf\u00e9 \n.tf": "2",
            "link.tf": "-> a/x.tf",
        }

    def test_is_gone_afterwards(self, repository: Path, git: Git) -> None:
        (repository / "x.tf").write_text("")
        commit(git)

        with files_at("HEAD", repository) as past:
            assert past.cwd.is_dir()
        assert not past.tree.parent.exists()

    def test_a_working_directory_that_was_not_there(self, repository: Path, git: Git) -> None:
        (repository / "x.tf").write_text("")
        commit(git)
        (repository / "new/er").mkdir(parents=True)

        with files_at("HEAD", repository / "new/er") as past:
            assert list(past.cwd.iterdir()) == []

    def test_a_submodule_is_none_of_it(self, repository: Path, git: Git) -> None:
        (repository / "x.tf").write_text("")
        commit(git)
        git("update-index", "--add", "--cacheinfo", f"160000,{git('rev-parse', 'HEAD')},sub")
        git("commit", "--quiet", "--message", "x")

        assert at("HEAD", repository) == {"x.tf": ""}

    def test_a_file_that_is_too_large_to_be_read(
        self, repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (repository / "x.tf").write_text("1234")
        (repository / "y.tf").write_text("123")
        commit(git)
        monkeypatch.setattr(revision, "DATA_LIMIT", 3)

        assert at("HEAD", repository) == {"y.tf": "123"}


class TestIgnored:
    """What Terraform reads though git ignores it is as it is now."""

    def test_values_and_modules(self, repository: Path, git: Git) -> None:
        (repository / ".gitignore").write_text("*.tfvars\n.terraform/\n*.log\n")
        (repository / "a").mkdir()
        (repository / "a/main.tf").write_text("")
        commit(git)
        for folder in ("a", "new"):
            modules = repository / folder / ".terraform/modules"
            modules.mkdir(parents=True)
            (modules / "modules.json").write_text("{}")
            (repository / folder / "terraform.tfvars").write_text("x = 1\n")
        (repository / "a/x.log").write_text("")

        assert at("HEAD", repository) == {
            ".gitignore": "*.tfvars\n.terraform/\n*.log\n",
            "a/main.tf": "",
            "a/terraform.tfvars": "x = 1\n",
            "a/.terraform/modules": f"-> {repository / 'a/.terraform/modules'}",
        }

    def test_what_the_revision_has_goes_before_them(self, repository: Path, git: Git) -> None:
        modules = repository / ".terraform/modules"
        modules.mkdir(parents=True)
        (modules / "modules.json").write_text("then")
        (repository / "terraform.tfvars").write_text("then")
        commit(git)
        git("rm", "--quiet", "--cached", "-r", ".")
        (repository / ".gitignore").write_text("*.tfvars\n.terraform/\n")
        git("add", "--all")
        git("commit", "--quiet", "--message", "x")
        (modules / "modules.json").write_text("now")
        (repository / "terraform.tfvars").write_text("now")

        assert at("HEAD~1", repository) == {
            ".terraform/modules/modules.json": "then",
            "terraform.tfvars": "then",
        }


class TestHostileRepositories:
    def test_paths_that_lead_out_are_not_written(self, repository: Path, git: Git) -> None:
        made = tree_of(
            git,
            ("100644", "..", "out"),
            ("100644", ".GIT", "out"),
            ("100644", "a/../../b", "out"),
            ("100644", "fine.tf", "1"),
        )

        assert at(made, repository) == {"fine.tf": "1"}

    def test_nothing_is_written_through_a_link(
        self, repository: Path, git: Git, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        made = tree_of(git, ("120000", "a", str(elsewhere)), ("100644", "a/b.tf", "1"))

        with pytest.raises(UsageError, match="its files cannot be written"):
            at(made, repository)
        assert list(elsewhere.iterdir()) == []

    def test_no_command_of_its_configuration_is_run(self, repository: Path, git: Git) -> None:
        command = f"touch {repository / 'ran'}"
        (repository / ".gitattributes").write_text("*.tf filter=x diff=x\n")
        (repository / "x.tf").write_text("1")
        commit(git)
        hook = repository / ".git/hooks/post-index-change"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\n{command}\n")
        hook.chmod(0o755)
        for name in ("core.fsmonitor", "filter.x.smudge", "filter.x.clean", "diff.x.textconv"):
            git("config", name, command)

        assert at("HEAD", repository)["x.tf"] == "1"
        assert not (repository / "ran").exists()

    def test_a_bare_repository_that_hides_in_a_folder(self, repository: Path, git: Git) -> None:
        (repository / "x.tf").write_text("1")
        commit(git)
        bare = repository / "bare"
        git("clone", "--quiet", "--bare", ".", "bare")
        assert (bare / "HEAD").exists()

        with pytest.raises(UsageError, match="cannot use bare repository"):
            at("HEAD", bare)


class TestFaults:
    def test_an_object_that_was_not_fetched(self, repository: Path, git: Git) -> None:
        (repository / "x.tf").write_text("1")
        commit(git)
        blob = git("rev-parse", "HEAD:x.tf")
        (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()

        with pytest.raises(UsageError) as caught:
            at("HEAD", repository)
        assert str(caught.value) == "--new-since: this clone does not have all files of that revision"

    def test_no_room(self, repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
        (repository / "x.tf").write_text("1")
        commit(git)

        def full(*_: object, **__: object) -> None:
            raise OSError(28, os.strerror(28))

        monkeypatch.setattr(revision, "_write", full)

        with pytest.raises(UsageError) as caught:
            at("HEAD", repository)
        assert str(caught.value) == f"--new-since HEAD: its files cannot be written: {os.strerror(28)}"
