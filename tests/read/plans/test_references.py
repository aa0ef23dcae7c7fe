"""What expressions depend on, as the lists of references that Terraform 1.11 prints say it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from spillover.model.source import Reference, Unknown
from spillover.read.plans.addresses import Key, ModuleAddress, module_of
from spillover.read.plans.configuration import Configuration
from spillover.read.plans.instances import Instances
from spillover.read.plans.references import PENDING, References, Scope

CHECK, ADDRESS, RULE, MANAGER, VM = (
    "google_compute_health_check",
    "google_compute_address",
    "google_compute_forwarding_rule",
    "google_compute_instance_group_manager",
    "google_compute_instance",
)
UNKNOWN = {"id": True, "self_link": True, "address": True, "ip_address": True, "instance_group": True}


def to(*references: str) -> dict[str, Any]:
    return {"references": list(references)}


def instance(type_: str, name: str, key: Key = None, module: str = "", /, **unknown: Any) -> dict[str, Any]:
    bracket = "" if key is None else f"[{key}]" if isinstance(key, int) else f'["{key}"]'
    printed = {
        "address": ".".join([*filter(None, [module]), f"{type_}.{name}{bracket}"]),
        "mode": "managed",
        "type": type_,
        "name": name,
        "module_address": module or None,
    }
    change = {"actions": ["create"], "after": {}, "after_unknown": {**UNKNOWN, **unknown}}
    return {**printed, **({} if key is None else {"index": key}), "change": change}


def configured(type_: str, name: str, **rest: Any) -> dict[str, Any]:
    return {"mode": "managed", "type": type_, "name": name, **rest}


def references(*changes: dict[str, Any], **root: Any) -> References:
    plan = {"configuration": {"root_module": root}}
    return References(Configuration.of(plan), Instances.of(changes))


def known(found: tuple[Unknown, ...]) -> list[tuple[str, str] | str]:
    """References as address and attribute, anything else by its cause."""
    return [
        (each.refers_to.address, each.refers_to.attribute) if each.refers_to else each.because
        for each in found
    ]


ROOT = Scope(ModuleAddress())


class TestAttributes:
    def test_of_a_resource(self) -> None:
        (found,) = references(instance(CHECK, "a")).of(to(f"{CHECK}.a.id", f"{CHECK}.a"), ROOT)

        assert found == Unknown(f"{CHECK}.a.id", Reference(f"{CHECK}.a", "id"))
        assert found.is_chosen

    @pytest.mark.parametrize("key", [0, "k", 'q"$x.y[0]'])
    def test_of_an_instance(self, key: Key) -> None:
        printed = "[0]" if key == 0 else '["k"]' if key == "k" else r'["q\"$x.y[0]"]'
        change = instance(CHECK, "a", key) | {"address": f"{CHECK}.a{printed}"}
        others = instance(CHECK, "a", 1), instance(CHECK, "a", "l")

        found = references(change, *others).of(
            to(f"{CHECK}.a{printed}.id", f"{CHECK}.a{printed}", f"{CHECK}.a"), ROOT
        )

        assert known(found) == [(f"{CHECK}.a{printed}", "id")]

    def test_inside_of_one(self) -> None:
        ip = f"{VM}.a.network_interface[0].network_ip"
        of = references(instance(VM, "a", network_interface=True))

        assert known(of.of(to(ip, f"{VM}.a"), ROOT)) == [(f"{VM}.a", "network_interface[0].network_ip")]

    def test_that_is_known_is_no_cause(self) -> None:
        of = references(instance(CHECK, "a"), instance(CHECK, "b"))

        assert known(of.of(to(f"{CHECK}.a.name", f"{CHECK}.a", f"{CHECK}.b.id", f"{CHECK}.b"), ROOT)) == [
            (f"{CHECK}.b", "id")
        ]

    def test_several(self) -> None:
        of = references(instance(CHECK, "a"), instance(CHECK, "ab"))

        found = of.of(
            to(f"{CHECK}.a.id", f"{CHECK}.a", f"{CHECK}.ab.id", f"{CHECK}.ab", f"{CHECK}.a.id"), ROOT
        )

        assert known(found) == [(f"{CHECK}.a", "id"), (f"{CHECK}.ab", "id")]

    @pytest.mark.parametrize("address", [f"{CHECK}.a", f"{CHECK}.a[0]", f'{CHECK}.a["k"]'])
    def test_of_what_an_incomplete_plan_leaves_out(self, address: str) -> None:
        assert known(references().of(to(f"{address}.id", address, f"{CHECK}.a"), ROOT)) == [(address, "id")]

    def test_of_an_instance_that_a_plan_with_targets_leaves_out(self) -> None:
        of = references(instance(CHECK, "a", "k"))

        assert known(of.of(to(f'{CHECK}.a["l"].id', f'{CHECK}.a["l"]', f"{CHECK}.a"), ROOT)) == [
            (f'{CHECK}.a["l"]', "id")
        ]

    def test_in_a_module(self) -> None:
        module = 'module.m["x"]'
        of = references(instance(CHECK, "a", None, module), instance(CHECK, "a", None, 'module.m["y"]'))

        found = of.of(to(f"{CHECK}.a.id", f"{CHECK}.a"), Scope(module_of(module)))

        assert known(found) == [(f"{module}.{CHECK}.a", "id")]


class TestComputedKeys:
    """``x[each.key].id`` is printed as ``x`` and ``each.key``: neither the key nor the attribute is there."""

    MANY = (instance(CHECK, "a", "k"), instance(CHECK, "a", "l"))

    @pytest.mark.parametrize("word", ["each.key", "count.index"])
    def test_of_the_place_itself(self, word: str) -> None:
        key: Key = 1 if word == "count.index" else "k"
        of = references(instance(CHECK, "a", 0), instance(CHECK, "a", 1), *self.MANY)

        assert known(of.of(to(f"{CHECK}.a", word), Scope(ModuleAddress(), key))) == [
            (f"{CHECK}.a[1]" if key == 1 else f'{CHECK}.a["k"]', "id")
        ]

    @pytest.mark.parametrize(
        ("given", "key"),
        [
            pytest.param(to(f"{CHECK}.a"), "k", id="a splat"),
            pytest.param(to(f"{CHECK}.a", "each.value"), "k", id="by the value"),
            pytest.param(to(f"{CHECK}.a", "each.key"), "z", id="a key that is no instance's"),
            pytest.param(to(f"{CHECK}.a", "var.k"), "k", id="by an input"),
        ],
    )
    def test_which_one_is_not_told(self, given: dict[str, Any], key: str) -> None:
        scope = Scope(ModuleAddress(), key, to("var.k"))

        assert known(references(*self.MANY).of(given, scope)) == [f"{CHECK}.a"]

    def test_the_only_instance(self) -> None:
        assert known(references(instance(CHECK, "a", 0)).of(to(f"{CHECK}.a"), ROOT)) == [
            (f"{CHECK}.a[0]", "id")
        ]

    def test_of_a_resource_that_has_no_keys(self) -> None:
        of = references(instance(CHECK, "a"))

        assert known(of.of(to(f"{CHECK}.a.id", f"{CHECK}.a", "each.key"), Scope(ModuleAddress(), "k"))) == [
            (f"{CHECK}.a", "id")
        ]

    @pytest.mark.parametrize(
        ("type_", "attribute"),
        [(RULE, "ip_address"), (ADDRESS, "address"), (MANAGER, "instance_group"), (CHECK, "id")],
    )
    def test_the_attribute_is_what_others_mean(self, type_: str, attribute: str) -> None:
        (found,) = references(instance(type_, "a", 0)).of(to(f"{type_}.a"), ROOT)

        assert found == Unknown(f"{type_}.a[0].{attribute}", Reference(f"{type_}.a[0]", attribute))

    def test_of_a_machine_there_may_be_several_addresses(self) -> None:
        (found,) = references(instance(VM, "a", 0)).of(to(f"{VM}.a"), ROOT)

        assert found.because == f"{VM}.a[0]"
        assert found.refers_to is not None
        assert found.refers_to.is_any
        assert not found.is_chosen

    def test_of_what_is_known_as_a_whole(self) -> None:
        nothing: dict[str, Any] = dict.fromkeys(UNKNOWN, False)

        assert references(instance(CHECK, "a", 0, **nothing)).of(to(f"{CHECK}.a"), ROOT) == ()


class TestPassedOn:
    """An attribute that is written is what is written there."""

    OF_ADDRESS = configured(RULE, "r", expressions={"ip_address": to(f"{ADDRESS}.a.address", f"{ADDRESS}.a")})
    IP = to(f"{RULE}.r.ip_address", f"{RULE}.r")

    def test_the_address_of_a_rule(self) -> None:
        of = references(instance(RULE, "r"), instance(ADDRESS, "a"), resources=[self.OF_ADDRESS])

        assert known(of.of(self.IP, ROOT)) == [(f"{ADDRESS}.a", "address")]

    def test_of_an_instance_with_the_same_key(self) -> None:
        keyed = self.OF_ADDRESS | {"expressions": {"ip_address": to(f"{ADDRESS}.a", "each.key")}}
        many = (instance(type_, name, key) for key in "kl" for type_, name in ((RULE, "r"), (ADDRESS, "a")))
        of = references(*many, resources=[keyed])

        found = of.of(to(f'{RULE}.r["l"].ip_address', f'{RULE}.r["l"]', f"{RULE}.r"), ROOT)

        assert known(found) == [(f'{ADDRESS}.a["l"]', "address")]

    @pytest.mark.parametrize(
        ("written", "because"),
        [
            (to("local.ip"), "local.ip"),
            (to("local.ip", f"{ADDRESS}.a.address", f"{ADDRESS}.a"), f"local.ip, {ADDRESS}.a.address"),
        ],
    )
    def test_what_is_made_of_something_else_is_not_chosen(self, written: Any, because: str) -> None:
        rule = configured(RULE, "r", expressions={"ip_address": written})
        of = references(instance(RULE, "r"), instance(ADDRESS, "a"), resources=[rule])

        (found,) = of.of(self.IP, ROOT)

        assert found == Unknown(because, Reference(f"{RULE}.r", "ip_address"))
        assert not found.is_chosen

    def test_a_name_means_the_resource_that_has_it(self) -> None:
        check = configured(CHECK, "c", expressions={"name": to("random_id.r.hex", "random_id.r")})
        of = references(instance(CHECK, "c", name=True), resources=[check])

        (found,) = of.of(to(f"{CHECK}.c.name", f"{CHECK}.c"), ROOT)

        assert found == Unknown("random_id.r.hex", Reference(f"{CHECK}.c", "name"))

    def test_of_a_range_some_part_is_used(self) -> None:
        """``cidrhost`` of one range twice need not be one address."""
        subnetwork = "google_compute_subnetwork.s"
        of = references(instance("google_compute_subnetwork", "s", ip_cidr_range=True))

        (found,) = of.of(to(f"{subnetwork}.ip_cidr_range", subnetwork), ROOT)

        assert found.refers_to is not None
        assert (found.refers_to.address, found.refers_to.is_any) == (subnetwork, True)

    @pytest.mark.parametrize("expressions", [{}, {"ip_address": {"constant_value": None}}, None, 5])
    def test_what_is_not_written_or_null_is_chosen(self, expressions: Any) -> None:
        of = references(instance(RULE, "r"), resources=[configured(RULE, "r", expressions=expressions)])

        (found,) = of.of(self.IP, ROOT)

        assert found.is_chosen

    def test_a_circle_ends(self) -> None:
        def rule(name: str, other: str) -> dict[str, Any]:
            return configured(RULE, name, expressions={"ip_address": to(f"{RULE}.{other}.ip_address")})

        of = references(instance(RULE, "r"), instance(RULE, "s"), resources=[rule("r", "s"), rule("s", "r")])

        (found,) = of.of(self.IP, ROOT)
        assert found.because == PENDING.because

    def test_a_way_that_is_too_long_ends(self) -> None:
        names = [f"r{number}" for number in range(60)]
        rules = [
            configured(RULE, name, expressions={"ip_address": to(f"{RULE}.{then}.ip_address")})
            for name, then in pairwise(names)
        ]
        of = references(*(instance(RULE, name) for name in names), resources=rules)

        (found,) = of.of(to(f"{RULE}.r0.ip_address"), ROOT)
        assert found.because == f"{RULE}.r50.ip_address"


class TestWords:
    @pytest.mark.parametrize(
        "text",
        ["local.x", "data.google_x.y.id", "ephemeral.google_x.y.id", "module.m", "t", "?", "", "t.a.", "x y"],
    )
    def test_what_leads_to_nothing(self, text: str) -> None:
        module = module_of("module.m[0]")

        assert known(references().of(to(text), Scope(module))) == [f"module.m[0].{text}"]

    @pytest.mark.parametrize(
        "text",
        ["each.key", "count.index", "path.module", "terraform.workspace", "self.id", "var.x", "var.x.y[0]"],
    )
    def test_what_is_always_known(self, text: str) -> None:
        assert references().of(to(text), ROOT) == ()

    @pytest.mark.parametrize("expression", [None, 5, {}, {"references": 5}, {"references": [5, None]}, []])
    def test_what_has_no_references(self, expression: Any) -> None:
        assert references().of(expression, ROOT) == ()


class TestInputs:
    """``var.x`` in a module is what the module's call gives."""

    def of(self, inner: dict[str, Any], **given: Any) -> list[tuple[str, str] | str]:
        """What the input ``x`` of the module ``m["k"]`` leads to."""
        call = {"expressions": given, "for_each_expression": to("var.all"), "module": {}}
        many = (instance(CHECK, "a", "k"), instance(CHECK, "a", "l"), instance(CHECK, "b"))
        of = references(*many, module_calls={"m": call})
        return known(of.of(inner, Scope(module_of('module.m["k"]'), "inner")))

    @pytest.mark.parametrize(
        ("given", "found"),
        [
            (to(f"{CHECK}.b.id", f"{CHECK}.b"), [(f"{CHECK}.b", "id")]),
            pytest.param(to(f"{CHECK}.a", "each.key"), [(f'{CHECK}.a["k"]', "id")], id="keyed as the call"),
            pytest.param(to("local.x"), ["local.x"], id="a local of the caller"),
            pytest.param(to("var.y"), [], id="an input of the root module"),
            pytest.param({"constant_value": None}, [], id="a constant"),
        ],
    )
    def test_is_what_is_given(self, given: Any, found: list[Any]) -> None:
        assert self.of(to("var.x"), x=given) == found

    def test_that_is_not_given_has_its_default(self) -> None:
        assert self.of(to("var.x"), y=to("local.y")) == []

    def test_of_a_call_that_is_not_there(self) -> None:
        assert known(references().of(to("var.x"), Scope(module_of("module.m")))) == ["module.m.var.x"]

    def test_the_key_inside_is_not_that_of_the_call(self) -> None:
        assert self.of(to("var.x", "each.key"), x=to(f"{CHECK}.a")) == [f"{CHECK}.a"]

    @pytest.mark.parametrize("steps", ['["l"].id', ".l.id"])
    def test_a_part_of_a_whole_resource(self, steps: str) -> None:
        assert self.of(to(f"var.x{steps}", "var.x"), x=to(f"{CHECK}.a")) == [(f'{CHECK}.a["l"]', "id")]

    def test_an_attribute_of_a_resource_that_is_given_whole(self) -> None:
        assert self.of(to("var.x.self_link", "var.x"), x=to(f"{CHECK}.b")) == [(f"{CHECK}.b", "self_link")]

    def test_a_part_of_what_the_resource_is_a_part_of(self) -> None:
        assert self.of(to("var.x.check.id", "var.x"), x=to(f"{CHECK}.b")) == [(f"{CHECK}.b", "id")]

    def test_over_two_levels(self) -> None:
        inner = {"expressions": {"y": to('var.x["l"]', "var.x")}}
        outer = {"expressions": {"x": to(f"{CHECK}.a")}, "module": {"module_calls": {"inner": inner}}}
        of = references(instance(CHECK, "a", "k"), instance(CHECK, "a", "l"), module_calls={"outer": outer})

        found = of.of(to("var.y.id", "var.y"), Scope(module_of("module.outer.module.inner[0]")))

        assert known(found) == [(f'{CHECK}.a["l"]', "id")]


