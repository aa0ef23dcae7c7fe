"""What Terraform 1.11.4 answered: ``answers/FUNCTION.jsonl`` has its arguments and its result as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spillover.read.cty.value import EvaluationError, Value, text
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call

ANSWERS = sorted((Path(__file__).parent / "answers").glob("*.jsonl"))


def value(plain: Any) -> Value:
    return call(FUNCTIONS["jsondecode"], [text(json.dumps(plain))])


def answer(function: str, arguments: list[Any]) -> dict[str, Any]:
    try:
        result = call(FUNCTIONS[function], [value(each) for each in arguments])
    except EvaluationError:
        return {"error": True}
    if result.pending:
        return {"unknown": result.pending.because}
    return {"json": call(FUNCTIONS["jsonencode"], [result]).content}


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_answers_as_terraform(path: Path) -> None:
    differences = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        arguments = row.pop("arguments")
        found = answer(path.stem, arguments)
        if found != row and "here" not in found.get("unknown", ""):
            differences.append((arguments, row, found))

    assert differences == []
