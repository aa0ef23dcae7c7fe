"""Damaged input, whatever it is: never a traceback, always a place, and the rest is checked.

Outputs, pipes and interrupts are those of ``test_output.py``, ``test_streams.py`` and ``test_lint.py``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml

from spillover.read import files as files_module

Spillover = Callable[..., CompletedProcess[str]]

ROOT = Path(__file__).parents[2]
FLAGGED = (ROOT / "examples/subsetting-with-zonal-affinity/flagged/main.tf").read_text("utf-8")
PLAN = ROOT / "examples/record-set-replaced/flagged/plan.json"
YAML = """\
kind: compute#backendService
name: orders
region: us-central1
loadBalancingScheme: INTERNAL
subsetting:
  policy: CONSISTENT_HASH_SUBSETTING
networkPassThroughLbTrafficPolicy:
  zonalAffinity:
    spillover: ZONAL_AFFINITY_STAY_WITHIN_ZONE
"""
TEXTS = {
    "main.tf": FLAGGED,
    "orders.yaml": YAML,
    "orders.json": json.dumps(yaml.safe_load(YAML), indent=1),
}
NAMES = sorted(TEXTS)
WHERE = {"main.tf": "main.tf:39:", "orders.yaml": "orders.yaml:6:", "orders.json": "orders.json:7:"}
"""The line of the finding in each."""


@pytest.fixture
def beside(here: Path) -> Path:
    """Something that is right, and has a finding that must not be lost."""
    (here / "other").mkdir()
    (here / "other/right.tf").write_text(FLAGGED)
    return here


def bytes_of(name: str, change: Callable[[str], str] = str, encoding: str = "utf-8") -> bytes:
    return change(TEXTS[name]).encode(encoding)


def lint(spillover: Spillover, here: Path, name: str, content: bytes) -> CompletedProcess[str]:
    """What is said of a file with this content; the finding beside it is never lost."""
    (here / name).write_bytes(content)
    result = spillover("lint", "other", name)
    assert "Traceback" not in result.stderr
    assert "internal error" not in result.stderr
    assert "other/right.tf:39:" in result.stdout
    return result


def conflict(text: str) -> str:
    first, *rest = text.split("\n")
    sides = ("<<<<<<< HEAD", *rest[:2], "=======", *rest[:2], ">>>>>>> theirs")
    return "\n".join((first, *sides, *rest[2:]))


class TestUnreadable:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
    def test_other_encodings(self, spillover: Spillover, beside: Path, name: str, encoding: str) -> None:
        result = lint(spillover, beside, name, bytes_of(name, encoding=encoding))

        assert result.returncode == 3
        assert re.search(rf"cannot read {name}:1:\d: not UTF-8 \(looks like UTF-16\)\n", result.stderr)

    @pytest.mark.parametrize("name", NAMES)
    def test_latin_1(self, spillover: Spillover, beside: Path, name: str) -> None:
        content = bytes_of(name, lambda text: text.replace("INTERNAL", "INT\xc9RNAL"), "latin-1")

        result = lint(spillover, beside, name, content)

        line = next(number for number, each in enumerate(content.split(b"\n"), start=1) if b"\xc9" in each)
        assert result.returncode == 3
        assert f"cannot read {name}:{line}:" in result.stderr
        assert "not UTF-8" in result.stderr

    @pytest.mark.parametrize("name", NAMES)
    def test_a_merge_conflict(self, spillover: Spillover, beside: Path, name: str) -> None:
        result = lint(spillover, beside, name, bytes_of(name, conflict))

        assert result.returncode == 3
        assert f"cannot read {name}:2:1: merge conflict marker\n" in result.stderr

    @pytest.mark.parametrize("name", ["terraform.tfvars", "terraform.tfvars.json", "more.tf.json"])
    def test_a_merge_conflict_in_other_files_of_terraform(
        self, spillover: Spillover, beside: Path, name: str
    ) -> None:
        (beside / "main.tf").write_text(FLAGGED)
        text = '{\n  "a": 1,\n  "b": 2\n}\n' if name.endswith("json") else "a = 1\nb = 2\nc = 3\n"
        (beside / name).write_text(conflict(text))

        result = spillover("lint")

        assert result.returncode == 3
        assert f"cannot read {name}:2:1: merge conflict marker\n" in result.stderr
        assert "main.tf:39:" in result.stdout

    @pytest.mark.parametrize("name", [".spillover.toml", "scenario.yaml"])
    def test_a_merge_conflict_in_what_is_ours(self, spillover: Spillover, here: Path, name: str) -> None:
        (here / "main.tf").write_text(FLAGGED)
        text = "# x\nname: a\nclients: []\n" if name.endswith("yaml") else "# x\n[lint]\nselect = []\n"
        (here / name).write_text(conflict(text))
        scenario = ("--scenario", name) if name.endswith("yaml") else ()

        result = spillover("plan", *scenario)

        assert (result.returncode, result.stdout) == (2, "")
        assert f"{name}:2:1: merge conflict marker\n" in result.stderr

    @pytest.mark.parametrize("name", ["orders.yaml", "orders.json"])
    def test_nul(self, spillover: Spillover, beside: Path, name: str) -> None:
        result = lint(spillover, beside, name, bytes_of(name, lambda text: text.replace("orders", "or\0ers")))

        assert result.returncode == 3
        assert re.search(rf"cannot read {name}:\d:\d+: .*(U\+0000|control character)", result.stderr)

    def test_nul_between_tokens_of_terraform(self, spillover: Spillover, beside: Path) -> None:
        content = bytes_of("main.tf", lambda text: text.replace("subsetting {", "subsetting \0{"))

        result = lint(spillover, beside, "main.tf", content)

        assert result.returncode == 3
        assert "cannot read main.tf:38:" in result.stderr

    def test_what_is_declared_twice(self, spillover: Spillover, beside: Path) -> None:
        (beside / "copy.tf").write_text(FLAGGED)

        result = lint(spillover, beside, "main.tf", FLAGGED.encode())

        (beside / "copy.tf").unlink()
        assert "main.tf:39:" in lint(spillover, beside, "main.tf", FLAGGED.encode()).stdout
        assert result.returncode == 3
        assert result.stderr.count(" is declared twice\n") == 3

    def test_names_that_a_system_without_case_has_once(self, spillover: Spillover, beside: Path) -> None:
        (beside / "MAIN.tf").write_text(FLAGGED.replace('" "', '" "other_'))

        result = lint(spillover, beside, "main.tf", FLAGGED.encode())

        assert result.returncode == 1
        assert "main.tf:39:" in result.stdout
        assert ("MAIN.tf:39:" in result.stdout) is ((beside / "MAIN.tf").read_text() != FLAGGED)


class TestCutOff:
    """Half of a file is never taken for a whole one that has nothing wrong."""

    @pytest.mark.parametrize("name", ["orders.json", "plan.json"])
    def test_json_at_any_byte(self, spillover: Spillover, beside: Path, name: str) -> None:
        content = bytes_of(name) if name in TEXTS else PLAN.read_bytes()
        for end in range(1, len(content.rstrip()), max(1, len(content) // 60)):
            result = lint(spillover, beside, name, content[:end])

            assert result.returncode == 3, content[:end]
            assert re.search(rf"cannot read {name}:\d+:\d+: ", result.stderr)

    def test_terraform_inside_of_a_block(self, spillover: Spillover, beside: Path) -> None:
        content = bytes_of("main.tf")
        whole = [match.end() for match in re.finditer(rb"^}\n", content, re.MULTILINE)]
        for end in range(whole[0] + 2, len(content), 41):
            if content[:end].strip().endswith(b"}") and content[:end].count(b"{") == content[:end].count(
                b"}"
            ):
                continue  # it ends between two blocks
            result = lint(spillover, beside, "main.tf", content[:end])

            comment = content[:end].rpartition(b"\n")[2].lstrip().startswith(b"#")
            is_broken = content[:end].count(b"{") != content[:end].count(b"}")
            assert result.returncode == (3 if is_broken or not comment else 1), content[:end]

    def test_yaml_at_any_byte(self, spillover: Spillover, beside: Path) -> None:
        """What is left of YAML may be right; then it is judged as what it says."""
        content = bytes_of("orders.yaml")
        for end in range(1, len(content)):
            result = lint(spillover, beside, "orders.yaml", content[:end])

            assert result.returncode in (1, 3)
            if result.returncode == 3:
                assert re.search(r"cannot read orders.yaml(:\d+:\d+)?: ", result.stderr)


class TestReadAllTheSame:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda text: text.replace("\n", "\r\n"), id="line ends of Windows"),
            pytest.param(lambda text: "\ufeff" + text, id="byte order mark"),
            pytest.param(lambda text: text.rstrip("\n"), id="no newline at the end"),
            pytest.param(lambda text: text + "\n\n \n", id="blank lines at the end"),
        ],
    )
    def test_with_findings_on_the_same_lines(
        self, spillover: Spillover, beside: Path, name: str, change: Callable[[str], str]
    ) -> None:
        result = lint(spillover, beside, name, bytes_of(name, change))

        assert result.returncode == 1
        assert WHERE[name] in result.stdout

    @pytest.mark.parametrize("name", ["main.tf", "orders.json"])
    def test_tabs(self, spillover: Spillover, beside: Path, name: str) -> None:
        result = lint(spillover, beside, name, bytes_of(name, lambda text: text.replace("  ", "\t")))

        assert WHERE[name] in result.stdout

    def test_tabs_are_no_indentation_of_yaml(self, spillover: Spillover, beside: Path) -> None:
        result = lint(
            spillover, beside, "orders.yaml", bytes_of("orders.yaml", lambda text: text.replace("  ", "\t"))
        )

        assert result.returncode == 3
        assert "cannot read orders.yaml:6:1: YAML allows no tab here" in result.stderr

    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("# " + "x" * 200_000, id="comment"),
            pytest.param(f'locals {{ a = "{"x" * 200_000}" }}', id="text"),
            pytest.param(f"locals {{ a = [{'1, ' * 60_000}] }}", id="list"),
        ],
    )
    def test_very_long_lines(self, spillover: Spillover, beside: Path, line: str) -> None:
        result = lint(spillover, beside, "main.tf", bytes_of("main.tf", lambda text: f"{text}\n{line}\n"))

        assert result.returncode == 1
        assert max(map(len, result.stdout.split("\n"))) < 1000

    def test_a_very_long_line_that_is_broken_is_not_quoted_whole(
        self, spillover: Spillover, beside: Path
    ) -> None:
        result = lint(spillover, beside, "main.tf", bytes_of("main.tf", lambda text: text + "x" * 200_000))

        assert result.returncode == 3
        assert "main.tf:39:" in result.stdout
        assert len(result.stderr) < 1000

    @pytest.mark.parametrize("name", ["orders.yaml", "orders.json"])
    def test_of_equal_keys_the_last_counts(self, spillover: Spillover, beside: Path, name: str) -> None:
        first = {"orders.yaml": "name: x\nname:", "orders.json": '"name": "x",\n "name":'}[name]
        key = {"orders.yaml": "name:", "orders.json": '"name":'}[name]

        result = lint(spillover, beside, name, bytes_of(name, lambda text: text.replace(key, first)))

        assert "backendServices/orders: subsetting.policy" in result.stdout


class TestWhatCannotBeOpened:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize(
        ("error", "told"),
        [
            (PermissionError(13, "permission denied"), "permission denied"),
            (OSError(5, "no luck"), "no luck"),
        ],
    )
    def test_a_file(
        self,
        spillover: Spillover,
        beside: Path,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        error: OSError,
        told: str,
    ) -> None:
        def refuse(path: str, flags: int, *more: int) -> int:
            if os.fspath(path).endswith(name):
                raise error
            return opened(path, flags, *more)

        (beside / name).write_text(TEXTS[name])
        opened = os.open
        real_open = open

        def refusing(file: str | Path, *arguments: str, **named: str) -> object:
            if str(file).endswith(name):
                raise error
            return real_open(file, *arguments, **named)  # type: ignore[call-overload]

        monkeypatch.setattr(os, "open", refuse)
        monkeypatch.setattr("builtins.open", refusing)
        monkeypatch.setattr("io.open", refusing)
        result = spillover("lint", "other", name)

        assert result.returncode == 3
        assert f"cannot read {name}: {told}" in result.stderr
        assert "other/right.tf:39:" in result.stdout

    def test_one_that_vanishes_while_others_are_read(
        self, spillover: Spillover, beside: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (beside / "main.tf").write_text(FLAGGED)
        from spillover.read.modules import folders

        read_text = files_module.read_text

        def vanishing(file: files_module.FoundFile) -> str:
            if file.path == "main.tf":
                (beside / "main.tf").unlink()
            return read_text(file)

        monkeypatch.setattr(folders, "read_text", vanishing)
        result = spillover("lint")

        assert result.returncode == 3
        assert "cannot read main.tf: no such file or directory" in result.stderr
        assert "other/right.tf:39:" in result.stdout
