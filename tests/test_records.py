"""Our dataclass beside that of the standard library: classes of both behave alike."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover import records


def classes(make: Any) -> dict[str, Any]:
    """Classes of each form, made by one decorator or the other."""

    @make(frozen=True)
    class Plain:
        """Two fields, of which one has a default."""

        a: Any
        b: Any = 0

    @make(frozen=True, slots=True)
    class Slots:
        """With slots."""

        a: Any
        b: Any = 0

    @make
    class Changing:
        """One that changes."""

        a: Any
        b: Any = 0

    @make(frozen=True)
    class Partly:
        """A field that does not count, one that is not shown, one that is no part of the hash."""

        a: Any
        b: Any = field(default=0, compare=False)
        c: Any = field(default=0, repr=False)
        d: Any = field(default=0, hash=False)

    @make(frozen=True)
    class Single:
        """One field."""

        a: Any

    @make(frozen=True)
    class Empty:
        """No field at all."""

    @make(frozen=True, order=True)
    class Ordered:
        """One that is ordered."""

        a: Any
        b: Any = 0

    @make(frozen=True, eq=False)
    class Identity:
        """One that equals nothing else."""

        a: Any

    @make(frozen=True)
    class Own:
        """One that has methods of its own."""

        a: Any

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "own"

    @make(slots=True)
    class Filled:
        """Fields that are filled in different ways."""

        a: Any
        b: Any = field(default_factory=list)
        c: Any = field(init=False)
        d: Any = field(init=False, default_factory=dict)
        e: Any = field(default=0, kw_only=True)
        f: Any = field(kw_only=True)

        def __post_init__(self) -> None:
            self.c = (self.a, self.b)

    @make
    class Derived(Changing):
        """One that has fields of another."""

        c: Any = 0

    found = (Plain, Slots, Changing, Partly, Single, Empty, Ordered, Identity, Own, Filled, Derived)
    return {each.__name__: each for each in found}


OURS, THEIRS = classes(records.dataclass), classes(dataclasses.dataclass)
NAMES = sorted(OURS)
WITH_TWO = ["Plain", "Slots", "Changing", "Partly", "Ordered"]
VALUES = st.integers(0, 2) | st.sampled_from(["", "a"]) | st.just(())


def shown(made: Any) -> str:
    return repr(made).replace("<locals>.", "")


class TestAlike:
    @pytest.mark.parametrize("name", WITH_TWO)
    @given(st.data())
    def test_equality_hash_and_text(self, name: str, data: st.DataObject) -> None:
        one, other = data.draw(st.tuples(VALUES, VALUES)), data.draw(st.tuples(VALUES, VALUES))
        mine, theirs = (
            [OURS[name](*each) for each in (one, other)],
            [THEIRS[name](*each) for each in (one, other)],
        )

        assert (mine[0] == mine[1]) is (theirs[0] == theirs[1])
        assert shown(mine[0]) == shown(theirs[0])
        if name != "Changing" and mine[0] == mine[1]:
            assert hash(mine[0]) == hash(mine[1])

    @pytest.mark.parametrize("name", ["Single", "Identity", "Own"])
    def test_of_one_field(self, name: str) -> None:
        for made in (OURS[name], THEIRS[name]):
            assert (made(1) == made(1)) is (name != "Identity")
            assert (made(1) == made(2)) is (name == "Own")
            assert len({made(1), made(1)}) == (2 if name == "Identity" else 1)
        assert shown(OURS[name](1)) == shown(THEIRS[name](1))

    def test_of_none(self) -> None:
        for made in (OURS["Empty"], THEIRS["Empty"]):
            assert made() == made()
            assert len({made(), made()}) == 1
        assert shown(OURS["Empty"]()) == shown(THEIRS["Empty"]())

    def test_order(self) -> None:
        for made in (OURS["Ordered"], THEIRS["Ordered"]):
            assert sorted([made(2), made(1, 3), made(1)]) == [made(1), made(1, 3), made(2)]
            assert made(1) <= made(1) <= made(2)
            assert made(2) >= made(2) > made(1)
            with pytest.raises(TypeError, match="not supported"):
                assert made(1) < 1

    def test_what_is_no_part_of_the_hash(self) -> None:
        for made in (OURS["Partly"], THEIRS["Partly"]):
            assert hash(made(1, d=1)) == hash(made(1, d=2))
            assert made(1, d=1) != made(1, d=2)
            assert made(1, b=1) == made(1, b=2)

    def test_what_changes_has_no_hash(self) -> None:
        for made in (OURS["Changing"], THEIRS["Changing"]):
            with pytest.raises(TypeError, match="unhashable"):
                hash(made(1))

    @pytest.mark.parametrize("name", WITH_TWO)
    def test_another_class_is_never_equal(self, name: str) -> None:
        assert OURS[name](1) != THEIRS[name](1)
        assert OURS[name](1) != 1

    @pytest.mark.parametrize("name", NAMES)
    def test_fields_and_patterns(self, name: str) -> None:
        described = [
            [(each.name, each.default, each.compare, each.repr) for each in dataclasses.fields(made)]
            for made in (OURS[name], THEIRS[name])
        ]

        assert described[0] == described[1]
        assert OURS[name].__match_args__ == THEIRS[name].__match_args__

    @pytest.mark.parametrize("name", WITH_TWO)
    def test_replaced_and_copied(self, name: str) -> None:
        one = OURS[name](1, 2)

        assert dataclasses.replace(one, a=5) == OURS[name](5, 2)
        assert copy.copy(one) == copy.deepcopy(one) == one

    def test_filled(self) -> None:
        for made in (OURS["Filled"], THEIRS["Filled"]):
            one, other = made(1, f=2), made(1, f=2)
            assert (one.a, one.b, one.c, one.d, one.e, one.f) == (1, [], (1, []), {}, 0, 2)
            assert one.b is not other.b
            assert one.d is not other.d
            assert made(1, (), e=None, f=2).e is None

    def test_with_fields_of_another(self) -> None:
        for made in (OURS["Derived"], THEIRS["Derived"]):
            one = made(1, c=3)
            assert (one.a, one.b, one.c) == (1, 0, 3)

    @pytest.mark.parametrize("values", [(), (1, 2, 3), (1, 2, 3, 4)])
    @pytest.mark.parametrize("name", ["Plain", "Filled", "Derived"])
    def test_wrong_arguments(self, name: str, values: tuple[int, ...]) -> None:
        messages = []
        for made in (OURS[name], THEIRS[name]):
            try:
                made(*values)
            except TypeError as error:
                messages.append(str(error).replace("<locals>.", ""))
            else:
                messages.append("")
        assert messages[0] == messages[1]

    def test_one_that_holds_itself_can_be_shown(self) -> None:
        one = OURS["Changing"](None)
        one.a = one

        assert shown(one) == "classes.Changing(a=..., b=0)"


@records.dataclass(frozen=True, slots=True)
class Sent:
    """One that goes to another process."""

    a: int
    b: str = ""


def test_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Sent(1, "b"))) == Sent(1, "b")
