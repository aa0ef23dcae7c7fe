"""Ask Terraform for the value and the type of many expressions at once.

Each expression is the value of an output, in a file of its own beside a copy of a module. Terraform
reports the errors of all outputs of a plan together, each with its file: the expressions to blame
are answered with their error, and the rest is asked again, until a plan has no error left.

The value stands in a tuple and in parentheses, ``[(...)]``: a null keeps its type in a tuple, and in
parentheses an expression may span lines.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import terraform_plan
from terraform_plan import Output, Unknown

Answer = dict[str, Any]
Diagnostic = Mapping[str, Any]

BATCH = 300
MESSAGE = 100
PLAN = "answers.plan"
UNWRITABLE = "Failed to write plan file"
SENSITIVE = "Output refers to sensitive values"

# What a plan knows but another machine or another day says otherwise.
OUTSIDE = re.compile(r"\b(plantimestamp|abspath|pathexpand)\s*\(|\bpath\.cwd\b")


def batches(expressions: Sequence[str], size: int = BATCH) -> Iterator[Sequence[str]]:
    """The expressions in groups of at most ``size``."""
    for start in range(0, len(expressions), size):
        yield expressions[start : start + size]


def ask(expressions: Sequence[str], module: Path) -> Iterator[Answer]:
    """What Terraform says about each expression in a module, in their order.

    Raises:
        RuntimeError: Terraform fails on an expression without a word about it.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "module")
        shutil.copytree(module, root)
        _run(root, "init", "-input=false")
        for batch in batches(expressions):
            answers = _ask(dict(enumerate(batch)), root)
            yield from ({"e": each, **answers[place]} for place, each in enumerate(batch))


def _ask(questions: Mapping[int, str], root: Path) -> dict[int, Answer]:
    """The answers to one batch, each under its expression's number."""
    answers: dict[int, Answer] = {}
    left, sensitive = dict(questions), set[int]()
    for place, each in left.items():
        _file(root, place).write_text(output(place, each, sensitive=False), encoding="utf-8", newline="\n")
    while left and (errors := _plan(root)) is not None:
        blamed = blame(errors)
        hidden = {place for place, each in blamed.items() if SENSITIVE in each} - sensitive
        if not blamed.keys() & left.keys():
            answers |= _halves(left, root, errors)
            break
        for place in hidden:
            text = output(place, left[place], sensitive=True)
            _file(root, place).write_text(text, encoding="utf-8", newline="\n")
        for place in blamed.keys() - hidden:
            answers[place] = {"error": blamed[place]} | ({"infinite": True} if blamed[place] == UNWRITABLE else {})
            _file(root, place).unlink()
            del left[place]
        sensitive |= hidden
    else:
        answers |= _planned(root, left, sensitive)
    for place in left:
        _file(root, place).unlink(missing_ok=True)
    return answers


def _halves(left: Mapping[int, str], root: Path, errors: object) -> dict[int, Answer]:
    """The answers where no error names an expression: asked in halves until one is alone."""
    for place in left:
        _file(root, place).unlink()
    if len(left) == 1:
        raise RuntimeError(f"Terraform fails on {next(iter(left.values()))!r}: {errors}")
    items = list(left.items())
    middle = len(items) // 2
    return _ask(dict(items[:middle]), root) | _ask(dict(items[middle:]), root)


def _file(root: Path, place: int) -> Path:
    return root / f"e{place}.tf"


def output(place: int, expression: str, *, sensitive: bool) -> str:
    """The file that asks for one expression."""
    flag = "  sensitive = true\n" if sensitive else ""
    return f'output "e{place}" {{\n{flag}  value = [(\n{expression}\n  )]\n}}\n'


def blame(diagnostics: Sequence[Diagnostic]) -> dict[int, str]:
    """The first error of each expression that errors speak of, by its number."""
    blamed: dict[int, str] = {}
    for each in diagnostics:
        named = re.fullmatch(r"e(\d+)\.tf", each.get("range", {}).get("filename", ""))
        named = named or re.search(r'output (?:value )?"e(\d+)"', _words(each))
        if named:
            blamed.setdefault(int(named[1]), message(each))
    return blamed


def _words(diagnostic: Diagnostic) -> str:
    """Where an error without a place of its own may name an output."""
    return f"{diagnostic.get('snippet', {}).get('context')} {diagnostic.get('detail')}"


def message(diagnostic: Diagnostic) -> str:
    """An error's summary and the beginning of its first line."""
    if diagnostic["summary"] == UNWRITABLE:
        return UNWRITABLE
    first, _, _ = (diagnostic.get("detail") or "").partition("\n")
    return f"{diagnostic['summary']}: {first}"[:MESSAGE].rstrip()


def _plan(root: Path) -> list[Diagnostic] | None:
    """The errors of a plan, or None if it has been made."""
    done = _run(root, "plan", "-input=false", "-lock=false", "-refresh=false", "-json", f"-out={PLAN}", check=False)
    if done.returncode == 0:
        return None
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = [each["diagnostic"] for each in lines if each["@level"] == "error" and "diagnostic" in each]
    return found or [{"summary": "no plan", "detail": done.stderr[:1000]}]


def _run(root: Path, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        ["terraform", *command],
        cwd=root, env=kept, check=check, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def _planned(root: Path, questions: Mapping[int, str], sensitive: set[int]) -> dict[int, Answer]:
    """The answers that the plan holds."""
    shown = json.loads(_run(root, "show", "-json", PLAN).stdout, parse_int=Decimal, parse_float=Decimal)
    planned = terraform_plan.outputs(root / PLAN)
    found = {}
    for place, expression in questions.items():
        name = f"e{place}"
        found[place] = read(shown["output_changes"][name], planned[name])
        if place in sensitive:
            found[place]["sensitive"] = True
        if OUTSIDE.search(expression) and "v" in found[place]:
            found[place] = {"outside": True, "t": found[place]["t"]}
    return found


def read(change: Mapping[str, Any], output: Output) -> Answer:
    """The answer in a planned change of ``[(expression)]``; its type and what is unknown are in the plan file."""
    _, [kind] = output.type
    [value] = output.value
    if isinstance(value, Unknown):
        refined = {"r": dict(value.refined)} if value.refined else {}
        return {"unknown": True, "t": kind, **refined}
    [known] = change["after"]
    unknown = change["after_unknown"]
    return {"v": known, "t": kind, **({"u": unknown[0]} if holds_unknown(unknown) else {})}


def holds_unknown(mask: Any) -> bool:
    """Whether anything is unknown, by a plan's ``after_unknown``."""
    match mask:
        case dict():
            return any(map(holds_unknown, mask.values()))
        case list():
            return any(map(holds_unknown, mask))
    return bool(mask)
