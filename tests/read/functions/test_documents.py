"""JSON, CSV and YAML: types, what is not known, laws and limits."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from unicodedata import normalize

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.number import Number
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    MapOf,
    ObjectOf,
    SetOf,
    Type,
)
from spillover.read.cty.value import (
    NULL,
    EvaluationError,
    LimitError,
    Value,
    list_of,
    map_of,
    null,
    number,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call
from spillover.read.functions.json_values import DEEPEST

UNKNOWN = pending(STRING, "var.x")

DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers(1, 10**9) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


def one(function: str, value: Value) -> Value:
    return call(FUNCTIONS[function], [value])


class TestDecoded:
    @pytest.mark.parametrize(
        ("function", "written", "value"),
        [
            ("jsondecode", '{"b": [1.5, null], "a": ""}', {"a": text(""), "b": [number("1.5", 512), NULL]}),
            ("jsondecode", '{"a": 1, "a": null, "b": null, "b": "x"}', None),
            ("yamldecode", "{a: 0x1f, b: [1.5, ~]}", {"a": number(31), "b": [number("1.5", 512), NULL]}),
            ("yamldecode", "[|\n]", None),
            ("yamldecode", "a: |\nb: ''", {"a": null(STRING), "b": text("")}),
        ],
    )
    def test_types(self, function: str, written: str, value: Any) -> None:
        if value is None:
            with pytest.raises(EvaluationError):
                one(function, text(written))
            return
        expected = object_of(
            {key: tuple_of(each) if isinstance(each, list) else each for key, each in value.items()}
        )
        assert one(function, text(written)) == expected

    def test_numbers_have_the_bits_that_terraform_gives_them(self) -> None:
        for function, written, bits in (
            ("jsondecode", "1", 512),
            ("yamldecode", "1", 512),
            ("yamldecode", "0x1", 64),
        ):
            found = one(function, text(written)).content
            assert isinstance(found, Number)
            assert found.bits == bits

    def test_csv_has_a_type_without_lines_too(self) -> None:
        assert one("csvdecode", text("b,a\n")) == list_of(ObjectOf((("a", STRING), ("b", STRING))), [])


class TestUnknown:
    @pytest.mark.parametrize(
        ("prefix", "type_"),
        [
            ("", DYNAMIC),
            (" ", DYNAMIC),
            ('"', STRING),
            ("{", DYNAMIC),
            ("[", DYNAMIC),
            ("true", BOOL),
            ("12", NUMBER),
            ("-", NUMBER),
            ("1", DYNAMIC),
            ("nu", DYNAMIC),
            ("t", DYNAMIC),
            ("x", DYNAMIC),
        ],
    )
    def test_the_beginning_of_a_json_text_tells_its_type(self, prefix: str, type_: Type) -> None:
        found = one("jsondecode", pending(STRING, "var.x", prefix=prefix))

        assert found.type == type_
        assert found.pending is not None
        assert found.pending.because == "var.x"

    def test_the_beginning_of_a_json_text_may_be_wrong(self) -> None:
        with pytest.raises(EvaluationError):
            one("jsondecode", pending(STRING, "var.x", prefix="xy"))

    @pytest.mark.parametrize(
        ("value", "prefix"),
        [
            (UNKNOWN, ""),
            (pending(STRING, "var.x", not_null=True), '"'),
            (pending(NUMBER, "var.x", not_null=True), ""),
            (pending(SetOf(STRING), "var.x", not_null=True), "["),
            (list_of(STRING, [text("a"), UNKNOWN]), "["),
            (tuple_of([UNKNOWN]), "["),
            (object_of({"a": UNKNOWN}), "{"),
            (map_of(STRING, {"a": UNKNOWN}), "{"),
            (pending(MapOf(STRING), "var.x"), ""),
        ],
    )
    def test_what_is_encoded(self, value: Value, prefix: str) -> None:
        found = one("jsonencode", value)
        as_yaml = one("yamlencode", value)

        assert found.pending is not None
        assert (found.pending.because, found.pending.prefix, found.pending.not_null) == (
            "var.x",
            prefix,
            True,
        )
        assert as_yaml.pending is not None
        assert (as_yaml.pending.because, as_yaml.pending.not_null) == ("var.x", False)


class TestLaws:
    @given(DOCUMENTS)
    def test_json_is_read_as_the_standard_library_does(self, plain: Any) -> None:
        value = one("jsondecode", text(json.dumps(plain)))

        assert json.loads(one("jsonencode", value).content) == _normal(json.loads(json.dumps(plain)))

    @given(DOCUMENTS)
    def test_json_and_yaml_come_back(self, plain: Any) -> None:
        value = one("jsondecode", text(json.dumps(plain)))

        assert one("jsondecode", one("jsonencode", value)) == value
        as_yaml = one("yamlencode", value)
        assert one("yamldecode", as_yaml) == value

    @given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=4))
    def test_csv_is_read_as_the_standard_library_does(self, rows: list[list[str]]) -> None:
        written = io.StringIO()
        csv.writer(written, quoting=csv.QUOTE_ALL).writerows([["a", "b"], *rows])

        found = one("csvdecode", text(written.getvalue()))

        lines = [[text(each.replace("\r\n", "\n")).content for each in row] for row in rows]
        assert [[part.content for part in row.parts()] for row in found.parts()] == lines

    @given(st.text(alphabet="a\"{}[]:,-?&*!|>\n '#%1.~<", max_size=20))
    def test_no_text_crashes(self, written: str) -> None:
        for function in ("jsondecode", "csvdecode", "yamldecode"):
            try:
                found = one(function, text(written))
            except EvaluationError:
                continue
            assert found.is_known


def _normal(plain: Any) -> Any:
    """A document whose texts are all in the normal form in which Terraform holds them."""
    match plain:
        case str():
            return normalize("NFC", plain)
        case list():
            return [_normal(each) for each in plain]
        case dict():
            return {_normal(name): _normal(each) for name, each in plain.items()}
    return plain


class TestLimits:
    @pytest.mark.parametrize(
        ("function", "written"),
        [
            ("jsondecode", "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)),
            ("jsondecode", "[" * 200_000),
            ("jsondecode", f"[{'1,' * 300_000}1]"),
            ("jsondecode", "1e999"),
            ("yamldecode", "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)),
            ("yamldecode", "[" * 2000),
            ("yamldecode", "- &a [[[[1]]]]\n- " + "[" * 98 + "*a" + "]" * 98),
            ("yamldecode", "[" + "1," * 300_000 + "1]"),
            ("yamldecode", "1e999"),
            ("yamldecode", ".inf"),
            ("csvdecode", "a\n" + "1\n" * 300_000),
            ("csvdecode", "a," * 200_000),
        ],
    )
    def test_bounds(self, function: str, written: str) -> None:
        with pytest.raises(EvaluationError) as caught:
            one(function, text(written))
        assert caught.type is LimitError or "," in written

    def test_aliases_do_not_explode(self) -> None:
        levels = "\n".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 10)}]" for i in range(12))

        with pytest.raises(LimitError):
            one("yamldecode", text("a0: &a0 [1]\n" + levels))

    def test_a_written_text_is_bounded(self) -> None:
        long = tuple_of([text("x" * 1_000_000)] * 2)

        for function in ("jsonencode", "yamlencode"):
            with pytest.raises(LimitError):
                one(function, long)

    def test_events_without_libyaml(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(yaml, "__with_libyaml__", False)

        assert one("yamldecode", text("{a: [1]}")) == object_of({"a": tuple_of([number("1", 512)])})

    def test_a_deep_value_is_not_written(self) -> None:
        deep = NULL
        for _ in range(DEEPEST):
            deep = tuple_of([deep])

        for function in ("jsonencode", "yamlencode"):
            assert one(function, deep).is_known
            with pytest.raises(LimitError):
                one(function, tuple_of([deep]))
