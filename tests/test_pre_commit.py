"""The hooks, as pre-commit itself runs them in a git repository.

It would install this project for each test; so the hooks are taken as they are published, but for the
language: the command is the one that is installed already.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

CLEAN = (ROOT / "examples" / "subsetting-with-zonal-affinity" / "clean" / "main.tf").read_text("utf-8")
FLAGGED = (ROOT / "examples" / "subsetting-with-zonal-affinity" / "flagged" / "main.tf").read_text("utf-8")
PLAN = (ROOT / "examples" / "record-set-replaced" / "flagged" / "plan.json").read_text("utf-8")


class Repository:
    """A git repository with the hooks in its configuration."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "HOME": str(folder.parent),
            "PRE_COMMIT_HOME": str(folder.parent / "cache"),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        folder.mkdir()
        self.git("init", "--quiet")
        hooks = [{**hook, "language": "system", **settings} for hook in HOOKS]
        config = {"repos": [{"repo": "local", "hooks": hooks}]}
        (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")

    def git(self, *arguments: str) -> None:
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.test")
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, env=self.environment, check=True)

    def write(self, **files: str) -> None:
        """Write and stage files; in a name ``__`` is a folder's slash and ``_`` a dot."""
        for name, text in files.items():
            path = self.folder / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.git("add", "--all")

    def commit(self) -> None:
        """Commit without any hook, so that the next run is about what follows."""
        self.git("commit", "--quiet", "--no-verify", "--message", "x")

    def run(self) -> CompletedProcess[str]:
        """What pre-commit says of what is staged."""
        command = [sys.executable, "-m", "pre_commit", "run", "--color", "never"]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_a_clean_commit_passes(repository: Repository) -> None:
    repository.write(infra__main_tf=CLEAN)

    run = repository.run()

    assert (run.returncode, run.stderr) == (0, "")
    assert "spillover" in run.stdout
    assert "Passed" in run.stdout


def test_a_finding_fails_the_commit_and_is_shown(repository: Repository) -> None:
    repository.write(infra__main_tf=FLAGGED)

    run = repository.run()

    assert run.returncode == 1
    assert "infra/main.tf" in run.stdout
    assert "[ZA002]" in run.stdout


def test_folders_to_check(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository", args=["infra"])
    repository.write(infra__main_tf=CLEAN, other__main_tf=FLAGGED)

    assert repository.run().returncode == 0


def test_changed_variables_are_enough(repository: Repository) -> None:
    """What they break is in files that the commit does not touch."""
    text = FLAGGED.replace('"CONSISTENT_HASH_SUBSETTING"', "var.subsetting")
    repository.write(main_tf=f'variable "subsetting" {{}}\n{text}', terraform_tfvars='subsetting = "NONE"\n')
    repository.commit()
    repository.write(terraform_tfvars='subsetting = "CONSISTENT_HASH_SUBSETTING"\n')

    run = repository.run()

    assert run.returncode == 1
    assert "[ZA002]" in run.stdout


@pytest.mark.parametrize("name", ["README_md", "main_py"])
def test_other_files_do_not_trigger_it(repository: Repository, name: str) -> None:
    repository.write(main_tf=FLAGGED)
    repository.commit()
    repository.write(**{name: "x\n"})

    run = repository.run()

    assert run.returncode == 0
    assert "Skipped" in run.stdout


def test_a_commit_that_only_deletes_does_not_trigger_it(repository: Repository) -> None:
    """Which is pre-commit's way: a gate in CI looks at the whole."""
    repository.write(main_tf=FLAGGED, other_tf="\n")
    repository.commit()
    repository.git("rm", "--quiet", "other.tf")

    run = repository.run()

    assert run.returncode == 0
    assert "Skipped" in run.stdout


def test_plans_are_given_by_name(repository: Repository) -> None:
    """A search passes over plans, which may be of yesterday; one in a commit is meant."""
    repository.write(plans__prod_tfplan_json=PLAN)

    run = repository.run()

    assert run.returncode == 1
    assert "[FO038]" in run.stdout
    assert run.stdout.count("plans/prod.tfplan.json:") >= 1


def test_only_what_a_commit_adds(tmp_path: Path) -> None:
    """In a hook that git itself runs, with its index in the environment."""
    repository = Repository(tmp_path / "repository", args=["--new-since", "HEAD"])
    repository.write(old__main_tf=FLAGGED)
    repository.commit()
    command = [sys.executable, "-m", "pre_commit", "install"]
    subprocess.run(command, cwd=repository.folder, env=repository.environment, check=True)
    repository.write(new__main_tf=CLEAN)

    repository.git("commit", "--quiet", "--all", "--message", "x")
    repository.write(new__main_tf=FLAGGED)
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("commit", "--quiet", "--all", "--message", "x")
    run = repository.run()

    assert run.returncode == 1
    assert "new/main.tf" in run.stdout
    assert "old/main.tf" not in run.stdout
