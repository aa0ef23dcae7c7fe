"""Each limit that docs/security.md names, reached by a whole run: told with its place, and status 3."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]
Files = dict[str, str | int]
"""Texts by the name of their file; a number stands for so many zero bytes, which take no room on a disk."""

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
MIB = 1 << 20


def named(expression: str, **others: str | int) -> Files:
    """A resource with such a name, and other files."""
    resource = f'resource "google_compute_health_check" "a" {{\n  name = {expression}\n}}\n'
    return {"main.tf": resource, **{name.replace("_", "."): content for name, content in others.items()}}


def laughing(levels: int) -> str:
    """YAML in which each level holds the one before ten times."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


def chain(length: int) -> Files:
    """Modules that call one another in a row."""
    call = 'module "m" {{\n  source = "../m{}"\n}}\nresource "google_compute_health_check" "a" {{\n}}\n'
    return {f"m{n}/main.tf": call.format(n + 1) if n < length else "" for n in range(length + 1)}


REACHED: dict[str, tuple[Files, list[str], str]] = {
    "files.LIMIT": ({"main.tf": 64 * MIB + 1}, [], "main.tf: larger than 64 MiB"),
    "module_files.MOST_BYTES": (
        named('filesha256("big.bin")', big_bin=16 * MIB + 1),
        [],
        "main.tf:2:10: filesha256: a file of more than 16777216 bytes",
    ),
    "tokens.DEEPEST": (named("[" * 300 + "]" * 300), [], "main.tf:2:209: nested too deeply"),
    "json_places.MAX_DEPTH": (
        {"a.json": "[" * 300 + "]" * 300},
        ["a.json"],
        "a.json:1:201: nested deeper than 200 levels",
    ),
    "json_places.MAX_DIGITS": (
        {"a.json": f'{{"kind": "compute#backendService", "timeoutSec": {"9" * 500}}}'},
        ["a.json"],
        "a.json:1:50: a number of more than 400 digits",
    ),
    "number.MOST_DIGITS": (named("9" * 500), [], "main.tf:2:10: a number beyond all bounds"),
    "yaml_nodes.MAX_COPIED_NODES": (
        {"a.yaml": laughing(9)},
        ["a.yaml"],
        "a.yaml:7:10: aliases copy more than 2000000 values",
    ),
    "blocks.MAX_ERRORS": (
        {"main.tf": "a {\n x = ]\n}\n" * 55},
        [],
        "main.tf:152:6: too many errors, the rest of the file was not read",
    ),
    "context.MOST_STEPS": (
        named("[for i in range(1000) : [for j in range(1000) : i]]"),
        [],
        "main.tf:2:34: more than 1000000 expressions to evaluate",
    ),
    "value.LONGEST_TEXT": (
        named('join("", [for i in range(1000) : join("", [for j in range(200) : "xxxxxxxxxx"])])'),
        [],
        "main.tf:2:10: join: a text of more than 1048576 characters",
    ),
    "value.LARGEST": (
        {
            "locals.tf": 'locals {\n  a = [for i in range(1000) : "x"]\n'
            "  b = [for i in range(1000) : local.a]\n  c = [for i in range(1000) : local.b]\n}\n",
            **named("length(local.c)"),
        },
        [],
        "locals.tf:4:7: a value of more than 8388608 characters and elements",
    ),
    "lists.LONGEST_RANGE": (named("length(range(2000))"), [], "main.tf:2:17: range: more than 1024 numbers"),
    "json_values.MOST_VALUES": (
        named('length(jsondecode(file("a.txt")))', a_txt=f"[{'1,' * 100_000}1]"),
        [],
        "main.tf:2:17: jsondecode: a document of more than 100000 values",
    ),
    "csv_values.MOST_FIELDS": (
        named('length(csvdecode(file("a.txt")))', a_txt="a\n" + "1\n" * 100_001),
        [],
        "main.tf:2:17: csvdecode: a table of more than 100000 fields",
    ),
    "re2.LONGEST_PATTERN": (
        named(f'regex("{"a" * 5000}", "b")'),
        [],
        "main.tf:2:10: regex: a regular expression of more than 4096 characters",
    ),
    "re2.DEEPEST": (
        named(f'regex("{"(" * 30}a{")" * 30}", "a")'),
        [],
        "main.tf:2:10: regex: a regular expression with more than 25 groups inside of each other",
    ),
    "calls.DEEPEST_MODULE": (chain(30), ["m0"], "m20/main.tf:2:3: module m: nested too deeply"),
    "repetition.MOST_INSTANCES": (
        {"main.tf": 'resource "google_compute_health_check" "a" {\n  count = 10001\n}\n'},
        [],
        "main.tf:2:11: 10001 instances, and more than 10000 are not read",
    ),
    "deadline.SECONDS": (
        named('join("", [for i in range(1000) : join("", [for j in range(900) : i == j ? "x" : ""])])'),
        [".", "--timeout", "1"],
        "given up after 1 second: nothing is known (--timeout)",
    ),
}
# What takes more than a second to reach, made smaller.
SMALLER: dict[str, tuple[int, Files, list[str], str]] = {
    "files.DATA_LIMIT": (
        10,
        {"a.json": '{"kind": "compute#address"}'},
        ["a.json"],
        "a.json: larger than 0 MiB",
    ),
    "module_files.MOST_ENTRIES": (
        3,
        named('length(fileset(".", "**"))', **{f"{each}_txt": "" for each in "bcdef"}),
        [],
        "main.tf:2:17: fileset: folders with more than 3 entries",
    ),
    "blocks.MOST_ITEMS": (
        5,
        {"main.tf": "a {}\n" * 6},
        [],
        "main.tf:5:5: more than 5 blocks, attributes and comments",
    ),
    "scan.MOST_COMMENTS": (5, {"main.tf": "a {\n  # x\n" * 6}, [], "main.tf:12:3: more than 5 comments"),
    "configuration.MOST_MODULES": (
        5,
        {
            "main.tf": 'module "m" {\n  source = "./m"\n  count = 6\n}\n',
            "m/main.tf": 'resource "google_compute_health_check" "a" {\n}\n',
        },
        [],
        "main.tf:1:1: module m: more than 5 instances of modules",
    ),
}


