"""Elements and lines of a text that is read in pieces: which, where, and what is wrong with the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.model.source import Position
from spillover.read import json_stream
from spillover.read.json_stream import Part, elements, lines


def pieces(content: bytes, size: int) -> Iterator[bytes]:
    return (content[at : at + size] for at in range(0, len(content), size))


def every(_value: Any) -> bool:
    return True


def uncounted(_number: int) -> None:
    pass


def array(
    content: str | bytes, size: int = 5, matters: Callable[[Any], bool] = every
) -> list[Part | InputError]:
    encoded = content.encode() if isinstance(content, str) else content
    return list(elements("a.json", pieces(encoded, size), matters, uncounted))


def lined(content: bytes, size: int = 5) -> list[Part | InputError]:
    return list(lines("a.jsonl", pieces(content, size), every, uncounted))


def error(line: int, column: int, message: str, path: str = "a.json") -> InputError:
    return InputError(path, line, column, message)


EARLY = "the text ends too early"
INSIDE = "the text ends inside a string"


class TestElements:
    @pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
    def test_each_is_where_it_stands(self, size: int) -> None:
        text = '[ {"a": "é, [}"},\n  12345,\r\n\t"\\"]",[\n],   true]\n'

        assert array(text, size) == [
            Part('{"a": "é, [}"}', Position(1, 3)),
            Part("12345", Position(2, 3)),
            Part('"\\"]"', Position(3, 2)),
            Part("[\n]", Position(3, 8)),
            Part("true", Position(4, 6)),
        ]

    @pytest.mark.parametrize("size", [1, 1000])
    def test_those_that_do_not_matter_are_passed_over(self, size: int) -> None:
        text = "[\n" + ",\n".join(map(str, range(100))) + "]"

        assert array(text, size, lambda number: number == "57") == [Part("57", Position(59, 1))]

    @pytest.mark.parametrize("text", ["[]", " [ \n ] ", "\ufeff[]"])
    def test_there_may_be_none(self, text: str) -> None:
        assert array(text, 1) == []

    def test_a_byte_order_mark_takes_no_column(self) -> None:
        assert array("\ufeff[1]", 1) == [Part("1", Position(1, 2))]

    @pytest.mark.parametrize("size", [1, 2, 1000])
    @pytest.mark.parametrize(
        ("text", "read", "wrong"),
        [
            ("[", 0, error(1, 2, EARLY)),
            ("[1", 1, error(1, 3, EARLY)),
            ("[1,\n", 1, error(2, 1, EARLY)),
            ('[1,\n {"a": "b', 1, error(2, 10, INSIDE)),
            ('[1,\n {"a": [', 1, error(2, 9, EARLY)),
            ("[1,\n]", 1, error(1, 3, "trailing comma")),
            ("[1 2]", 1, error(1, 4, "expected ',' or a closing bracket")),
            ("[1,\n ,2]", 1, error(2, 2, "expected a value")),
            ('[1,\n {"a" 1},\n 3]', 1, error(2, 7, "expected ':' after the key")),
            ("[1]\n x", 1, error(2, 2, "unexpected text after the value")),
        ],
    )
    def test_what_stands_before_the_damage_is_read(
        self, text: str, size: int, read: int, wrong: InputError
    ) -> None:
        found = array(text, size)

        assert found[read:] == [wrong]
        assert found[:read] == [Part("1", Position(1, 2))] * read

    @pytest.mark.parametrize("size", [1, 2, 1000])
    @pytest.mark.parametrize("content", [b'[1,\n "\xc3\xa9\xff"]', b'[1,\n "\xc3\xa9\xc3'])
    def test_a_byte_that_is_no_text(self, content: bytes, size: int) -> None:
        assert array(content, size) == [Part("1", Position(1, 2)), error(2, 4, "not UTF-8")]

    def test_nesting_without_end(self) -> None:
        (wrong,) = array("[" + "[" * 100_000, 10_000)

        assert wrong == error(1, 2, "nested deeper than 200 levels")

    def test_an_element_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(json_stream, "LIMIT", 100)

        (first, wrong) = array('[1,\n "' + "x" * 1000 + '"]', 10)

        assert first == Part("1", Position(1, 2))
        assert isinstance(wrong, InputError)
        assert (wrong.line, wrong.column) == (2, 2)
        assert "without an end" in wrong.message

    def test_a_file_that_breaks_off(self) -> None:
        def broken() -> Iterator[bytes]:
            yield b"[1, 2"
            raise InputError("a.json", 0, 0, "input/output error")

        found = elements("a.json", broken(), every, uncounted)

        assert next(found) == Part("1", Position(1, 2))
        with pytest.raises(InputError, match="input/output error"):
            next(found)

    @given(
        st.lists(
            st.recursive(
                st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
            )
        ),
        st.sampled_from([None, 1, "\t"]),
        st.booleans(),
        st.integers(1, 30),
    )
    def test_are_those_of_the_whole(
        self, values: list[Any], indent: int | str | None, ascii_only: bool, size: int
    ) -> None:
        text = json.dumps(values, indent=indent, ensure_ascii=ascii_only)
        found = array(text.encode("utf-8", "replace"), size)

        assert len(found) == len(values)
        split = text.encode("utf-8", "replace").decode().split("\n")
        for part in found:
            assert isinstance(part, Part)
            rest = "\n".join([split[part.start.line - 1][part.start.column - 1 :], *split[part.start.line :]])
            assert rest.startswith(part.text)
            json.loads(part.text)


class TestLines:
    @pytest.mark.parametrize("size", [1, 3, 1000])
    def test_each_has_its_number(self, size: int) -> None:
        assert lined("\ufeff{}\r\n{é}\n\n  x".encode(), size) == [
            Part("{}", Position(1, 1)),
            Part("{é}", Position(2, 1)),
            Part("", Position(3, 1)),
            Part("  x", Position(4, 1)),
        ]

    def test_one_that_is_no_text_does_not_lose_the_next(self) -> None:
        assert lined(b'{"\xc3\xa9\xff"}\n{}') == [
            error(1, 4, "not UTF-8", "a.jsonl"),
            Part("{}", Position(2, 1)),
        ]

    def test_those_that_do_not_matter_are_not_decoded(self) -> None:
        found = lines("a.jsonl", pieces(b"\xff\n{}\n", 2), lambda line: line == b"{}", uncounted)

        assert list(found) == [Part("{}", Position(2, 1))]

    def test_one_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(json_stream, "LIMIT", 100)
        found = lines("a.jsonl", pieces(b"{}\n" + b"x" * 1000, 10), every, uncounted)

        assert next(found) == Part("{}", Position(1, 1))
        with pytest.raises(InputError, match=r"a\.jsonl:2:1: larger than 64 MiB without an end"):
            next(found)


class TestCount:
    def test_is_told_now_and_then(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(json_stream, "COUNTED", 3)
        told: list[int] = []

        assert len(list(elements("a", pieces(b"[1,2,3,4,5,6,7]", 4), every, told.append))) == 7
        assert len(list(lines("a", pieces(b"1\n" * 4, 4), every, told.append))) == 4
        assert told == [3, 6, 3]
