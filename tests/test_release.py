"""What is released: the same whoever builds it, with nothing in it that does not belong there."""

from __future__ import annotations

import re
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest
import release
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements-dev.txt").read_text("utf-8")
SOURCES = ("linter", "rules", "tools", "docs", "examples", "tests")
EPOCH = 1_780_000_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return release.build(ROOT, tmp_path_factory.mktemp("one") / "dist", EPOCH, release.ONE, 0o022)


@pytest.fixture(scope="module")
def wheel(built: list[Path]) -> Path:
    return next(file for file in built if file.suffix == ".whl")


@pytest.fixture(scope="module")
def names(built: list[Path]) -> list[str]:
    """What is in the source distribution, below its folder."""
    with tarfile.open(next(file for file in built if file.name.endswith(".tar.gz"))) as archive:
        return [each.partition("/")[2] for each in archive.getnames()]


def test_two_builds_are_the_same(built: list[Path], tmp_path: Path) -> None:
    tree = tmp_path / "somewhere" / "else"
    ignored = shutil.ignore_patterns("__pycache__", ".*cache")
    for name in SOURCES:
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    for file in [*ROOT.glob("*.*"), ROOT / "LICENSE", *map(ROOT.joinpath, ("Dockerfile", ".gitignore"))]:
        if file.is_file():
            shutil.copy(file, tree)
    for each in ROOT.glob(".*ignore"):
        shutil.copy(each, tree)

    other = release.build(tree, tmp_path / "dist", EPOCH, release.OTHER, 0o077)

    assert len(built) == 2
    assert release.sums(other) == release.sums(built)


class TestWheel:
    def test_holds_two_packages_and_what_is_told_of_them(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            paths = [PurePosixPath(each) for each in archive.namelist()]

        told = f"spillover-{wheel.name.split('-')[1]}.dist-info"
        assert {path.parts[0] for path in paths} == {"spillover", "spillover_rules", told}
        assert {path.suffix or path.name for path in paths if path.parts[0] != told} == {
            *(".py", ".json", ".css", ".js", ".typed"),
        }
        assert {str(path.relative_to(told)) for path in paths if path.parts[0] == told} == {
            *("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"),
        }

    def test_holds_all_that_is_in_the_packages(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            held = {each for each in archive.namelist() if "dist-info" not in each}

        there = {
            str(file.relative_to(above))
            for above, package in ((ROOT / "linter", "spillover"), (ROOT / "rules", "spillover_rules"))
            for file in (above / package).rglob("*")
            if file.is_file() and not any(part.startswith((".", "__pycache__")) for part in file.parts)
        }
        assert held == there

    def test_names_nothing_of_where_it_was_built(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            assert not [each for each in archive.namelist() if str(ROOT).encode() in archive.read(each)]


def test_the_source_distribution_can_be_tested_and_holds_nothing_else(names: list[str]) -> None:
    tops = {each.partition("/")[0] for each in names}

    assert {"pyproject.toml", "LICENSE", "CHANGELOG.md", *SOURCES} <= tops
    known = {path.name for path in ROOT.iterdir()} | {"PKG-INFO"}
    assert tops <= known - {"build", "dist", "benchmarks", ".venv", ".git", ".ci"}
    assert not [each for each in names if re.search(r"(^|/)(__pycache__|\..*_cache|\.hypothesis)(/|$)", each)]


class TestLock:
    """The exact files that developers' tools are installed from."""

    @pytest.mark.parametrize(
        "wanted", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]], ids=lambda each: each
    )
    def test_is_within_the_bounds(self, wanted: str) -> None:
        requirement = Requirement(wanted)
        locked = re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.MULTILINE)
        versions = [each for name, each in locked if name == canonicalize_name(requirement.name)]

        assert versions
        assert all(map(requirement.specifier.contains, versions))

    def test_names_every_file_by_its_hash_and_no_place_of_it(self) -> None:
        parts = re.split(r"\n(?=[\w.-]+==)", LOCK)[1:]

        assert len(parts) > 20
        assert [part for part in parts if "--hash=sha256:" not in part] == []
        assert "://" not in LOCK
