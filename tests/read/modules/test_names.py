"""What names mean in a module: variables, locals, paths, the workspace, and cycles among them."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Unknown
from spillover.read.evaluation.context import Written
from spillover.read.lines import Lines
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Module
from spillover.read.plain import plain
from spillover.read.syntax.hcl import parse_settings


def module(text: str, folder: str = ".", workspace: str | None = None) -> Module:
    file = SourceFile.of("main.tf", text)
    return Module(Folder(folder, (file,)), {}, Configuration(".", lambda _: None, workspace))


def value(within: Module | str, expression: str) -> Any:
    """The value of an expression in a module, in which nothing is wrong."""
    found, errors = settled(within, expression)
    assert errors == []
    return found


def settled(within: Module | str, expression: str) -> tuple[Any, list[str]]:
    """The value of an expression in a module, and what is wrong there."""
    scope = module(within) if isinstance(within, str) else within
    lines = Lines("<test>", f"x = {expression}")
    parsed = parse_settings(lines, lines.text, 0).settings["x"].expression
    found = plain(scope.configuration.context(scope.names, lines).settle(parsed))
    return found, [str(error) for error in scope.configuration.errors]


def variable(*lines: str) -> str:
    return "\n".join(('variable "v" {', *lines, "}", ""))


def local(**values: str) -> str:
    return "\n".join(("locals {", *(f"  {name} = {value}" for name, value in values.items()), "}", ""))


class TestVariables:
    def test_default(self) -> None:
        assert value(variable('default = { a = ["x"] }'), "var.v.a[0]") == "x"

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="not declared"),
            pytest.param(variable("type = any"), id="without a default"),
            pytest.param(variable("default = = 1"), id="broken"),
        ],
    )
    def test_without_a_value(self, text: str) -> None:
        assert value(text, "var.v") == Unknown("var.v")

    @pytest.mark.parametrize(
        ("written", "same"),
        [
            ("var.v", "var.v"),
            ("local.a", "var.v"),
            ('"${var.v}"', "var.v"),
            ('"${var.v}-b"', "${var.v}-b"),
            ('"a-${local.b}"', "a-${${var.v}.x}"),
            ('"$${var.v}-${var.v}"', "$${var.v}-${var.v}"),
            ('"${var.v}-${terraform.workspace}"', ""),
            ("var.v[0]", ""),
            ("upper(var.v)", ""),
            ("terraform.workspace", ""),
        ],
    )
    def test_what_one_without_a_value_is_told_by(self, written: str, same: str) -> None:
        """What depends on it alone is the same wherever it is written so."""
        text = variable() + local(a="var.v", b='"${local.a}.x"')

        assert value(text, written).same == same

    def test_variables_of_two_modules_are_not_the_same(self) -> None:
        within = module(variable())
        called = Module(within.folder, {}, within.configuration, prefix="module.m.")

        assert value(called, "var.v").same == "module.m.var.v"

    def test_that_is_given_but_not_declared(self) -> None:
        within, lines = module(""), Lines("given.tfvars", "v = [5]")
        expression = parse_settings(lines, lines.text, 0).settings["v"].expression
        written = Written(expression, within.configuration.context(within.names, lines))
        given = Module(within.folder, {"v": written}, within.configuration)

        assert value(given, "var.v[0]") == 5


class TestLocals:
    def test_of_each_other(self) -> None:
        text = local(a="local.b", b='"x${local.c[1]}"') + local(c="[1, 2]")

        assert value(text, "local.a") == "x2"

    def test_that_are_not_there(self) -> None:
        assert value(local(a="1"), "local.z.b") == Unknown("local.z.b")

    def test_without_what_is_asked_for(self) -> None:
        assert settled(local(a="{ b = 1 }"), "local.a.c.d") == (
            Unknown("local.a.c.d"),
            ["<test>:1:5: there is no attribute c"],
        )

    def test_that_are_wrong_are_an_error_once(self) -> None:
        text = local(a='"x" + 1', b="[local.a, local.a]")

        assert settled(text, "[local.b, local.a]") == (
            [[Unknown('"x" + 1'), Unknown('"x" + 1')], Unknown('"x" + 1')],
            ["main.tf:2:7: a number is required, and this string spells none"],
        )

    @pytest.mark.parametrize(
        ("text", "cause", "error"),
        [
            pytest.param(
                local(a="local.a"),
                "local.a, which depends on itself",
                "main.tf:2:3: local.a depends on itself",
                id="of itself",
            ),
            pytest.param(
                local(a="local.b", b="local.c", c="local.a"),
                "local.a, which depends on itself",
                "main.tf:2:3: local.a depends on itself",
                id="ring",
            ),
        ],
    )
    def test_cycles_are_an_error_once(self, text: str, cause: str, error: str) -> None:
        within = module(text)

        assert settled(within, "local.a") == (Unknown(cause), [error])
        assert settled(within, "local.a") == (Unknown(cause), [error])

    def test_a_cycle_through_one_value_leaves_the_others(self) -> None:
        within = module(local(a="{ x = local.b, y = 1 }", b="local.a"))

        assert settled(within, "local.a") == (
            {"x": Unknown("local.a, which depends on itself"), "y": 1},
            ["main.tf:2:3: local.a depends on itself"],
        )

    def test_a_chain_without_end(self) -> None:
        chain = {f"a{n}": f"local.a{n + 1}" for n in range(400)}
        within = module(local(**chain, a400='"end"'))

        found, errors = settled(within, "local.a0")
        assert isinstance(found, Unknown)
        assert [error.partition(" ")[2] for error in errors] == ["nested too deeply"]
        within.configuration.errors.clear()
        assert value(within, "local.a400") == "end"
        assert value(within, "local.a390") == "end"


class TestPathsAndWorkspace:
    @pytest.mark.parametrize(
        ("folder", "expected"), [(".", "."), ("m", "m"), ("../m", "../m"), ("a/b", "a/b")]
    )
    def test_path_of_the_module(self, folder: str, expected: str) -> None:
        assert value(module("", folder), "[path.module, path.root]") == [expected, "."]

    def test_where_terraform_will_run_is_not_known(self) -> None:
        assert value("", '"${path.cwd}/x"') == Unknown("path.cwd")

    def test_workspace(self) -> None:
        assert value("", "terraform.workspace") == Unknown("terraform.workspace")
        assert value(module("", workspace="prod"), "terraform.workspace") == "prod"
        assert value(module("", workspace="prod"), "terraform.applying") == Unknown("terraform.applying")

    def test_workspace_is_not_null(self) -> None:
        assert value("", "terraform.workspace == null") is False


class TestOtherNames:
    @pytest.mark.parametrize("root", ["each", "count", "self", "data.t"])
    def test_are_unknown(self, root: str) -> None:
        assert value("", f'{root}.a["k l"][0].b["c"]') == Unknown(f'{root}.a["k l"][0].b.c')

    @pytest.mark.parametrize("root", ["var", "local", "module", "t", "each", "data.t"])
    def test_alone_are_unknown(self, root: str) -> None:
        assert value("", root) == Unknown(root)

    @pytest.mark.parametrize("root", ["var", "local", "t", "data.t"])
    def test_at_an_unknown_key(self, root: str) -> None:
        assert value("", f"{root}[var.k]") == Unknown(root)