class TestEachValue:
    def of(self, for_each: Any, *written: str) -> list[tuple[str, str] | str]:
        many = (instance(CHECK, "a", "k"), instance(CHECK, "a", "l"), instance(CHECK, "b"))
        return known(references(*many).of(to(*written), Scope(ModuleAddress(), "k", for_each)))

    def test_chained_resources(self) -> None:
        assert self.of(to(f"{CHECK}.a"), "each.value.id", "each.value") == [(f'{CHECK}.a["k"]', "id")]

    def test_of_several_resources(self) -> None:
        for_each = to(f"{CHECK}.b.id", f"{CHECK}.b", "local.c")

        assert self.of(for_each, "each.value") == [(f"{CHECK}.b", "id"), "local.c"]

    @pytest.mark.parametrize("for_each", [to("var.all"), {"constant_value": {"k": 1}}, {}])
    def test_of_what_is_known(self, for_each: Any) -> None:
        assert self.of(for_each, "each.value.id", "each.value") == []

    @pytest.mark.parametrize("for_each", [None, 5, [to("var.all")]])
    def test_without_for_each(self, for_each: Any) -> None:
        assert self.of(for_each, "each.value") == ["each.value"]


class TestOutputs:
    """``module.m.x`` is what the output of the module gives."""

    def of(self, *written: str, output: Any, key: Key = None, keys: tuple[Key, ...] = (None,)) -> list[Any]:
        """What an expression leads to, where the module ``m`` has instances with those keys."""
        call = {"module": {"outputs": {"x": {"expression": output}}}}
        many = [instance(CHECK, "a", None, f"module.m{_bracket(each)}") for each in keys]
        return known(
            references(*many, module_calls={"m": call}).of(to(*written), Scope(ModuleAddress(), key))
        )

    OUTPUT = to(f"{CHECK}.a.id", f"{CHECK}.a")

    def test_of_the_only_instance(self) -> None:
        assert self.of("module.m.x", "module.m", output=self.OUTPUT) == [(f"module.m.{CHECK}.a", "id")]

    @pytest.mark.parametrize("key", ["k", "x.y", 1])
    def test_of_an_instance(self, key: Key) -> None:
        printed = _bracket(key)

        assert self.of(
            f"module.m{printed}.x", f"module.m{printed}", "module.m", output=self.OUTPUT, keys=(key, "other")
        ) == [(f"module.m{printed}.{CHECK}.a", "id")]

    def test_a_part_of_a_whole_resource(self) -> None:
        assert self.of("module.m.x.self_link", "module.m.x", "module.m", output=to(f"{CHECK}.a")) == [
            (f"module.m.{CHECK}.a", "self_link")
        ]

    @pytest.mark.parametrize(
        "written",
        [
            pytest.param(["module.m.y", "module.m"], id="an output that is not there"),
        ],
    )
    def test_that_cannot_be_told(self, written: list[str]) -> None:
        assert self.of(*written, output=self.OUTPUT, key="k", keys=("k", "l")) == [written[0]]

    @pytest.mark.parametrize(
        ("others", "found", "is_told"),
        [
            pytest.param({}, ['module.m["k"].CHECK.a.id'], True, id="the only one"),
            pytest.param({"n": {"constant_value": "a"}}, ['module.m["k"].CHECK.a.id'], True, id="known ones"),
            pytest.param(
                {"l": to(f"{CHECK}.a.self_link")}, ['module.m["k"].CHECK.a'], False, id="one resource"
            ),
            pytest.param({"y": to("local.y")}, ["module.m"], False, id="several things"),
        ],
    )
    def test_behind_a_computed_key(self, others: dict[str, Any], found: list[str], is_told: bool) -> None:
        """``module.m[each.key].x`` is printed as ``module.m`` and ``each.key``."""
        outputs = {name: {"expression": each} for name, each in {"x": self.OUTPUT, **others}.items()}
        many = [instance(CHECK, "a", None, f'module.m["{key}"]') for key in "kl"]
        of = references(*many, module_calls={"m": {"module": {"outputs": outputs}}})

        told = of.of(to("module.m", "each.key"), Scope(ModuleAddress(), "k"))

        assert [each.because.replace(CHECK, "CHECK") for each in told] == found
        assert [each.is_chosen for each in told] == [is_told]

    def test_of_a_constant(self) -> None:
        assert self.of("module.m.x", "module.m", output={"constant_value": 5}) == []

    def test_of_a_local_names_the_module(self) -> None:
        assert self.of('module.m["k"].x', 'module.m["k"]', output=to("local.y"), keys=("k",)) == [
            'module.m["k"].local.y'
        ]

    def test_of_a_module_without_resources(self) -> None:
        call = {
            "expressions": {"y": to(f"{CHECK}.b.id", f"{CHECK}.b")},
            "module": {"outputs": {"x": {"expression": to("var.y")}}},
        }
        of = references(instance(CHECK, "b"), module_calls={"m": call})

        for written in ("module.m.x", 'module.m["k"].x', "module.m[0].x"):
            assert known(of.of(to(written), ROOT)) == [(f"{CHECK}.b", "id")]

    def test_of_a_module_in_a_module(self) -> None:
        inner = {"module": {"outputs": {"x": {"expression": to(f"{CHECK}.a[0].id", f"{CHECK}.a[0]")}}}}
        outer = {
            "module": {
                "module_calls": {"inner": inner},
                "outputs": {"x": {"expression": to("module.inner[1].x", "module.inner[1]", "module.inner")}},
            }
        }
        module = 'module.outer["k"].module.inner[1]'
        of = references(instance(CHECK, "a", 0, module), module_calls={"outer": outer})

        assert known(of.of(to('module.outer["k"].x', 'module.outer["k"]', "module.outer"), ROOT)) == [
            (f"{module}.{CHECK}.a[0]", "id")
        ]


def _bracket(key: Key) -> str:
    return "" if key is None else f"[{key}]" if isinstance(key, int) else f'["{key}"]'


def test_many_ways_to_one_thing_are_followed_once() -> None:
    """Each rule refers to the next one twice, so there are 2 to the power of 40 ways."""
    both = [to(f"{RULE}.r{number + 1}.ip_address", f"{RULE}.r{number + 1}.target") for number in range(40)]
    rules = [
        configured(RULE, f"r{number}", expressions={"ip_address": each, "target": each})
        for number, each in enumerate(both)
    ]
    changes = (instance(RULE, f"r{number}", target=True) for number in range(41))

    found = references(*changes, resources=rules).of(both[0], ROOT)

    assert {each.because for each in found} == {f"{RULE}.r40.ip_address, {RULE}.r40.target"}
