"""The module tree: instances and their addresses, and calls of modules."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Reference, Unknown
from spillover.read.evaluation.context import MOST_STEPS, Budget
from spillover.read.lines import Lines
from spillover.read.modules.calls import DEEPEST_MODULE, CalledModule
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Instance, Module
from spillover.read.plain import plain
from spillover.read.syntax.hcl import parse_settings


class Tree:
    """Module folders by their paths, each of one file, and the root module."""

    def __init__(self, main: str, **called: str) -> None:
        texts = {".": main, **{path.replace("__", "/"): text for path, text in called.items()}}
        self.folders = {
            path: Folder(path, (SourceFile.of(f"{path}/main.tf", text),)) for path, text in texts.items()
        }
        self.root = Module(self.folders["."], {}, Configuration(".", self.folders.get))

    def value(self, expression: str) -> Any:
        """The value of an expression in the root module."""
        lines = Lines("<test>", f"x = {expression}")
        parsed = parse_settings(lines, lines.text, 0).settings["x"].expression
        return plain(self.root.configuration.context(self.root.names, lines).settle(parsed))

    def instances(self) -> list[Instance]:
        return list(self.root.instances(lambda _: True))

    def values(self) -> dict[str, Any]:
        """The values of each instance by its address."""
        found = self.instances()
        assert self.errors == []
        return {each.address: each.block.values() for each in found}

    def calls(self) -> list[CalledModule]:
        self.instances()
        return list(self.root.calls())

    @property
    def errors(self) -> list[str]:
        noted = [error for folder in self.folders.values() for error in folder.errors]
        return [str(error) for error in (*noted, *self.root.configuration.errors)]


def block(header: str, *lines: str) -> str:
    return "\n".join((f"{header} {{", *(f"  {line}" for line in lines), "}", ""))


def resource(name: str, *lines: str) -> str:
    """A resource of a type ``t``, so that its address is ``t.name``."""
    return block(f'resource "t" "{name}"', *lines)


def call(name: str, *lines: str, source: str = "./m") -> str:
    return block(f'module "{name}"', f'source = "{source}"', *lines)


def output(name: str, value: str) -> str:
    return block(f'output "{name}"', f"value = {value}")


X = block('variable "x"')
PASSES_ON = X + resource("r", "x = var.x") + output("y", "var.x")


class TestResources:
    def test_come_in_the_order_of_the_text_then_those_of_modules(self) -> None:
        tree = Tree(call("m") + resource("b") + resource("a"), m=resource("d") + resource("c"))

        assert list(tree.values()) == ["t.b", "t.a", "module.m.t.d", "module.m.t.c"]

    def test_only_those_that_are_wanted(self) -> None:
        tree = Tree(resource("a") + block('resource "u" "b"', "x = ="))

        assert [each.address for each in tree.root.instances("t".__eq__)] == ["t.a"]
        assert tree.errors == []

    def test_what_has_no_type_and_name_is_none(self) -> None:
        assert Tree('resource "t" {\n}\nresource {\n}\nresource "t" "a" "b" {\n}\n').values() == {}

    def test_a_broken_one_is_left_out(self) -> None:
        tree = Tree(resource("a", "x = =") + resource("b"))

        assert [each.address for each in tree.instances()] == ["t.b"]
        assert tree.errors == ["./main.tf:2:7: unexpected '='"]

    def test_know_their_file_and_module(self) -> None:
        tree = Tree(call("m") + resource("a"), m=resource("b"))
        own, called = tree.instances()

        assert (own.type, own.file.path, own.module) == ("t", "./main.tf", tree.root)
        assert (called.type, called.file.path) == ("t", "m/main.tf")
        assert [each.folder.path for each in called.module.callers()] == ["m", "."]
        assert (called.module.way(), own.module.way()) == (("m",), ())

    @pytest.mark.parametrize(
        ("key", "address"),
        [
            ("a.b", 't.a["a.b"]'),
            ('q\\"q', 't.a["q\\"q"]'),
            ("x[0]", 't.a["x[0]"]'),
            ("tcp/443", 't.a["tcp/443"]'),
            ("b\\\\s", 't.a["b\\\\s"]'),
            ("ü", 't.a["ü"]'),
            ("", 't.a[""]'),
        ],
    )
    def test_keys_in_addresses(self, key: str, address: str) -> None:
        tree = Tree(resource("a", f'for_each = {{ "{key}" = 1 }}'))

        assert [each.address for each in tree.instances()] == [address]
        assert tree.value(f't.a["{key}"].id') == Unknown(f"{address}.id", Reference(address, "id"))

    def test_between_instances(self) -> None:
        tree = Tree(
            resource("a", 'for_each = { e = "east", w = "west" }', "name = each.value")
            + resource("b", "for_each = t.a", "name = each.value.name", "link = t.a[each.key].id")
        )

        assert tree.values() == {
            't.a["e"]': {"name": "east"},
            't.a["w"]': {"name": "west"},
            't.b["e"]': {"name": "east", "link": Unknown('t.a["e"].id', Reference('t.a["e"]', "id"))},
            't.b["w"]': {"name": "west", "link": Unknown('t.a["w"].id', Reference('t.a["w"]', "id"))},
        }

    def test_whose_for_each_is_over_a_data_source(self) -> None:
        tree = Tree(
            block('data "d" "d"', 'for_each = toset(["east-1", "w"])', "name = each.key")
            + resource("a", "for_each = data.d.d", "name = each.value.name", "link = each.value.id")
        )

        assert tree.values() == {
            't.a["east-1"]': {"name": "east-1", "link": Unknown('data.d.d["east-1"].id')},
            't.a["w"]': {"name": "w", "link": Unknown('data.d.d["w"].id')},
        }

    def test_whose_for_each_is_over_themselves(self) -> None:
        tree = Tree(resource("a", 'for_each = t.a["k"].x', "x = each.value"))

        assert [each.repetition for each in tree.instances()] == [("for_each", Unknown('t.a["k"].x'))]
        assert tree.errors == ["./main.tf:2:14: there is no element 'k'"]

    def test_with_values_of_their_own_instances(self) -> None:
        """Terraform calls that a cycle; only the value is not known here."""
        tree = Tree(resource("a", 'for_each = { k = t.a["k"].x }', "x = each.value"))

        assert [each.address for each in tree.instances()] == ["t.a"]


class TestModules:
    def test_inputs_and_outputs(self) -> None:
        tree = Tree(
            call("m", "version = 1", 'name = "x-y"'),
            m=block('variable "name"')
            + resource("a", "name = var.name")
            + output("out", "t.a.name")
            + output("all", "{ list = [t.a.id] }"),
        )

        assert tree.values() == {"module.m.t.a": {"name": "x-y"}}
        assert tree.value("module.m.out") == "x-y"
        assert tree.value("module.m.all.list[0]") == Unknown(
            "module.m.t.a.id", Reference("module.m.t.a", "id")
        )
        assert tree.calls() == [CalledModule("module.m", "./m", path="./main.tf", line=2)]

    def test_nested(self) -> None:
        tree = Tree(
            call("outer", 'x = "v"', source="./o"),
            o=X + call("inner", "y = var.x", source="../shared/i"),
            shared__i=block('variable "y"') + resource("a", "y = var.y"),
        )

        assert tree.values() == {"module.outer.module.inner.t.a": {"y": "v"}}
        assert tree.calls() == [
            CalledModule("module.outer", "./o", path="./main.tf", line=2),
            CalledModule("module.outer.module.inner", "../shared/i", path="o/main.tf", line=4),
        ]

    @pytest.mark.parametrize(
        ("expression", "cause"),
        [
            ("var.v", "var.v"),
            ("var.z", "var.z"),
            ("local.z", "local.z"),
            ("t.z.a", "t.z.a"),
            ("data.d.d.id", "data.d.d.id"),
            ("data.d.d.name", "var.v"),
            ("data.d.z.a", "data.d.z.a"),
            ("module.gone.a", "module.gone.a"),
            ("module.z.a", "module.z.a"),
        ],
    )
    def test_what_is_not_known_is_called_by_its_whole_address(self, expression: str, cause: str) -> None:
        declared = block('variable "v"') + block('data "d" "d"', "name = var.v")
        gone = block('module "gone"', 'source = "x/y/google"')
        tree = Tree(call("m", 'for_each = toset(["a b"])'), m=declared + gone + output("o", expression))

        assert tree.value('module.m["a b"].o') == Unknown(f'module.m["a b"].{cause}')

    def test_called_twice(self) -> None:
        tree = Tree(call("a", "x = 1") + call("b", "x = [module.a.y]"), m=PASSES_ON)

        assert tree.values() == {"module.a.t.r": {"x": 1}, "module.b.t.r": {"x": [1]}}

    def test_with_count(self) -> None:
        tree = Tree(call("m", 'count = "2"', "x = count.index"), m=PASSES_ON)

        assert tree.values() == {"module.m[0].t.r": {"x": 0}, "module.m[1].t.r": {"x": 1}}
        assert tree.value("module.m[1].y") == 1
        assert tree.value("module.m[*].y") == [0, 1]
        assert tree.value("[for m in module.m : m.y]") == [0, 1]

    def test_with_for_each(self) -> None:
        tree = Tree(
            call("m", 'for_each = { "a.b" = "p", c = "q" }', "x = each.value"),
            m=X + resource("r", "count = 1", "x = var.x") + output("y", "var.x") + output("id", "t.r[0].id"),
        )

        assert tree.values() == {'module.m["a.b"].t.r[0]': {"x": "p"}, 'module.m["c"].t.r[0]': {"x": "q"}}
        assert tree.value('module.m["a.b"].y') == "p"
        assert tree.value("module.m.c.y") == "q"
        assert tree.value("{ for k, m in module.m : k => m.y }") == {"a.b": "p", "c": "q"}
        assert tree.value('module.m["c"].id') == Unknown(
            'module.m["c"].t.r[0].id', Reference('module.m["c"].t.r[0]', "id")
        )

    @pytest.mark.parametrize(
        ("line", "expression", "message"),
        [
            ("count = 2", "module.m[1.5].y", "1.5 is not the index of an element"),
            ("count = 2", "module.m.y", "a tuple has no attribute y"),
            ("for_each = { a = 1 }", 'module.m["b"].y', "there is no element 'b'"),
            ("for_each = { a = 1 }", "module.m.y", "there is no attribute y"),
        ],
    )
    def test_instances_that_are_not_there(self, line: str, expression: str, message: str) -> None:
        tree = Tree(call("m", line, "x = 1"), m=PASSES_ON)

        assert tree.value(expression) == Unknown(expression)
        assert tree.errors == [f"<test>:1:5: {message}"]

    def test_none_of_it(self) -> None:
        tree = Tree(call("m", "count = 0"), m=resource("r"))

        assert tree.values() == {}
        assert tree.value("module.m") == []
        assert [each.because for each in tree.calls()] == [""]

    @pytest.mark.parametrize(
        ("line", "repetition", "key"),
        [
            ("count = var.n", ("count", Unknown("var.n")), Unknown("var.n")),
            ("for_each = var.n", ("for_each", Unknown("var.n")), Unknown("var.n")),
        ],
    )
    def test_of_an_unknown_number_are_one_that_stands_for_all(
        self, line: str, repetition: tuple[str, Unknown], key: Unknown
    ) -> None:
        index = "count.index" if "count" in line else "each.key"
        tree = Tree(
            call("m", line, f"x = {index}"),
            m=PASSES_ON
            + resource("s", "count = 1")
            + resource("t", "count = var.z")
            + output("id", "t.r.id"),
        )
        found = tree.instances()

        assert [(each.address, each.repetition) for each in found] == [
            ("module.m.t.r", repetition),
            ("module.m.t.s[0]", repetition),
            ("module.m.t.t", ("count", Unknown("module.m.var.z"))),
        ]
        assert found[0].block.values() == {"x": key}
        assert tree.value("module.m[0].id") == Unknown("module.m.t.r.id", Reference("module.m.t.r", "id"))
        assert tree.errors == []

    @pytest.mark.parametrize(
        ("lines", "source", "because", "line"),
        [
            pytest.param(['source = "x/y/google"'], "x/y/google", "not present", 2, id="registry"),
            pytest.param(
                ["a = 1", 'source = "git::https://example.test/m"'],
                "git::https://example.test/m",
                "not present",
                3,
                id="git",
            ),
            pytest.param(['source = "/m"'], "/m", "not present", 2, id="absolute"),
            pytest.param(["source = var.s"], "", "not present", 2, id="unknown source"),
            pytest.param(["source = 5"], "", "not present", 2, id="source that is no text"),
            pytest.param([], "", "not present", 1, id="no source"),
        ],
    )
    def test_that_are_not_here(self, lines: list[str], source: str, because: str, line: int) -> None:
        tree = Tree(block('module "m"', *lines) + resource("a", "x = module.m.y.z"), m=resource("r"))

        assert tree.values() == {"t.a": {"x": Unknown("module.m.y.z")}}
        assert tree.calls() == [CalledModule("module.m", source, because, "./main.tf", line)]

    @pytest.mark.parametrize(
        ("repetition", "expression", "expected"),
        [
            ("", "module.m[*].y", [Unknown("module.m.y")]),
            ("count = 2", "module.m[*].y", [Unknown("module.m[0].y"), Unknown("module.m[1].y")]),
            ('for_each = toset(["a"])', "[for k, m in module.m : k]", ["a"]),
            ('for_each = toset(["a"])', 'module.m["a"].y', Unknown('module.m["a"].y')),
            ("for_each = {}", "module.m", {}),
            ("count = var.n", "module.m[0].y", Unknown("module.m.y")),
        ],
    )
    def test_that_are_not_here_have_keys(self, repetition: str, expression: str, expected: Any) -> None:
        tree = Tree(block('module "m"', 'source = "x/y/google"', repetition))

        assert tree.value(expression) == expected
        assert tree.errors == []

    def test_a_local_folder_that_is_missing_is_an_error(self) -> None:
        tree = Tree(call("m", source="./gone") + resource("a", "x = module.m.y.z"))

        assert [each.block.values() for each in tree.instances()] == [{"x": Unknown("module.m.y.z")}]
        assert tree.errors == ["./main.tf:2:3: module m: no such folder"]
        assert tree.calls() == [CalledModule("module.m", "./gone", "no such folder", "./main.tf", 2)]

    def test_a_broken_call(self) -> None:
        tree = Tree(block('module "m"', "source = ="))

        assert tree.value("module.m.y") == Unknown("module.m.y")
        assert tree.value("module.z.y") == Unknown("module.z.y")
        assert tree.calls() == [CalledModule("module.m", "", "not read")]
        assert tree.errors == ["./main.tf:2:12: unexpected '='"]

    def test_a_call_without_a_name(self) -> None:
        assert list(Tree('module {\n  source = "./m"\n}\n', m=resource("r")).values()) == ["module..t.r"]

    @pytest.mark.parametrize(
        "text", ["", block('output "y"', "description = 1"), block('output "y"', "value = = 1")]
    )
    def test_an_output_without_a_value(self, text: str) -> None:
        tree = Tree(call("m", "count = 1"), m=text)

        assert tree.value("module.m[0].y.z") == Unknown("module.m[0].y.z")

    def test_what_a_call_says_to_terraform_is_no_input(self) -> None:
        names = ["version", "count", "providers", "depends_on"]
        tree = Tree(
            call("m", "version = 1", "count = 1", "providers = {}", "depends_on = []"),
            m="".join(block(f'variable "{name}"') for name in [*names, "source"])
            + resource("r", *(f"x_{name} = var.{name}" for name in names)),
        )

        assert tree.values() == {
            "module.m[0].t.r": {f"x_{name}": Unknown(f"module.m[0].var.{name}") for name in names}
        }


class TestCycles:
    def test_inputs_that_need_outputs(self) -> None:
        tree = Tree(call("a", "x = module.b.y") + call("b", "x = module.a.y"), m=PASSES_ON)

        assert {each.address: each.block.values() for each in tree.instances()} == {
            "module.a.t.r": {"x": Unknown("var.x, which depends on itself")},
            "module.b.t.r": {"x": Unknown("var.x, which depends on itself")},
        }
        assert tree.errors == ["m/main.tf:1:1: var.x depends on itself"]

    def test_an_input_that_needs_another_output_of_the_same_module(self) -> None:
        tree = Tree(
            call("m", "x = module.m.first"), m=PASSES_ON + output("first", "1") + output("second", "var.x")
        )

        assert tree.values() == {"module.m.t.r": {"x": 1}}

    def test_instances_that_need_an_output(self) -> None:
        tree = Tree(call("m", 'for_each = module.m["a"].y'), m=resource("r") + output("y", "{}"))

        assert [each.repetition for each in tree.instances()] == [("for_each", Unknown('module.m["a"].y'))]
        assert [each.because for each in tree.calls()] == [""]

    def test_a_module_that_calls_itself(self) -> None:
        tree = Tree(call("m"), m=resource("r") + call("a", source="../m") + call("b", source="../m"))

        assert [each.address for each in tree.instances()] == ["module.m.t.r"]
        assert tree.calls() == [
            CalledModule("module.m", "./m", path="./main.tf", line=2),
            CalledModule("module.m.module.a", "../m", "calls itself", "m/main.tf", 4),
            CalledModule("module.m.module.b", "../m", "calls itself", "m/main.tf", 7),
        ]
        assert tree.errors == [
            "m/main.tf:4:3: module a: calls itself",
            "m/main.tf:7:3: module b: calls itself",
        ]

    def test_a_ring(self) -> None:
        tree = Tree(
            resource("r") + call("a", source="./a"),
            a=resource("r") + call("b", source="../b"),
            b=resource("r") + call("c", source="../"),
        )

        assert [each.address for each in tree.instances()] == [
            "t.r",
            "module.a.t.r",
            "module.a.module.b.t.r",
        ]
        assert tree.errors == ["b/main.tf:4:3: module c: calls itself"]

    def test_depth_has_bounds(self) -> None:
        """Folders that are ever new, as links make them, are no ring."""
        text = resource("r") + call("m")

        def load(path: str) -> Folder:
            return Folder(path, (SourceFile.of(f"{path}/main.tf", text),))

        root = Module(load("."), {}, Configuration(".", load))

        assert len(list(root.instances(lambda _: True))) == DEEPEST_MODULE + 1
        assert list(root.calls())[-1].because == "nested too deeply"
        assert [error.message for error in root.configuration.errors] == ["module m: nested too deeply"]


class TestBounds:
    def test_instances_of_modules_within_modules_have_bounds_together(self) -> None:
        tree = Tree(call("m", "count = 10"), m=call("n", "count = 10", source="../n"), n=resource("r"))
        tree.root.configuration.budget = Budget(1000)

        assert len(tree.instances()) < 50
        assert tree.errors == [f"m/main.tf:3:11: more than {MOST_STEPS} expressions to evaluate"]

    def test_many_may_refer_to_each_of_many(self) -> None:
        tree = Tree(resource("a", "count = 1000") + resource("b", "count = 1000", "x = t.a[count.index].id"))
        tree.root.configuration.budget = Budget(60_000)

        assert len(tree.values()) == 2000
