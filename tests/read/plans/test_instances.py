"""Which instances of resources and modules there will be."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.read.plans.addresses import ModuleAddress
from spillover.read.plans.instances import Instances, is_any_true, will_be

ROOT = ModuleAddress()


def change(address: str, module: str | None = None, index: Any = None, **rest: Any) -> dict[str, Any]:
    printed = {"address": address, "mode": "managed", "type": "t", "name": "x", "index": index}
    body = {"actions": ["create"], "after": {}, "after_unknown": {"id": True}}
    return {**printed, "module_address": module, "change": body, **rest}


class TestInstances:
    INSTANCES = Instances.of(
        [
            change("t.x"),
            change("module.a[0].t.x", "module.a[0]"),
            change('module.a[1].module.b["k"].t.x["l"]', 'module.a[1].module.b["k"]', "l"),
            change("module.a[1].t.x[0]", "module.a[1]", 0),
            change("module.a[1].t.x[1]", "module.a[1]", 1),
            5,
        ]
    )

    def test_of_a_resource(self) -> None:
        second = ROOT.called("a", 1)

        assert list(self.INSTANCES.resource(ROOT, "t", "x")) == [None]
        assert list(self.INSTANCES.resource(second, "t", "x")) == [0, 1]
        inner = self.INSTANCES.resource(second.called("b", "k"), "t", "x")
        assert inner["l"].address == 'module.a[1].module.b["k"].t.x["l"]'
        assert self.INSTANCES.resource(second, "t", "y") == {}

    def test_of_a_module(self) -> None:
        assert self.INSTANCES.keys(ROOT, "a") == {0, 1}
        assert self.INSTANCES.keys(ROOT.called("a", 1), "b") == {"k"}
        assert self.INSTANCES.keys(ROOT, "b") == frozenset()

    def test_what_is_known_of_one(self) -> None:
        unknown = {
            "actions": ["create"],
            "after": {},
            "after_unknown": {"id": True, "list": [{"a": True}], "b": []},
        }
        (instance,) = Instances.of([change("t.x", change=unknown)]).resource(ROOT, "t", "x").values()

        assert [instance.knows(each) for each in ("id", "list", "b", "name", None)] == [
            False,
            False,
            True,
            True,
            False,
        ]

    @pytest.mark.parametrize("unknown", [{}, None, 5, []])
    def test_of_one_all_is_known(self, unknown: Any) -> None:
        body = {"actions": ["no-op"], "after": {}, "after_unknown": unknown}
        (instance,) = Instances.of([change("t.x", change=body)]).resource(ROOT, "t", "x").values()

        assert instance.knows(None)

    @pytest.mark.parametrize("index", [[], {}, 1.5])
    def test_a_key_that_is_none(self, index: Any) -> None:
        assert list(Instances.of([change("t.x", index=index)]).resource(ROOT, "t", "x")) == [None]


@pytest.mark.parametrize(
    ("actions", "after", "rest", "expected"),
    [
        (["create"], {}, {}, True),
        (["no-op"], {}, {}, True),
        (["update"], {}, {}, True),
        (["delete", "create"], {}, {}, True),
        (["create", "delete"], {}, {}, True),
        (["create", "forget"], {}, {}, True),
        (["delete"], None, {}, False),
        (["forget"], {}, {}, False),
        pytest.param(["delete"], {}, {}, False, id="what is left of a delete"),
        pytest.param(["create"], None, {}, False, id="nothing after"),
        pytest.param(["create"], [], {}, False, id="something else after"),
        pytest.param(["no-op"], {}, {"deposed": "abcd1234"}, False, id="a deposed object"),
        pytest.param(["read"], {}, {"mode": "data"}, False, id="a data source"),
    ],
)
def test_what_will_be(actions: list[str], after: Any, rest: dict[str, Any], expected: bool) -> None:
    assert will_be(change("t.x", change={"actions": actions, "after": after}, **rest)) is expected


@pytest.mark.parametrize("printed", [None, 5, [], {}, {"change": []}])
def test_what_is_no_change(printed: Any) -> None:
    assert not will_be(printed)


@pytest.mark.parametrize(
    ("unknown", "expected"),
    [
        (True, True),
        (False, False),
        ([], False),
        ({"a": [{"b": True}]}, True),
        ([[False], {}], False),
        (1, False),
    ],
)
def test_any_true(unknown: Any, expected: bool) -> None:
    assert is_any_true(unknown) is expected
