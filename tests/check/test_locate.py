"""From a field of a resource to its place: address, path in the source's words, span."""

from __future__ import annotations

from dataclasses import dataclass

from spillover.check.locate import Place, in_order, locate, passed_on
from spillover.model.source import FieldPath, Origin, Position, SourceSpan


def span(line: int, column: int, end: int) -> SourceSpan:
    return SourceSpan("lb/main.tf", Position(line, column), Position(line, end))


@dataclass(frozen=True)
class Text:
    """A text whose only setting is ``policy.ratio``, in a block in a block."""

    def span(self, path: FieldPath, /) -> SourceSpan:
        return span(7, 5, 16) if str(path) == "policy.ratio" else span(1, 1, 9)

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ()

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return (span(1, 1, 9), span(6, 3, 9)) if len(path) else ()


ORIGIN = Origin(
    "google_x.a",
    "google_x",
    "lb",
    "lb/main.tf",
    fields={"ratio": FieldPath(("policy", "ratio"))},
    places=Text(),
)


class TestLocate:
    def test_a_field_by_the_models_name(self) -> None:
        assert locate(ORIGIN.at("ratio")) == Place(
            address="google_x.a",
            field="policy.ratio",
            root="lb",
            span=span(7, 5, 16),
            holders=(("lb/main.tf", 1), ("lb/main.tf", 6)),
        )

    def test_a_resource_as_a_whole(self) -> None:
        assert locate(ORIGIN.at("")) == Place("google_x.a", "", "lb", span(1, 1, 9), ())

    def test_without_a_text_it_is_the_beginning_of_the_file(self) -> None:
        origin = Origin("google_x.a", "google_x", path="gone.tf")
        start = Position(1, 1)

        assert locate(origin.at("ratio")) == Place(
            "google_x.a", "ratio", ".", SourceSpan("gone.tf", start, start)
        )


class TestInOrder:
    def test_by_path_and_line_and_else_as_they_are(self) -> None:
        first = Origin("x.first", "x", path="a.tf")
        twins = [Origin(f"x.a[{index}]", "x", path="b.tf") for index in (9, 10)]

        assert in_order([ORIGIN, *twins, first], lambda each: each) == [first, *twins, ORIGIN]


class TestPassedOn:
    """Where the value of a field was written that only passes it on: the text knows."""

    def test_as_the_text_tells(self) -> None:
        class Told(Text):
            def written(self, path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
                return ((span(3, 1, 9), f"the default of {path}"),)

        origin = Origin("google_x.a", "google_x", fields=ORIGIN.fields, places=Told())

        assert passed_on(origin.at("ratio")) == ((span(3, 1, 9), "the default of policy.ratio"),)

    def test_nowhere_without_a_text(self) -> None:
        assert passed_on(Origin("google_x.a", "google_x").at("ratio")) == ()
