"""Plans and states as ``terraform show -json`` prints them."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.model.provider import Versions
from spillover.read.documents import Document, read_documents
from spillover.read.plans.terraform_json import JsonReading, read_before, read_plan, read_state

GOOGLE = "registry.terraform.io/hashicorp/google"
ZONE = "google_dns_managed_zone"


def document(value: Any) -> Document:
    (found,) = read_documents("x.json", json.dumps(value), "json")
    return found


def change(name: str = "a", actions: tuple[str, ...] = ("create",), **rest: Any) -> dict[str, Any]:
    """A change of a managed zone as Terraform prints it."""
    after = {"name": name, "visibility": "private"}
    return {
        "address": f"{ZONE}.{name}",
        "mode": "managed",
        "type": ZONE,
        "name": name,
        "provider_name": GOOGLE,
        "change": {
            "actions": list(actions),
            "before": None,
            "after": after,
            "after_unknown": {"dns_name": True, "id": True},
            "after_sensitive": {},
        },
        **rest,
    }


def plan(*changes: Any, **rest: Any) -> dict[str, Any]:
    head = {"format_version": "1.2", "terraform_version": "1.11.4", "planned_values": {"root_module": {}}}
    return {**head, "resource_changes": list(changes), **rest}


def of_plan(*changes: Any, **rest: Any) -> JsonReading:
    return read_plan(document(plan(*changes, **rest)), "x.json")


def addresses(reading: JsonReading) -> list[str]:
    return [resource.origin.address for resource in reading.resources]


class TestPlan:
    def test_a_resource(self) -> None:
        reading = of_plan(change())

        (zone,) = reading.resources
        assert (zone.origin.address, zone.origin.type, zone.origin.path) == (f"{ZONE}.a", ZONE, "x.json")
        assert (zone.origin.root, zone.origin.provider.name) == ("x.json", "google")
        assert reading.notes == []

    @pytest.mark.parametrize(
        "actions", [("create",), ("no-op",), ("update",), ("delete", "create"), ("create", "delete")]
    )
    def test_that_there_will_be(self, actions: tuple[str, ...]) -> None:
        assert addresses(of_plan(change(actions=actions))) == [f"{ZONE}.a"]

    @pytest.mark.parametrize(
        "gone",
        [
            pytest.param(change(actions=("delete",)), id="destroyed"),
            pytest.param(change(actions=("forget",)), id="forgotten"),
            pytest.param(change(deposed="abcd1234"), id="deposed"),
            pytest.param(change(mode="data"), id="a data source"),
            pytest.param(change(type="google_compute_instance"), id="of a type that is not read"),
            pytest.param(change(type=["x"]), id="of no type"),
            pytest.param(change(change={"actions": ["delete"], "after": None}), id="with nothing after"),
        ],
    )
    def test_that_is_not_read(self, gone: dict[str, Any]) -> None:
        assert addresses(of_plan(gone, change("b"))) == [f"{ZONE}.b"]

    def test_created_before_the_old_one_is_destroyed(self) -> None:
        replaced = change(actions=("create", "delete"))
        deposed = change(actions=("delete",), deposed="abcd1234")

        assert addresses(of_plan(replaced, deposed)) == [f"{ZONE}.a"]

    def test_what_is_drifted_is_not_read(self) -> None:
        assert addresses(of_plan(resource_drift=[change()])) == []

    @pytest.mark.parametrize(
        ("version", "is_known"),
        [
            ("1.0", True),
            ("1.2", True),
            ("1.99", True),
            ("2.0", False),
            ("10.0", False),
            ("0.2", False),
            ("1", False),
            (1.2, False),
            (None, False),
        ],
    )
    def test_format_versions(self, version: Any, is_known: bool) -> None:
        value = plan(change()) | {"format_version": version}
        if is_known:
            assert addresses(read_plan(document(value), "x.json")) == [f"{ZONE}.a"]
            return
        with pytest.raises(InputError, match="is not known here, only") as error:
            read_plan(document(value), "x.json")
        assert (error.value.line, error.value.column) == (1, 2)

    def test_a_format_version_that_is_missing(self) -> None:
        value = plan(change())
        del value["format_version"]

        with pytest.raises(InputError, match="format_version is missing"):
            read_plan(document(value), "x.json")

    @pytest.mark.parametrize("changes", [5, {}, "x", True])
    def test_changes_that_are_no_list(self, changes: Any) -> None:
        with pytest.raises(InputError, match="resource_changes is not a list"):
            read_plan(document(plan() | {"resource_changes": changes}), "x.json")

    @pytest.mark.parametrize("each", [5, None, [], {}, {"change": []}])
    def test_changes_that_are_none(self, each: Any) -> None:
        with pytest.raises(InputError, match="a resource change without its change"):
            of_plan(change(), each)

    def test_planned_values_alone_do_not_say_what_is_unknown(self) -> None:
        planned = {"root_module": {"child_modules": [{"resources": [{"address": f"{ZONE}.a"}]}]}}
        value = {"format_version": "1.2", "planned_values": planned}

        with pytest.raises(InputError, match="resource_changes is missing"):
            read_plan(document(value), "x.json")

    @pytest.mark.parametrize("planned", [{}, {"root_module": {}}, None, 5])
    def test_a_plan_of_nothing(self, planned: Any) -> None:
        value = {"format_version": "1.2", "planned_values": planned}

        assert read_plan(document(value), "x.json") == JsonReading()

    @pytest.mark.parametrize(
        ("rest", "words"),
        [
            ({"errored": True, "complete": False}, "planning ended with an error"),
            ({"complete": False}, "this plan is not complete"),
        ],
    )
    def test_what_a_reader_should_know(self, rest: dict[str, Any], words: str) -> None:
        (note,) = of_plan(change(), **rest).notes
        assert note.startswith(words)

    @pytest.mark.parametrize("rest", [{"errored": False, "complete": True}, {}])
    def test_what_goes_without_saying(self, rest: dict[str, Any]) -> None:
        assert of_plan(change(), **rest).notes == []

    def test_providers_and_their_versions(self) -> None:
        entry = {"full_name": f"{GOOGLE}-beta", "version_constraint": ">= 6.0"}
        providers = {
            "google-beta": entry,
            "google-beta.eu": entry | {"version_constraint": "< 8.0"},
            "module.m:google-beta": entry | {"version_constraint": "!= 6.5"},
        }
        reading = of_plan(
            change(provider_name=f"{GOOGLE}-beta"), configuration={"provider_config": providers}
        )

        provider = reading.resources[0].origin.provider
        assert (provider.name, provider.versions) == ("google-beta", Versions((6, 0, 0), (8, 0, 0)))

    def test_of_opentofu(self) -> None:
        name = "registry.opentofu.org/hashicorp/google"
        reading = of_plan(change(provider_name=name), terraform_version="1.9.0")

        assert reading.resources[0].origin.provider.name == "google"

    def test_a_wrong_value_is_noted_with_its_place(self) -> None:
        body = change()["change"] | {"after": {"name": "a", "dnssec_config": [{"state": ["on"]}]}}
        reading = of_plan(change(change=body))

        (wrong,) = reading.wrong
        assert str(wrong.at.path) == "dnssec_config.state"


def updated(name: str = "a", actions: tuple[str, ...] = ("update",), **rest: Any) -> dict[str, Any]:
    """A change of a managed zone that was public and named after what it will be."""
    printed = change(name, actions, **rest)
    printed["change"]["before"] = {"name": f"old-{name}", "visibility": "public", "dns_name": "a.test."}
    return printed


class TestBefore:
    """What there was before a plan."""

    def before(self, *changes: Any, **rest: Any) -> JsonReading:
        return read_before(document(plan(*changes, **rest)), "x.json")

    @pytest.mark.parametrize(
        ("printed", "found"),
        [
            pytest.param(change(), [], id="created"),
            pytest.param(updated(), ["old-a"], id="updated"),
            pytest.param(updated(actions=("delete", "create")), ["old-a"], id="replaced"),
            pytest.param(updated(actions=("delete",)), ["old-a"], id="deleted"),
            pytest.param(updated(actions=("no-op",)), ["old-a"], id="untouched"),
            pytest.param(updated(actions=("forget",)), [], id="forgotten"),
            pytest.param(updated(deposed="00000000"), [], id="left behind by a failed run"),
            pytest.param(updated(mode="data"), [], id="a data source"),
            pytest.param(updated(type="google_storage_bucket"), [], id="of no kind that matters"),
        ],
    )
    def test_of_each_action(self, printed: dict[str, Any], found: list[str]) -> None:
        assert [each.name for each in self.before(printed).resources] == found

    def test_stands_at_the_address_that_it_will_have(self) -> None:
        reading = self.before(updated(previous_address=f"{ZONE}.moved"))

        assert addresses(reading) == [f"{ZONE}.a"]

    def test_places(self) -> None:
        found = document(plan(updated()))
        origin = read_before(found, "x.json").resources[0].origin

        span = origin.places.span(origin.at("name").path)
        assert found.text[span.start.column - 1 : span.end.column - 1] == '"name": "old-a"'

    def test_a_targeted_plan_leaves_the_rest_as_it_was(self) -> None:
        prior = {"values": {"root_module": {"resources": [resource("a"), resource("b"), resource("moved")]}}}
        printed = updated(previous_address=f"{ZONE}.moved")
        whole = plan(printed, prior_state=prior, complete=False)

        for read in (read_before, read_plan):
            assert addresses(read(document(whole), "x.json")) == [f"{ZONE}.a", f"{ZONE}.b"]

    @pytest.mark.parametrize("prior", [None, "x", {"values": None}, {"values": {"root_module": 1}}])
    def test_a_damaged_prior_state(self, prior: Any) -> None:
        assert addresses(self.before(updated(), prior_state=prior)) == [f"{ZONE}.a"]


class TestChanges:
    @pytest.mark.parametrize(
        ("printed", "is_replaced"),
        [
            pytest.param(updated(), False, id="updated"),
            pytest.param(updated(actions=("delete", "create")), True, id="replaced"),
            pytest.param(updated(actions=("create", "delete")), True, id="replaced, the new one first"),
        ],
    )
    def test_of_what_was_there(self, printed: dict[str, Any], is_replaced: bool) -> None:
        (found,) = of_plan(printed).changes

        assert (found.before.name, found.after.name, found.is_replaced) == ("old-a", "a", is_replaced)

    @pytest.mark.parametrize("printed", [change(), updated(actions=("no-op",)), updated(actions=("delete",))])
    def test_of_nothing_else(self, printed: dict[str, Any]) -> None:
        assert of_plan(printed).changes == []


def resource(name: str = "a", **rest: Any) -> dict[str, Any]:
    values = {"name": name, "description": ""}
    return {
        "address": f"{ZONE}.{name}",
        "mode": "managed",
        "type": ZONE,
        "name": name,
        "values": values,
        **rest,
    }


def state(module: Any, **rest: Any) -> dict[str, Any]:
    return {"format_version": "1.0", "terraform_version": "1.11.4", "values": {"root_module": module}, **rest}


class TestState:
    def test_at_any_depth(self) -> None:
        inner = {"address": "module.m.module.n", "resources": [resource("c")]}
        outer = {"address": "module.m", "resources": [resource("b")], "child_modules": [inner]}
        reading = read_state(document(state({"resources": [resource()], "child_modules": [outer]})), "x.json")

        assert addresses(reading) == [f"{ZONE}.a", f"{ZONE}.b", f"{ZONE}.c"]
        text = json.dumps(state({"resources": [resource()], "child_modules": [outer]}))
        origin = reading.resources[2].origin
        assert text[origin.places.span(origin.at("name").path).start.column - 1 :].startswith('"name": "c"')

    @pytest.mark.parametrize(
        "rest",
        [{"tainted": True}, {"depends_on": ["x.y"]}, {"sensitive_values": {"name": True}}, {"index": 0}],
    )
    def test_what_makes_no_difference(self, rest: dict[str, Any]) -> None:
        assert addresses(read_state(document(state({"resources": [resource(**rest)]})), "x.json")) == [
            f"{ZONE}.a"
        ]

    @pytest.mark.parametrize(
        "gone",
        [
            pytest.param(resource(deposed_key="abcd1234"), id="deposed"),
            pytest.param(resource(mode="data"), id="a data source"),
            pytest.param(resource(type="google_compute_instance"), id="of a type that is not read"),
            pytest.param(resource(values=None), id="without values"),
            pytest.param(5, id="no object"),
        ],
    )
    def test_that_is_not_read(self, gone: Any) -> None:
        reading = read_state(document(state({"resources": [gone, resource("b")]})), "x.json")

        assert addresses(reading) == [f"{ZONE}.b"]

    @pytest.mark.parametrize(
        "value",
        [
            pytest.param({"format_version": "1.0"}, id="empty"),
            pytest.param({"format_version": "1.0", "values": None}, id="null"),
            pytest.param(state(None), id="no root module"),
            pytest.param(state({"resources": 5, "child_modules": [5]}), id="damaged"),
        ],
    )
    def test_of_nothing(self, value: Any) -> None:
        assert read_state(document(value), "x.json") == JsonReading()

    def test_the_file_of_a_state_is_another_format(self) -> None:
        value = {"version": 4, "terraform_version": "1.11.4", "serial": 1, "resources": []}

        with pytest.raises(InputError, match="give what `terraform show -json` prints of it") as error:
            read_state(document(value), "x.json")
        assert (error.value.line, error.value.column) == (1, 1)

    def test_another_format_version(self) -> None:
        with pytest.raises(InputError, match="is not known here, only"):
            read_state(document(state({}, format_version="2.0")), "x.json")


class TestShown:
    def test_unknown_values_have_their_causes(self) -> None:
        (shown,) = of_plan(change()).shown

        values, unknown = shown.contents()
        assert values == {"name": "a", "visibility": "private"}
        assert unknown == (
            ("dns_name", "what is known only after apply"),
            ("id", "what is known only after apply"),
        )

    @pytest.mark.parametrize(
        ("sensitive", "values"),
        [
            ({"name": True}, {"name": "(sensitive value)", "visibility": "private"}),
            (True, {"name": "(sensitive value)", "visibility": "(sensitive value)"}),
            (False, {"name": "a", "visibility": "private"}),
        ],
    )
    def test_sensitive_values_are_hidden(self, sensitive: Any, values: Any) -> None:
        body = change()["change"] | {"after_sensitive": sensitive}
        (shown,) = of_plan(change(change=body)).shown

        assert shown.contents()[0] == values

    def test_of_a_state(self) -> None:
        each = resource(sensitive_values={"name": True})
        (shown,) = read_state(document(state({"resources": [each]})), "x.json").shown

        assert shown.contents() == ({"name": "(sensitive value)", "description": ""}, ())


# Whatever stands in whatever place gives a reading or an error of input, never a crash

CONFIGURED = {
    "mode": "managed",
    "type": "google_compute_region_backend_service",
    "name": "s",
    "provider_config_key": "google",
    "for_each_expression": {"references": ["var.all"]},
    "expressions": {
        "health_checks": {
            "references": ["google_compute_health_check.h.id", "google_compute_health_check.h"]
        },
        "backend": [
            {"group": {"references": ["module.m.group", "module.m"]}, "description": {"constant_value": "x"}}
        ],
    },
}
WHOLE = plan(
    change(),
    {
        "address": 'google_compute_region_backend_service.s["k"]',
        "mode": "managed",
        "type": "google_compute_region_backend_service",
        "name": "s",
        "index": "k",
        "module_address": 'module.m["k"]',
        "provider_name": GOOGLE,
        "change": {
            "actions": ["create"],
            "after": {"name": "s", "backend": [{"description": "x"}], "health_checks": [None]},
            "after_unknown": {"backend": [{"group": True}], "health_checks": [True], "region": True},
            "after_sensitive": {"backend": [{}]},
        },
    },
    configuration={
        "provider_config": {"google": {"full_name": GOOGLE, "version_constraint": ">= 6", "expressions": {}}},
        "root_module": {
            "resources": [CONFIGURED],
            "module_calls": {
                "m": {
                    "expressions": {"x": {"references": ["each.value"]}},
                    "for_each_expression": {"references": ["local.all"]},
                    "module": {
                        "resources": [CONFIGURED],
                        "outputs": {"group": {"expression": {"references": ["var.x"]}}},
                    },
                }
            },
        },
    },
)
STATE = state({"resources": [resource()], "child_modules": [{"resources": [resource("b", index="k")]}]})

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all that is inside of a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in items:
        yield (*path, step)
        yield from places(each, (*path, step))


def damaged(value: Any, path: tuple[str | int, ...], by: Any) -> Any:
    """A copy with something else at a place."""
    changed = copy.deepcopy(value)
    inside = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = by
    return changed


def looked_at(reading: JsonReading) -> None:
    """Everything that is only asked for later."""
    for each in reading.shown:
        each.contents()
        assert each.origin.places is not None
        each.origin.places.span(each.origin.at("name").path)


@given(st.sampled_from(list(places(WHOLE))), ANYTHING)
def test_a_damaged_plan_does_not_crash(path: tuple[str | int, ...], by: Any) -> None:
    with contextlib.suppress(InputError):
        looked_at(read_plan(document(damaged(WHOLE, path, by)), "x.json"))
    with contextlib.suppress(InputError):
        looked_at(read_before(document(damaged(WHOLE, path, by)), "x.json"))


@given(st.sampled_from(list(places(STATE))), ANYTHING)
def test_a_damaged_state_does_not_crash(path: tuple[str | int, ...], by: Any) -> None:
    with contextlib.suppress(InputError):
        looked_at(read_state(document(damaged(STATE, path, by)), "x.json"))


@given(ANYTHING)
def test_anything_else_does_not_crash(value: Any) -> None:
    for read in (read_before, read_plan, read_state):
        with pytest.raises(InputError):
            read(document(value), "x.json")
