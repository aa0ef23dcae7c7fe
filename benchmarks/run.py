"""Times whole processes, spillover and named peers in turn over the same files, and prints ratios.

``make bench`` runs it; it writes what it printed into README.md. Peers are installed from PyPI and npm
into a folder of their own. ``--quick`` measures the start and 201 files alone, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import corpus
from measuring import Command, Runs, in_turn
from peers import Peers

HERE = Path(__file__).parent
RUNS = 5
LINT = (sys.executable, "-m", "spillover", "lint")


def main() -> int:
    """Time everything and write the report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="the start and 201 files alone; writes nothing")
    quick = options.parse_args().quick
    with tempfile.TemporaryDirectory() as name:
        lines = _lines(Path(name), quick=quick)
        report = "\n".join(lines) + "\n"
    if not quick:
        (HERE / "README.md").write_text(report, "utf-8")
    sys.stdout.write(report)
    return 0


def _lines(temporary: Path, *, quick: bool) -> list[str]:
    peers = Peers(temporary / "peers")
    bench = Bench(temporary, peers)
    lines = [*_heading(peers), *bench.start(), *bench.mixed()]
    if not quick:
        lines += [*bench.rare(), *bench.all_relevant(), *bench.estates()]
        lines += [*_plans(temporary), *_inventory(temporary)]
    return lines


@dataclass(frozen=True)
class Bench:
    """The tables about Terraform; corpora are made below ``temporary``."""

    temporary: Path
    peers: Peers

    @property
    def _cache(self) -> Path:
        return self.temporary / "cache"

    def _ours(self, folder: Path, *options: str, warm: bool = False, runs: int | None = None) -> Command:
        def empty() -> None:
            shutil.rmtree(self._cache, ignore_errors=True)

        environment = {"SPILLOVER_CACHE_DIR": str(self._cache)}
        words = (*LINT, str(folder), *options)
        return Command(words, (lambda: None) if warm else empty, environment, runs)

    def _corpus(self, name: str, files: int, relevant: int) -> Path:
        corpus.write(self.temporary / name, files, relevant)
        return self.temporary / name

    def start(self) -> Iterator[str]:
        """How long it takes to start, beside what else people have in their hooks."""
        nothing, small = self._corpus("nothing", 4, 0), self._corpus("small", 4, 2)
        python = (sys.executable, "-c")
        commands = {
            "python -c pass": Command((*python, "pass")),
            "python -c 'import typer'": Command((*python, "import typer")),
            "spillover --version": Command((sys.executable, "-m", "spillover", "--version")),
            "spillover lint, nothing relevant": self._ours(nothing),
            "spillover lint, a root module of 5 files": self._ours(small),
            "the same again": self._ours(small, warm=True),
            "python-hcl2 (hcl2.loads) on these": Command((*self.peers.hcl2, str(small))),
            "tfparse on these": Command((*self.peers.tfparse, str(small))),
            **self._hcl2json("hcl2json on these", small),
            "checkov (terraform, google) on these": Command((*self.peers.checkov, str(small))),
            "cfn-lint on a template of one resource": Command(self.peers.cfn_lint),
            "ruff check on a file of one line": Command(self.peers.ruff),
        }
        measured = in_turn(commands, RUNS)
        yield from _table("Start", measured, "spillover lint, a root module of 5 files")

    def mixed(self) -> Iterator[str]:
        """Files of which two matter."""
        folder = self._corpus("mixed", 200, 2)
        commands = {
            "spillover lint": self._ours(folder),
            "python-hcl2 (hcl2.loads)": Command((*self.peers.hcl2, str(folder)), runs=3),
            "tfparse": Command((*self.peers.tfparse, str(folder)), runs=3),
            **self._hcl2json("hcl2json", folder),
            "checkov (terraform, google)": Command((*self.peers.checkov, str(folder)), runs=3),
        }
        title = "201 files, two of them with load balancers"
        yield from _table(title, in_turn(commands, RUNS), "spillover lint")

    def rare(self) -> Iterator[str]:
        """Many files of which few matter."""
        folder = self._corpus("rare", 2000, 20)
        commands = {
            "spillover lint": self._ours(folder, runs=3),
            "spillover lint, again": self._ours(folder, warm=True, runs=3),
            **self._hcl2json("hcl2json, which merely parses", folder),
        }
        title = "2,001 files of about 150 lines, 1 % of them with load balancers"
        yield from _table(title, in_turn(commands, 3), "spillover lint")

    def all_relevant(self) -> Iterator[str]:
        """Many files that all matter."""
        folder = self._corpus("all", 2000, 2000)
        commands = {
            "spillover lint, one job": self._ours(folder, "--jobs", "1"),
            "spillover lint, two jobs": self._ours(folder, "--jobs", "2"),
            "spillover lint, again": self._ours(folder, warm=True),
            "python-hcl2 (hcl2.loads)": Command((*self.peers.hcl2, str(folder)), runs=2),
            **self._hcl2json("hcl2json", folder, runs=1),
        }
        title = "2,001 files, all with load balancers"
        yield from _table(title, in_turn(commands, 2), "spillover lint, one job")
        yield from (
            "",
            "checkov and tfparse, which need many minutes for so many files, are left out.",
        )

    def estates(self) -> Iterator[str]:
        """That time grows with the files and no faster, and memory stays within bounds."""
        commands = {}
        for modules in (125, 250, 500):
            folder = self.temporary / f"estate{modules}"
            corpus.estate(folder, modules)
            commands[f"{modules * 40:,} files in {modules} root modules"] = self._ours(folder)
        measured = in_turn(commands, 1)
        yield from ("", "## A whole organisation, one module in twelve with load balancers", "")
        yield from ("| | seconds | files a second | most memory |", "|---|---|---|---|")
        for name, runs in measured.items():
            files = int(name.partition(" ")[0].replace(",", ""))
            yield f"| {name} | {runs.median:.2f} | {files / runs.median:,.0f} | {runs.memory:.0f} MiB |"

    def _hcl2json(self, name: str, folder: Path, runs: int | None = 3) -> Mapping[str, Command]:
        if self.peers.hcl2json is None:
            return {}
        return {name: Command((*self.peers.hcl2json, str(folder)), runs=runs)}


