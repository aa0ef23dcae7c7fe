"""Checks against JSON Schemas: Google's resources as gcloud prints them, and documents of our own."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from spillover.model.source import FieldPath
from spillover.read import validate
from spillover.read.validate import Mismatch, Violation, check_document, mismatches

COMPUTE = "https://www.googleapis.com/compute/v1/projects/demo-proj"

# As gcloud 528 printed them; see the fact sheet on gcloud's shapes.
BACKEND_SERVICE = f"""
{{"backends":[
   {{"balancingMode":"CONNECTION","group":"{COMPUTE}/zones/us-east1-b/instanceGroups/ig-orders-b"}},
   {{"balancingMode":"CONNECTION","failover":true,
    "group":"{COMPUTE}/zones/us-east1-c/instanceGroups/ig-orders-c"}}],
  "failoverPolicy":{{"disableConnectionDrainOnFailover":false,"dropTrafficIfUnhealthy":false,
   "failoverRatio":0.5}},
  "healthChecks":["{COMPUTE}/regions/us-east1/healthChecks/hc-orders"],
  "id":"1111111111111111111","kind":"compute#backendService","loadBalancingScheme":"INTERNAL",
  "name":"ilb-orders",
  "networkPassThroughLbTrafficPolicy":{{"zonalAffinity":{{
   "spillover":"ZONAL_AFFINITY_SPILL_CROSS_ZONE","spilloverRatio":0.8}}}},
  "protocol":"TCP","region":"{COMPUTE}/regions/us-east1",
  "selfLink":"{COMPUTE}/regions/us-east1/backendServices/ilb-orders",
  "sessionAffinity":"NONE","timeoutSec":30,
  "usedBy":[{{"reference":"{COMPUTE}/regions/us-east1/forwardingRules/fr-orders"}}]}}
"""
GROUP_HEALTH = f"""
{{"kind":"compute#backendServiceGroupHealth","healthStatus":[
    {{"forwardingRule":"{COMPUTE}/regions/us-east1/forwardingRules/fr-orders",
     "forwardingRuleIp":"10.0.0.99","healthState":"HEALTHY",
     "instance":"{COMPUTE}/zones/us-east1-b/instances/vm-b1","ipAddress":"10.0.0.11","port":80}}]}}
"""
INSTANCE = f"""
{{"instance":"{COMPUTE}/zones/us-east1-b/instances/vm-b2","namedPorts":[{{"name":"http","port":80}}],
 "status":"RUNNING"}}
"""
RECORD_SET = f"""
{{"kind":"dns#resourceRecordSet","name":"shop.example.test.","ttl":30,"type":"A",
  "routingPolicy":{{"kind":"dns#rRSetRoutingPolicy",
   "healthCheck":"{COMPUTE}/global/healthChecks/hc-primary",
   "primaryBackup":{{"kind":"dns#rRSetRoutingPolicyPrimaryBackupPolicy","trickleTraffic":0.1,
    "primaryTargets":{{"externalEndpoints":["198.51.100.5"]}},
    "backupGeoTargets":{{"kind":"dns#rRSetRoutingPolicyGeoPolicy","enableFencing":false,"items":[
      {{"kind":"dns#rRSetRoutingPolicyGeoPolicyGeoPolicyItem","location":"europe-west1",
       "healthCheckedTargets":{{"externalEndpoints":["203.0.113.10"]}}}}]}}}}}}}}
