"""What all modules of one root module share."""

from __future__ import annotations

import pytest

from spillover.errors import InputError
from spillover.read.cty.value import EvaluationError, Value
from spillover.read.lines import Lines
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder
from spillover.read.syntax.expression import Variable


@pytest.mark.parametrize(
    ("root", "folder", "expected"),
    [
        (".", ".", "."),
        (".", "m", "m"),
        ("stack", "stack", "."),
        ("stack", "stack/m", "m"),
        ("stack/a", "m", "../../m"),
        ("../up", "../up/m", "m"),
    ],
)
def test_path_of(root: str, folder: str, expected: str) -> None:
    assert Configuration(root, lambda _: None).path_of(Folder(folder, ())) == expected


class Refusing:
    """A scope in which no name means anything."""

    def name(self, name: str) -> Value:
        raise EvaluationError(f"no {name}")


def test_contexts_share_errors_and_what_may_be_spent() -> None:
    configuration = Configuration(".", lambda _: None)
    for path in ("a.tf", "b.tf"):
        context = configuration.context(Refusing(), Lines(path, "x"))
        assert context.budget is configuration.budget
        context.settle(Variable("x", 0, 1))

    assert configuration.errors == [InputError(path, 1, 1, "no x") for path in ("a.tf", "b.tf")]
