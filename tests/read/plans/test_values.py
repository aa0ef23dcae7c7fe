"""Known and unknown parts of values, put together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Unknown
from spillover.read.plans.expressions import DYNAMIC, NotWritten, Part, Written
from spillover.read.plans.values import hidden, joined, without_empty

OF_VAR: dict[str, Any] = {"references": ["var.x"]}
OF_LOCAL: dict[str, Any] = {"references": ["local.x"]}


def shown(written: Written) -> Any:
    """What stands at a place, in place of its cause."""
    match written:
        case NotWritten():
            return None
        case Part(expression, is_only):
            return Unknown(f"{'the' if is_only else 'a'} part of {expression['references'][0]}")
        case {"references": [name]}:
            return Unknown(name)
        case Unknown():
            return written
    return Unknown("blocks")


class TestJoined:
    @pytest.mark.parametrize(
        ("after", "marks", "written", "expected"),
        [
            pytest.param({"a": 1}, {}, {}, {"a": 1}, id="all is known"),
            pytest.param({"a": 1}, False, {}, {"a": 1}, id="none is unknown"),
            pytest.param({"a": 1}, {"b": True}, {"b": OF_VAR}, {"a": 1, "b": Unknown("var.x")}, id="absent"),
            pytest.param({"b": None}, {"b": True}, {"b": OF_VAR}, {"b": Unknown("var.x")}, id="null"),
            pytest.param({}, {"b": True, "id": True}, {}, {"b": None, "id": None}, id="not written"),
            pytest.param({}, {"b": [], "c": {}, "d": False}, {}, {}, id="empty marks"),
            pytest.param({}, True, OF_VAR, Unknown("var.x"), id="as a whole"),
            pytest.param(
                {"l": ["x", None]},
                {"l": [False, True]},
                {"l": OF_VAR},
                {"l": ["x", Unknown("the part of var.x")]},
                id="an element of a list",
            ),
            pytest.param(
                {"l": [None, None]},
                {"l": [True, True]},
                {"l": OF_VAR},
                {"l": [Unknown("a part of var.x")] * 2},
                id="elements of a list",
            ),
            pytest.param(
                {},
                {"m": {"k": True}},
                {"m": OF_VAR},
                {"m": {"k": Unknown("the part of var.x")}},
                id="in a map",
            ),
            pytest.param(
                {"l": ["x"]},
                {"l": [False, True]},
                {"l": OF_VAR},
                {"l": ["x", Unknown("the part of var.x")]},
                id="more marks than elements",
            ),
            pytest.param(
                {"l": [None, "x"]},
                {"l": [True]},
                {"l": OF_VAR},
                {"l": [Unknown("the part of var.x"), "x"]},
                id="fewer marks than elements",
            ),
            pytest.param(
                {}, {"backend": True}, {"backend": [{}]}, {"backend": Unknown("blocks")}, id="a set"
            ),
            pytest.param({}, {"backend": True}, {}, {"backend": DYNAMIC}, id="all blocks, not written"),
            pytest.param(
                {"backend": [{"a": 1}]},
                {"backend": [{"group": True}]},
                {"backend": [{"a": {"constant_value": 1}, "group": OF_VAR}]},
                {"backend": [{"a": 1, "group": Unknown("var.x")}]},
                id="in a block",
            ),
            pytest.param(
                {"backend": [{"z": "b"}, {"z": "a"}]},
                {"backend": [{"group": True}, {"group": True, "failover": True}]},
                {
                    "backend": [
                        {"z": {"constant_value": "a"}, "group": OF_VAR},
                        {"z": {"constant_value": "b"}, "group": OF_LOCAL},
                    ]
                },
                {
                    "backend": [
                        {"z": "b", "group": Unknown("local.x")},
                        {"z": "a", "group": Unknown("var.x"), "failover": None},
                    ]
                },
                id="in blocks of a set",
            ),
            pytest.param(
                {"backend": [{}]},
                {"backend": [{"group": True}]},
                {},
                {"backend": [{"group": DYNAMIC}]},
                id="dynamic",
            ),
            pytest.param(
                {"backend": []},
                {"backend": [True]},
                {"backend": [{"g": OF_VAR}]},
                {"backend": [Unknown("blocks")]},
                id="a block as a whole, of which nothing is known",
            ),
            pytest.param(
                {"a": 1},
                {"a": {"b": True}},
                {"a": OF_VAR},
                {"a": {"b": Unknown("the part of var.x")}},
                id="marks that are deeper than the value",
            ),
        ],
    )
    def test_each(self, after: Any, marks: Any, written: Any, expected: Any) -> None:
        assert joined(after, marks, written, shown) == expected

    def test_lists_in_lists_take_no_time(self) -> None:
        after: Any = "x"
        marks: Any = True
        for _ in range(150):
            after, marks = [after, {"a": 1}], [marks, {}]

        for written in ({"l": [{"l": OF_VAR}]}, {"l": OF_VAR}, {}):
            joined({"l": after}, {"l": marks}, written, shown)

    def test_nothing_that_is_given_is_changed(self) -> None:
        after, marks = {"l": [{"a": 1}]}, {"l": [{"b": True}]}

        joined(after, marks, {}, shown)

        assert (after, marks) == ({"l": [{"a": 1}]}, {"l": [{"b": True}]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "var.x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["a", "backend", "references", "constant_value"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(JSON, JSON, JSON, JSON)
def test_whatever_is_given_is_joined(after: Any, marks: Any, written: Any, sensitive: Any) -> None:
    joined(after, marks, written, lambda _: Unknown("unknown"))
    hidden(without_empty(after), sensitive)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": "", "b": "x", "c": 0, "d": False}, {"a": None, "b": "x", "c": 0, "d": False}),
        ({"a": [{"b": ""}]}, {"a": [{"b": None}]}),
        pytest.param({"a": ["", "x"]}, {"a": ["", "x"]}, id="an element of a list is none that is left out"),
        (5, 5),
    ],
)
def test_without_empty(value: Any, expected: Any) -> None:
    assert without_empty(value) == expected


HIDDEN = "(sensitive value)"


@pytest.mark.parametrize(
    ("value", "marks", "expected"),
    [
        (1, True, HIDDEN),
        (1, False, 1),
        ({"a": 1, "b": 2}, {"a": True}, {"a": HIDDEN, "b": 2}),
        ({"a": [1, 2, 3]}, {"a": [False, True]}, {"a": [1, HIDDEN, 3]}),
        ({"a": [1]}, {"a": [False, True]}, {"a": [1]}),
        ({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": True}]}, {"a": [{"b": HIDDEN, "c": 2}]}),
        ({"a": 1}, {}, {"a": 1}),
        ({"a": 1}, None, {"a": 1}),
        ({"a": {"b": 1}}, {"a": True}, {"a": HIDDEN}),
    ],
)
def test_hidden(value: Any, marks: Any, expected: Any) -> None:
    assert hidden(value, marks) == expected
