"""Where the time of ``spillover lint`` goes: ``python benchmarks/stages.py FOLDER [OPTIONS]``.

A profile makes calls slower than they are, so the shares matter and not the seconds. Stages that are
part of another are indented.
"""

from __future__ import annotations

import contextlib
import cProfile
import io
import pstats
import sys
from typing import Any

STAGES = (
    ("all", "cli/main.py", "run"),
    ("imports", "<frozen importlib._bootstrap>", "_find_and_load"),
    ("walk: which files there are", "read/files.py", "walk"),
    ("cut: files into blocks", "modules/sources.py", "of"),
    ("parse: blocks to trees", "modules/sources.py", "parse"),
    ("  mask", "syntax/mask.py", "_run"),
    ("  trees that were kept", "read/cache.py", "find"),
    ("evaluate: trees to values", "modules/expand.py", "evaluate_block"),
    ("model: values to resources", "read/terraform.py", "read_resource"),
    ("rules", "check/run.py", "run"),
    ("report", "cli/output.py", "write"),
)


def main() -> None:
    """Profile one run and print the stages."""
    sys.argv[:1] = ["spillover", "lint"]
    profile = cProfile.Profile()
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit):
        profile.runcall(_run)
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    took = {name: _seconds(stats, file, function) for name, file, function in STAGES}
    for name, seconds in took.items():
        print(f"{name:30} {seconds:8.3f} s {seconds / took['all']:6.0%}")  # noqa: T201


def _run() -> None:
    from spillover.cli.main import run

    run()


def _seconds(stats: dict[Any, Any], file: str, function: str) -> float:
    """The seconds in a function and all that it calls; of several of its name the longest."""
    found = (key for key in stats if key[0].endswith(file) and key[2] == function)
    return max((stats[key][3] for key in found), default=0.0)


if __name__ == "__main__":
    main()
