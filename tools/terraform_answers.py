"""Record what Terraform 1.11.4 answers, for the tests of the evaluator; ``terraform`` must be on PATH.

    python tools/terraform_answers.py ask QUESTIONS FILE          # asks new questions, adds their answers
    python tools/terraform_answers.py random FILE --seed 1 --count 6500
    python tools/terraform_answers.py again FILE ...              # asks once more, adds what differs
    python tools/terraform_answers.py again --check FILE ...      # writes nothing, ends with 1 if any differs
    python tools/terraform_answers.py functions FILE              # the signatures of all functions

A file holds JSON lines, each a question with its answer; in QUESTIONS the answers are left out.
There are two kinds of questions, both asked in the module ``tests/read/data_terraform/module``:

``{"e": EXPRESSION}``
    What is the value of the expression?
``{"type": TYPE, "default": EXPRESSION, "nullable": EXPRESSION, "given": EXPRESSION}``
    What is the value of a variable that is declared so, when this is given? Only ``type`` is needed.

The answers:

``{"v": VALUE, "t": TYPE}``
    A value, and its type as cty writes types in JSON. Numbers have all digits that Terraform prints.
``{"v": VALUE, "t": TYPE, "u": MASK}``
    The same where a part is unknown. The mask is true there; the value has null, or no attribute.
``{"unknown": true, "t": TYPE, "r": REFINEMENT}``
    Nothing of the value is known but perhaps a refinement: ``null`` is false if it is not null,
    ``prefix``, ``min`` and ``max`` (a number, and whether it is included), ``min_length``, ``max_length``.
``{"error": MESSAGE}``
    No value. With ``"infinite": true`` there is one, but no plan can hold it: a number is infinite.
``{"outside": true, "t": TYPE}``
    The value depends on the time or the machine.

``"sensitive": true`` is added where Terraform refuses to show the value without being told so, and
``"or": [ANSWER, ...]`` where it does not always say the same: it compares two maps key by key in
any order, and ends at the first that differs or is unknown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import random_expressions
from terraform_ask import ask
from terraform_compare import compare
from terraform_lines import dump, load, save
from terraform_questions import Expression, Question, question

Answer: TypeAlias = Mapping[str, Any]

MODULE = Path(__file__).parents[1] / "tests" / "read" / "data_terraform" / "module"


def main(args: Sequence[str] | None = None) -> int:
    """Run the command; 1 if ``again --check`` finds another answer."""
    given = _arguments().parse_args(args)
    match given.command:
        case "ask":
            add(given.file, map(question, load(given.questions)))
        case "random":
            add(given.file, islice(map(Expression, random_expressions.expressions(given.seed)), given.count))
        case "functions":
            given.file.write_text(signatures(), encoding="utf-8", newline="\n")
        case "again":
            return max([again(path, check=given.check) for path in given.files])
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask")
    asking.add_argument("questions", type=Path)
    asking.add_argument("file", type=Path)
    drawing = commands.add_parser("random")
    drawing.add_argument("file", type=Path)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--count", type=int, default=6500)
    repeating = commands.add_parser("again")
    repeating.add_argument("files", type=Path, nargs="+")
    repeating.add_argument("--check", action="store_true")
    commands.add_parser("functions").add_argument("file", type=Path)
    return parser


def add(path: Path, questions: Iterable[Question]) -> None:
    """Add to a file the answers to those questions that it does not answer."""
    answered = load(path)
    known = set(map(question, answered))
    new = [each for each in dict.fromkeys(questions) if each not in known]
    save(path, [*answered, *ask(new, MODULE)])


def again(path: Path, *, check: bool) -> int:
    """Ask a file's questions once more, print the answers that differ, and add them unless it is a check."""
    before = load(path)
    after = [settle(*pair) for pair in zip(before, ask(list(map(question, before)), MODULE), strict=True)]
    changed = [new for old, new in zip(before, after, strict=True) if new != old]
    for each in changed:
        print(dump(each))
    if not check:
        save(path, after)
    return int(check and bool(changed))


def settle(old: Answer, new: Answer) -> Answer:
    """The recorded answer, to which a new one is added if it says something else."""
    others = old.get("or", [])
    said = {name: each for name, each in new.items() if name not in question(new).key()}
    if any(compare(each, said) is None for each in (old, *others)):
        return old
    return {**old, "or": [*others, said]}


def signatures() -> str:
    """The names and the signatures of all functions, a line for each."""
    done = subprocess.run(["terraform", "metadata", "functions", "-json"], check=True, capture_output=True)
    found = json.loads(done.stdout)["function_signatures"]
    lines = [
        f"  {dump(name)}: {dump(signature(each))}" for name, each in sorted(found.items()) if "::" not in name
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def signature(told: Mapping[str, Any]) -> dict[str, Any]:
    """A signature without what it says in prose."""
    parts = ("parameters", "variadic_parameter", "return_type")
    return {part: _without_prose(told[part]) for part in parts if part in told}


def _without_prose(part: Any) -> Any:
    match part:
        case dict():
            return {name: each for name, each in part.items() if name != "description"}
        case [dict(), *_]:
            return [_without_prose(each) for each in part]
    return part


if __name__ == "__main__":
    sys.exit(main())
