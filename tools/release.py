"""Builds what is released, twice, and hands it on only if both are the same: ``make dist``.

Into dist/ go the wheel and the source distribution, SHA256SUMS of all, and a list of what the wheel needs
at run time with versions and licences, a software bill of materials (CycloneDX).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]

EARLIEST = 315_532_800
"""1980 began then: an archive knows no earlier time."""

# Whatever may tell two builds apart: where, when, in which language and order they run.
ONE: Mapping[str, str] = {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
OTHER: Mapping[str, str] = {"TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}


def build(source: Path, target: Path, epoch: int, environment: Mapping[str, str], umask: int) -> list[Path]:
    """The wheel and the source distribution of a source tree, by the backend that is installed here."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(target)],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch), **environment},
        umask=umask,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return sorted(target.iterdir())


def sums(files: list[Path]) -> dict[str, str]:
    """The SHA-256 of each file, by its name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def main() -> int:
    """Build the last commit into dist/."""
    epoch = int(_git("log", "-1", "--format=%ct"))
    with tempfile.TemporaryDirectory() as name:
        trees = [Path(name) / each for each in ("one", "another/below")]
        for tree in trees:
            tree.mkdir(parents=True)
            archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
            subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
        one = build(trees[0], Path(name) / "first", epoch, ONE, 0o022)
        other = build(trees[1], Path(name) / "second", epoch, OTHER, 0o077)
        if sums(one) != sums(other):
            print(f"two builds differ: {sums(one)}, {sums(other)}", file=sys.stderr)
            return 1
        dist = ROOT / "dist"
        shutil.rmtree(dist, ignore_errors=True)
        dist.mkdir()
        files = [Path(shutil.copy(file, dist)) for file in one]
        files.append(_bill_of_materials(next(file for file in files if file.suffix == ".whl"), Path(name)))
    lines = [f"{digest}  {name}" for name, digest in sums(files).items()]
    (dist / "SHA256SUMS").write_text("\n".join(lines) + "\n", "ascii")
    print("\n".join(lines))
    return 0


def _bill_of_materials(wheel: Path, temporary: Path) -> Path:
    """What is in an environment with the wheel alone, as CycloneDX's own tool writes and validates it."""
    environment = temporary / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = str(environment / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", str(wheel)], check=True)
    bill = wheel.with_name(f"{wheel.name.partition('-py3')[0]}.cdx.json")
    command = ["-m", "cyclonedx_py", "environment", "--output-reproducible", "--spec-version", "1.6"]
    project = ["--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application"]
    subprocess.run([sys.executable, *command, *project, "--output-file", str(bill), python], check=True)
    content = json.loads(bill.read_text("utf-8"))
    content["metadata"]["component"]["version"] = wheel.name.split("-")[1]  # pyproject.toml has none
    bill.write_text(json.dumps(content, indent=2) + "\n", "utf-8")
    return bill


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