"""


def mismatch(path: str, message: str) -> Mismatch:
    return Mismatch(FieldPath.parse(path), "type", message)


class TestWhatGcloudPrints:
    @pytest.mark.parametrize("parse_float", [float, Decimal])
    @pytest.mark.parametrize(
        ("kind", "text"),
        [
            ("BackendService", BACKEND_SERVICE),
            ("BackendServiceGroupHealth", GROUP_HEALTH),
            ("InstanceWithNamedPorts", INSTANCE),
            ("ResourceRecordSet", RECORD_SET),
        ],
    )
    def test_fits(self, kind: str, text: str, parse_float: type[float | Decimal]) -> None:
        assert mismatches(kind, json.loads(text, parse_float=parse_float)) == ()


class TestTypes:
    @pytest.mark.parametrize(
        ("value", "path", "message"),
        [
            pytest.param(
                {"networkPassThroughLbTrafficPolicy": {"zonalAffinity": {"spilloverRatio": "0.8"}}},
                "networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio",
                "spilloverRatio is a string, the API expects a number",
                id="three deep",
            ),
            pytest.param(
                {"backends": [{}, {"failover": "true"}]},
                "backends[1].failover",
                "failover is a string, the API expects a boolean",
                id="in an item",
            ),
            pytest.param(
                {"healthChecks": [{"id": "hc"}]},
                "healthChecks[0]",
                "healthChecks[0] is an object, the API expects a string",
                id="an item",
            ),
            pytest.param(
                {"backends": {"group": "ig"}},
                "backends",
                "backends is an object, the API expects an array",
                id="one where several are expected",
            ),
            pytest.param(
                {"failoverPolicy": [{"failoverRatio": 1}]},
                "failoverPolicy",
                "failoverPolicy is an array, the API expects an object",
                id="several where one is expected",
            ),
            pytest.param(
                {"timeoutSec": True},
                "timeoutSec",
                "timeoutSec is a boolean, the API expects an integer",
                id="a boolean is no integer",
            ),
            pytest.param(
                {"timeoutSec": Decimal("30.5")},
                "timeoutSec",
                "timeoutSec is a number, the API expects an integer",
                id="a fraction is no integer",
            ),
            pytest.param(
                {"name": 7}, "name", "name is an integer, the API expects a string", id="an integer"
            ),
            pytest.param(
                {"creationTimestamp": datetime.date(2026, 5, 1)},
                "creationTimestamp",
                "creationTimestamp is a date, the API expects a string",
                id="what JSON does not have",
            ),
            pytest.param(
                {"metadatas": {"a.b": 1}},
                'metadatas["a.b"]',
                'metadatas["a.b"] is an integer, the API expects a string',
                id="in a map",
            ),
            pytest.param(
                {"protocol": 6},
                "protocol",
                "protocol is an integer, the API expects a string",
                id="no second mismatch for the enumeration",
            ),
            pytest.param(
                {"id": "orders"}, "id", 'id is "orders", the API expects an integer', id="not the digits"
            ),
            pytest.param([], "", "BackendService is an array, the API expects an object", id="the whole"),
            pytest.param(None, "", "BackendService is null, the API expects an object", id="nothing"),
        ],
    )
    def test_mismatch(self, value: object, path: str, message: str) -> None:
        assert mismatches("BackendService", value) == (mismatch(path, message),)

    @pytest.mark.parametrize(
        "value",
        [
            pytest.param({"id": "1111111111111111111"}, id="64 bits as digits"),
            pytest.param({"id": 1111111111111111111}, id="64 bits as an integer"),
            pytest.param({"timeoutSec": 30.0}, id="an integral float"),
            pytest.param({"timeoutSec": Decimal("30.0")}, id="an integral decimal"),
            pytest.param({"failoverPolicy": {"failoverRatio": 1}}, id="an integer for a number"),
            pytest.param({"failoverPolicy": {"failoverRatio": Decimal("0.1")}}, id="a decimal"),
            pytest.param({"fieldOfTheFuture": {"a": [1]}, "backends": [{"b": 2}]}, id="unknown members"),
            pytest.param({"name": None, "backends": None, "healthChecks": [None]}, id="null is not set"),
            pytest.param({"protocol": None, "id": None}, id="null is not a value"),
        ],
    )
    def test_fits(self, value: object) -> None:
        assert mismatches("BackendService", value) == ()

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1E-400"])
    def test_no_integer(self, number: str) -> None:
        assert len(mismatches("BackendService", {"timeoutSec": Decimal(number)})) == 1

    def test_a_schema_that_several_places_share(self) -> None:
        policy = {"geo": {"items": [{"healthCheckedTargets": {"externalEndpoints": "203.0.113.10"}}]}}

        assert mismatches("ResourceRecordSet", {"routingPolicy": policy}) == (
            mismatch(
                "routingPolicy.geo.items[0].healthCheckedTargets.externalEndpoints",
                "externalEndpoints is a string, the API expects an array",
            ),
        )


class TestEnumerations:
    def test_few_values(self) -> None:
        affinity = {"spillover": "FOO"}

        assert mismatches(
            "BackendService", {"networkPassThroughLbTrafficPolicy": {"zonalAffinity": affinity}}
        ) == (
            Mismatch(
                FieldPath.parse("networkPassThroughLbTrafficPolicy.zonalAffinity.spillover"),
                "enum",
                '"FOO" is not a value of spillover that is known here: ZONAL_AFFINITY_DISABLED, '
                "ZONAL_AFFINITY_SPILL_CROSS_ZONE, ZONAL_AFFINITY_STAY_WITHIN_ZONE",
            ),
        )

    def test_many_values(self) -> None:
        assert mismatches("BackendService", {"protocol": "ALL"}) == (
            Mismatch(
                FieldPath.parse("protocol"),
                "enum",
                '"ALL" is not a value of protocol that is known here: '
                "GRPC, H2C, HTTP, HTTP2, HTTPS, SSL, ...",
            ),
        )

    def test_a_long_value_is_cut(self) -> None:
        (found,) = mismatches("BackendService", {"protocol": "P" * 100})

        assert found.message.startswith(f'"{"P" * 56}... is not a value of protocol')


def test_mismatches_are_sorted_by_path() -> None:
    backends = [{"group": 1, "failover": 1}, *([{"failover": 1}] * 10)]
    value = {"name": 1, "protocol": "FOO", "backends": backends}

    assert [str(each.path) for each in mismatches("BackendService", value)] == [
        "backends[0].failover",
        "backends[0].group",
        *(f"backends[{index}].failover" for index in range(1, 11)),
        "name",
        "protocol",
    ]


def test_a_kind_without_a_schema() -> None:
    with pytest.raises(KeyError, match="Nonsense"):
        mismatches("Nonsense", {})


PUBLISHED = sorted(path.name for path in (files("spillover") / "read" / "schemas" / "google").iterdir())


@pytest.mark.parametrize("name", PUBLISHED)
class TestSchemasOfGoogle:
    @pytest.fixture
    def schema(self, name: str) -> dict[str, Any]:
        text = (files("spillover") / "read" / "schemas" / "google" / name).read_text(encoding="utf-8")
        schema: dict[str, Any] = json.loads(text)
        return schema

    def test_is_a_schema(self, schema: dict[str, Any]) -> None:
        assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        Draft202012Validator.check_schema(schema)

    def test_refers_to_nothing_outside(self, schema: dict[str, Any]) -> None:
        for reference in _values(schema, "$ref"):
            assert reference.removeprefix("#/$defs/") in schema["$defs"]

    def test_has_no_prose(self, schema: dict[str, Any]) -> None:
        assert not list(_values(schema["properties"], "enumDescriptions"))
        for description in _values(schema, "description"):
            assert isinstance(description, dict), "a member of that name, not the schema's own"

    def test_enumerates_strings_only(self, schema: dict[str, Any]) -> None:
        for values in _values(schema, "enum"):
            assert all(value is None or isinstance(value, str) for value in values)


def _values(tree: object, key: str) -> Iterator[Any]:
    if isinstance(tree, dict):
        if key in tree:
            yield tree[key]
        for inner in tree.values():
            yield from _values(inner, key)


SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["spec", "name"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "spec": {"type": "string", "enum": ["2026-05", "2025-07"]},
        "level": {"enum": [1, 2]},
        "version": {"const": 1},
        "name": {"type": "string", "pattern": "^[a-z]+$"},
        "share": {"type": "number", "minimum": 0, "maximum": 0.1},
        "size": {"type": ["integer", "null"], "exclusiveMinimum": 0},
        "nothing": {"type": "null"},
        "down": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
        "labels": {"propertyNames": {"pattern": "^[a-z]+$"}},
        "group": {
            "type": "object",
            "oneOf": [{"required": ["zone"]}, {"required": ["zones"]}],
        },
        "zone": {"anyOf": [{"type": "string"}, {"type": "array"}]},
        "client": {
            "oneOf": [
                {"type": "string"},
                {"type": "object", "properties": {"share": {"type": "number"}}},
            ]
        },
        "odd": {"anyOf": [{"const": 1}, {"const": 2}]},
    },
}
RIGHT = {"spec": "2026-05", "name": "a"}


class TestDocuments:
    @pytest.fixture(autouse=True)
    def published(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
        (tmp_path / "test.schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
        monkeypatch.setattr(validate, "_folder", lambda: tmp_path)
        validate._validator.cache_clear()
        yield
        validate._validator.cache_clear()

    def test_right(self) -> None:
        share = Decimal("0.1")  # more than the float 0.1 would be less than
        document = {**RIGHT, "share": share, "group": {"zone": "b"}, "client": {"share": share}, "x-a": 1}

        assert check_document("test.schema.json", document) == ()

    @pytest.mark.parametrize(
        ("document", "path", "message"),
        [
            ("text", "", "the document is a string, an object is expected"),
            ({"size": "3"}, "size", "size is a string, an integer is expected"),
            ({"nothing": 1}, "nothing", "nothing is an integer, null is expected"),
            ({"down": ["a", 1]}, "down[1]", "down[1] is an integer, a string is expected"),
            ({"spec": "2024-01"}, "spec", '"2024-01" is not a value of spec: 2026-05, 2025-07'),
            ({"spec": 2026}, "spec", "spec is an integer, a string is expected"),
            ({"level": 3}, "level", "3 is not a value of level: 1, 2"),
            ({"version": 2}, "version", "version is 2, 1 is expected"),
            ({"name": "A"}, "name", 'name is "A", which does not match ^[a-z]+$'),
            ({"share": Decimal("-0.5")}, "share", "share is -0.5, at least 0 is expected"),
            ({"share": 0.2}, "share", "share is 0.2, at most 0.1 is expected"),
            ({"size": 0}, "size", "size is 0, more than 0 is expected"),
            ({"down": []}, "down", "the length of down is 0, at least 1 is expected"),
            ({"down": ["a", "a"]}, "down", "down: ['a', 'a'] has non-unique elements"),
            ({"foo": 1}, "foo", 'unknown key "foo"'),
            ({"labels": {"a": 1, "B": 1}}, "labels.B", '"B" is not a key that is allowed here'),
            ({"group": {}}, "group", 'missing key "zone" or "zones"'),
            (
                {"group": {"zone": "b", "zones": {}}},
                "group",
                "group fits more than one of the forms that are allowed here",
            ),
            ({"zone": 1}, "zone", "zone is an integer, a string or an array is expected"),
            ({"client": {"share": "1"}}, "client.share", "share is a string, a number is expected"),
            ({"odd": 3}, "odd", "odd fits none of the forms that are allowed here"),
        ],
    )
    def test_wrong(self, document: object, path: str, message: str) -> None:
        whole = {**RIGHT, **document} if isinstance(document, dict) else document

        assert check_document("test.schema.json", whole) == (Violation(FieldPath.parse(path), message),)

    def test_each_key_is_named_once(self) -> None:
        document = {"foo": 1, "bar": 1, "x-a": 1}

        assert check_document("test.schema.json", document) == (
            Violation(FieldPath(), 'missing key "name"'),
            Violation(FieldPath(), 'missing key "spec"'),
            Violation(FieldPath(("bar",)), 'unknown key "bar"'),
            Violation(FieldPath(("foo",)), 'unknown key "foo"'),
        )

    def test_a_name_for_an_index_in_an_index(self, tmp_path: Path) -> None:
        schema = {"items": {"items": {"type": "integer"}}}
        (tmp_path / "lists.schema.json").write_text(json.dumps(schema), encoding="utf-8")

        assert check_document("lists.schema.json", [[1], [2, "x"]]) == (
            Violation(FieldPath((1, 1)), "[1][1] is a string, an integer is expected"),
        )

    def test_no_such_schema(self) -> None:
        with pytest.raises(KeyError, match=r"other\.schema\.json"):
            check_document("other.schema.json", {})


def test_jsonschema_is_imported_late() -> None:
    code = "import spillover.read.validate, sys; sys.exit('jsonschema' in sys.modules)"

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