def write(here: Path, files: Files) -> None:
    for name, content in files.items():
        file = here / name
        file.parent.mkdir(exist_ok=True)
        if isinstance(content, str):
            file.write_text(content)
        else:
            with file.open("wb") as stream:
                stream.truncate(content)


def told(result: CompletedProcess[str], message: str) -> None:
    assert result.returncode == 3
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", REACHED)
def test_is_reached(spillover: Spillover, here: Path, name: str) -> None:
    files, arguments, message = REACHED[name]
    write(here, files)

    told(spillover("lint", *arguments), message)


@pytest.mark.parametrize("name", SMALLER)
def test_a_smaller_one_is_reached(
    spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    number, files, arguments, message = SMALLER[name]
    write(here, files)
    for module in modules_with(name):
        monkeypatch.setattr(module, number)

    told(spillover("lint", *arguments), message)


def modules_with(name: str) -> list[str]:
    """The limit, wherever a module of ours has it under its name."""
    import sys

    import spillover.read.data_files
    import spillover.read.modules.module
    import spillover.read.modules.roots  # noqa: F401

    constant = name.rpartition(".")[2]
    return [
        f"{each}.{constant}"
        for each, module in list(sys.modules.items())
        if each.startswith("spillover.") and constant in vars(module)
    ]


def test_patterns_take_no_exponential_time(spillover: Spillover, here: Path) -> None:
    write(here, named(f'regex("(a+)+$", "{"a" * 60}b")'))

    told(spillover("lint"), "main.tf:2:10: regex: the pattern matches no part of the string")


def test_the_rest_is_checked(spillover: Spillover, here: Path) -> None:
    flagged = Path(__file__).parents[2] / "examples/subsetting-with-zonal-affinity/flagged/main.tf"
    write(here, {"other/main.tf": flagged.read_text(), **named("9" * 500)})

    result = spillover("lint")

    told(result, "main.tf:2:10: a number beyond all bounds")
    assert "other/main.tf:" in result.stdout


def test_these_are_all_that_there_are() -> None:
    rows = re.findall(r"\| \d+ \| `spillover\.(?:\w+\.)*(\w+\.\w+)` \|", PAGE.read_text("utf-8"))

    assert sorted(rows) == sorted([*REACHED, *SMALLER])
