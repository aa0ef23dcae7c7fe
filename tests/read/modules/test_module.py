"""The module tree: names, references, instances and their addresses, and calls of local modules."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.errors import InputError
from spillover.model.source import Reference, Unknown
from spillover.read.evaluation.evaluate import Key, Step
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import DEEPEST_MODULE, MOST, CalledModule, Instance, Module
from spillover.read.modules.roots import called_path


class Tree:
    """Module folders by their paths, each of one file, and the root module."""

    def __init__(self, main: str, **called: str) -> None:
        texts = {".": main, **{path.replace("__", "/"): text for path, text in called.items()}}
        self.folders = {
            path: Folder(path, (SourceFile.of(f"{path}/main.tf", text),)) for path, text in texts.items()
        }
        self.root = Module(
            self.folders["."], {}, lambda caller, source: self.folders.get(called_path(caller, source))
        )

    def value(self, root: str, *steps: Step) -> Any:
        return self.root.resolve(root, steps)

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
    def errors(self) -> list[InputError]:
        return [error for folder in self.folders.values() for error in folder.errors]


def block(header: str, *lines: str) -> str:
    return "\n".join((f"{header} {{", *(f"  {line}" for line in lines), "}", ""))


def resource(name: str, *lines: str) -> str:
    """A resource of a type ``t``, so that its address is ``t.name``."""
    return block(f'resource "t" "{name}"', *lines)


def local(**values: str) -> str:
    return block("locals", *(f"{name} = {value}" for name, value in values.items()))


class TestVariables:
    def test_default(self) -> None:
        tree = Tree(block('variable "v"', 'default = { a = ["x"] }'))

        assert tree.value("var", "v", "a", 0) == "x"

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="not declared"),
            pytest.param(block('variable "v"', "type = string"), id="without a default"),
            pytest.param(block('variable "v"', "default = = 1"), id="broken"),
        ],
    )
    def test_without_a_value(self, text: str) -> None:
        assert Tree(text).value("var", "v", "a") == Unknown("var.v")

    @pytest.mark.parametrize(
        ("given", "nullable", "expected"),
        [
            ("null", "", None),
            ("null", "nullable = true", None),
            ("null", "nullable = false", "d"),
            ('"g"', "nullable = false", "g"),
        ],
    )
    def test_null_stands_for_the_default_only_where_it_is_not_allowed(
        self, given: str, nullable: str, expected: str | None
    ) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"', f"v = {given}"),
            m=block('variable "v"', 'default = "d"', nullable) + resource("r", "x = var.v"),
        )

        assert tree.values() == {"module.m.t.r": {"x": expected}}


class TestLocals:
    def test_of_each_other(self) -> None:
        tree = Tree(local(a="local.b", b='"x${local.c[1]}"') + local(c="[1, 2]"))

        assert tree.value("local", "a") == "x2"

    def test_that_are_not_there(self) -> None:
        tree = Tree(local(a="{ b = 1 }"))

        assert tree.value("local", "z", "b") == Unknown("local.z")
        assert tree.value("local", "a", "c", "d") == Unknown("local.a.c")

    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            pytest.param(local(a="local.a"), "local.a, which depends on itself", id="of itself"),
            pytest.param(
                local(a="local.b", b="local.c", c="local.a"), "local.a, which depends on itself", id="ring"
            ),
        ],
    )
    def test_cycles(self, text: str, cause: str) -> None:
        assert Tree(text).value("local", "a") == Unknown(cause)

    def test_a_cycle_through_one_value_leaves_the_others(self) -> None:
        tree = Tree(local(a="{ x = local.b, y = 1 }", b="local.a"))

        assert tree.value("local", "a", "y") == 1
        assert tree.value("local", "a", "x") == Unknown("local.a, which depends on itself")

    def test_a_chain_without_end(self) -> None:
        chain = {f"a{n}": f"local.a{n + 1}" for n in range(400)}
        tree = Tree(local(**chain, a400='"end"'))

        found = tree.value("local", "a0")
        assert found.because.endswith(", which depends on too long a chain of values")
        assert tree.value("local", "a400") == "end"
        assert tree.value("local", "a390") == "end"


class TestOtherNames:
    @pytest.mark.parametrize("root", ["each", "count", "path", "terraform", "self", "data"])
    def test_are_unknown(self, root: str) -> None:
        assert Tree("").value(root, "a", Key("k"), 0, "b") == Unknown(f'{root}.a["k"][0].b')

    @pytest.mark.parametrize("root", ["var", "local", "module", "t", "each"])
    def test_alone_are_unknown(self, root: str) -> None:
        assert Tree("").value(root) == Unknown(root)


class TestReferences:
    """An attribute of another resource is its value where it is written, else a reference."""

    def test_written(self) -> None:
        tree = Tree(resource("a", 'name = "x"', "zones = t.b.zones") + resource("b", 'zones = ["y", "z"]'))

        assert tree.value("t", "a", "name") == "x"
        assert tree.value("t", "a", "zones", 1) == "z"
        assert tree.value("t", "a", "zones", 2) == Unknown("t.a.zones[2]")

    @pytest.mark.parametrize(
        ("steps", "cause", "attribute"),
        [
            pytest.param(("id",), "t.a.id", "id", id="never written"),
            pytest.param(
                ("nothing",), "t.a.nothing", "nothing", id="written as null, so the provider fills it in"
            ),
            pytest.param(("inner", 0, "x"), "t.a.inner[0].x", "inner[0].x", id="in a block"),
            pytest.param(("deep", Key("k"), "x"), 't.a.deep["k"].x', 'deep["k"].x', id="in an object"),
        ],
    )
    def test_not_written(self, steps: tuple[Step, ...], cause: str, attribute: str) -> None:
        tree = Tree(resource("a", "nothing = null", "inner {", "  x = 1", "}"))

        assert tree.value("t", "a", *steps) == Unknown(cause, Reference("t.a", attribute))

    def test_of_a_block_that_cannot_be_read(self) -> None:
        tree = Tree(resource("a", "name = = 1"))

        assert tree.value("t", "a", "name") == Unknown("t.a.name", Reference("t.a", "name"))

    def test_written_by_another_reference(self) -> None:
        tree = Tree(resource("a", "link = t.b.id") + resource("b"))

        assert tree.value("t", "a", "link") == Unknown("t.b.id", Reference("t.b", "id"))

    @pytest.mark.parametrize(
        ("steps", "cause"),
        [
            pytest.param(("z", "id"), "t.z.id", id="no such resource"),
            pytest.param(("a",), "t.a", id="a whole resource"),
            pytest.param(("a", 0, "id"), "t.a[0].id", id="an instance of one that has none"),
            pytest.param(("a", Key("k")), 't.a["k"]', id="a whole instance"),
        ],
    )
    def test_that_name_no_resource(self, steps: tuple[Step, ...], cause: str) -> None:
        assert Tree(resource("a")).value("t", *steps) == Unknown(cause)

    def test_cycles(self) -> None:
        tree = Tree(resource("a", "x = t.b.y") + resource("b", "y = t.a.x"))

        assert tree.values() == {
            "t.a": {"x": Unknown("t.b.y, which depends on itself")},
            "t.b": {"y": Unknown("t.b.y, which depends on itself")},
        }

    @pytest.mark.parametrize(
        ("repetition", "key", "address", "name"),
        [
            ("count = 2", 1, "t.a[1]", "n1"),
            ('for_each = { "k.1" = "x" }', Key("k.1"), 't.a["k.1"]', "nk.1"),
        ],
    )
    def test_of_instances(self, repetition: str, key: Step, address: str, name: str) -> None:
        index = "count.index" if "count" in repetition else "each.key"
        tree = Tree(resource("a", repetition, f'name = "n${{{index}}}"'))

        assert tree.value("t", "a", key, "name") == name
        assert tree.value("t", "a", key, "id") == Unknown(f"{address}.id", Reference(address, "id"))

    @pytest.mark.parametrize("steps", [(2, "name"), (Key("x"), "name"), ("name",), ("id",)])
    def test_of_an_instance_that_is_not_there(self, steps: tuple[Step, ...]) -> None:
        found = Tree(resource("a", "count = 2", 'name = "n"')).value("t", "a", *steps)

        assert isinstance(found, Unknown)
        assert found.refers_to is None

    @pytest.mark.parametrize("key", [(), (0,), (Key("k"),)])
    def test_of_any_instance_where_their_number_is_unknown(self, key: tuple[Step, ...]) -> None:
        """They all are one instance without a key, so that a reference finds it."""
        tree = Tree(resource("a", "count = f(1)", 'name = "n"', 'other = "n${count.index}"'))

        assert [each.address for each in tree.instances()] == ["t.a"]
        assert tree.value("t", "a", *key, "name") == "n"
        assert tree.value("t", "a", *key, "id").refers_to == Reference("t.a", "id")
        assert tree.value("t", "a", *key, "other") == Unknown("count.index")

    def test_between_instances(self) -> None:
        tree = Tree(
            resource("a", 'for_each = { e = "east", w = "west" }', "name = each.value")
            + resource(
                "b", "for_each = { e = 1, w = 2 }", "name = t.a[each.key].name", "link = t.a[each.key].id"
            )
        )

        assert tree.values() == {
            't.a["e"]': {"name": "east"},
            't.a["w"]': {"name": "west"},
            't.b["e"]': {"name": "east", "link": Unknown('t.a["e"].id', Reference('t.a["e"]', "id"))},
            't.b["w"]': {"name": "west", "link": Unknown('t.a["w"].id', Reference('t.a["w"]', "id"))},
        }

    def test_by_an_unknown_key(self) -> None:
        """Not known to be any of those that are there; one without a known number of instances it is."""
        tree = Tree(
            resource("a", "for_each = { e = 1 }")
            + resource("b", "count = f(1)")
            + resource("c", "count = f(1)", "a = t.a[count.index].id", "b = t.b[count.index].id")
        )

        assert tree.values()["t.c"] == {
            "a": Unknown("count.index"),
            "b": Unknown("count.index", Reference("t.b", "id")),
        }


class TestCount:
    @pytest.mark.parametrize(
        ("count", "expected"),
        [
            ("0", []),
            ("1", ["t.a[0]"]),
            ("2", ["t.a[0]", "t.a[1]"]),
            ('"2"', ["t.a[0]", "t.a[1]"]),
            ("1.0", ["t.a[0]"]),
            ("-1", []),
            ("true ? 1 : 0", ["t.a[0]"]),
        ],
    )
    def test_known(self, count: str, expected: list[str]) -> None:
        found = Tree(resource("a", f"count = {count}")).instances()

        assert [each.address for each in found] == expected
        assert all(each.repetition is None for each in found)

    def test_index(self) -> None:
        assert Tree(
            resource("a", "count = 2", 'x = "n${count.index}"', "y = [5, 6][count.index]")
        ).values() == {
            "t.a[0]": {"x": "n0", "y": 5},
            "t.a[1]": {"x": "n1", "y": 6},
        }

    @pytest.mark.parametrize(
        ("count", "cause"),
        [
            ("var.n", "var.n"),
            ("length([1])", "length([1])"),
            ("null", "a count that is no map or number"),
            ("true", "a count that is no map or number"),
            ("1.5", "a count that is no map or number"),
            ('"many"', "a count that is no map or number"),
            ("[1]", "a count that is no map or number"),
        ],
    )
    def test_unknown(self, count: str, cause: str) -> None:
        (found,) = Tree(resource("a", f"count = {count}", "x = 1", "y = count.index")).instances()

        assert (found.address, found.repetition) == ("t.a", ("count", Unknown(cause)))
        assert found.block.values() == {"x": 1, "y": Unknown("count.index")}

    def test_a_link_is_no_count(self) -> None:
        (found, _) = Tree(resource("a", "count = t.b.id") + resource("b")).instances()

        assert found.repetition == ("count", Unknown("t.b.id"))

    def test_has_bounds(self) -> None:
        assert len(Tree(resource("a", f"count = {MOST}0")).instances()) == MOST


class TestForEach:
    def test_over_a_map(self) -> None:
        tree = Tree(
            resource("a", "for_each = { z = { n = 1 }, b = { n = 2 } }", "k = each.key", "n = each.value.n")
        )

        assert tree.values() == {'t.a["b"]': {"k": "b", "n": 2}, 't.a["z"]': {"k": "z", "n": 1}}
        assert list(tree.values()) == ['t.a["b"]', 't.a["z"]']

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
        tree = Tree(resource("a", f'for_each = {{ "{key}" = 1 }}') + local(link=f't.a["{key}"].id'))

        assert [each.address for each in tree.instances()] == [address]
        assert tree.value("local", "link") == Unknown(f"{address}.id", Reference(address, "id"))

    def test_empty(self) -> None:
        assert Tree(resource("a", "for_each = {}")).instances() == []

    @pytest.mark.parametrize(
        ("collection", "cause"),
        [
            ('toset(["a"])', 'toset(["a"])'),
            ("var.n", "var.n"),
            ('["a"]', "a for_each that is no map or number"),
            ("null", "a for_each that is no map or number"),
            ("2", "a for_each that is no map or number"),
            ("{ (var.k) = 1 }", "var.k"),
        ],
    )
    def test_unknown(self, collection: str, cause: str) -> None:
        (found,) = Tree(resource("a", f"for_each = {collection}", "y = each.key")).instances()

        assert (found.address, found.repetition) == ("t.a", ("for_each", Unknown(cause)))
        assert found.block.values() == {"y": Unknown("each.key")}

    def test_known_keys_with_unknown_values(self) -> None:
        tree = Tree(resource("a", "for_each = { e = f(1), w = t.b.id }", "x = each.value") + resource("b"))

        assert tree.values() == {
            't.a["e"]': {"x": Unknown("f(1)")},
            't.a["w"]': {"x": Unknown("t.b.id", Reference("t.b", "id"))},
            "t.b": {},
        }

    def test_over_itself(self) -> None:
        (found,) = Tree(resource("a", 'for_each = t.a["k"].x', "x = each.value")).instances()

        assert found.repetition == ("for_each", Unknown("each.value"))

    def test_with_values_of_its_own_instances(self) -> None:
        tree = Tree(resource("a", 'for_each = { k = t.a["k"].x }', "x = each.value"))

        assert list(tree.values()) == ['t.a["k"]']


class TestResources:
    def test_come_in_the_order_of_the_text_then_those_of_modules(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"') + resource("b") + resource("a"),
            m=resource("d") + resource("c"),
        )

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
        assert [str(each) for each in tree.errors] == ["./main.tf:2:7: unexpected '='"]

    def test_know_their_file_and_module(self) -> None:
        tree = Tree(block('module "m"', 'source = "./m"') + resource("a"), m=resource("b"))
        own, called = tree.instances()

        assert (own.type, own.file.path, own.module) == ("t", "./main.tf", tree.root)
        assert (called.type, called.file.path) == ("t", "m/main.tf")
        assert [each.folder.path for each in called.module.callers()] == ["m", "."]


class TestModules:
    def test_inputs_and_outputs(self) -> None:
        tree = Tree(
            local(n='"x"', back="module.m.out", deep="module.m.all.list[0]")
            + block('module "m"', 'source = "./m"', "version = 1", 'name = "${local.n}-y"'),
            m=block('variable "name"')
            + resource("a", "name = var.name")
            + block('output "out"', "value = t.a.name")
            + block('output "all"', "value = { list = [t.a.id] }"),
        )

        assert tree.values() == {"module.m.t.a": {"name": "x-y"}}
        assert tree.value("local", "back") == "x-y"
        assert tree.value("local", "deep") == Unknown("t.a.id", Reference("module.m.t.a", "id"))
        assert tree.calls() == [CalledModule("module.m", "./m")]

    def test_nested(self) -> None:
        tree = Tree(
            block('module "outer"', 'source = "./o"', 'x = "v"'),
            o=block('variable "x"') + block('module "inner"', 'source = "../shared/i"', "y = var.x"),
            shared__i=block('variable "y"') + resource("a", "y = var.y"),
        )

        assert tree.values() == {"module.outer.module.inner.t.a": {"y": "v"}}
        assert tree.calls() == [
            CalledModule("module.outer", "./o"),
            CalledModule("module.outer.module.inner", "../shared/i"),
        ]

    def test_called_twice(self) -> None:
        tree = Tree(
            block('module "a"', 'source = "./m"', "x = 1")
            + block('module "b"', 'source = "./m"', "x = module.a.y"),
            m=block('variable "x"') + resource("r", "x = var.x") + block('output "y"', "value = [var.x]"),
        )

        assert tree.values() == {"module.a.t.r": {"x": 1}, "module.b.t.r": {"x": [1]}}

    def test_with_count(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"', "count = 2", "x = count.index")
            + local(y="module.m[1].y", z="module.m[2].y", all="module.m[0]", none="module.m.y"),
            m=block('variable "x"') + resource("r", "x = var.x") + block('output "y"', "value = var.x"),
        )

        assert tree.values() == {"module.m[0].t.r": {"x": 0}, "module.m[1].t.r": {"x": 1}}
        assert tree.value("local", "y") == 1
        assert tree.value("local", "z") == Unknown("module.m[2].y")
        assert tree.value("local", "all") == Unknown("module.m[0]")
        assert tree.value("local", "none") == Unknown("module.m.y")

    def test_with_for_each(self) -> None:
        tree = Tree(
            block(
                'module "m"', 'source = "./m"', 'for_each = { "a.b" = "p", "c[0]" = "q" }', "x = each.value"
            )
            + local(y='module.m["a.b"].y', link='module.m["c[0]"].id'),
            m=block('variable "x"')
            + resource("r", "count = 1", "x = var.x")
            + block('output "y"', "value = var.x")
            + block('output "id"', "value = t.r[0].id"),
        )

        assert tree.values() == {
            'module.m["a.b"].t.r[0]': {"x": "p"},
            'module.m["c[0]"].t.r[0]': {"x": "q"},
        }
        assert tree.value("local", "y") == "p"
        assert tree.value("local", "link") == Unknown("t.r[0].id", Reference('module.m["c[0]"].t.r[0]', "id"))

    def test_none_of_it(self) -> None:
        tree = Tree(block('module "m"', 'source = "./m"', "count = 0"), m=resource("r"))

        assert tree.values() == {}
        assert tree.calls() == [CalledModule("module.m", "./m")]

    @pytest.mark.parametrize(
        ("lines", "source", "because"),
        [
            pytest.param(['source = "./gone"'], "./gone", "no such folder", id="missing folder"),
            pytest.param(
                ['source = "hashicorp/x/google"'], "hashicorp/x/google", "not present", id="registry"
            ),
            pytest.param(
                ['source = "git::https://example.test/m"'],
                "git::https://example.test/m",
                "not present",
                id="git",
            ),
            pytest.param(['source = "/m"'], "/m", "not present", id="absolute"),
            pytest.param(["source = f(1)"], "", "not present", id="unknown source"),
            pytest.param(["source = 5"], "", "not present", id="source that is no text"),
            pytest.param([], "", "not present", id="no source"),
            pytest.param(['source = "./m"', "count = var.n"], "./m", "count is not known: var.n", id="count"),
            pytest.param(
                ['source = "./m"', "for_each = f(1)"], "./m", "for_each is not known: f(1)", id="for_each"
            ),
            pytest.param(['source = "./gone"', "count = var.n"], "./gone", "no such folder", id="both"),
        ],
    )
    def test_that_are_not_read(self, lines: list[str], source: str, because: str) -> None:
        tree = Tree(block('module "m"', *lines) + resource("a", "x = module.m.y.z"), m=resource("r"))

        assert tree.values() == {"t.a": {"x": Unknown("module.m.y.z")}}
        assert tree.calls() == [CalledModule("module.m", source, because)]

    def test_a_broken_call(self) -> None:
        tree = Tree(block('module "m"', "source = =") + local(x="module.m.y", y="module.z.y"))

        assert tree.value("local", "x") == Unknown("module.m.y")
        assert tree.value("local", "y") == Unknown("module.z.y")
        assert tree.calls() == []
        assert [str(each) for each in tree.errors] == ["./main.tf:2:12: unexpected '='"]

    def test_a_call_without_a_name(self) -> None:
        tree = Tree('module {\n  source = "./m"\n}\n', m=resource("r"))

        assert list(tree.values()) == ["module..t.r"]

    @pytest.mark.parametrize(
        "output", ["", block('output "y"', "description = 1"), block('output "y"', "value = = 1")]
    )
    def test_an_output_without_a_value(self, output: str) -> None:
        tree = Tree(block('module "m"', 'source = "./m"'), m=output)

        assert tree.value("module", "m", "y", "z") == Unknown("module.m.y")

    def test_an_output_that_lacks_what_is_asked_for(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"', "count = 1"), m=block('output "y"', "value = { a = 1 }")
        )

        assert tree.value("module", "m", 0, "y", "b") == Unknown("module.m[0].y.b")

    def test_what_a_call_says_to_terraform_is_no_input(self) -> None:
        names = ["source", "version", "count", "for_each", "providers", "depends_on"]
        tree = Tree(
            block(
                'module "m"',
                'source = "./m"',
                "version = 1",
                "count = 1",
                "providers = {}",
                "depends_on = []",
            ),
            m="".join(block(f'variable "{name}"') for name in names)
            + resource("r", *(f"x_{name} = var.{name}" for name in names)),
        )

        assert tree.values() == {"module.m[0].t.r": {f"x_{name}": Unknown(f"var.{name}") for name in names}}


class TestCyclesOfModules:
    def test_inputs_that_need_outputs(self) -> None:
        tree = Tree(
            block('module "a"', 'source = "./m"', "x = module.b.y")
            + block('module "b"', 'source = "./m"', "x = module.a.y"),
            m=block('variable "x"') + resource("r", "x = var.x") + block('output "y"', "value = var.x"),
        )

        assert tree.values() == {
            "module.a.t.r": {"x": Unknown("var.x, which depends on itself")},
            "module.b.t.r": {"x": Unknown("var.x, which depends on itself")},
        }

    def test_an_input_that_needs_another_output_of_the_same_module(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"', "x = module.m.first"),
            m=block('variable "x"')
            + resource("r", "x = var.x")
            + block('output "first"', "value = 1")
            + block('output "second"', "value = var.x"),
        )

        assert tree.values() == {"module.m.t.r": {"x": 1}}

    def test_instances_that_need_an_output(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"', 'for_each = module.m["a"].y'),
            m=resource("r") + block('output "y"', "value = {}"),
        )

        assert tree.values() == {}
        assert tree.calls() == [CalledModule("module.m", "./m", 'for_each is not known: module.m["a"].y')]

    def test_a_module_that_calls_itself(self) -> None:
        tree = Tree(
            block('module "m"', 'source = "./m"'),
            m=resource("r") + block('module "a"', 'source = "../m"') + block('module "b"', 'source = "../m"'),
        )

        assert list(tree.values()) == ["module.m.t.r"]
        assert tree.calls() == [
            CalledModule("module.m", "./m"),
            CalledModule("module.m.module.a", "../m", "calls itself"),
            CalledModule("module.m.module.b", "../m", "calls itself"),
        ]

    def test_a_ring(self) -> None:
        tree = Tree(
            resource("r") + block('module "a"', 'source = "./a"'),
            a=resource("r") + block('module "b"', 'source = "../b"'),
            b=resource("r") + block('module "c"', 'source = "../"'),
        )

        assert list(tree.values()) == ["t.r", "module.a.t.r", "module.a.module.b.t.r"]
        assert tree.calls()[-1] == CalledModule("module.a.module.b.module.c", "../", "calls itself")

    def test_depth_has_bounds(self) -> None:
        """Folders that are ever new, as links make them, are no ring."""
        text = resource("r") + block('module "m"', 'source = "./m"')
        root = Module(
            Folder("m", (SourceFile.of("main.tf", text),)),
            {},
            lambda caller, _: Folder(f"{caller}/m", (SourceFile.of("main.tf", text),)),
        )

        assert len(list(root.instances(lambda _: True))) == DEEPEST_MODULE + 1
        assert list(root.calls())[-1].because == "nested too deeply"
