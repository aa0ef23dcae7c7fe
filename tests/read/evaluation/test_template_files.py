"""Templates that stand apart: their variables, their own places, and that they never use another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from spillover.read.cty.types import DYNAMIC, MapOf
from spillover.read.cty.value import EvaluationError, LimitError, Value, null, number, object_of, text
from spillover.read.evaluation.context import Context, Names
from spillover.read.module_files import ModuleFiles
from spillover.read.syntax.expression import Expression

Parsed = Callable[[str], tuple[Expression, Context]]

FILES = {
    "hello.tftpl": "Hello ${name}!\n%{ for x in list ~}\n- ${x}\n%{ endfor ~}\n",
    "single.tftpl": "${list}",
    "broken.tftpl": "one\n${name",
    "wrong.tftpl": "one\n${name}${-null}",
    "function.tftpl": '${provider::google::name("x")}',
    "again.tftpl": '${templatefile("single.tftpl", {})}',
    "string.tftpl": "${templatestring(name, {})}",
    "long.tftpl": "${name}${name}",
}


@pytest.fixture
def rendered(parsed: Parsed, tmp_path: Path) -> Callable[[str], Value]:
    """What gives the value of an expression in a module with those files."""
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")

    def value(written: str) -> Value:
        expression, context = parsed(written)
        names = {
            "hello": text("Hello ${name}!"),
            "broken": text("${"),
            "templates": object_of({"a": text("${n + 1}")}),
            "long": text("b" * (1 << 20)),
            "no_map": null(MapOf(DYNAMIC)),
        }
        return replace(context, files=ModuleFiles(tmp_path), scope=Names(names, context.scope)).value(
            expression
        )

    return value


Rendered = Callable[[str], Value]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('templatefile("hello.tftpl", { name = "you", list = list })', text("Hello you!\n- a\n- b\n")),
        ('templatefile("hello.tftpl", { name = 1, list = [] })', text("Hello 1!\n")),
        ('templatefile("single.tftpl", { list = 5 })', number("5", 512)),
        ('templatefile("single.tftpl", { list = "v", other = any })', text("v")),
        ('templatestring(hello, { name = "you" })', text("Hello you!")),
        ("templatestring(templates.a, { n = 1 })", text("2")),
        ('templatestring(templates["a"], { n = 1 })', text("2")),
        ("templatestring(map.k, {})", text("v")),
    ],
)
def test_rendered(rendered: Rendered, written: str, expected: Value) -> None:
    assert rendered(written) == expected


@pytest.mark.parametrize(
    ("written", "because"),
    [
        ("templatefile(unknown, {})", "unknown"),
        ('templatefile("hello.tftpl", any)', "any"),
        ('templatefile("hello.tftpl", labels)', "labels"),
        ('templatefile("../../x.tftpl", {})', "templatefile('../../x.tftpl'), "),
        ('templatefile("single.tftpl", { list = any })', "any"),
        ('templatefile("function.tftpl", {})', 'provider::google::name("x")'),
        ("templatestring(any, {})", "any"),
        ("templatestring(hello, any)", "any"),
        ("templatestring(hello, labels)", "labels"),
        ("templatestring(hello, { name = any })", "any"),
    ],
)
def test_unknown(rendered: Rendered, written: str, because: str) -> None:
    known = rendered(written).pending

    assert known
    assert known.because.startswith(because)


@pytest.mark.parametrize(
    ("written", "at", "message"),
    [
        ('templatefile("hello.tftpl")', 0, "templatefile takes 2 arguments, and 1 are given"),
        ("templatefile(null, {})", 0, "the path is null"),
        ('templatefile("hello.tftpl", null)', 0, "the variables of the template are null"),
        ('templatefile("hello.tftpl", no_map)', 0, "the variables of the template are null"),
        ('templatefile("hello.tftpl", [])', 0, "the variables of a template must be a map"),
        ('templatefile("hello.tftpl", { "a b" = 1 })', 0, "'a b' is no name of a variable"),
        ('1 + templatefile("hello.tftpl", {})', 4, "hello.tftpl:1:9: the template is given no variable name"),
        ('templatefile("wrong.tftpl", { name = 1 })', 0, "wrong.tftpl:2:10: an operand of - is null"),
        ('templatefile("again.tftpl", {})', 0, "again.tftpl:1:3: a template cannot use another one"),
        (
            'templatefile("string.tftpl", { name = "x" })',
            0,
            "string.tftpl:1:3: a template cannot use another one",
        ),
        ('templatefile("single.tftpl", { list = null })', 0, "single.tftpl: the template gives null"),
        ("templatestring(hello)", 0, "templatestring takes a template and its variables"),
        ("templatestring([hello, {}]...)", 0, "templatestring takes a template and its variables"),
        (
            "templatestring(null, {})",
            15,
            "templatestring wants the name of a template, such as local.template",
        ),
        (
            'templatestring("${1}x", {})',
            15,
            "templatestring wants the name of a template, such as local.template",
        ),
        ("templatestring(no_string, {})", 0, "the template is not a string"),
        ("templatestring(list, {})", 0, "the template is not a string"),
        ("templatestring(hello, {})", 0, "the template:1:9: the template is given no variable name"),
    ],
)
def test_refused(rendered: Rendered, written: str, at: int, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        rendered(written)

    assert (caught.value.at, caught.value.message) == (at, message)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ('templatefile("broken.tftpl", {})', "broken.tftpl:2:"),
        ("templatestring(broken, {})", "the template:1:"),
    ],
)
def test_what_is_no_template(rendered: Rendered, written: str, place: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{place}"):
        rendered(written)


def test_a_missing_file_is_an_error_that_try_catches(rendered: Rendered) -> None:
    with pytest.raises(EvaluationError, match="missing"):
        rendered('templatefile("missing.tftpl", {})')
    assert rendered('try(templatefile("missing.tftpl", {}), "none")') == text("none")


def test_a_limit_has_its_place_where_the_template_is_used(rendered: Rendered) -> None:
    with pytest.raises(LimitError, match="a text of more than") as caught:
        rendered('[try(templatefile("long.tftpl", { name = long }), 1)]')

    assert caught.value.at == 5


def test_without_files_nothing_is_read(found: Callable[[str], Value]) -> None:
    value = found('templatefile("hello.tftpl", {})')

    assert value.type is DYNAMIC
    assert value.content.because == "templatefile('hello.tftpl'), which is not read here"


@pytest.mark.parametrize(
    ("written", "sensitive"),
    [
        ('templatefile("single.tftpl", { list = secret })', True),
        ('templatefile("../x", secret == "s" ? {} : {})', True),
        ("templatestring(secret, {})", True),
        ("templatestring(hello, { name = secret })", True),
        ("templatestring(hello, { name = 1 })", False),
    ],
)
def test_marks(rendered: Rendered, written: str, sensitive: bool) -> None:
    assert rendered(written).sensitive is sensitive