def _table(title: str, measured: Mapping[str, Runs], ours: str) -> Iterator[str]:
    """Medians by the clock and of processors; the ratios are to one of the rows, by the clock."""
    yield from ("", f"## {title}", "")
    yield from ("| | median | of processors | times ours | most memory |", "|---|---|---|---|---|")
    for name, runs in measured.items():
        ratio = runs.median / measured[ours].median
        yield f"| {name} | {runs.median:.2f} s | {runs.busy:.2f} s | {ratio:.2f} | {runs.memory:.0f} MiB |"


def _plans(temporary: Path) -> list[str]:
    """The default plan of many load balancers; no other tool works out what it prints."""
    lines = [
        "",
        "## the default plan: all healthy and each zone down, with tolerance and advice",
        "",
        "As gcloud prints backend services and managed groups: each has three groups, in three zones, of",
        "1 to 12 VMs. No peer works out the sets.",
        "",
        "| | text | JSON | most memory of a process |",
        "|---|---|---|---|",
    ]
    for services in (1_000, 2_000, 5_000, 10_000):
        corpus.fleet(temporary / "fleet.json", services)
        lines.append(_plan_row(f"{services:,} load balancers", temporary))
    corpus.fleet(temporary / "fleet.json", 1, groups=100, vms=40, zones="abcdefghijkl")
    lines.append(_plan_row("one of 100 groups in 12 zones, about 2,000 VMs", temporary))
    return lines


def _plan_row(title: str, temporary: Path) -> str:
    command = (sys.executable, "-m", "spillover", "plan", str(temporary / "fleet.json"), "--format")
    measured = in_turn({each: Command((*command, each)) for each in ("text", "json")}, 3)
    text, data = measured["text"], measured["json"]
    return f"| {title} | {text.median:.2f} s | {data.median:.2f} s | {data.memory:.0f} MiB |"


def _inventory(temporary: Path, assets: int = 1_000_000) -> list[str]:
    """An inventory of an organization, beside jq, which only reads it and writes it out again."""
    lines = [
        "",
        f"## an inventory of {assets:,} assets, 2 % of which belong to load balancers",
        "",
        "| | seconds | assets a second | most memory |",
        "|---|---|---|---|",
    ]
    for written, title in ((True, "in lines, as exported"), (False, "as one array, as listed")):
        file = temporary / "assets.json"
        corpus.inventory(file, assets, lines=written)
        size = f"{title}, {file.stat().st_size / 2**20:,.0f} MiB"
        commands = {"spillover lint": Command((*LINT, str(file), "--quiet"))}
        # Of an array, jq first holds the whole.
        if written and (jq := shutil.which("jq")):
            commands["jq -c ."] = Command((jq, "-c", ".", str(file)))
        for name, runs in in_turn(commands, 1).items():
            took = f"{runs.median:.1f} | {assets / runs.median:,.0f} | {runs.memory:.0f} MiB"
            lines.append(f"| {name}, {size} | {took} |")
        file.unlink()
    return lines


def _heading(peers: Peers) -> list[str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = ", ".join(f"{name} {version}" for name, version in peers.versions.items())
    return [
        "# Benchmarks",
        "",
        "Whole processes over the same files; written by `benchmarks/run.py` (`make bench`). Nothing is kept",
        "of earlier runs unless a row says *again*. *Times ours* compares medians by the clock; the seconds",
        "of processors are those that other processes hardly change.",
        "",
        f"{datetime.now(UTC).date()}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"Python {platform.python_version()}; medians of up to {RUNS} runs in turn; {versions}.",
    ]


if __name__ == "__main__":
    sys.exit(main())
