"""Ask Terraform many questions at once.

Each question is an output, in files of its own beside a copy of a module. Terraform reports the
errors of all outputs of a plan together, each with its file: the questions to blame are answered
with their error, and the rest is asked again, until a plan has no error left.
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
from typing import Any, TypeAlias

import terraform_plan
from terraform_compare import holds_unknown
from terraform_plan import Output, Unknown
from terraform_questions import Question

Answer: TypeAlias = dict[str, Any]
Diagnostic: TypeAlias = Mapping[str, Any]

BATCH = 300
MESSAGE = 70
PLAN = "answers.plan"

SENSITIVE = "Output refers to sensitive values"
UNWRITABLE = "Failed to write plan file"  # an infinite number is a value, but no plan can hold it
BLAMED = re.compile(r'(?:output (?:value )?"|module "|module\.|^)e(\d+)(?=["./]|$)', re.MULTILINE)
PLACE = re.compile(r"The given value is not suitable for \S+ declared at \S+: |\b(module\.)?e\d+[./]")

# What another machine, folder or day says otherwise.
OUTSIDE = re.compile(r"\b(plantimestamp|abspath|pathexpand)\s*\(|\bpath\.cwd\b")


def batches(questions: Sequence[Question], size: int = BATCH) -> Iterator[dict[int, Question]]:
    """The questions with their places, in groups of at most ``size``."""
    numbered = list(enumerate(questions))
    for start in range(0, len(numbered), size):
        yield dict(numbered[start : start + size])


def ask(questions: Sequence[Question], module: Path) -> Iterator[Answer]:
    """What Terraform says to each question in a module, in their order.

    Raises:
        RuntimeError: Terraform fails on a question without a word about it.
    """
    for batch in batches(questions):
        answers = _ask(batch, module, frozenset())
        yield from (each.key() | answers[place] for place, each in batch.items())


def _ask(questions: Mapping[int, Question], module: Path, sensitive: frozenset[int]) -> dict[int, Answer]:
    """The answers to one batch, each under its question's place."""
    if not questions:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "module")
        shutil.copytree(module, root)
        _write(root, questions, sensitive)
        errors = _errors(root)
        if not errors:
            return _planned(root, questions, sensitive)
    blamed = {place: text for place, text in blame(errors).items() if place in questions}
    hidden = {place for place, text in blamed.items() if text.startswith(SENSITIVE)} - sensitive
    failed = {place: refusal(text) for place, text in blamed.items() if place not in hidden}
    left = {place: each for place, each in questions.items() if place not in failed}
    if blamed:
        return failed | _ask(left, module, sensitive | hidden)
    if len(questions) == 1:
        raise RuntimeError(f"Terraform fails on {questions}: {errors}")
    places = sorted(questions)
    halves = places[: len(places) // 2], places[len(places) // 2 :]
    first, second = ({place: questions[place] for place in half} for half in halves)
    return _ask(first, module, sensitive) | _ask(second, module, sensitive)


def _write(root: Path, questions: Mapping[int, Question], sensitive: frozenset[int]) -> None:
    for place, each in questions.items():
        for name, text in each.files(f"e{place}", sensitive=place in sensitive).items():
            path = root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def blame(diagnostics: Sequence[Diagnostic]) -> dict[int, str]:
    """The first error of each question that errors speak of, by its place."""
    blamed: dict[int, str] = {}
    for each in diagnostics:
        place = (
            each.get("range", {}).get("filename"),
            each.get("snippet", {}).get("context"),
            each.get("detail"),
        )
        named = next(filter(None, (BLAMED.search(text or "") for text in place)), None)
        if named:
            blamed.setdefault(int(named[1]), message(each))
    return blamed


def message(diagnostic: Diagnostic) -> str:
    """An error's summary and the beginning of its first line."""
    if diagnostic["summary"] == UNWRITABLE:
        return UNWRITABLE
    first, _, _ = PLACE.sub("", diagnostic.get("detail") or "").partition("\n")
    return f"{diagnostic['summary']}: {first}"[:MESSAGE].rstrip()


def refusal(text: str) -> Answer:
    """The answer that is an error."""
    return {"error": text, "infinite": True} if text == UNWRITABLE else {"error": text}


def _errors(root: Path) -> list[Diagnostic]:
    """The errors of a plan; none if it has been made."""
    for command in (("init",), ("plan", "-lock=false", "-refresh=false", f"-out={PLAN}")):
        done = _run(root, *command, "-input=false", "-json")
        if done.returncode:
            lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            found = [
                each["diagnostic"] for each in lines if each["@level"] == "error" and "diagnostic" in each
            ]
            return found or [{"summary": "no plan", "detail": done.stderr[:1000]}]
    return []


def _run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return subprocess.run(
        ["terraform", *command],
        cwd=root, env=kept, check=False, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def _planned(root: Path, questions: Mapping[int, Question], sensitive: frozenset[int]) -> dict[int, Answer]:
    """The answers that the plan holds."""
    shown = json.loads(_run(root, "show", "-json", PLAN).stdout, parse_int=Decimal, parse_float=Decimal)
    planned = terraform_plan.outputs(root / PLAN)
    found = {}
    for place, each in questions.items():
        name = f"e{place}"
        answer = read(shown["output_changes"][name], planned[name])
        if "v" in answer and any(map(OUTSIDE.search, each.key().values())):
            answer = {"outside": True, "t": answer["t"]}
        found[place] = answer | ({"sensitive": True} if place in sensitive else {})
    return found


def read(change: Mapping[str, Any], output: Output) -> Answer:
    """The answer in a planned change of ``[value]`` and in the plan file."""
    _, [kind] = output.type
    [value] = output.value
    if isinstance(value, Unknown):
        refined = {"r": dict(value.refined)} if value.refined else {}
        return {"unknown": True, "t": kind, **refined}
    [known], unknown = change["after"], change["after_unknown"]
    return {"v": known, "t": kind, **({"u": unknown[0]} if holds_unknown(unknown) else {})}
