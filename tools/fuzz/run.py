"""Fuzzes one target with atheris: ``python tools/fuzz/run.py TARGET SECONDS``; `make fuzz` runs all of them.

An input that breaks a target is kept as ``crash-...`` in the working directory. It belongs into a
test of the module that it breaks.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # it is there in `make fuzz` alone

with atheris.instrument_imports(include=["spillover", "spillover_rules"]):
    from fuzz.targets import TARGETS, seeds

SLOWEST = 20
"""Seconds for one input: more counts as a hang. Instrumented code is some ten times slower."""


def main(name: str, seconds: str) -> None:
    """Fuzz one target for so many seconds."""
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(seeds(name)):
            (Path(corpus) / str(number)).write_bytes(seed)
        options = [
            f"-max_total_time={seconds}",
            f"-timeout={SLOWEST}",
            "-print_final_stats=1",
            "-verbosity=0",
        ]
        atheris.Setup([sys.argv[0], *options, corpus], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
