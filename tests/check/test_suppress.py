"""Suppressions: how a request is read from a comment, what it covers, what becomes of it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.check.locate import Place, locate
from spillover.check.rule import AnyRule, Rule, Severity
from spillover.check.suppress import Ignore, from_comments, outcome
from spillover.model.source import FieldPath, FieldRef, Origin, Position, SourceSpan
from spillover.model.suppression import Suppression
from spillover.read.request import CommentAt

NEVER = date.min


def rule(code: str, name: str) -> AnyRule:
    return Rule(
        code=code,
        name=name,
        severity=Severity.WARNING,
        subject=object,
        check=lambda _: iter(()),
        since="0.1",
        summary="s",
    )


THIN = rule("ZA014", "stay-within-thin-zone")
RATIO = rule("ZA017", "spillover-ratio-without-spill")


def span(line: int, column: int = 1, end: int | None = None, path: str = "main.tf") -> SourceSpan:
    return SourceSpan(path, Position(line, column), Position(line, end or column))


def requests(text: str, line: int = 9, column: int = 5) -> list[Ignore]:
    return list(from_comments([CommentAt("main.tf", line, column, text)]))


class TestComments:
    @pytest.mark.parametrize(
        ("text", "rules", "reason", "until"),
        [
            pytest.param(
                "# spillover:ignore[ZA017] tested by hand", ["ZA017"], "tested by hand", None, id="hash"
            ),
            pytest.param("// spillover:ignore[ZA017] why", ["ZA017"], "why", None, id="slashes"),
            pytest.param("/* spillover:ignore[ZA017] why */", ["ZA017"], "why", None, id="block comment"),
            pytest.param("#spillover:ignore[ZA017]", ["ZA017"], "", None, id="no reason"),
            pytest.param("/* spillover:ignore[ZA017] */", ["ZA017"], "", None, id="no reason, block comment"),
            pytest.param(
                "# spillover:ignore[ZA014, ZA017] why", ["ZA014", "ZA017"], "why", None, id="several"
            ),
            pytest.param("# spillover:ignore[thin-zone] why", ["thin-zone"], "why", None, id="by name"),
            pytest.param("# spillover:ignore why", [""], "why", None, id="no rule is named"),
            pytest.param("# spillover:ignore[] why", [""], "why", None, id="empty brackets"),
            pytest.param("# spillover:ignore[ZA017,] why", ["ZA017", ""], "why", None, id="a comma too many"),
            pytest.param(
                "# spillover:ignore[ZA017] until=2026-12-31 why",
                ["ZA017"],
                "why",
                date(2026, 12, 31),
                id="until",
            ),
            pytest.param(
                "# spillover:ignore[ZA017]until=2026-12-31",
                ["ZA017"],
                "",
                date(2026, 12, 31),
                id="until, alone",
            ),
            pytest.param(
                "# spillover:ignore[ZA017] until=soon why", ["ZA017"], "why", NEVER, id="until is no date"
            ),
            pytest.param(
                "# spillover:ignore[ZA017] until= why", ["ZA017"], "why", NEVER, id="until is empty"
            ),
            pytest.param(
                "# spillover:ignore[ZA017] why until=2026-12-31",
                ["ZA017"],
                "why until=2026-12-31",
                None,
                id="until after the reason is part of it",
            ),
            pytest.param(
                "# see spillover:ignore[ZA017] why\r", ["ZA017"], "why", None, id="in the midst of words"
            ),
            pytest.param("# spillover: ignore[ZA017]", [], "", None, id="something else"),
        ],
    )
    def test_requests(self, text: str, rules: list[str], reason: str, until: date | None) -> None:
        assert requests(text) == [Ignore(each, reason, span(9, 5, 5 + len(text)), until) for each in rules]

    def test_in_a_longer_comment_it_counts_from_its_own_line(self) -> None:
        text = "/* Why:\n  spillover:ignore[ZA014] thin\nspillover:ignore[ZA017] old */"

        assert requests(text) == [
            Ignore("ZA014", "thin", span(10, 1, 31)),
            Ignore("ZA017", "old", span(11, 1, 31)),
        ]

    def test_of_several_comments(self) -> None:
        comments = [CommentAt(f"{name}.tf", 1, 1, f"# spillover:ignore[ZA017] {name}") for name in ("a", "b")]

        assert [(each.at.path, each.reason) for each in from_comments(comments)] == [
            ("a.tf", "a"),
            ("b.tf", "b"),
        ]


def place(line: int = 12, address: str = "google_x.a", path: str = "main.tf") -> Place:
    """A field at a line, in a block of line 10 of a resource of line 3."""
    return Place(address, "ratio", ".", span(line, path=path), holders=((path, 3), (path, 10)))


class TestCovers:
    @pytest.mark.parametrize(
        ("line", "covers"),
        [
            pytest.param(12, True, id="on the line"),
            pytest.param(11, True, id="on the line above"),
            pytest.param(10, True, id="on the header of the block"),
            pytest.param(3, True, id="on the header of the resource"),
            pytest.param(13, False, id="on the line below"),
            pytest.param(9, False, id="above the block"),
            pytest.param(2, False, id="above the resource"),
            pytest.param(4, False, id="elsewhere in the resource"),
        ],
    )
    def test_lines(self, line: int, covers: bool) -> None:
        assert Ignore("ZA017", "why", span(line)).covers(RATIO, place()) is covers

    def test_only_its_own_file(self) -> None:
        assert not Ignore("ZA017", "why", span(12, path="other.tf")).covers(RATIO, place())

    @pytest.mark.parametrize(
        ("named", "covers"),
        [
            ("ZA017", True),
            ("za017", True),
            ("spillover-ratio-without-spill", True),
            ("ZA", True),
            ("ZA014", False),
            ("", False),
        ],
    )
    @pytest.mark.parametrize("address", [None, "*"])
    def test_rules(self, named: str, address: str | None, covers: bool) -> None:
        assert Ignore(named, "why", span(12), address=address).covers(RATIO, place()) is covers

    @pytest.mark.parametrize(
        ("pattern", "address", "covers"),
        [
            pytest.param("*", "google_x.a", True, id="everything"),
            pytest.param("google_x.a", "google_x.a", True, id="one"),
            pytest.param("google_x.?", "google_x.a", True, id="one character"),
            pytest.param(
                "module.lb.*", "module.lb.module.x.google_x.a", True, id="a module, with those inside"
            ),
            pytest.param("module.lb.*", "module.lbs.google_x.a", False, id="another module"),
            pytest.param("google_x", "google_x.a", False, id="a beginning is no pattern"),
            pytest.param("GOOGLE_X.A", "google_x.a", False, id="case counts"),
            pytest.param('google_x.a["k"]', 'google_x.a["k"]', True, id="a key means itself"),
            pytest.param("google_x.a[0]", "google_x.a0", False, id="brackets are no class of characters"),
            pytest.param('module.lb["*"].*', 'module.lb["a"].google_x.a', True, id="every key"),
            pytest.param(
                "projects/*/regions/us-east1/*", "projects/p/regions/us-east1/x/y", True, id="Google's"
            ),
        ],
    )
    def test_addresses(self, pattern: str, address: str, covers: bool) -> None:
        ignore = Ignore("ZA017", "why", span(1, path=".spillover.toml"), address=pattern)

        assert ignore.covers(RATIO, place(address=address)) is covers

    @given(st.text(alphabet='ab.[]"!-0/'))
    def test_every_address_without_wildcards_covers_itself_alone(self, address: str) -> None:
        ignore = Ignore("ZA017", "why", span(1, path=".spillover.toml"), address=address)

        assert ignore.covers(RATIO, place(address=address))
        assert not ignore.covers(RATIO, place(address=f"{address}x"))


class TestMayCover:
    """Whether it is of use is open where its rule could not judge a resource."""

    ORIGIN = Origin("google_x.a", "google_x", path="main.tf")

    @pytest.mark.parametrize(
        ("ignore", "may"),
        [
            pytest.param(Ignore("ZA017", "", span(99)), True, id="comment in the file of the resource"),
            pytest.param(Ignore("ZA017", "", span(99, path="b.tf")), False, id="comment in another file"),
            pytest.param(Ignore("ZA014", "", span(99)), False, id="comment about another rule"),
            pytest.param(Ignore("", "", span(99)), False, id="comment about no rule"),
            pytest.param(
                Ignore("ZA", "", span(1, path="c"), address="google_x.*"), True, id="address that fits"
            ),
            pytest.param(
                Ignore("ZA", "", span(1, path="c"), address="module.*"), False, id="another address"
            ),
        ],
    )
    def test_resource(self, ignore: Ignore, may: bool) -> None:
        assert ignore.may_cover(RATIO, self.ORIGIN) is may


class TestExpiry:
    @pytest.mark.parametrize(
        ("until", "is_expired"),
        [
            pytest.param(None, False, id="no date"),
            pytest.param(date(2026, 6, 2), False, id="tomorrow"),
            pytest.param(date(2026, 6, 1), False, id="until today means today as well"),
            pytest.param(date(2026, 5, 31), True, id="yesterday"),
            pytest.param(NEVER, True, id="no date at all"),
        ],
    )
    def test_is_judged_against_today(self, until: date | None, is_expired: bool) -> None:
        assert Ignore("ZA017", "why", span(1), until).is_expired(date(2026, 6, 1)) is is_expired


class TestOutcome:
    TODAY = date(2026, 6, 1)

    def test_says_what_became_of_it(self) -> None:
        ignore = Ignore("ZA017", "why", span(9, 5, 30), date(2026, 5, 31))

        became = outcome(ignore, [THIN, RATIO], used=True, today=self.TODAY)

        assert became == Suppression(
            FieldRef(Origin("main.tf", "suppression", path="main.tf"), FieldPath(("ignore", "ZA017"))),
            rule="ZA017",
            reason="why",
            is_known=True,
            used=True,
            expired=True,
        )

    @pytest.mark.parametrize(
        ("named", "is_known"),
        [("ZA014", True), ("stay-within-thin-zone", True), ("ZA099", False), ("", False)],
    )
    def test_whether_there_is_such_a_rule(self, named: str, is_known: bool) -> None:
        became = outcome(Ignore(named, "", span(9)), [THIN, RATIO], used=False, today=self.TODAY)

        assert became.is_known is is_known

    def test_its_place_is_the_comment(self) -> None:
        became = outcome(Ignore("ZA017", "", span(9, 5, 30)), [RATIO], used=False, today=self.TODAY)

        assert locate(became.at) == Place("main.tf", "ignore.ZA017", ".", span(9, 5, 30), holders=())


def test_a_comment_that_is_a_member_of_a_block_speaks_of_where_that_begins() -> None:
    comment = CommentAt("main.tf.json", 9, 5, '"//": "spillover:ignore[ZA017] why"', block_line=3)
    (found,) = from_comments([comment])

    assert found.line == 3
    assert found.covers(RATIO, Place("x", "", ".", span(3, path="main.tf.json")))
    assert not found.covers(RATIO, Place("x", "", ".", span(9, path="main.tf.json")))
