"""The comparison of an evaluator's answers with those recorded from Terraform."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from terraform_answers import MODULE
from terraform_compare import compare, judge
from terraform_lines import load
from terraform_questions import Expression, Question

NUMBER = {"e": "1", "v": Decimal(1), "t": "number"}
PARTLY_MAP = {"e": "m", "v": {"a": "x"}, "t": ["map", "string"], "u": {"b": True}}
PAIR = ["object", {"a": "string", "b": ["tuple", ["number"]]}]
PARTLY_OBJECT = {"e": "o", "v": {}, "t": PAIR, "u": {"a": True, "b": True}}
PARTLY_SET = {"e": "s", "v": ["a", None], "t": ["set", "string"], "u": [False, True]}
PARTLY_TUPLE = {"e": "p", "v": [None], "t": ["tuple", ["string"]], "u": [True]}
LIST = {"e": "l", "v": ["a", "b"], "t": ["list", "string"]}
INFINITE = {"e": "1/0", "error": "x", "infinite": True}
OUTSIDE = {"e": "path.cwd", "outside": True, "t": "string"}
UNKNOWN = {"e": "u", "unknown": True, "t": "string", "r": {"null": False}}
ERROR = {"e": "x", "error": "Bad: no."}


class TestCompare:
    @pytest.mark.parametrize(
        ("recorded", "ours"),
        [
            (NUMBER, NUMBER),
            (NUMBER, {"v": 1, "t": "number"}),
            ({"e": "x", "v": Decimal("0.5"), "t": "number"}, {"v": 0.5, "t": "number"}),
            ({"e": "x", "v": None, "t": "dynamic"}, {"v": None, "t": "dynamic"}),
            ({"e": "x", "v": ["a", "b"], "t": ["set", "string"]}, {"v": ["b", "a"], "t": ["set", "string"]}),
            (PARTLY_SET, {"v": (None, "a"), "t": ("set", "string"), "u": [True, False]}),
            (PARTLY_MAP, {"v": {"a": "x", "b": None}, "t": ["map", "string"], "u": {"a": False, "b": True}}),
            (PARTLY_OBJECT, PARTLY_OBJECT),
            (PARTLY_TUPLE, {**PARTLY_TUPLE, "v": [5]}),
            (LIST, {"v": ("a", "b"), "t": ("list", "string")}),
            (UNKNOWN, UNKNOWN),
            (UNKNOWN, {"unknown": True, "t": "string"}),
            (ERROR, {"error": "quite another one"}),
            (INFINITE, {"v": Decimal("Infinity"), "t": "number"}),
            (INFINITE, {"v": [{"a": float("-inf")}], "t": ["tuple", [["object", {"a": "number"}]]]}),
            (OUTSIDE, {"v": "/here", "t": "string"}),
            ({**NUMBER, "or": [{"unknown": True, "t": "number"}]}, {"unknown": True, "t": "number"}),
        ],
    )  # fmt: skip
    def test_the_same(self, recorded: dict[str, Any], ours: dict[str, Any]) -> None:
        assert compare(recorded, ours) is None

    @pytest.mark.parametrize(
        ("recorded", "ours", "said"),
        [
            (NUMBER, {"v": Decimal(2), "t": "number"}, "value 2, not 1"),
            (NUMBER, {"v": Decimal("1.0000000000000001"), "t": "number"}, "value 1.0000000000000001, not 1"),
            (NUMBER, {"v": True, "t": "number"}, "value true, not 1"),
            (NUMBER, {"v": "1", "t": "string"}, 'type "string", not "number"'),
            (NUMBER, {"error": "no"}, 'an error (no), not 1 of type "number"'),
            (NUMBER, {"unknown": True, "t": "number"}, '(unknown) of type "number", not 1 of type "number"'),
            (NUMBER, {**NUMBER, "sensitive": True}, "sensitive true, not false"),
            ({**NUMBER, "or": [ERROR]}, {"v": 2, "t": "number"}, "value 2, not 1"),
            (UNKNOWN, {"v": "a", "t": "string"}, '"a" of type "string", not (unknown) of type "string"'),
            (UNKNOWN, {**UNKNOWN, "r": {}}, 'refinement {}, not {"null":false}'),
            (
                PARTLY_SET,
                {"v": ["a"], "t": ["set", "string"]},
                '["a"] of type ["set","string"], not ["a",{"(unknown)":true}] of type ["set","string"]',
            ),
            (ERROR, NUMBER, '1 of type "number", not an error (Bad: no.)'),
            (INFINITE, NUMBER, '1 of type "number", not an error (x)'),
            (OUTSIDE, NUMBER, 'type "number", not "string"'),
            (LIST, {**LIST, "v": ["b", "a"]}, 'value ["b","a"], not ["a","b"]'),
        ],
    )  # fmt: skip
    def test_different(self, recorded: dict[str, Any], ours: dict[str, Any], said: str) -> None:
        assert compare(recorded, ours) == said

    def test_a_type_that_there_is_not(self) -> None:
        with pytest.raises(ValueError, match=r"a type \['stack'\]"):
            compare({"e": "x", "v": [], "t": ["stack"]}, {"v": [], "t": ["stack"]})

    @pytest.mark.parametrize("name", ["functions", "language", "random", "conversions"])
    def test_what_is_recorded_is_the_same_as_itself(self, name: str) -> None:
        assert [said for each in load(MODULE.parent / f"{name}.jsonl") if (said := compare(each, each))] == []


class TestJudge:
    RECORDED = (NUMBER, UNKNOWN, {"type": "string", "given": "5", "v": "5", "t": "string"})

    def answer(self, asked: Question) -> dict[str, Any]:
        return {"unknown": True, "t": "number" if asked == Expression("1") else "string"}

    def test_each_difference_is_told(self) -> None:
        assert list(judge(self.RECORDED, self.answer, {})) == [
            '1: (unknown) of type "number", not 1 of type "number"',
            '{"type":"string","given":"5"}: (unknown) of type "string", not "5" of type "string"',
        ]

    def test_what_is_listed_is_not_told_unless_in_vain(self) -> None:
        listed = {"1": "reason", "u": "reason", '{"type":"string","given":"5"}': "reason"}

        assert list(judge(self.RECORDED, self.answer, listed)) == ["u: listed as different, but it is not"]
