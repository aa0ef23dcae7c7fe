"""Imports point one way, and what is slow to import is imported late and in one place."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import spillover
import spillover_rules

PACKAGES = [Path(package.__path__[0]) for package in (spillover, spillover_rules)]

LAYERS = (
    "spillover.records",
    "spillover.errors",
    "spillover.model",
    "spillover.plan",
    "spillover.read",
    "spillover.check",
    "spillover_rules",
    "spillover.report",
    "spillover.cli",
    "spillover.__main__",
)

INSIDE_READ = ("syntax", "cty", "functions", "evaluation", "modules")
"""From a text to the instances of resources: the order of the packages of the reading layer."""

WHERE_A_RULE_MAY_LOOK = ("spillover.model", "spillover.plan", "spillover.check.rule", "spillover_rules")

OF_THE_COMMAND_LINE = {
    f"spillover.cli.{name}" for name in ("main", "options", "command_lint", "command_plan", "command_diff")
}
PLACES = {
    "msgspec": {"spillover.report.values"},
    "hcl2": {"spillover.read.syntax.hcl"},
    "lark": {"spillover.read.syntax.hcl", "spillover.read.syntax.hcl_tree"},
    "jsonschema": {"spillover.read.validate"},
    "tabulate": {"spillover.report.tables"},
    "typer": OF_THE_COMMAND_LINE,
    "yaml": {"spillover.read.yaml_nodes"},
    "platformdirs": {"spillover.read.cache"},
    "pathspec": {"spillover.read.ignored"},
    "regex": {"spillover.read.cty.pattern"},
}
EAGER = {
    *(("typer", module) for module in OF_THE_COMMAND_LINE),
    ("yaml", "spillover.read.yaml_nodes"),
}
"""The command line is nothing without typer; yaml_nodes is itself imported late."""


@dataclass(frozen=True)
class Import:
    """One module that another imports; ``eager`` if that happens as soon as it is imported itself."""

    module: str
    imported: str
    eager: bool


def modules() -> dict[str, ast.Module]:
    """Every module of the distribution by its name."""
    found: dict[str, ast.Module] = {}
    for package in PACKAGES:
        for file in sorted(package.rglob("*.py")):
            parts = file.relative_to(package.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(file.read_text("utf-8"))
    return found


MODULES = modules()


def imports(module: str) -> Iterator[Import]:
    """All that a module imports, inside of functions and for type checkers too."""

    def visit(node: ast.AST, eager: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, eager) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute, so that layers can be read off them"
            assert node.module is not None
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Import(module, full if full in MODULES else node.module, eager)
        late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        for child in ast.iter_child_nodes(node):
            yield from visit(child, eager and not late)

    yield from visit(MODULES[module], eager=True)


IMPORTS = [each for module in MODULES for each in imports(module)]
NEEDED = {
    module: {each.imported for each in IMPORTS if each.module == module and each.imported in MODULES}
    for module in MODULES
}


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def layer(module: str) -> int:
    """The height of a module's layer; the bare package, which holds the version, lies below all."""
    return next((height for height, name in enumerate(LAYERS) if is_in(module, name)), -1)


def reached(start: str) -> set[str]:
    """The modules of ours that one imports, and those that these import in turn."""
    found: set[str] = set()
    left = [start]
    while left:
        needed = NEEDED[left.pop()] - found
        found |= needed
        left += needed
    return found


