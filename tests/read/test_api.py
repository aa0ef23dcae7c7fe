"""What gcloud and the APIs print, in every shape in which they print it, with its places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.model.capacity import GroupHealth, InstanceList, Member
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.frontend import ForwardingRule, SecurityDeployment
from spillover.model.health import HealthCheck, Probe, ProbeType
from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    BalancingMode,
    FailoverPolicy,
    LoadBalancingScheme,
    Protocol,
    Subsetting,
    ZonalAffinity,
)
from spillover.model.settings import Setting
from spillover.model.source import FieldPath, FieldRef, WrongValue
from spillover.model.targets import Targets
from spillover.read.api import ApiReading, objects, read_api, read_health, read_instances
from spillover.read.documents import read_text

DATA = Path(__file__).parent / "data_api"
COMPUTE = "https://www.googleapis.com/compute/v1/projects/demo-proj"
REGION, ZONE_B, ZONE_C = "regions/us-east1", "zones/us-east1-b", "zones/us-east1-c"
ILB = f"projects/demo-proj/{REGION}/backendServices/ilb-orders"


def data(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def read(text: str, path: str = "lb.json", dns_zone: str | None = None) -> ApiReading:
    return read_api(read_text(path, text), ".", dns_zone)


def read_file(name: str, dns_zone: str | None = None) -> ApiReading:
    return read(data(name), name, dns_zone)


def name(collection: str, called: str, scope: str = REGION) -> ResourceName:
    return ResourceName(collection, called, scope, "demo-proj")


def resources(reading: ApiReading) -> list[Any]:
    assert reading.errors == []
    assert reading.wrong == []
    assert [each.wrong for each in reading.objects] == [()] * len(reading.objects)
    return [each.resource for each in reading.objects]


def addresses(reading: ApiReading) -> list[str]:
    return [each.origin.address for each in reading.objects]


def place(at: FieldRef) -> str:
    """The span as ``line:column-line:column``."""
    assert at.origin.places is not None
    span = at.origin.places.span(at.path)
    assert span.path == at.origin.path
    return f"{span.start.line}:{span.start.column}-{span.end.line}:{span.end.column}"


def written(at: FieldRef, text: str) -> str:
    """The first line of what stands at a field."""
    assert at.origin.places is not None
    span = at.origin.places.span(at.path)
    return text.split("\n")[span.start.line - 1][span.start.column - 1 :]


CONNECTION = BalancingMode.CONNECTION


class TestBackendServices:
    def test_list(self) -> None:
        orders, web = resources(read_file("backend-services.list.json"))

        assert orders == BackendService(
            name="ilb-orders",
            region="us-east1",
            project="demo-proj",
            scheme=LoadBalancingScheme.INTERNAL,
            zonal_affinity=ZonalAffinity.SPILL_CROSS_ZONE,
            spillover_ratio=Decimal("0.8"),
            traffic_policy=True,
            protocol=Protocol.TCP,
            failover_policy=FailoverPolicy(
                Decimal("0.5"),
                drop_traffic_if_unhealthy=False,
                disable_connection_drain_on_failover=False,
            ),
            health_checks=(name("healthChecks", "hc-orders"),),
            backends=(
                Backend(name("instanceGroups", "ig-orders-b", ZONE_B), balancing_mode=CONNECTION),
                Backend(
                    name("instanceGroups", "ig-orders-c", ZONE_C), failover=True, balancing_mode=CONNECTION
                ),
            ),
            used_by=(name("forwardingRules", "fr-orders"),),
            settings=(Setting("timeout", "30"), Setting("session_affinity", "NONE")),
            identity=name("backendServices", "ilb-orders"),
        )
        assert web == BackendService(
            name="web",
            project="demo-proj",
            is_global=True,
            scheme=LoadBalancingScheme.EXTERNAL_MANAGED,
            protocol=Protocol.HTTPS,
            enable_cdn=True,
            identity=name("backendServices", "web", "global"),
        )

    def test_list_has_places(self) -> None:
        text = data("backend-services.list.json")
        orders, web = resources(read(text))

        assert (orders.origin.address, orders.origin.type, orders.origin.path) == (
            ILB,
            "compute#backendService",
            "lb.json",
        )
        assert web.origin.address == "projects/demo-proj/global/backendServices/web"
        assert written(orders.origin.at("spillover_ratio"), text) == '"spilloverRatio": 0.8'
        assert place(orders.origin.at("spillover_ratio")) == "30:9-30:30"
        assert place(orders.backends[1].origin.at("failover")) == "10:9-10:25"
        assert place(orders.origin.at("failover_ratio")) == "17:7-17:27"
        assert place(web.origin.at("scheme")) == "49:5-49:46"
        # What is not written is where the nearest thing around it is.
        assert place(web.origin.at("spillover_ratio")) == "44:3-53:4"

    def test_describe(self) -> None:
        (orders,) = resources(read_file("backend-service.describe.yaml"))

        assert orders == BackendService(
            name="ilb-orders",
            region="us-east1",
            project="demo-proj",
            scheme=LoadBalancingScheme.INTERNAL,
            zonal_affinity=ZonalAffinity.STAY_WITHIN_ZONE,
            traffic_policy=True,
            subsetting=Subsetting.NONE,
            backends=(Backend(name("instanceGroups", "ig-orders-b", ZONE_B), balancing_mode=CONNECTION),),
            identity=name("backendServices", "ilb-orders"),
        )
        assert place(orders.origin.at("zonal_affinity")) == "12:5-12:47"

    def test_export_knows_no_project(self) -> None:
        (orders,) = resources(read_file("backend-service.export.yaml"))

        assert orders == BackendService(
            name="ilb-orders",
            region="us-east1",
            scheme=LoadBalancingScheme.INTERNAL,
            zonal_affinity=ZonalAffinity.SPILL_CROSS_ZONE,
            spillover_ratio=Decimal("0.80"),
            traffic_policy=True,
            backends=(Backend(name("instanceGroups", "ig-orders-b", ZONE_B), balancing_mode=CONNECTION),),
            identity=ResourceName("backendServices", "ilb-orders", REGION),
        )
        assert orders.origin.address == f"projects/-/{REGION}/backendServices/ilb-orders"
        assert place(orders.origin.at("spillover_ratio")) == "9:5-9:25"
        assert str(orders.spillover_ratio) == "0.80"


class TestFrontEndsAndHealthChecks:
    def test_forwarding_rules_list(self) -> None:
        assert resources(read_file("forwarding-rules.list.json")) == [
            ForwardingRule(
                name="fr-orders",
                region="us-east1",
                project="demo-proj",
                scheme=LoadBalancingScheme.INTERNAL,
                backend_service=name("backendServices", "ilb-orders"),
                ip_protocol="TCP",
                ports=("443",),
                network_tier="PREMIUM",
                network=name("networks", "vpc", "global"),
                allow_global_access=True,
                subnetwork=name("subnetworks", "vpc-us-east1"),
                ip_address="10.0.0.99",
                identity=name("forwardingRules", "fr-orders"),
            ),
            ForwardingRule(
                name="fr-web",
                project="demo-proj",
                is_global=True,
                scheme=LoadBalancingScheme.EXTERNAL_MANAGED,
                target=name("targetHttpsProxies", "web", "global"),
                ip_protocol="TCP",
                port_range="443-443",
                network_tier="PREMIUM",
                ip_address="198.51.100.5",
                identity=name("forwardingRules", "fr-web", "global"),
            ),
        ]

    def test_health_checks_list(self) -> None:
        reading = read_file("health-checks.list.json")

        assert resources(reading) == [
            HealthCheck(
                name="hc-primary",
                project="demo-proj",
                is_global=True,
                source_regions=("us-east1", "europe-west1", "asia-east1"),
                check_interval_sec=30,
                timeout_sec=5,
                healthy_threshold=2,
                unhealthy_threshold=2,
                probe=Probe(ProbeType.HTTPS, 443, "USE_FIXED_PORT", proxy_header="NONE", request_path="/"),
                identity=name("healthChecks", "hc-primary", "global"),
            ),
            HealthCheck(
                name="hc-orders",
                project="demo-proj",
                is_global=False,
                check_interval_sec=5,
                timeout_sec=5,
                healthy_threshold=2,
                unhealthy_threshold=3,
                probe=Probe(ProbeType.TCP, 443, proxy_header="NONE"),
                identity=name("healthChecks", "hc-orders"),
            ),
        ]
        assert addresses(reading) == [
            "projects/demo-proj/global/healthChecks/hc-primary",
            "projects/demo-proj/regions/us-east1/healthChecks/hc-orders",
        ]


class TestRecordSets:
    NAME_SERVERS = RecordSet(
        name="example.test.", type="NS", ttl=21600, data=("ns-cloud-a1.googledomains.com.",)
    )
    SHOP = RecordSet(
        name="shop.example.test.",
        type="A",
        ttl=30,
        routing_policy=RoutingPolicy(
            health_check=name("healthChecks", "hc-primary", "global"),
            primary_backup=PrimaryBackup(
                primary=Targets(external=("198.51.100.5",)),
                backup=(
                    GeoItem("europe-west1", Targets(external=("203.0.113.10",))),
                    # gcloud writes `healthCheckedTargets: {}` beside plain addresses.
                    GeoItem("asia-east1", Targets(unchecked=("203.0.113.20",))),
                ),
                trickle_ratio=Decimal("0.1"),
                fencing=False,
            ),
        ),
    )

    def test_list(self) -> None:
        reading = read_file("record-sets.list.json")

        assert resources(reading) == [self.NAME_SERVERS, self.SHOP]
        assert addresses(reading) == [
            "projects/-/managedZones/-/rrsets/example.test./NS",
            "projects/-/managedZones/-/rrsets/shop.example.test./A",
        ]
        assert all("managedZone" not in each.values for each in reading.objects)

    def test_of_a_zone_that_was_named(self) -> None:
        reading = read_file("record-sets.list.json", dns_zone="z1")
        _, shop = resources(reading)

        assert shop.zone == ResourceName("managedZones", "z1")
        assert addresses(reading) == [
            "projects/-/managedZones/z1/rrsets/example.test./NS",
            "projects/-/managedZones/z1/rrsets/shop.example.test./A",
        ]
        assert place(shop.failover.origin.at("trickle_ratio")) == "47:9-47:30"
        assert place(shop.routing_policy.origin.at("health_check")) == "15:7-15:111"

    def test_a_named_zone_is_of_record_sets_alone(self) -> None:
        reading = read_file("health-checks.list.json", dns_zone="z1")

        assert all("managedZone" not in each.values for each in reading.objects)

    @pytest.mark.parametrize("written", ["0.1", "0.10", "0.1000000000000000055511151231257827"])
    def test_a_ratio_is_the_decimal_that_was_written(self, written: str) -> None:
        policy = f'{{"primaryBackup": {{"trickleTraffic": {written}}}}}'
        text = f'{{"type": "A", "ttl": 30, "routingPolicy": {policy}}}'
        (record,) = resources(read(text))

        assert record.failover.trickle_ratio.as_tuple() == Decimal(written).as_tuple()


CHECK = {"kind": "compute#healthCheck", "name": "a", "checkIntervalSec": 30}
OTHER = {"kind": "compute#healthCheck", "name": "b", "checkIntervalSec": 10}


class TestDocuments:
    """One object, an array, several YAML documents, list responses of the raw API."""

    @pytest.mark.parametrize(
        ("value", "paths"),
        [
            pytest.param(CHECK, [""], id="one object"),
            pytest.param([CHECK, OTHER], ["[0]", "[1]"], id="array"),
            pytest.param([[CHECK], [], [[OTHER]]], ["[0][0]", "[2][0][0]"], id="arrays of arrays"),
            pytest.param([], [], id="empty array"),
            pytest.param(
                {"kind": "compute#healthCheckList", "id": "x", "items": [CHECK, OTHER]},
                ["items[0]", "items[1]"],
                id="list response",
            ),
            pytest.param(
                {
                    "kind": "compute#healthCheckAggregatedList",
                    "items": {
                        "global": {"healthChecks": [CHECK]},
                        "regions/us-east1": {"healthChecks": [OTHER]},
                        "regions/us-west1": {"warning": {"code": "NO_RESULTS_ON_PAGE", "data": []}},
                        "regions/us-west2": "nothing",
                    },
                },
                ["items.global.healthChecks[0]", 'items["regions/us-east1"].healthChecks[0]'],
                id="aggregated list",
            ),
            pytest.param(
                [{"kind": "compute#healthCheckList", "items": [CHECK]}, OTHER],
                ["[0].items[0]", "[1]"],
                id="pages",
            ),
            pytest.param(
                {"kind": "dns#resourceRecordSetsListResponse", "rrsets": [CHECK]},
                ["rrsets[0]"],
                id="list response of Cloud DNS",
            ),
            pytest.param(
                {"interceptDeployments": [CHECK], "nextPageToken": "x"},
                ["interceptDeployments[0]"],
                id="list response of Network Security",
            ),
            pytest.param({"mirroringDeployments": [CHECK]}, ["mirroringDeployments[0]"], id="another"),
            pytest.param(
                {"kind": "compute#backendService", "items": [CHECK]}, [""], id="items of what is no list"
            ),
        ],
    )
    def test_objects(self, value: Any, paths: list[str]) -> None:
        (document,) = read_text("lb.json", json.dumps(value))

        assert [str(path) for _, path in objects(document)] == paths
        for found, path in objects(document):
            expected = value
            for step in path:
                expected = expected[step]
            assert found == expected

    def test_yaml_documents(self) -> None:
        text = (
            "---\n# first\nkind: compute#healthCheck\nname: a\ncheckIntervalSec: 30\n---\n---\n"
            "- {kind: compute#healthCheck, name: b,\n   checkIntervalSec: 10}\n"
        )
        reading = read(text, "checks.yaml")

        assert addresses(reading) == ["projects/-/global/healthChecks/a", "projects/-/global/healthChecks/b"]
        assert [place(each.origin.at("check_interval_sec")) for each in resources(reading)] == [
            "5:1-5:21",
            "9:4-9:24",
        ]

    def test_aggregated_list_has_places(self) -> None:
        text = (
            '{"kind": "compute#healthCheckAggregatedList", "items": {\n'
            ' "regions/us-east1": {"healthChecks": [\n'
            '  {"kind": "compute#healthCheck", "name": "a", "checkIntervalSec": 30}]}}}'
        )
        (check,) = resources(read(text))

        assert place(check.origin.at("check_interval_sec")) == "3:48-3:70"

    def test_a_list_without_any(self) -> None:
        assert read('{"kind": "compute#healthCheckList", "id": "x"}') == ApiReading()
        assert read("[]") == ApiReading()

    def test_network_security_prints_no_kind(self) -> None:
        called = "projects/p/locations/us-east1-b/interceptDeployments/x"
        (deployment,) = resources(read(json.dumps({"interceptDeployments": [{"name": called}]})))

        assert isinstance(deployment, SecurityDeployment)
        assert deployment.identity == ResourceName("interceptDeployments", "x", ZONE_B, "p")


class TestOtherObjects:
    def test_of_googles_pass_silently(self) -> None:
        text = json.dumps(
            [
                {"kind": "compute#image", "name": "x"},
                {"kind": "dns#policy"},
                {"selfLink": f"{COMPUTE}/global/images/x"},
                {"name": "projects/p/locations/us-east1/certificates/x"},
                {"kind": "compute#healthCheck", "name": "a"},
            ]
        )
        reading = read(text)

        assert addresses(reading) == ["projects/-/global/healthChecks/a"]
        assert reading.errors == []

    @pytest.mark.parametrize(
        ("path", "text", "errors"),
        [
            ("x.json", '{"name": "x"}', [(1, 1)]),
            ("x.json", "3", [(1, 1)]),
            ("x.json", "[\n 1,\n 2]", [(2, 2)]),
            ("x.json", '[{"kind": "compute#healthCheck"},\n  {"a": 1}, {"b": 2}]', [(2, 3)]),
            ("x.yaml", "a: 1\n---\nkind: compute#urlMap\n---\n- b\n- c\n", [(1, 1), (5, 3)]),
            ("x.yaml", "kind: compute#healthCheckList\nitems: x\n", [(2, 1)]),
        ],
    )
    def test_anything_else_is_unreadable_once_for_each_document(
        self, path: str, text: str, errors: list[tuple[int, int]]
    ) -> None:
        message = "not recognised as an object of Google's APIs"

        assert read(text, path).errors == [InputError(path, *at, message) for at in errors]

    def test_an_asset_is_what_it_wraps_beside_other_objects_too(self) -> None:
        """As in YAML, which gcloud prints of an inventory unless it is told otherwise."""
        service = (
            f"name: //compute.googleapis.com/{ILB}\nassetType: compute.googleapis.com/RegionBackendService\n"
        )
        text = f"kind: compute#healthCheck\n---\n{service}resource:\n  data:\n    protocol: SCTP\n"
        reading = read(text, "x.yaml")

        assert addresses(reading) == ["projects/-/global/healthChecks/-", ILB]
        (wrong,) = reading.objects[1].wrong
        place = reading.objects[1].origin.places
        assert place is not None
        span = place.span(wrong.at.path)
        assert (str(wrong.at.path), span.start.line, span.start.column) == ("protocol", 7, 5)

    def test_an_asset_of_another_type_is_no_error(self) -> None:
        assert read("assetType: compute.googleapis.com/Disk\nname: //x\n", "x.yaml") == ApiReading()

    def test_they_do_not_lose_the_rest(self) -> None:
        reading = read('[{"a": 1}, {"kind": "compute#healthCheck", "name": "a"}, {"b": 1}]')

        assert addresses(reading) == ["projects/-/global/healthChecks/a"]
        assert len(reading.errors) == 1

    def test_list_instances_says_how_it_is_given(self) -> None:
        reading = read_file("list-instances.json")

        assert reading == ApiReading(
            errors=[
                InputError(
                    "list-instances.json",
                    2,
                    3,
                    "list-instances does not name its group: give this file as --instances GROUP=FILE",
                )
            ]
        )


class TestWrongValues:
    """A wrong type (CF010) and an unknown enum (CF011), with path and place."""

    @pytest.mark.parametrize(
        ("text", "field", "where", "message", "is_enum"),
        [
            pytest.param(
                '{"kind": "compute#backendService",\n "networkPassThroughLbTrafficPolicy":\n'
                '  {"zonalAffinity": {"spilloverRatio": "0.8"}}}',
                "networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio",
                "3:22-3:45",
                "spilloverRatio is a string, the API expects a number",
                False,
                id="type",
            ),
            pytest.param(
                '{"kind": "compute#backendService",\n "backends": [{}, {"failover": "yes"}]}',
                "backends[1].failover",
                "2:20-2:37",
                "failover is a string, the API expects a boolean",
                False,
                id="type in an item",
            ),
            pytest.param(
                '{"kind": "compute#backendService",\n "networkPassThroughLbTrafficPolicy": [{}]}',
                "networkPassThroughLbTrafficPolicy",
                "2:2-2:43",
                "networkPassThroughLbTrafficPolicy is an array, the API expects an object",
                False,
                id="a list where Terraform would have one",
            ),
            pytest.param(
                '{"kind": "compute#backendService",\n "loadBalancingScheme": "INTERNAL_NEXT"}',
                "loadBalancingScheme",
                "2:2-2:40",
                '"INTERNAL_NEXT" is not a value of loadBalancingScheme that is known here: EXTERNAL,'
                " EXTERNAL_MANAGED, EXTERNAL_PASSTHROUGH, INTERNAL, INTERNAL_MANAGED,"
                " INTERNAL_SELF_MANAGED, ...",
                True,
                id="enum",
            ),
            pytest.param(
                '[{"kind": "dns#resourceRecordSet",\n  "ttl": "soon"}]',
                "ttl",
                "2:3-2:16",
                "ttl is a string, the API expects an integer",
                False,
                id="record set",
            ),
        ],
    )
    def test_of_a_resource(self, text: str, field: str, where: str, message: str, is_enum: bool) -> None:
        (found,) = read(text).objects
        (wrong,) = found.wrong

        assert wrong == WrongValue(FieldRef(found.origin, FieldPath.parse(field)), message, is_enum)
        assert place(wrong.at) == where

    def test_of_a_kind_without_a_schema(self) -> None:
        (found,) = read('{"kind": "compute#router", "name": "r", "nat": 5,\n "network": {}}').objects

        (wrong,) = found.wrong
        assert wrong.message == "network is an object, a string is expected"
        assert place(wrong.at) == "2:2-2:15"

    def test_of_health(self) -> None:
        text = (
            '{"backend": "zones/us-east1-b/instanceGroups/g", "status": {"healthStatus": [\n'
            '  {"instance": "vm", "healthState": "DRAINING"},\n  {"instance": 5}]}}'
        )
        reading = read(text)

        assert [(str(wrong.at.path), place(wrong.at), wrong.is_enum) for wrong in reading.wrong] == [
            ("healthStatus[0].healthState", "2:22-2:47", True),
            ("healthStatus[1].instance", "3:4-3:17", False),
        ]
        assert {(wrong.at.origin.type, wrong.at.origin.address) for wrong in reading.wrong} == {
            ("compute#backendServiceGroupHealth", "projects/-/zones/us-east1-b/instanceGroups/g")
        }

    def test_comments_hold_for_no_object_as_a_whole(self) -> None:
        (found,) = read_file("backend-service.describe.yaml").objects

        assert found.origin.places is not None
        assert found.origin.places.holders(FieldPath(("name",))) == ()


def health(*items: dict[str, Any], group: str = f"{COMPUTE}/{ZONE_B}/instanceGroups/g") -> str:
    return json.dumps([{"backend": group, "status": {"healthStatus": list(items)}}])


def item(
    vm: str, state: str | None = "HEALTHY", rule: str | None = None, ip: str | None = None
) -> dict[str, Any]:
    told = {
        "instance": f"{COMPUTE}/{ZONE_B}/instances/{vm}",
        "healthState": state,
        "forwardingRule": rule and f"{COMPUTE}/{REGION}/forwardingRules/{rule}",
        "ipAddress": ip,
    }
    return {key: value for key, value in told.items() if value is not None}


def members(text: str) -> tuple[Member, ...]:
    (found,) = read(text).health
    return found.members


class TestGetHealth:
    FOUND = (
        GroupHealth(
            name("instanceGroups", "ig-orders-b", ZONE_B),
            (Member("vm-b1", "us-east1-b", True), Member("vm-b2", "us-east1-b", False)),
            (name("forwardingRules", "fr-orders"),),
            "get-health.json",
        ),
        GroupHealth(name("instanceGroups", "ig-orders-c", ZONE_C), (), (), "get-health.json"),
    )

    def test_as_any_file(self) -> None:
        assert read_file("get-health.json") == ApiReading(health=list(self.FOUND))

    def test_as_health(self) -> None:
        documents = read_text("get-health.json", data("get-health.json"))

        assert read_health(documents, ".") == ApiReading(health=list(self.FOUND))

    @pytest.mark.parametrize(
        ("items", "expected"),
        [
            pytest.param([item("a", rule="f1"), item("a", rule="f2")], [("a", True)], id="rules agree"),
            pytest.param(
                [item("a", rule="f1"), item("a", "UNHEALTHY", rule="f2")], [("a", None)], id="rules disagree"
            ),
            pytest.param(
                [item("a", "UNHEALTHY"), item("b"), item("a", "UNHEALTHY")],
                [("a", False), ("b", True)],
                id="in the order in which they are told",
            ),
            pytest.param(
                [item("a", "DRAINING"), item("b", None)], [("a", None), ("b", None)], id="no verdict"
            ),
            pytest.param(
                [item("a", ip="10.0.0.1"), item("a", ip="10.0.0.2")], [("a", True)], id="an instance is one"
            ),
        ],
    )
    def test_instances_are_told_once(
        self, items: Sequence[dict[str, Any]], expected: list[tuple[str, bool | None]]
    ) -> None:
        assert members(health(*items)) == tuple(Member(vm, "us-east1-b", ok) for vm, ok in expected)

    def test_endpoints_of_one_instance_are_several(self) -> None:
        text = health(
            item("a", ip="10.0.0.1"),
            item("a", "UNHEALTHY", ip="10.0.0.2"),
            {"ipAddress": "10.0.0.3", "healthState": "HEALTHY"},
            group=f"{COMPUTE}/{ZONE_B}/networkEndpointGroups/neg",
        )

        assert members(text) == (
            Member("a:10.0.0.1", "us-east1-b", True),
            Member("a:10.0.0.2", "us-east1-b", False),
            Member("10.0.0.3", None, True),
        )

    def test_the_rules_that_it_names(self) -> None:
        text = health(item("a", rule="f2"), item("a", rule="f1"), item("b", rule="f2"), item("c"))
        (found,) = read(text).health

        assert found.forwarding_rules == (name("forwardingRules", "f1"), name("forwardingRules", "f2"))

    def test_bare_names(self) -> None:
        text = health({"instance": "vm", "forwardingRule": "f"}, {"ipAddress": "10.0.0.1"}, group="g")
        (found,) = read(text).health

        assert found == GroupHealth(
            ResourceName("instanceGroups", "g"),
            (Member("vm", None), Member("10.0.0.1", None)),
            (ResourceName("forwardingRules", "f"),),
            "lb.json",
        )

    @pytest.mark.parametrize("status", [{}, {"healthStatus": None}, {"healthStatus": []}])
    def test_an_empty_group(self, status: dict[str, Any]) -> None:
        reading = read(json.dumps({"backend": "g", "status": status}))

        assert reading == ApiReading(
            health=[GroupHealth(ResourceName("instanceGroups", "g"), (), (), "lb.json")]
        )

    @pytest.mark.parametrize("status", ["none", 5, {"instance": "vm"}, [None, "x", 3]])
    def test_what_is_no_item_is_wrong(self, status: Any) -> None:
        reading = read(json.dumps({"backend": "g", "status": {"healthStatus": status}}))

        assert reading.health[0].members == ()
        assert all(not wrong.is_enum for wrong in reading.wrong)
        assert reading.wrong

    @pytest.mark.parametrize(
        "text",
        [
            '{"kind": "compute#backendServiceGroupHealth",\n "healthStatus": []}',
            '{"kind": "compute#backendServiceGroupHealth", "backend": "g", "status": "x"}',
            '{"kind": "compute#backendServiceGroupHealth", "backend": null, "status": {}}',
        ],
    )
    def test_the_apis_own_form_does_not_name_its_group(self, text: str) -> None:
        error = InputError(
            "lb.json",
            1,
            1,
            "this health does not name its group: use gcloud compute backend-services get-health",
        )

        assert read(text) == ApiReading(errors=[error])
        assert read_health(read_text("lb.json", text), ".") == ApiReading(errors=[error])

    @pytest.mark.parametrize(
        ("text", "line", "column"),
        [
            ('{"kind": "compute#backendService"}', 1, 1),
            ('[{"backend": "g", "status": {}},\n {"kind": "compute#instance"}]', 2, 2),
            ("[\n\n  5]", 3, 3),
        ],
    )
    def test_something_else_is_not_health(self, text: str, line: int, column: int) -> None:
        with pytest.raises(InputError) as caught:
            read_health(read_text("h.json", text), ".")

        assert caught.value == InputError("h.json", line, column, "not health as get-health prints it")


class TestListInstances:
    MEMBERS = (Member("vm-b1", "us-east1-b"), Member("vm-b2", "us-east1-b"))

    @pytest.mark.parametrize(
        ("group", "expected"),
        [
            ("ig-orders-b", ResourceName("instanceGroups", "ig-orders-b")),
            (f"{COMPUTE}/{ZONE_B}/instanceGroups/g", name("instanceGroups", "g", ZONE_B)),
            (f"{ZONE_B}/instanceGroups/g", ResourceName("instanceGroups", "g", ZONE_B)),
        ],
    )
    def test_of_a_group(self, group: str, expected: ResourceName) -> None:
        documents = read_text("i.json", data("list-instances.json"))

        assert read_instances(documents, group) == InstanceList(expected, self.MEMBERS, "i.json")

    def test_response_of_the_raw_api(self) -> None:
        listed = json.loads(data("list-instances.json"))
        text = json.dumps({"kind": "compute#instanceGroupsListInstances", "items": listed})

        assert read_instances(read_text("i.json", text), "g").members == self.MEMBERS

    @pytest.mark.parametrize(("text", "path"), [("[]", "i.json"), ("", "")])
    def test_of_an_empty_group(self, text: str, path: str) -> None:
        assert read_instances(read_text("i.json", text), "g") == InstanceList(
            ResourceName("instanceGroups", "g"), (), path
        )

    @pytest.mark.parametrize(
        ("text", "line", "column"),
        [
            ('{"kind": "compute#backendService"}', 1, 1),
            ('[{"instance": "vm", "status": "RUNNING"},\n {"instance": "vm"}]', 2, 2),
            ('"vm"', 1, 1),
        ],
    )
    def test_something_else(self, text: str, line: int, column: int) -> None:
        with pytest.raises(InputError) as caught:
            read_instances(read_text("i.json", text), "g")

        assert caught.value == InputError(
            "i.json", line, column, "not an instance as list-instances prints it"
        )
