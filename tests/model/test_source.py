"""Where values come from: positions, field paths, origins; and what is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spillover.model.source import (
    FieldPath,
    FieldRef,
    Maybe,
    Origin,
    Position,
    Reference,
    SourceSpan,
    Undetermined,
    Unknown,
    decided,
    same_text,
)

WRITTEN = (
    ("steps", "text"),
    [
        pytest.param((), "", id="the resource itself"),
        pytest.param(("name",), "name", id="an attribute"),
        pytest.param(("a", "b"), "a.b", id="inside a block"),
        pytest.param(("backend", 0, "group"), "backend[0].group", id="inside one of several blocks"),
        pytest.param((3,), "[3]", id="an element of a list"),
        pytest.param(("a", 0, 12), "a[0][12]", id="an element of a list in a list"),
        pytest.param(("with-hyphen", "_x1"), "with-hyphen._x1", id="identifiers of HCL"),
        pytest.param(("labels", "a.b"), 'labels["a.b"]', id="a key that is no identifier"),
        pytest.param(("labels", "a.b", "c"), 'labels["a.b"].c', id="and what follows it"),
        pytest.param(("labels", "0"), 'labels["0"]', id="a key that looks like an index"),
        pytest.param(("labels", ""), 'labels[""]', id="an empty key"),
        pytest.param(("labels", "a[0]"), 'labels["a[0]"]', id="a key with brackets"),
        pytest.param(("labels", 'say "hi"'), r'labels["say \"hi\""]', id="a key with quotes"),
        pytest.param(("labels", "a\\"), r'labels["a\\"]', id="a key that ends with a backslash"),
    ],
)

STEPS = st.one_of(
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]*", fullmatch=True),
    st.integers(0, 10**6),
    st.text(st.sampled_from('.[]"\\ 0a\n'), max_size=6),
    st.text(max_size=6),
)


class TestFieldPath:
    @pytest.mark.parametrize(*WRITTEN)
    def test_str(self, steps: tuple[str | int, ...], text: str) -> None:
        assert str(FieldPath(steps)) == text

    @pytest.mark.parametrize(*WRITTEN)
    def test_parse(self, steps: tuple[str | int, ...], text: str) -> None:
        assert FieldPath.parse(text) == FieldPath(steps)

    @settings(deadline=None)
    @given(st.lists(STEPS, max_size=5))
    @example(["", 0, "\\", '"', '\\"', "]", '"]'])
    def test_what_is_written_is_read_back(self, steps: list[str | int]) -> None:
        path = FieldPath(tuple(steps))

        assert FieldPath.parse(str(path)) == path

    @pytest.mark.parametrize(
        ("step", "steps"),
        [
            pytest.param("b", ("a", "b"), id="a name"),
            pytest.param("b.c", ("a", "b.c"), id="a name is one step, whatever it holds"),
            pytest.param(0, ("a", 0), id="an index"),
            pytest.param(FieldPath(("b", 1)), ("a", "b", 1), id="a path"),
        ],
    )
    def test_further(self, step: str | int | FieldPath, steps: tuple[str | int, ...]) -> None:
        further = FieldPath(("a",)) / step

        assert tuple(further) == steps
        assert len(further) == len(steps)


class TestSourceSpan:
    def test_spans_sort_as_a_reader_meets_them(self) -> None:
        first = SourceSpan("a.tf", Position(2, 1), Position(2, 9))
        second = SourceSpan("a.tf", Position(2, 4), Position(2, 5))
        third = SourceSpan("a.tf", Position(10, 1), Position(11, 1))
        fourth = SourceSpan("b.tf", Position(1, 1), Position(1, 2))

        assert sorted((fourth, second, third, first)) == [first, second, third, fourth]


class Nowhere:
    """The least that can tell places."""

    def span(self, path: FieldPath, /) -> SourceSpan:
        return SourceSpan(f"{path}.tf", Position(1, 1), Position(1, 1))

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ()

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return (self.span(path),)


class TestOrigin:
    """A name of the model becomes the name in the source, which may be deeper or another."""

    ORIGIN = Origin(
        "google_compute_region_backend_service.ilb",
        "google_compute_region_backend_service",
        fields={"ratio": FieldPath(("policy", "spillover_ratio")), "groups": FieldPath(("backend",))},
    )

    @pytest.mark.parametrize(
        ("name", "steps", "path"),
        [
            pytest.param("ratio", (), "policy.spillover_ratio", id="translated"),
            pytest.param("groups", (1, "group"), "backend[1].group", id="translated, and further"),
            pytest.param("name", (), "name", id="called the same in both"),
            pytest.param("a.b", (0,), "a.b[0]", id="a path of its own"),
        ],
    )
    def test_at(self, name: str, steps: tuple[str | int, ...], path: str) -> None:
        assert self.ORIGIN.at(name, *steps) == FieldRef(self.ORIGIN, FieldPath.parse(path))

    def test_at_below_a_base(self) -> None:
        backend = Origin(
            "x", "backend", fields={"group": FieldPath(("group",))}, base=FieldPath(("backend", 2))
        )

        assert str(backend.at("group").path) == "backend[2].group"

    def test_where_and_how_it_was_written_is_no_part_of_what_it_is(self) -> None:
        """Two readers of one resource give equal origins, though each has its own tables."""
        assert Origin("a", "t", fields={"x": FieldPath(("y",))}, places=Nowhere()) == Origin("a", "t")
        assert Origin("a", "t") != Origin("a", "t", path="main.tf")

    @pytest.mark.parametrize(
        ("name", "called"), [("shop", "shop"), (None, "google_x.a"), (Unknown("var.name"), "google_x.a")]
    )
    def test_called_by_its_name_or_address(self, name: Maybe[str], called: str) -> None:
        assert Origin("google_x.a", "google_x").called(name) == called


class TestUndetermined:
    def test_tells_every_cause(self) -> None:
        error = Undetermined(Unknown("var.a"), Unknown("var.b"))

        assert str(error) == "var.a, var.b"
        assert error.unknowns == (Unknown("var.a"), Unknown("var.b"))


A, B = Unknown("var.a", same="var.a"), Unknown("var.b", same="var.b")
REFERENCE, ANY = Reference("x.a", "name"), Reference("x.a", "name", is_any=True)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("a", "a", True, id="the same"),
        pytest.param("a", "b", False, id="another"),
        pytest.param(A, replace(A, at=FieldRef(Origin("x", "x"))), True, id="one variable"),
        pytest.param(A, B, A, id="two variables"),
        pytest.param(Unknown("var.a"), Unknown("var.a"), Unknown("var.a"), id="made of one in some way"),
        pytest.param(Unknown("x", REFERENCE), Unknown("y", REFERENCE), True, id="one attribute"),
        pytest.param(Unknown("x", ANY), Unknown("y", ANY), Unknown("x", ANY), id="of one of several"),
        pytest.param("a", B, B, id="one is not known"),
        pytest.param(A, "b", A, id="the other one is not known"),
        pytest.param(Unknown("a", ends_with=".a."), "x.b.", False, id="another end"),
        pytest.param("x.a.", Unknown("a", ends_with=".a."), Unknown("a", ends_with=".a."), id="that end"),
        pytest.param(
            Unknown("a", ends_with=".a."), Unknown("b", ends_with=".x.a."), Unknown("a"), id="a longer end"
        ),
        pytest.param(Unknown("a", ends_with=".a."), Unknown("b", ends_with=".b."), False, id="two ends"),
    ],
)
def test_same_text(one: str | Unknown, other: str | Unknown, expected: bool | Unknown) -> None:
    assert same_text(one, other) == expected


class TestDecided:
    A, B = Unknown("var.a", Reference("google_x.y", "name")), Unknown("var.b")

    def test_one_value_is_itself(self) -> None:
        assert decided("x") == "x"

    def test_several_values_come_together(self) -> None:
        assert decided("x", 1) == ("x", 1)
        assert decided("x", 1, 2.5) == ("x", 1, 2.5)

    @pytest.mark.parametrize("nothing", [None, "", 0, False])
    def test_what_is_not_written_or_empty_is_known(self, nothing: object) -> None:
        assert decided(nothing) == nothing

    def test_an_unknown_value_decides_nothing(self) -> None:
        with pytest.raises(Undetermined) as raised:
            decided(self.A)

        assert raised.value.unknowns == (self.A,)

    def test_all_unknown_values_are_told(self) -> None:
        with pytest.raises(Undetermined) as raised:
            decided(self.B, "x", self.A)

        assert raised.value.unknowns == (self.B, self.A)