class TestDirection:
    def test_every_module_is_in_a_layer(self) -> None:
        assert [module for module in MODULES if layer(module) < 0] == ["spillover"]
        assert {LAYERS[layer(module)] for module in MODULES if layer(module) >= 0} == set(LAYERS)

    def test_no_import_points_up(self) -> None:
        ours = [each for each in IMPORTS if is_in(each.imported, "spillover") or layer(each.imported) >= 0]

        assert ours
        assert [each for each in ours if layer(each.imported) > layer(each.module)] == []

    def test_no_import_points_up_inside_of_the_reading_layer(self) -> None:
        def height(module: str) -> int:
            rooms = [f"spillover.read.{name}" for name in INSIDE_READ]
            return next((height for height, room in enumerate(rooms) if is_in(module, room)), -1)

        inside = [each for each in IMPORTS if height(each.module) >= 0]

        assert inside
        assert [each for each in inside if height(each.imported) > height(each.module)] == []

    def test_no_module_imports_itself_by_way_of_others(self) -> None:
        """Not for the type checker alone either: who reads the one would have to read the other first."""
        assert [module for module in MODULES if module in reached(module)] == []

    def test_errors_import_nothing_of_ours(self) -> None:
        assert [
            each.imported
            for each in IMPORTS
            if each.module == "spillover.errors" and "spillover" in each.imported
        ] == []

    def test_rules_import_the_model_the_planner_and_the_definition_of_a_rule_alone(self) -> None:
        of_rules = [each.imported for each in IMPORTS if is_in(each.module, "spillover_rules")]
        others = {name for name in of_rules if not any(is_in(name, each) for each in WHERE_A_RULE_MAY_LOOK)}

        assert others <= sys.stdlib_module_names | {"collections.abc"}

    def test_a_rule_imports_no_other_rule(self) -> None:
        assert {
            each.module
            for each in IMPORTS
            if is_in(each.module, "spillover_rules") and is_in(each.imported, "spillover_rules")
        } == {"spillover_rules"}


class TestDependencies:
    def test_each_in_the_place_that_is_meant_for_it(self) -> None:
        assert {
            name: {each.module for each in IMPORTS if is_in(each.imported, name)} for name in PLACES
        } == PLACES

    def test_late(self) -> None:
        early = {
            (name, each.module)
            for each in IMPORTS
            for name in PLACES
            if each.eager and is_in(each.imported, name)
        }

        assert early == EAGER

    def test_there_are_no_others(self) -> None:
        roots = {each.imported.partition(".")[0] for each in IMPORTS}

        assert roots - sys.stdlib_module_names == {*PLACES, "spillover", "spillover_rules"}


BACKENDS = '{"kind": "compute#backendService", "name": "orders", "region": "us-east1", "failoverPolicy": {}}'
MAIN = 'resource "google_compute_region_backend_service" "orders" {\n  name = "orders"\n}\n'
SLOW = ("hcl2", "jsonschema", "lark", "pathspec", "pydantic", "regex", "tabulate", "yaml")
READERS = ("spillover.read.api", "spillover.read.modules.roots", "spillover.read.plans.terraform_json")
WHAT_JUDGES = ("spillover.model.deployment", "spillover_rules")


def imported_by(statement: str, folder: Path, asked: Sequence[str] = SLOW) -> set[str]:
    """Which of the modules that are asked for a process has imported after a statement."""
    program = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return set(json.loads(ended.stderr.splitlines()[-1])) & set(asked)


LINT = """
from spillover.cli.main import app
try:
    app(["lint"])
except SystemExit as ended:
    assert ended.code == 0, ended.code
"""


class TestWhatARunImports:
    def test_the_command_line_alone(self, tmp_path: Path) -> None:
        assert imported_by("import spillover.cli.main", tmp_path) == set()

    @pytest.mark.parametrize(
        ("files", "needed"),
        [
            pytest.param({"orders.json": BACKENDS}, {"jsonschema"}, id="only JSON"),
            pytest.param({"main.tf": MAIN}, set(), id="only Terraform"),
            pytest.param({"notes.json": "{}", "values.yaml": "a: 1"}, set(), id="data of something else"),
        ],
    )
    def test_lint(self, tmp_path: Path, files: dict[str, str], needed: set[str]) -> None:
        for name, text in files.items():
            (tmp_path / name).write_text(text)

        assert imported_by(LINT, tmp_path) == needed

    @pytest.mark.parametrize(
        ("files", "needed"),
        [
            pytest.param({"main.tf": 'resource "aws_lb" "orders" {}\n'}, set(), id="nothing relevant"),
            pytest.param({"orders.json": BACKENDS}, {READERS[0], *WHAT_JUDGES}, id="only JSON"),
            pytest.param({"main.tf": MAIN}, {READERS[1], *WHAT_JUDGES}, id="only Terraform"),
        ],
    )
    def test_of_ours(self, tmp_path: Path, files: dict[str, str], needed: set[str]) -> None:
        for name, text in files.items():
            (tmp_path / name).write_text(text)

        assert imported_by(LINT, tmp_path, (*READERS, *WHAT_JUDGES)) == needed
