"""Reading values field by field: not written, unknown, of a wrong type, and as they are."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, FieldRef, Origin, Reference, Unknown, WrongValue
from spillover.read.body import Body, Dialect, Fields, camel_case, members

TERRAFORM, API, CONNECTOR = Dialect
ORIGIN = Origin("google_thing.this", "google_thing", path="main.tf")
INNER = Fields.table(ratio="some_ratio", name="name")
FIELDS = Fields.table(
    field="some_field",
    deep="outer_block.inner_block.some_field",
    block="outer_block",
    items=("item", "things.items"),
)


class Colour(StrEnum):
    RED = "RED"
    BLUE = "BLUE"


def body(values: dict[str, Any], dialect: Dialect = TERRAFORM) -> Body:
    return Body(values, ORIGIN, FIELDS, dialect)


def field(value: Any, dialect: Dialect = TERRAFORM) -> Body:
    """A body in which the field called ``field`` has this value."""
    return body({"some_field" if dialect is TERRAFORM else "someField": value}, dialect)


def at(path: str) -> FieldRef:
    return FieldRef(ORIGIN, FieldPath.parse(path))


def wrong(path: str, message: str) -> WrongValue:
    return WrongValue(at(path), message)


Reader: TypeAlias = Callable[[Body], Any]
READERS: dict[str, Reader] = {
    "text": lambda of: of.text("field"),
    "flag": lambda of: of.flag("field"),
    "decimal": lambda of: of.decimal("field"),
    "integer": lambda of: of.integer("field"),
    "enum": lambda of: of.enum("field", Colour),
    "link": lambda of: of.link("field", "things"),
    "links": lambda of: of.links("field", "things"),
    "texts": lambda of: of.texts("field"),
    "has": lambda of: of.has("field"),
    "inside": lambda of: of.inside("field", INNER),
    "each": lambda of: of.each("field", INNER),
}
every_reader = pytest.mark.parametrize("read", READERS.values(), ids=READERS)
both_dialects = pytest.mark.parametrize("dialect", Dialect)
lenient_dialects = pytest.mark.parametrize("dialect", [TERRAFORM, API])


class TestTable:
    @pytest.mark.parametrize(
        ("terraform", "api"),
        [
            ("name", "name"),
            ("failover_policy.failover_ratio", "failoverPolicy.failoverRatio"),
            ("http2_health_check", "http2HealthCheck"),
            ("a_1b", "a1b"),
            ("distribution_policy_zones[0].zone", "distributionPolicyZones[0].zone"),
        ],
    )
    def test_camel_case(self, terraform: str, api: str) -> None:
        assert camel_case(terraform) == api

    def test_a_row_has_a_path_in_each_dialect(self) -> None:
        table = Fields.table(same="some_field", other=("backend_geo", "geoTargets.items"))

        assert table.paths == {
            TERRAFORM: {"same": FieldPath(("some_field",)), "other": FieldPath(("backend_geo",))},
            API: {"same": FieldPath(("someField",)), "other": FieldPath(("geoTargets", "items"))},
            CONNECTOR: {"same": FieldPath(("someField",)), "other": FieldPath(("backendGeo",))},
        }

    @pytest.mark.parametrize(
        ("dialect", "deep", "items"),
        [
            (TERRAFORM, "outer_block.inner_block.some_field", "item"),
            (API, "outerBlock.innerBlock.someField", "things.items"),
        ],
    )
    def test_the_origin_speaks_the_words_of_the_dialect(
        self, dialect: Dialect, deep: str, items: str
    ) -> None:
        origin = body({}, dialect).named()

        assert str(origin.at("deep").path) == deep
        assert str(origin.at("items", 1, "x").path) == f"{items}[1].x"


class TestNotWritten:
    @every_reader
    @both_dialects
    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({}, id="no such key"),
            pytest.param({"some_field": None, "someField": None}, id="null"),
        ],
    )
    def test_is_none(self, read: Reader, dialect: Dialect, values: dict[str, Any]) -> None:
        of = body(values, dialect)

        assert read(of) is None
        assert of.wrong == []

    @pytest.mark.parametrize(
        "values",
        [
            {},
            {"outer_block": None},
            {"outer_block": []},
            {"outer_block": [{}]},
            {"outer_block": [{"inner_block": []}]},
            {"outer_block": [{"inner_block": [{}]}]},
            {"outer_block": {"inner_block": None}},
        ],
    )
    def test_nor_is_anything_on_the_way(self, values: dict[str, Any]) -> None:
        of = body(values)

        assert of.decimal("deep") is None
        assert of.wrong == []

    def test_an_empty_string_names_nothing(self) -> None:
        assert field("").link("field", "things") is None
        assert field("").enum("field", Colour) is None
        assert field("").text("field") == ""


class TestUnknown:
    CAUSE = Unknown("var.x")

    @every_reader
    @both_dialects
    def test_says_at_which_field(self, read: Reader, dialect: Dialect) -> None:
        of = field(self.CAUSE, dialect)
        name = "some_field" if dialect is TERRAFORM else "someField"

        assert read(of) == Unknown("var.x", at=at(name))
        assert of.wrong == []

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"outer_block": CAUSE}, id="the block"),
            pytest.param({"outer_block": [CAUSE]}, id="its only instance"),
            pytest.param({"outer_block": [{"inner_block": CAUSE}]}, id="a block in it"),
            pytest.param({"outer_block": [{"inner_block": [{"some_field": CAUSE}]}]}, id="the value"),
        ],
    )
    def test_on_the_way(self, values: dict[str, Any]) -> None:
        of = body(values)

        assert of.text("deep") == Unknown("var.x", at=at("outer_block.inner_block.some_field"))

    def test_block_of_which_an_instance_is_unknown(self) -> None:
        assert body({"outer_block": [self.CAUSE]}).inside("block", INNER) == Unknown(
            "var.x", at=at("outer_block")
        )

    def test_keeps_the_resource_that_it_refers_to(self) -> None:
        reference = Reference("google_other.that", "self_link")

        assert field(Unknown("google_other.that.self_link", reference)).text("field") == Unknown(
            "google_other.that.self_link", reference, at("some_field")
        )
        assert field(Unknown("google_other.that.self_link", reference)).link("field", "things") == reference


class TestText:
    @pytest.mark.parametrize("value", [True, 7, Decimal("0.5")])
    def test_kubernetes_takes_no_other_primitive_for_one(self, value: Any) -> None:
        body = field(value, CONNECTOR)

        assert isinstance(body.text("field"), Unknown)
        assert len(body.wrong) == 1

    @pytest.mark.parametrize(
        ("value", "text"),
        [("a", "a"), (True, "true"), (False, "false"), (7, "7"), (Decimal("0.50"), "0.5"), (0, "0")],
    )
    @lenient_dialects
    def test_of_primitives(self, value: Any, text: str, dialect: Dialect) -> None:
        assert field(value, dialect).text("field") == text

    @pytest.mark.parametrize(
        ("value", "kind"), [([], "a list"), (["a"], "a list"), ({}, "an object"), ({"a": 1}, "an object")]
    )
    def test_of_anything_else_is_wrong(self, value: Any, kind: str) -> None:
        of = field(value)

        assert of.text("field") == Unknown(f"some_field is {kind}", at=at("some_field"))
        assert of.wrong == [wrong("some_field", f"some_field is {kind}, a string is expected")]


class TestFlag:
    @pytest.mark.parametrize(
        ("value", "flag"), [(True, True), (False, False), ("true", True), ("false", False)]
    )
    def test_of_terraform(self, value: Any, flag: bool) -> None:
        assert field(value).flag("field") is flag

    @pytest.mark.parametrize("flag", [True, False])
    def test_of_the_api(self, flag: bool) -> None:
        assert field(flag, API).flag("field") is flag

    @pytest.mark.parametrize(
        ("value", "dialect", "kind"),
        [
            ("true", API, "a string"),
            ("TRUE", TERRAFORM, "a string"),
            (1, TERRAFORM, "a number"),
            (0, API, "a number"),
            ([True], TERRAFORM, "a list"),
            ({}, API, "an object"),
        ],
    )
    def test_of_anything_else_is_wrong(self, value: Any, dialect: Dialect, kind: str) -> None:
        of = field(value, dialect)
        name = "some_field" if dialect is TERRAFORM else "someField"

        assert of.flag("field") == Unknown(f"{name} is {kind}", at=at(name))
        assert of.wrong == [wrong(name, f"{name} is {kind}, a boolean is expected")]


class TestDecimal:
    @pytest.mark.parametrize("written", ["0.8", "0.80", "1", "-2.5E-3", "1e400", "0"])
    @both_dialects
    def test_is_exactly_what_is_written(self, written: str, dialect: Dialect) -> None:
        read = field(Decimal(written), dialect).decimal("field")

        assert isinstance(read, Decimal)
        assert read.as_tuple() == Decimal(written).as_tuple()

    @both_dialects
    def test_of_an_integer(self, dialect: Dialect) -> None:
        assert field(3, dialect).decimal("field") == Decimal(3)

    @pytest.mark.parametrize("text", ["0.8", "+1", ".5", "1.", "1e-3", "-7", "1E400"])
    def test_terraform_takes_numbers_as_text(self, text: str) -> None:
        assert field(text).decimal("field") == Decimal(text)

    @pytest.mark.parametrize(
        "text", ["", "x", "0.8 ", " 1", "1_000", "٣", "NaN", "Infinity", "-", "1e401", "1e-401", "1e", "0x1"]
    )
    def test_text_that_is_no_number_is_wrong(self, text: str) -> None:
        of = field(text)

        assert of.decimal("field") == Unknown("some_field is a string", at=at("some_field"))
        assert of.wrong == [wrong("some_field", "some_field is a string, a number is expected")]

    @pytest.mark.parametrize(
        ("value", "kind"),
        [("0.8", "a string"), (True, "a boolean"), ([Decimal(1)], "a list"), ({}, "an object")],
    )
    def test_the_api_takes_nothing_but_numbers(self, value: Any, kind: str) -> None:
        of = field(value, API)

        assert of.decimal("field") == Unknown(f"someField is {kind}", at=at("someField"))
        assert of.wrong == [wrong("someField", f"someField is {kind}, a number is expected")]

    @given(number=st.decimals(allow_nan=False, allow_infinity=False, places=4))
    def test_the_text_of_any_number_is_that_number(self, number: Decimal) -> None:
        assert field(str(number)).decimal("field") == field(number, API).decimal("field") == number


class TestInteger:
    def test_kubernetes_takes_no_text_for_one(self) -> None:
        body = field("30", CONNECTOR)

        assert isinstance(body.integer("field"), Unknown)
        assert [each.message for each in body.wrong] == ["someField is a string, a whole number is expected"]

    @pytest.mark.parametrize(
        ("value", "number"),
        [(30, 30), (Decimal("30.0"), 30), ("30", 30), ("9223372036854775807", 2**63 - 1), (-1, -1), (0, 0)],
    )
    @lenient_dialects
    def test_whole_numbers_as_they_are_or_as_text(self, value: Any, number: int, dialect: Dialect) -> None:
        read = field(value, dialect).integer("field")

        assert read == number
        assert type(read) is int

    @pytest.mark.parametrize(
        ("value", "kind"),
        [
            (Decimal("0.5"), "a number"),
            ("0.5", "a string"),
            ("many", "a string"),
            (True, "a boolean"),
            ([], "a list"),
        ],
    )
    @both_dialects
    def test_anything_else_is_wrong(self, value: Any, kind: str, dialect: Dialect) -> None:
        of = field(value, dialect)
        name = "some_field" if dialect is TERRAFORM else "someField"

        assert of.integer("field") == Unknown(f"{name} is {kind}", at=at(name))
        assert of.wrong == [wrong(name, f"{name} is {kind}, a whole number is expected")]


class TestEnum:
    def test_a_value_that_is_known(self) -> None:
        assert field("BLUE").enum("field", Colour) is Colour.BLUE

    def test_a_value_that_is_not_is_unknown_and_noted(self) -> None:
        of = field("GREEN", API)

        assert of.enum("field", Colour) == Unknown(
            '"GREEN", a value that is not known here', at=at("someField")
        )
        assert of.wrong == [
            WrongValue(
                at("someField"),
                '"GREEN" is not a value of someField that is known here: RED, BLUE',
                is_enum=True,
            )
        ]

    def test_what_is_no_text_is_of_a_wrong_type(self) -> None:
        of = field(["RED"])

        assert of.enum("field", Colour) == Unknown("some_field is a list", at=at("some_field"))
        assert of.wrong == [wrong("some_field", "some_field is a list, a string is expected")]


class TestLink:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("x", ResourceName("things", "x")),
            ("projects/p/zones/us-east1-b/widgets/w", ResourceName("widgets", "w", "zones/us-east1-b", "p")),
            ("regions/us-east1/widgets/w", ResourceName("widgets", "w", "regions/us-east1")),
        ],
    )
    @both_dialects
    def test_is_a_normalised_name(self, text: str, name: ResourceName, dialect: Dialect) -> None:
        assert field(text, dialect).link("field", "things") == name

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("x", ResourceName("things", "x", "regions/us-east1", "p")),
            ("zones/us-east1-b/things/x", ResourceName("things", "x", "zones/us-east1-b", "p")),
            ("projects/q/global/things/x", ResourceName("things", "x", "global", "q")),
        ],
    )
    def test_what_it_does_not_say_is_as_beside(self, text: str, name: ResourceName) -> None:
        beside = ResourceName("others", "o", "regions/us-east1", "p")

        assert field(text).link("field", "things", beside) == name

    def test_beside_what_has_no_text_is_wrong_all_the_same(self) -> None:
        of = field({})

        assert of.link("field", "things", ResourceName("others", "o")) == Unknown(
            "some_field is an object", at=at("some_field")
        )
        assert of.wrong == [wrong("some_field", "some_field is an object, a string is expected")]


class TestLinks:
    def test_each_is_read_as_a_link(self) -> None:
        other = Reference("google_thing.other")
        value = ["projects/p/global/things/a", "b", Unknown("google_thing.other.id", other), Unknown("var.x")]

        assert field(value).links("field", "things") == (
            ResourceName("things", "a", "global", "p"),
            ResourceName("things", "b"),
            other,
            Unknown("var.x", at=at("some_field[3]")),
        )


class TestTexts:
    def test_the_elements(self) -> None:
        assert field(["a", 1, True]).texts("field") == ("a", "1", "true")
        assert field([]).texts("field") == ()

    def test_each_may_be_unknown(self) -> None:
        assert field(["a", Unknown("var.x")]).texts("field") == (
            "a",
            Unknown("var.x", at=at("some_field[1]")),
        )

    @pytest.mark.parametrize(("element", "kind"), [(None, "null"), ([], "a list"), ({"a": "b"}, "an object")])
    def test_each_may_be_wrong(self, element: Any, kind: str) -> None:
        of = field(["a", element])

        assert of.texts("field") == ("a", Unknown(f"some_field[1] is {kind}", at=at("some_field[1]")))
        assert of.wrong == [wrong("some_field[1]", f"some_field[1] is {kind}, a string is expected")]

    @both_dialects
    @pytest.mark.parametrize(("value", "kind"), [("a", "a string"), (1, "a number"), ({}, "an object")])
    def test_no_list_at_all(self, value: Any, kind: str, dialect: Dialect) -> None:
        of = field(value, dialect)
        name = "some_field" if dialect is TERRAFORM else "someField"

        assert of.texts("field") == Unknown(f"{name} is {kind}", at=at(name))
        assert of.wrong == [wrong(name, f"{name} is {kind}, a list is expected")]


class TestHas:
    @pytest.mark.parametrize("value", [{}, {"a": 1}, [{}], [{"a": 1}]])
    def test_an_empty_one_is_there(self, value: Any) -> None:
        assert field(value).has("field") is True

    def test_no_block_is_not(self) -> None:
        assert field([]).has("field") is None


class TestInside:
    @pytest.mark.parametrize(
        ("dialect", "values", "path"),
        [
            pytest.param(
                TERRAFORM, {"outer_block": [{"some_ratio": 1}]}, "outer_block.some_ratio", id="block"
            ),
            pytest.param(
                TERRAFORM, {"outer_block": {"some_ratio": 1}}, "outer_block.some_ratio", id="attribute"
            ),
            pytest.param(API, {"outerBlock": {"someRatio": 1}}, "outerBlock.someRatio", id="API"),
        ],
    )
    def test_is_read_by_its_own_table(self, dialect: Dialect, values: dict[str, Any], path: str) -> None:
        inner = body(values, dialect).inside("block", INNER)

        assert isinstance(inner, Body)
        assert inner.decimal("ratio") == Decimal(1)
        assert inner.named().at("ratio") == FieldRef(inner.named(), FieldPath.parse(path))

    def test_of_several_blocks_the_first_counts(self) -> None:
        inner = body({"outer_block": [{"name": "a"}, {"name": "b"}]}).inside("block", INNER)

        assert isinstance(inner, Body)
        assert inner.text("name") == "a"

    def test_no_block(self) -> None:
        assert body({"outer_block": []}).inside("block", INNER) is None

    @pytest.mark.parametrize(
        ("dialect", "values", "name", "kind"),
        [
            (TERRAFORM, {"outer_block": "x"}, "outer_block", "a string"),
            (TERRAFORM, {"outer_block": [1]}, "outer_block", "a number"),
            (API, {"outerBlock": []}, "outerBlock", "a list"),
            (API, {"outerBlock": [{"someRatio": 1}]}, "outerBlock", "a list"),
            (API, {"outerBlock": False}, "outerBlock", "a boolean"),
        ],
    )
    def test_what_is_no_object_is_wrong(
        self, dialect: Dialect, values: dict[str, Any], name: str, kind: str
    ) -> None:
        of = body(values, dialect)

        assert of.inside("block", INNER) == Unknown(f"{name} is {kind}", at=at(name))
        assert of.wrong == [wrong(name, f"{name} is {kind}, an object is expected")]

    def test_what_is_wrong_inside_is_told_outside(self) -> None:
        of = body({"outer_block": [{"name": []}]})

        inner = of.inside("block", INNER)

        assert isinstance(inner, Body)
        assert inner.text("name") == Unknown("name is a list", at=inner.named().at("name"))
        assert [(str(each.at.path), each.message) for each in of.wrong] == [
            ("outer_block.name", "name is a list, a string is expected")
        ]


class TestEach:
    @pytest.mark.parametrize(
        ("dialect", "values", "base"),
        [
            (TERRAFORM, {"item": [{"name": "a"}, {"name": "b"}]}, "item"),
            (API, {"things": {"items": [{"name": "a"}, {"name": "b"}]}}, "things.items"),
        ],
    )
    def test_is_read_by_its_own_table(self, dialect: Dialect, values: dict[str, Any], base: str) -> None:
        bodies = body(values, dialect).each("items", INNER)

        assert isinstance(bodies, tuple)
        assert [each.text("name") for each in bodies] == ["a", "b"]
        assert [str(each.named().at("name").path) for each in bodies] == [
            f"{base}[0].name",
            f"{base}[1].name",
        ]
        assert list(members(bodies)) == list(bodies)

    def test_none_at_all(self) -> None:
        assert body({"item": []}).each("items", INNER) == ()
        assert list(members(None)) == []
        assert list(members(Unknown("x"))) == []

    def test_an_unknown_element_makes_the_list_unknown(self) -> None:
        of = body({"item": [{"name": "a"}, Unknown("var.more")]})

        assert of.each("items", INNER) == Unknown("var.more", at=at("item"))

    @pytest.mark.parametrize(("element", "kind"), [(None, "null"), ("x", "a string"), ([{}], "a list")])
    def test_an_element_of_a_wrong_type_too(self, element: Any, kind: str) -> None:
        of = body({"item": [{"name": "a"}, element]})

        assert of.each("items", INNER) == Unknown(f"item[1] is {kind}", at=at("item[1]"))
        assert of.wrong == [wrong("item[1]", f"item[1] is {kind}, an object is expected")]

    def test_no_list(self) -> None:
        of = body({"item": {"name": "a"}})

        assert of.each("items", INNER) == Unknown("item is an object", at=at("item"))
        assert of.wrong == [wrong("item", "item is an object, a list is expected")]


class TestOnTheWay:
    """A field that is deep inside: what is around it must be objects, or blocks in Terraform."""

    @pytest.mark.parametrize(
        ("dialect", "values"),
        [
            (TERRAFORM, {"outer_block": [{"inner_block": [{"some_field": "x"}]}]}),
            (TERRAFORM, {"outer_block": {"inner_block": {"some_field": "x"}}}),
            (TERRAFORM, {"outer_block": [{"inner_block": {"some_field": "x"}}, {"inner_block": []}]}),
            (API, {"outerBlock": {"innerBlock": {"someField": "x"}}}),
        ],
    )
    def test_objects_and_blocks(self, dialect: Dialect, values: dict[str, Any]) -> None:
        assert body(values, dialect).text("deep") == "x"

    @pytest.mark.parametrize(
        ("dialect", "values", "path", "kind"),
        [
            (TERRAFORM, {"outer_block": "x"}, "outer_block", "a string"),
            (TERRAFORM, {"outer_block": [{"inner_block": [3]}]}, "outer_block.inner_block", "a number"),
            (API, {"outerBlock": [{"innerBlock": {}}]}, "outerBlock", "a list"),
            (API, {"outerBlock": {"innerBlock": []}}, "outerBlock.innerBlock", "a list"),
            (API, {"outerBlock": {"innerBlock": True}}, "outerBlock.innerBlock", "a boolean"),
        ],
    )
    def test_what_is_no_object_is_wrong(
        self, dialect: Dialect, values: dict[str, Any], path: str, kind: str
    ) -> None:
        of = body(values, dialect)

        assert of.text("deep") == Unknown(f"{path} is {kind}", at=at(path))
        assert of.wrong == [wrong(path, f"{path} is {kind}, an object is expected")]


class TestWrongValues:
    def test_are_noted_once_however_often_they_are_read(self) -> None:
        of = body({"some_field": [], "outer_block": 1})

        for _ in range(3):
            of.text("field")
            of.text("deep")

        assert [str(each.at.path) for each in of.wrong] == ["some_field", "outer_block"]


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.decimals(-9, 9)
    | st.just(Unknown("x")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["some_field", "a"]), inner),
    max_leaves=8,
)


class TestAnyValue:
    """Whatever is written, a reader gives what it promises, or says what is wrong with it."""

    KINDS: tuple[type, ...] = (str, bool, Decimal, int, Colour, ResourceName, tuple, Body)

    @given(value=anything, dialect=st.sampled_from(Dialect))
    def test_is_read_or_wrong(self, value: Any, dialect: Dialect) -> None:
        for read in READERS.values():
            of = field(value, dialect)
            result = read(of)
            assert result is None or isinstance(result, (Unknown, *self.KINDS))
            if isinstance(result, Unknown):
                assert of.wrong or result.because == "x"
                assert result.at is not None
            else:
                assert all(each.at.path.steps[1:] for each in of.wrong), "only elements may be wrong"
