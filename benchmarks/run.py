"""Times whole processes, spillover and named peers in turn over the same files, and prints ratios.

``make bench`` runs it; it writes what it printed into README.md. Peers are installed from PyPI into a
virtual environment of their own.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import corpus

HERE = Path(__file__).parent
PEERS = ("python-hcl2>=8.1.4,<9", "tfparse", "checkov")
RUNS = 3

HCL2 = """
import pathlib, sys, hcl2
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.tf")):
    hcl2.loads(path.read_text("utf-8"))
"""
TFPARSE = "import sys, tfparse; tfparse.load_from_path(sys.argv[1])"


def main() -> int:
    """Time everything and write the report."""
    with tempfile.TemporaryDirectory() as name:
        temporary = Path(name)
        peers = _peers(temporary / "peers")
        small, mixed = temporary / "small", temporary / "mixed"
        corpus.write(small, files=4, relevant=2)
        corpus.write(mixed, files=200, relevant=2)
        lines = [
            *_table("a root module of 5 files, two of them with load balancers", small, peers),
            *_table("201 files, two of them with load balancers", mixed, peers),
            *_plans(temporary),
            *_inventory(temporary),
        ]
    report = "\n".join([*_heading(), *lines]) + "\n"
    (HERE / "README.md").write_text(report, "utf-8")
    sys.stdout.write(report)
    return 0


def _peers(folder: Path) -> dict[str, list[str]]:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    checkov = [
        str(folder / "bin" / "checkov"),
        "--framework",
        "terraform",
        "--quiet",
        "--compact",
        "--soft-fail",
    ]
    return {
        "python-hcl2 (hcl2.loads)": [python, "-c", HCL2],
        "tfparse": [python, "-c", TFPARSE],
        "checkov (terraform)": [*checkov, "--skip-download", "-d"],
    }


def _table(title: str, folder: Path, peers: dict[str, list[str]]) -> list[str]:
    commands = {"spillover lint": [sys.executable, "-m", "spillover", "lint"], **peers}
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():  # in turn, so that a busy moment hits all alike
            seconds[name].append(_seconds([*command, str(folder)]))
    ours = statistics.median(seconds["spillover lint"])
    rows = [
        f"| {name} | {statistics.median(times):.2f} s | {statistics.median(times) / ours:.1f} |"
        for name, times in seconds.items()
    ]
    return ["", f"## {title}", "", "| | median | times spillover |", "|---|---|---|", *rows]


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
    command = [sys.executable, "-m", "spillover", "plan", str(temporary / "fleet.json"), "--format"]
    (text, _), (data, memory) = (_measured([*command, each]) for each in ("text", "json"))
    return f"| {title} | {text:.2f} s | {data:.2f} s | {memory:.0f} MiB |"


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
        commands = {"spillover lint": [sys.executable, "-m", "spillover", "lint", str(file), "--quiet"]}
        # Of an array, jq first holds the whole.
        if written and (jq := shutil.which("jq")):
            commands["jq -c ."] = [jq, "-c", ".", str(file)]
        for name, command in commands.items():
            seconds, memory = _measured(command, runs=1)
            lines.append(f"| {name}, {size} | {seconds:.1f} | {assets / seconds:,.0f} | {memory:.0f} MiB |")
        file.unlink()
    return lines


def _measured(command: Sequence[str], runs: int = RUNS) -> tuple[float, float]:
    """The median of the seconds that it takes, and the most memory that a process of it had, in MiB."""
    seconds, memory = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds.append(time.perf_counter() - start)
        memory = max(memory, usage.ru_maxrss)
        if process.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return statistics.median(seconds), memory / 1024


def _seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
    return time.perf_counter() - start


def _heading() -> list[str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return [
        "# Benchmarks",
        "",
        "Whole processes, cold, over the same files; written by `benchmarks/run.py` (`make bench`).",
        "",
        f"{datetime.now(UTC).date()}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"Python {platform.python_version()}, median of {RUNS} runs in turn.",
    ]


if __name__ == "__main__":
    sys.exit(main())
