"""Where findings in plans and states point."""

from __future__ import annotations

import json
from typing import Any

import pytest

from spillover.model.source import FieldPath
from spillover.read.documents import read_documents
from spillover.read.plans.places import JsonPlaces

VALUES: dict[str, Any] = {
    "name": "a",
    "zonal_affinity": [{"spillover": "X"}],
    "backend": [{"group": "b"}, {"group": "c"}],
    "empty": [],
}
PATHS = [
    pytest.param("name", '"name": "a"', id="an argument"),
    pytest.param("zonal_affinity.spillover", '"spillover": "X"', id="in a block without an index"),
    pytest.param("zonal_affinity[0].spillover", '"spillover": "X"', id="with an index"),
    pytest.param("backend[1].group", '"group": "c"', id="in the second block"),
    pytest.param("empty.x", '"empty": []', id="in no block"),
    pytest.param("backend[0].failover", '{"group": "b"}', id="what is not there is in its block"),
    pytest.param("backend[7].group", '"backend": [{"group": "b"}, {"group": "c"}]', id="no such block"),
    pytest.param("name.x[0]", '"name": "a"', id="in what is no block"),
]


def places(text: str) -> JsonPlaces:
    (document,) = read_documents("plan.json", text, "json")
    return JsonPlaces(document, FieldPath(("values",)), VALUES)


@pytest.mark.parametrize(("path", "expected"), PATHS)
def test_in_one_line(path: str, expected: str) -> None:
    text = json.dumps({"before": {"name": "a"}, "values": VALUES})
    span = places(text).span(FieldPath.parse(path))

    assert span.path == "plan.json"
    assert (span.start.line, span.end.line) == (1, 1)
    assert text[span.start.column - 1 : span.end.column - 1] == expected


@pytest.mark.parametrize(
    ("path", "start", "end"),
    [
        ("name", (6, 5), (6, 16)),
        ("zonal_affinity.spillover", (9, 9), (9, 25)),
        ("backend[1].group", (17, 9), (17, 21)),
        ("backend[1].failover", (16, 7), (18, 8)),
    ],
)
def test_in_many_lines(path: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    text = json.dumps({"before": {"name": "a"}, "values": VALUES}, indent=2)
    span = places(text).span(FieldPath.parse(path))

    assert ((span.start.line, span.start.column), (span.end.line, span.end.column)) == (start, end)


def test_there_are_no_comments_and_nothing_is_passed_on() -> None:
    assert (places("{}").holders(FieldPath()), places("{}").written(FieldPath())) == ((), ())
