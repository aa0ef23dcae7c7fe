"""Addresses and references, as Terraform 1.11 prints them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.plans.addresses import ModuleAddress, Step, module_of, steps_of


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        pytest.param("t.a", [Step("t"), Step("a")], id="a resource"),
        pytest.param("t.a.id", [Step("t"), Step("a"), Step("id")], id="an attribute"),
        pytest.param("t.a[0].id", [Step("t"), Step("a", (0,)), Step("id")], id="an instance of count"),
        pytest.param('t.a["k"].id', [Step("t"), Step("a", ("k",)), Step("id")], id="an instance of for_each"),
        pytest.param('t.a["x.y[0]"]', [Step("t"), Step("a", ("x.y[0]",))], id="dots and brackets in a key"),
        pytest.param(r't.a["q\"b"]', [Step("t"), Step("a", ('q"b',))], id="a quote in a key"),
        pytest.param(r't.a["b\\"]', [Step("t"), Step("a", ("b\\",))], id="a backslash at the end of a key"),
        pytest.param(r't.a["\n\t\u0001"]', [Step("t"), Step("a", ("\n\t\x01",))], id="escapes"),
        pytest.param(r't.a["\x07\v\U0001F600"]', [Step("t"), Step("a", ("\a\v😀",))], id="escapes of Go"),
        pytest.param('t.a["$${x}%%{y}$${"]', [Step("t"), Step("a", ("${x}%{y}${",))], id="escaped templates"),
        pytest.param('t.a["$$x"]', [Step("t"), Step("a", ("$$x",))], id="dollars"),
        pytest.param(r't.a["\ud800"]', [Step("t"), Step("a", (r"\ud800",))], id="half of a surrogate pair"),
        pytest.param(r't.a["\U00110000"]', [Step("t"), Step("a", (r"\U00110000",))], id="beyond Unicode"),
        pytest.param('t.a["é"]', [Step("t"), Step("a", ("é",))], id="other letters in a key"),
        pytest.param('t.a[""]', [Step("t"), Step("a", ("",))], id="an empty key"),
        pytest.param("t.größe-1", [Step("t"), Step("größe-1")], id="other letters in a name"),
        pytest.param('var.m["a"]["b"][0]', [Step("var"), Step("m", ("a", "b", 0))], id="several brackets"),
        pytest.param("local.x", [Step("local"), Step("x")], id="a local"),
    ],
)
def test_steps(text: str, steps: list[Step]) -> None:
    assert list(steps_of(text)) == steps


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "a[b]",
        "a[-1]",
        "a[0",
        'a["x]',
        'a["x"]b',
        "a b",
        "0.a",
        "a[" + "9" * 5000,
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert steps_of(text) == ()


@given(st.text())
def test_no_text_is_too_much(text: str) -> None:
    steps_of(text)
    module_of(text)


class TestModule:
    @pytest.mark.parametrize(
        ("text", "calls"),
        [
            ("t.a", ()),
            ("", ()),
            ("module.a", (("a", None),)),
            ('module.a["x.y"].module.b[0].t.c["k"]', (("a", "x.y"), ("b", 0))),
            ("module.module.t.a", (("module", None),)),
            ("module", ()),
        ],
    )
    def test_of_an_address(self, text: str, calls: tuple[tuple[str, str | int | None], ...]) -> None:
        assert module_of(text) == ModuleAddress(calls)

    def test_names_and_keys(self) -> None:
        module = module_of('module.a["x"].module.b[0]')

        assert (module.names, module.key, module.caller.key) == (("a", "b"), 0, "x")
        assert ModuleAddress().key is None
        assert module.caller == ModuleAddress().called("a", "x")

    @pytest.mark.parametrize("text", ['module.a["x"].module.b[0].t.c', "t.c"])
    def test_the_whole_address_of_something_in_it(self, text: str) -> None:
        assert module_of(text).of("t.c") == text
