"""Changes the decision core and the checking in thousands of small ways, and lists what no test notices.

``make mutants`` runs it; ``MUTANTS="plan/zonal check/run"`` takes some modules. The work is mutmut's: it
wants packages below ``src``, which is why it is given a copy, in build/mutation; its log is beside that.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutation"
CORE = ("plan/*", "check/*")
KEPT = 0
"""With what the tests end that notice nothing."""


def main(modules: list[str]) -> int:
    """Mutate these modules, such as ``plan/zonal``, or all of the core; print those that survive."""
    _copy([f"src/spillover/{each}{'' if each.endswith('*') else '.py'}" for each in modules or CORE])
    environment = {**os.environ, "CI": "1"}  # the same examples each time: else a survivor is one by chance
    for name in ("PYTHONPATH", "COVERAGE_PROCESS_START"):
        environment.pop(name, None)
    mutmut = str(Path(sys.executable).with_name("mutmut"))
    with COPY.with_suffix(".log").open("w") as log:  # it shows how far it is, over and over
        subprocess.run([mutmut, "run"], cwd=COPY, env=environment, stdout=log, stderr=log, check=True)
    survived = 0
    for name, killed, left in _counted():
        print(f"{name}: {killed} of {killed + len(left)} noticed")
        print("".join(f"  {each}\n" for each in left), end="")
        survived += len(left)
    print(f"{survived} survive: `cd {COPY.relative_to(ROOT)} && mutmut show NAME` shows one")
    return 0


def _copy(modules: list[str]) -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache")
    for source, target in (
        ("linter/spillover", "src/spillover"),
        ("rules/spillover_rules", "src/spillover_rules"),
        *((each, each) for each in ("tests", "examples", "docs", "tools")),
    ):
        shutil.copytree(ROOT / source, COPY / target, ignore=ignored)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, COPY)
    settings = {
        "source_paths": ["src"],
        "only_mutate": modules,
        "also_copy": ["examples", "docs", "tools", "README.md"],
        "pytest_add_cli_args_test_selection": ["tests/plan", "tests/check"],
        "pytest_add_cli_args": ["-p", "no:xdist", "-p", "no:cov", "-o", "addopts=--import-mode=importlib"],
    }
    with (COPY / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n")
        file.writelines(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    # mutmut runs the tests more than once in one process, which hypothesis takes for a mistake.
    conftest = COPY / "tests" / "conftest.py"
    text = conftest.read_text("utf-8")
    known = "[HealthCheck.too_slow]"
    assert known in text
    allowed = "[HealthCheck.too_slow, HealthCheck.differing_executors]"
    conftest.write_text(text.replace(known, allowed), "utf-8")


def _counted() -> Iterator[tuple[str, int, list[str]]]:
    """Each module with how many of its mutants the tests noticed, and the names of the others."""
    found = COPY / "mutants" / "src" / "spillover"
    for file in sorted(found.rglob("*.meta")):
        codes = json.loads(file.read_text("utf-8"))["exit_code_by_key"]
        left = [name for name, code in codes.items() if code == KEPT]
        noticed = sum(code not in (KEPT, None) for code in codes.values())
        if noticed or left:
            yield str(file.relative_to(found)).removesuffix(".py.meta"), noticed, left


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
