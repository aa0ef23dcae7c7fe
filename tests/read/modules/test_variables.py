"""The values of a root module's variables: where they come from, and which one counts."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from spillover.errors import UsageError
from spillover.model.source import Unknown
from spillover.read.cty.value import EvaluationError
from spillover.read.files import FoundFile, is_loaded_unasked
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.variables import Nothing, RootVariables, check_declared, root_variables
from spillover.read.plain import plain
from spillover.read.request import GivenVariables

VARIABLES = 'variable "v" {\n  default = "default"\n}\n'


def folder(text: str = VARIABLES) -> Folder:
    return Folder(".", (SourceFile.of("main.tf", text),))


def found(directory: Path, names: Iterator[str] | list[str]) -> list[FoundFile]:
    return [FoundFile(name, directory / name) for name in names]


def read(directory: Path, files: dict[str, str], *given: tuple[str, str] | str) -> RootVariables:
    """The variables of a folder with these files, where a text that is given names one of them."""
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8", newline="")
    arguments = tuple(FoundFile(each, directory / each) if isinstance(each, str) else each for each in given)
    return root_variables(folder(), found(directory, list(files)), GivenVariables(arguments))


def evaluated(variables: RootVariables) -> dict[str, Any]:
    return {name: plain(given.context.settle(given.expression)) for name, given in variables.inputs.items()}


def values(variables: RootVariables) -> dict[str, Any]:
    found = evaluated(variables)
    assert variables.errors == []
    return found


class TestLoadedUnasked:
    @pytest.mark.parametrize(
        "name",
        ["terraform.tfvars", "terraform.tfvars.json", "a.auto.tfvars", "a.auto.tfvars.json", ".auto.tfvars"],
    )
    def test_by_its_name(self, name: str) -> None:
        assert is_loaded_unasked(name)

    @pytest.mark.parametrize(
        "name",
        [
            "prod.tfvars",
            "prod.tfvars.json",
            "terraform.tfvars.bak",
            "x.terraform.tfvars",
            "auto.tfvars",
            "main.tf",
        ],
    )
    def test_not(self, name: str) -> None:
        assert not is_loaded_unasked(name)


class TestPrecedence:
    """The later one counts: terraform.tfvars, then .json, *.auto.tfvars by name, the command line."""

    ORDER = (
        "terraform.tfvars",
        "terraform.tfvars.json",
        "a.auto.tfvars",
        "b.auto.tfvars.json",
        "c.auto.tfvars",
    )

    @pytest.mark.parametrize("last", range(len(ORDER)))
    @pytest.mark.parametrize("reverse", [False, True])
    def test_of_files(self, tmp_path: Path, last: int, reverse: bool) -> None:
        names = self.ORDER[: last + 1]
        files = {
            name: f'{{"v": "{name}"}}' if name.endswith(".json") else f'v = "{name}"\n' for name in names
        }
        if reverse:
            files = dict(reversed(files.items()))

        assert values(read(tmp_path, files)) == {"v": self.ORDER[last]}

    def test_of_the_command_line_over_files(self, tmp_path: Path) -> None:
        files = {"z.auto.tfvars": 'v = "auto"\n', "given.tfvars": 'v = "given"\n'}

        assert values(read(tmp_path, files)) == {"v": "auto"}
        assert values(read(tmp_path, files, "given.tfvars")) == {"v": "given"}
        assert values(read(tmp_path, files, ("v", "argument"))) == {"v": "argument"}

    def test_of_the_command_line_in_its_order(self, tmp_path: Path) -> None:
        files = {"given.tfvars": 'v = "given"\n'}

        assert values(read(tmp_path, files, ("v", "1"), ("v", "2"), "given.tfvars")) == {"v": "given"}
        assert values(read(tmp_path, files, "given.tfvars", ("v", "1"), ("v", "2"))) == {"v": "2"}

    def test_each_variable_by_itself(self, tmp_path: Path) -> None:
        files = {"terraform.tfvars": "v = 1\nw = 1\nx = 1\n", "a.auto.tfvars": "w = 2\nx = 2\n"}

        assert values(read(tmp_path, files, ("v", "3"))) == {"v": "3", "w": 2, "x": 2}

    def test_a_file_that_is_not_loaded_unasked(self, tmp_path: Path) -> None:
        assert values(read(tmp_path, {"prod.tfvars": "v = 1\n"})) == {}


class TestFiles:
    def test_hold_values(self, tmp_path: Path) -> None:
        text = 'a = "x"\nb = [1, 2.50, null]\nc = {\n  d = true\n}\ne = <<E\n  f\nE\n'

        assert values(read(tmp_path, {"terraform.tfvars": text})) == {
            "a": "x",
            "b": [1, Decimal("2.5"), None],
            "c": {"d": True},
            "e": "  f\n",
        }

    def test_in_which_no_name_means_anything(self, tmp_path: Path) -> None:
        text = 'a = var.b[0]\nc = "${local.d["k"]}"\ne = 1 + null\n'
        variables = read(tmp_path, {"terraform.tfvars": text})

        assert evaluated(variables) == {
            "a": Unknown("var.b[0]"),
            "c": Unknown('local.d["k"]'),
            "e": Unknown("1 + null"),
        }
        assert [str(error) for error in variables.errors] == [
            "terraform.tfvars:1:5: var: a name means nothing in a variable's value",
            "terraform.tfvars:2:8: local: a name means nothing in a variable's value",
            "terraform.tfvars:3:5: an operand of + is null",
        ]

    def test_of_json(self, tmp_path: Path) -> None:
        text = '{"a": "${var.b} is text", "c": [1, 2.50, null, true], "d": {"e": {}}}'

        assert values(read(tmp_path, {"terraform.tfvars.json": text})) == {
            "a": "${var.b} is text",
            "c": [1, Decimal("2.5"), None, True],
            "d": {"e": {}},
        }

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("terraform.tfvars", "v = 1\nw = = 2\n", "terraform.tfvars:2:5: unexpected '='"),
            ("terraform.tfvars.json", '{"v": }', "terraform.tfvars.json:1:7: expected a value"),
            ("terraform.tfvars.json", "[1]", "terraform.tfvars.json:1:1: a variable file is one JSON object"),
            ("terraform.tfvars.json", "", "terraform.tfvars.json:1:1: the text ends too early"),
            ("terraform.tfvars.json", "{}\n{}", "terraform.tfvars.json:2:1: unexpected text after the value"),
        ],
    )
    def test_that_are_broken_are_left_out(self, tmp_path: Path, name: str, text: str, message: str) -> None:
        variables = read(tmp_path, {name: text, "a.auto.tfvars": "w = 1\n"})

        assert [str(error) for error in variables.errors] == [message]
        assert evaluated(variables) == {"w": 1}

    def test_that_are_not_there(self, tmp_path: Path) -> None:
        variables = root_variables(folder(), found(tmp_path, ["terraform.tfvars"]), GivenVariables())

        assert [str(error) for error in variables.errors] == ["terraform.tfvars: no such file or directory"]


class TestArguments:
    """``--var NAME=VALUE``: text as it is, unless the variable wants a list, a map or an object."""

    @pytest.mark.parametrize("kind", ["", "type = string", "type = number", "type = bool", 'type = "string"'])
    @pytest.mark.parametrize("text", ["plain", "", " 5 ", "[1]", '"quoted"', "= = ="])
    def test_of_primitive_types(self, kind: str, text: str) -> None:
        assert self.given(f"{kind}\n", text) == text

    @pytest.mark.parametrize(
        "kind",
        ["any", "list(string)", "map(number)", "object({ a = string })", "tuple([string])", "set(string)"],
    )
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('["a", 1]', ["a", 1]),
            ('{ a = "b", c = [] }', {"a": "b", "c": []}),
            ("{\n  a = 1\n  b = 2\n}", {"a": 1, "b": 2}),
            ("  null", None),
            ('["x"] # why', ["x"]),
        ],
    )
    def test_of_others(self, kind: str, text: str, expected: Any) -> None:
        assert self.given(f"type = {kind}\n", text) == expected

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[1", "<--var v>:1:3: the `[` is not closed"),
            ("[1 2]", "<--var v>:1:6: unexpected '2'"),
            ("", "<--var v>:1:3: unexpected end of line"),
            ("plain text", "<--var v>:1:9: a newline is missing before this"),
            ("1\nw = 2", "--var v: more than one value is given"),
            ("1\nw {}", "<--var v>:2:1: a variable file holds no blocks"),
        ],
    )
    def test_that_are_no_expression(self, text: str, message: str) -> None:
        with pytest.raises(UsageError) as caught:
            self.given("type = any\n", text)

        assert str(caught.value) == message

    def test_of_a_variable_that_cannot_be_read(self) -> None:
        assert self.given("type = = any\n", "[1]") == "[1]"

    @staticmethod
    def given(body: str, text: str) -> Any:
        declared = folder(f'variable "v" {{\n{body}}}\n')
        return values(root_variables(declared, (), GivenVariables((("v", text),))))["v"]


class TestEnvironment:
    """``TF_VAR_NAME`` counts more than the default, and less than anything else."""

    def given(self, tmp_path: Path, text: str, environment: dict[str, str], file: str = "") -> dict[str, Any]:
        (tmp_path / "terraform.tfvars").write_text(file)
        given = GivenVariables(environment=environment)
        return values(root_variables(folder(text), found(tmp_path, ["terraform.tfvars"]), given))

    @pytest.mark.parametrize(
        ("text", "environment", "expected"),
        [
            (VARIABLES, {"TF_VAR_v": "e"}, {"v": "e"}),
            (VARIABLES, {}, {}),
            (VARIABLES, {"TF_VAR_": "e", "TF_VAR_w": "e", "v": "e", "TF_VAR_V": "e"}, {}),
            ('variable "v" {\n  type = list(string)\n}\n', {"TF_VAR_v": '["a", 1]'}, {"v": ["a", 1]}),
            ('variable "v" {\n  type = number\n}\n', {"TF_VAR_v": "5"}, {"v": "5"}),
        ],
    )
    def test_given(
        self, tmp_path: Path, text: str, environment: dict[str, str], expected: dict[str, Any]
    ) -> None:
        assert self.given(tmp_path, text, environment) == expected

    def test_counts_less_than_files(self, tmp_path: Path) -> None:
        assert self.given(tmp_path, VARIABLES, {"TF_VAR_v": "e"}, 'v = "file"\n') == {"v": "file"}

    def test_that_is_no_expression(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError) as caught:
            self.given(tmp_path, 'variable "v" {\n  type = any\n}\n', {"TF_VAR_v": "[1"})

        assert str(caught.value) == "<TF_VAR_v>:1:3: the `[` is not closed"


class TestUndeclared:
    def test_is_passed_over_in_the_roots_that_do_not_declare_it(self) -> None:
        assert values(root_variables(folder(), (), GivenVariables((("w", "1"),)))) == {}

    def test_is_wrong_where_no_root_declares_it(self) -> None:
        roots = [folder(), folder('variable "w" {}\n')]

        check_declared(
            roots, GivenVariables((("v", "1"), ("w", "2"), FoundFile("x.tfvars", Path("x.tfvars"))))
        )
        with pytest.raises(UsageError) as caught:
            check_declared(roots, GivenVariables((("v", "1"), ("x", "2"))))
        assert str(caught.value) == "--var x: no root module declares this variable"

    def test_without_any_root(self) -> None:
        check_declared([], GivenVariables())
        with pytest.raises(UsageError):
            check_declared([], GivenVariables((("v", "1"),)))


def test_in_the_scope_of_nothing_names_mean_nothing() -> None:
    with pytest.raises(EvaluationError, match="var: a name means nothing in a variable's value"):
        Nothing().name("var")


@pytest.mark.parametrize("text", ["[x]", '["${x}"]'])
def test_a_name_in_an_argument_is_an_error(text: str) -> None:
    given = GivenVariables((("v", text),))
    variables = root_variables(folder('variable "v" {\n  type = list(string)\n}\n'), (), given)

    (found,) = evaluated(variables).values()
    assert isinstance(found, Unknown)
    assert [error.path for error in variables.errors] == ["<--var v>"]
