"""Every built-in function of Terraform 1.11 is one of ours, under its name and with its parameters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spillover.read.evaluation.calling import OF_EXPRESSIONS
from spillover.read.functions import FUNCTIONS

LISTED = json.loads((Path(__file__).parents[1] / "data_terraform" / "functions-1.11.json").read_text("utf-8"))
ELSEWHERE = {*OF_EXPRESSIONS, "templatefile"}
"""Those that get expressions, or a template, rather than values alone."""


def test_every_function_is_there() -> None:
    assert {*FUNCTIONS, *ELSEWHERE} == set(LISTED)
    assert len(LISTED) == 118


@pytest.mark.parametrize("name", sorted({*LISTED} - ELSEWHERE))
def test_takes_as_many_arguments(name: str) -> None:
    function, listed = FUNCTIONS[name], LISTED[name]

    assert len(function.parameters) == len(listed.get("parameters", ()))
    assert (function.variadic is None) == ("variadic_parameter" not in listed)
