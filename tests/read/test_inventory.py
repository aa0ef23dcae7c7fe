"""Inventories in their three forms: what is read of them, where it stands, and what they never carry."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.model.alb import BackendBucket
from spillover.model.dns import ManagedZone, RecordSet
from spillover.model.health import HealthCheck, Probe
from spillover.model.names import ResourceName
from spillover.model.service import BackendService, Subsetting
from spillover.model.source import FieldPath, FieldRef, Unknown
from spillover.read import json_stream
from spillover.read.api import ApiReading
from spillover.read.assets import ASSET_TYPES, LEFT_OUT
from spillover.read.inventory import form_of, read_inventory
from spillover.read.reading import read
from spillover.read.request import Reading, Request

REGION = "projects/demo-proj/regions/us-east1"
ORDERS = f"{REGION}/backendServices/ilb-orders"
SERVICE = {"name": "ilb-orders", "loadBalancingScheme": "INTERNAL", "protocol": "TCP"}
OF_SERVICE = "compute.googleapis.com/RegionBackendService"

Form = Callable[[str, str, dict[str, Any] | None], dict[str, Any]]


def exported(name: str, type_: str, data: dict[str, Any] | None) -> dict[str, Any]:
    """An asset as ``gcloud asset export`` writes it."""
    resource = {} if data is None else {"resource": {"version": "v1", "discovery_name": "X", "data": data}}
    return {"name": name, "asset_type": type_, **resource, "ancestors": ["projects/123456"]}


def listed(name: str, type_: str, data: dict[str, Any] | None) -> dict[str, Any]:
    """An asset as ``gcloud asset list`` prints it."""
    resource = {} if data is None else {"resource": {"data": data, "discoveryName": "X", "version": "v1"}}
    return {"ancestors": ["projects/123456"], "assetType": type_, "name": name, **resource}


def searched(name: str, type_: str, data: dict[str, Any] | None) -> dict[str, Any]:
    """An asset as ``gcloud asset search-all-resources`` prints it; its types are the broader ones."""
    versions = {} if data is None else {"versionedResources": [{"resource": data, "version": "v1"}]}
    type_ = type_.replace("/Region", "/").replace("/Global", "/")
    return {"assetType": type_, "name": name, "project": "projects/123456", **versions}


FORMS = (exported, listed, searched)


def compute(name: str) -> str:
    return f"//compute.googleapis.com/{name}"


def text_of(assets: list[dict[str, Any]], form: Form) -> str:
    """The file that a command makes of assets."""
    if form is exported:
        return "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in assets)
    return json.dumps(assets, indent=2)


def inventory(text: str | bytes) -> ApiReading:
    content = text.encode() if isinstance(text, str) else text
    form = form_of(content)
    assert form is not None
    return read_inventory("a.json", iter((content,)), form, ".", lambda _: None)


def addresses(reading: ApiReading) -> list[str]:
    return [each.origin.address for each in reading.objects]


def only(reading: ApiReading) -> Any:
    assert reading.errors == []
    (found,) = reading.objects
    assert found.wrong == ()
    return found.resource


def one(form: Form, name: str, type_: str, /, **data: Any) -> Any:
    """The resource that an asset becomes."""
    return only(inventory(text_of([form(name, type_, data or {"id": "1"})], form)))


class TestIdentity:
    """An object often says neither its kind nor where it is: its asset's type and name do."""

    @pytest.mark.parametrize("form", FORMS)
    def test_of_a_regional_service(self, form: Form) -> None:
        service = one(form, compute(ORDERS), OF_SERVICE, **SERVICE)

        assert isinstance(service, BackendService)
        assert service.identity == ResourceName(
            "backendServices", "ilb-orders", "regions/us-east1", "demo-proj"
        )
        assert (service.region, service.project, service.is_global) == ("us-east1", "demo-proj", False)
        assert service.origin.address == ORDERS
        assert service.origin.type == "compute#backendService"

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize(
        ("name", "type_", "kind"),
        [
            ("global/backendServices/web", "BackendService", "compute#backendService"),
            ("global/forwardingRules/web", "GlobalForwardingRule", "compute#forwardingRule"),
            ("regions/us-east1/forwardingRules/web", "ForwardingRule", "compute#forwardingRule"),
            ("global/addresses/web", "GlobalAddress", "compute#address"),
            ("regions/us-east1/addresses/web", "Address", "compute#address"),
            ("global/healthChecks/web", "HealthCheck", "compute#healthCheck"),
            ("global/backendBuckets/web", "BackendBucket", "compute#backendBucket"),
            ("regions/us-east1/urlMaps/web", "UrlMap", "compute#urlMap"),
            ("global/targetHttpProxies/web", "TargetHttpProxy", "compute#targetHttpProxy"),
            ("regions/us-east1/targetHttpsProxies/web", "TargetHttpsProxy", "compute#targetHttpsProxy"),
            ("global/sslCertificates/web", "SslCertificate", "compute#sslCertificate"),
            ("global/securityPolicies/web", "SecurityPolicy", "compute#securityPolicy"),
            ("zones/us-east1-b/instanceGroups/web", "InstanceGroup", "compute#instanceGroup"),
            (
                "regions/us-east1/instanceGroupManagers/web",
                "InstanceGroupManager",
                "compute#instanceGroupManager",
            ),
            ("zones/us-east1-b/autoscalers/web", "Autoscaler", "compute#autoscaler"),
            (
                "zones/us-east1-b/networkEndpointGroups/web",
                "NetworkEndpointGroup",
                "compute#networkEndpointGroup",
            ),
            ("regions/us-east1/subnetworks/web", "Subnetwork", "compute#subnetwork"),
            ("global/routes/web", "Route", "compute#route"),
            ("regions/us-east1/serviceAttachments/web", "ServiceAttachment", "compute#serviceAttachment"),
            ("regions/us-east1/packetMirrorings/web", "PacketMirroring", "compute#packetMirroring"),
        ],
    )
    def test_of_every_type(self, form: Form, name: str, type_: str, kind: str) -> None:
        path = f"projects/demo-proj/{name}"
        origin = one(form, compute(path), f"compute.googleapis.com/{type_}").origin

        assert (origin.address, origin.type) == (path, kind)

    @pytest.mark.parametrize("form", FORMS)
    def test_of_a_policy_based_route(self, form: Form) -> None:
        path = "projects/demo-proj/locations/global/policyBasedRoutes/web"
        name = f"//networkconnectivity.googleapis.com/{path}"
        origin = one(form, name, "networkconnectivity.googleapis.com/PolicyBasedRoute").origin

        assert origin.address == "projects/demo-proj/global/policyBasedRoutes/web"

    @pytest.mark.parametrize("form", FORMS)
    def test_of_a_zone_and_its_records(self, form: Form) -> None:
        zone = "//dns.googleapis.com/projects/demo-proj/managedZones/z1"
        found = one(form, zone, "dns.googleapis.com/ManagedZone", dnsName="example.test.")
        record = one(
            form, f"{zone}/rrsets/shop.example.test./A", "dns.googleapis.com/ResourceRecordSet", ttl=30
        )

        assert isinstance(found, ManagedZone)
        assert (found.name, found.identity) == ("z1", ResourceName("managedZones", "z1", None, "demo-proj"))
        assert found.origin.address == "projects/demo-proj/managedZones/z1"
        assert isinstance(record, RecordSet)
        assert (record.name, record.type, record.zone) == ("shop.example.test.", "A", found.identity)
        assert record.origin.address == "projects/demo-proj/managedZones/z1/rrsets/shop.example.test./A"

    def test_what_the_object_says_itself_counts(self) -> None:
        link = f"https://www.googleapis.com/compute/v1/{ORDERS}"
        values = {**SERVICE, "selfLink": link, "region": f"https://x/compute/v1/{REGION}"}
        (found,) = inventory(json.dumps(listed(compute(ORDERS), OF_SERVICE, values))).objects

        assert found.values == values

    def test_a_group_is_found_by_its_zone(self) -> None:
        name = compute("projects/demo-proj/zones/us-east1-b/instanceGroups/ig")

        assert one(listed, name, "compute.googleapis.com/InstanceGroup", size=3).zone == "us-east1-b"

    def test_an_asset_without_a_name_has_what_its_object_says(self) -> None:
        reading = inventory(json.dumps([{"assetType": OF_SERVICE, "resource": {"data": SERVICE}}]))

        assert addresses(reading) == ["projects/-/-/backendServices/ilb-orders"]

    def test_other_types_are_passed_over(self) -> None:
        networks = "//vmwareengine.googleapis.com/projects/p/locations/global/networks/n"
        others = [
            (compute("projects/p/zones/us-east1-b/instances/vm"), "compute.googleapis.com/Instance"),
            (networks, "vmwareengine.googleapis.com/Network"),
        ]
        for form in FORMS:
            reading = inventory(text_of([form(*each, {"name": "x"}) for each in others], form))
            assert reading == ApiReading()

    def test_types_are_named_once(self) -> None:
        assert ASSET_TYPES["compute.googleapis.com/GlobalAddress"].collection == "addresses"
        assert all(type_.partition("/")[0].endswith(".googleapis.com") for type_ in ASSET_TYPES)

    def test_of_several_versions_v1_counts_else_the_last(self) -> None:
        asset = searched(compute(ORDERS), OF_SERVICE, None)
        versions = [{"version": each, "resource": {"description": each}} for each in ("alpha", "v1", "beta")]

        v1 = only(inventory(json.dumps([{**asset, "versionedResources": versions}])))
        last = only(inventory(json.dumps([{**asset, "versionedResources": versions[::2]}])))

        assert (v1.description, last.description) == ("v1", "beta")
        assert v1.origin.at("description").path == FieldPath(("description",))


class TestPlaces:
    @staticmethod
    def place(reading: ApiReading, index: int, field: str) -> tuple[int, int, int, int]:
        places = reading.objects[index].origin.places
        assert places is not None
        span = places.span(FieldPath.parse(field))
        assert span.path == "a.json"
        return span.start.line, span.start.column, span.end.line, span.end.column

    def test_in_lines(self) -> None:
        other = exported(compute("projects/p/zones/z-1-b/disks/d"), "compute.googleapis.com/Disk", {"é": 1})
        text = text_of([other, exported(compute(ORDERS), OF_SERVICE, {"é": "é", **SERVICE})], exported)
        line = text.split("\n")[1]
        at = line.index('"protocol"') + 1

        assert self.place(inventory(text), 0, "protocol") == (2, at, 2, at + len('"protocol":"TCP"'))

    @pytest.mark.parametrize("form", [listed, searched])
    def test_in_an_array(self, form: Form) -> None:
        text = text_of([form(compute(ORDERS), OF_SERVICE, SERVICE)] * 2, form)
        numbers = [number for number, line in enumerate(text.split("\n"), 1) if '"protocol"' in line]
        column = text.split("\n")[numbers[1] - 1].index('"protocol"') + 1
        reading = inventory(text)

        for index in (0, 1):
            found = self.place(reading, index, "protocol")
            assert found == (numbers[index], column, numbers[index], column + len('"protocol": "TCP"'))

    def test_in_an_array_on_one_line(self) -> None:
        text = "\ufeff" + json.dumps([listed(compute(ORDERS), OF_SERVICE, SERVICE)] * 2)
        at = text.rindex('"protocol"')  # the mark at the beginning takes no column

        assert self.place(inventory(text), 1, "protocol")[:2] == (1, at)

    def test_what_is_not_written_is_where_its_object_is(self) -> None:
        text = text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)], exported)

        assert self.place(inventory(text), 0, "selfLink")[:2] == (1, text.index('"data"') + 1)

    def test_of_a_value_that_is_wrong(self) -> None:
        text = text_of([exported(compute(ORDERS), OF_SERVICE, {"protocol": 1})], exported)
        (found,) = inventory("\n" + text).objects

        (wrong,) = found.wrong
        assert wrong.at.path == FieldPath(("protocol",))


class TestDamage:
    def test_a_line_does_not_lose_the_others(self) -> None:
        line = text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)], exported)
        cut = line[: line.index('"ancestors"')]
        number = line.replace('"TCP"', "1e999")
        reading = inventory(
            f'{line}{cut}\n{line}x\n\n{{"name": "\n{number}{line}'.encode() + b'{"\xff": 1}\n'
        )

        assert len(reading.objects) == 3
        assert [(error.line, error.column, error.message) for error in reading.errors] == [
            (2, len(cut) + 1, "the text ends too early"),
            (4, 1, "expected a value"),
            (6, 11, "the text ends inside a string"),
            (7, line.index('"TCP"') + 1, "a number with an exponent beyond 400"),
            (9, 3, "not UTF-8"),
        ]

    def test_a_first_line_that_is_damaged_too(self) -> None:
        line = text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)], exported)
        reading = inventory(f'{{"name": "//compute\n{line}')

        assert addresses(reading) == [ORDERS]
        assert [(error.line, error.column) for error in reading.errors] == [(1, 20)]

    def test_a_line_of_another_type_that_is_cut_off(self) -> None:
        other = text_of([exported("//x", "compute.googleapis.com/Disk", {"a": 1})], exported)
        reading = inventory(other + other[:-5])

        assert [(error.line, error.column) for error in reading.errors] == [(2, len(other) - 4)]

    @pytest.mark.parametrize("form", [listed, searched])
    def test_an_array_that_is_cut_off(self, form: Form) -> None:
        text = text_of([form(compute(ORDERS), OF_SERVICE, SERVICE)] * 2, form)
        cut = text[: text.rindex('"protocol"')].rstrip()
        reading = inventory(cut)

        assert addresses(reading) == [ORDERS]
        lines = cut.split("\n")
        assert reading.errors == [
            InputError("a.json", len(lines), len(lines[-1]) + 1, "the text ends too early")
        ]

    def test_a_file_that_breaks_off(self) -> None:
        line = text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)], exported).encode()

        def broken() -> Iterator[bytes]:
            yield line
            raise InputError("a.json", 0, 0, "input/output error")

        reading = read_inventory("a.json", broken(), "lines", ".", lambda _: None)

        assert addresses(reading) == [ORDERS]
        assert reading.errors == [InputError("a.json", 0, 0, "input/output error")]

    def test_something_else_among_the_assets(self) -> None:
        text = json.dumps([listed(compute(ORDERS), OF_SERVICE, SERVICE), {"a": 1}, 2])
        reading = inventory(text)

        assert addresses(reading) == [ORDERS]
        assert [(error.line, error.column) for error in reading.errors] == [
            (1, text.index('{"a"') + 1),
            (1, len(text) - 1),
        ]


class TestNames:
    """Without ``--content-type=resource`` there is nothing to judge."""

    @pytest.mark.parametrize(
        ("form", "option"),
        [
            (exported, "--content-type=resource"),
            (listed, "--content-type=resource"),
            (searched, "--read-mask='*'"),
        ],
    )
    def test_are_told_once_with_what_is_missing(self, form: Form, option: str) -> None:
        disk = form(compute("projects/p/zones/us-east1-b/disks/d"), "compute.googleapis.com/Disk", None)
        bare = form(compute(ORDERS), OF_SERVICE, None)
        reading = inventory(text_of([disk, bare, bare, bare], form))

        message = f"an asset without its resource: have the inventory printed with {option}; and 2 more"
        (error,) = reading.errors
        assert error.message == message
        if form is exported:
            assert (error.line, error.column) == (2, 1)

    def test_one_alone(self) -> None:
        (error,) = inventory(json.dumps([listed(compute(ORDERS), OF_SERVICE, {})])).errors

        assert error.message.endswith("--content-type=resource")

    def test_of_types_that_are_not_needed_are_no_error(self) -> None:
        asset = listed(compute("projects/p/zones/us-east1-b/disks/d"), "compute.googleapis.com/Disk", None)

        assert inventory(json.dumps([asset])) == ApiReading()

    def test_found_by_search_are_told_too(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(json.dumps([listed(compute(ORDERS), OF_SERVICE, None)]))

        reading = reading_of(tmp_path, ".")

        assert len(reading.unreadable) == 1


class TestNeverCarried:
    """What is marked ``is_missing_in_cai`` is not known where it is not there."""

    @pytest.mark.parametrize("form", FORMS)
    def test_source_regions(self, form: Form) -> None:
        name = compute("projects/demo-proj/global/healthChecks/hc")
        absent = one(form, name, "compute.googleapis.com/HealthCheck", tcpHealthCheck={"port": 80})
        there = one(form, name, "compute.googleapis.com/HealthCheck", sourceRegions=["us-east1"])

        assert isinstance(absent, HealthCheck)
        assert absent.source_regions == Unknown(
            LEFT_OUT, at=FieldRef(absent.origin, FieldPath(("sourceRegions",)))
        )
        assert isinstance(absent.probe, Probe)
        assert there.source_regions == ("us-east1",)

    def test_a_regional_check_has_no_source_regions(self) -> None:
        check = one(listed, compute(f"{REGION}/healthChecks/hc"), "compute.googleapis.com/HealthCheck")

        assert check.source_regions is None

    def test_a_probe_by_grpc_with_tls(self) -> None:
        name = compute("projects/demo-proj/global/healthChecks/hc")
        check = one(listed, name, "compute.googleapis.com/HealthCheck", type="GRPC_WITH_TLS")

        assert isinstance(check.probe, Unknown)
        assert check.probe.because == LEFT_OUT

    def test_the_scheme_of_a_bucket(self) -> None:
        name = compute("projects/demo-proj/global/backendBuckets/b")
        absent = one(listed, name, "compute.googleapis.com/BackendBucket", bucketName="b")
        there = one(
            listed, name, "compute.googleapis.com/BackendBucket", loadBalancingScheme="EXTERNAL_MANAGED"
        )

        assert isinstance(absent, BackendBucket)
        assert isinstance(absent.scheme, Unknown)
        assert there.scheme == "EXTERNAL_MANAGED"

    @pytest.mark.parametrize(
        ("name", "data", "unknown"),
        [
            ("global/backendServices/s", {}, ["cdnPolicy", "dynamicForwarding"]),
            ("global/backendServices/s", {"cdnPolicy": {}, "dynamicForwarding": {}}, []),
            ("regions/us-east1/backendServices/s", {}, []),
            ("regions/us-east1/backendServices/s", {"haPolicy": {"leader": {}}}, ["haPolicy.fastIPMove"]),
            ("regions/us-east1/backendServices/s", {"haPolicy": {"fastIPMove": "GARP_RA"}}, []),
            ("regions/us-east1/backendServices/s", {"haPolicy": 1}, []),
            ("regions/us-east1/forwardingRules/s", {}, ["ipCollection"]),
            ("regions/us-east1/serviceAttachments/s", {}, ["consumerAcceptLists"]),
        ],
    )
    def test_in_what_is_shown(self, name: str, data: dict[str, Any], unknown: list[str]) -> None:
        type_ = name.split("/")[-2].removesuffix("s")
        asset = listed(
            compute(f"projects/p/{name}"),
            f"compute.googleapis.com/{type_[0].upper()}{type_[1:]}",
            {"name": "s", **data},
        )
        (found,) = inventory(json.dumps([asset])).objects

        assert found.unknown == tuple((field, LEFT_OUT) for field in unknown)
        assert data.items() <= found.values.items()

    def test_a_value_that_is_there_is_judged(self) -> None:
        service = one(listed, compute(ORDERS), OF_SERVICE, subsetting={"policy": "NONE"})

        assert service.subsetting is Subsetting.NONE


class TestForm:
    @pytest.mark.parametrize(
        ("text", "form"),
        [
            ('[{"assetType": "compute.googleapis.com/X"}]', "array"),
            ('\ufeff\n [\n  {\n    "assetType" : "dns.googleapis.com/X"', "array"),
            ('[{"asset_type": "compute.googleapis.com/X"}]', "array"),
            ('{"name":"x","asset_type":"compute.googleapis.com/X"}\n', "lines"),
            ('\ufeff{"name":"x","asset_type":"compute.googleapis.com/X"}\r\n{', "lines"),
            ('{"name":"x","assetType":"compute.googleapis.com/X","resource', "lines"),
            ('{"na\n{"asset_type":"compute.googleapis.com/X"}\n', "lines"),
            ("", None),
            ("[]", None),
            ('[{"kind": "compute#healthCheck"}]', None),
            ('{"asset_type": "of a feed"}', None),
            ('{\n  "assetType": "compute.googleapis.com/X"\n}', None),
            ('{"assetType": "compute.googleapis.com/X",\n "name": "x"}', None),
            ('{"format_version":"1.2","planned_values":{"asset_type":"compute.googleapis.com/X"}}', None),
            ("assetType: compute.googleapis.com/X\n", None),
        ],
    )
    def test_is_told_by_the_first_bytes(self, text: str, form: str | None) -> None:
        assert form_of(text.encode()) == form


def reading_of(folder: Path, *paths: str) -> Reading:
    return read(Request(paths), folder, lambda: iter(()))


class TestReading:
    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("name", ["assets.json", "assets.yaml", "assets"])
    def test_by_content_and_not_by_name(self, form: Form, name: str, tmp_path: Path) -> None:
        (tmp_path / name).write_text(text_of([form(compute(ORDERS), OF_SERVICE, SERVICE)], form))

        reading = reading_of(tmp_path, name)

        assert reading.unreadable == []
        assert [each.origin.address for each in reading.shown] == [ORDERS]
        assert reading.files == {name}

    @pytest.mark.parametrize("form", FORMS)
    def test_by_search(self, form: Form, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(text_of([form(compute(ORDERS), OF_SERVICE, SERVICE)], form))

        assert [each.origin.address for each in reading_of(tmp_path, ".").shown] == [ORDERS]

    def test_by_search_tells_of_damage_where_nothing_else_is(self, tmp_path: Path) -> None:
        text = text_of([listed(compute(ORDERS), OF_SERVICE, SERVICE)], listed)
        (tmp_path / "a.json").write_text(text[:-20])

        assert [error.path for error in reading_of(tmp_path, ".").unreadable] == ["a.json"]

    def test_of_one_asset_that_is_printed_over_several_lines(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text(json.dumps(listed(compute(ORDERS), OF_SERVICE, SERVICE), indent=2))

        assert [each.origin.address for each in reading_of(tmp_path, "a.json").shown] == [ORDERS]

    def test_beside_the_same_object_as_gcloud_prints_it(self, tmp_path: Path) -> None:
        """Which is one, unless only gcloud tells that something is not there."""
        link = f"https://www.googleapis.com/compute/v1/{ORDERS}"
        printed = [{**SERVICE, "kind": "compute#backendService", "selfLink": link, "region": "us-east1"}]
        (tmp_path / "a.json").write_text(text_of([listed(compute(ORDERS), OF_SERVICE, SERVICE)], listed))
        (tmp_path / "b.json").write_text(json.dumps(printed))
        check = "projects/demo-proj/global/healthChecks/hc"
        absent = listed(compute(check), "compute.googleapis.com/HealthCheck", {"name": "hc"})
        (tmp_path / "c.json").write_text(json.dumps([absent]))
        (tmp_path / "d.json").write_text(
            json.dumps({"name": "hc", "selfLink": f"https://www.googleapis.com/compute/v1/{check}"})
        )

        shown = reading_of(tmp_path, ".").shown
        assert [(each.origin.address, each.origin.path) for each in shown] == [
            (ORDERS, "a.json"),
            (check, "c.json"),
            (check, "d.json"),
        ]

    def test_from_standard_input(self, tmp_path: Path) -> None:
        text = text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)] * 2, exported).encode()

        reading = read(Request(("-",)), tmp_path, lambda: iter((text[:400], text[400:])))

        assert [each.origin.path for each in reading.shown] == ["<stdin>"]

    def test_has_no_limit(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("spillover.read.data_files.DATA_LIMIT", 10)
        (tmp_path / "a.json").write_text(text_of([exported(compute(ORDERS), OF_SERVICE, SERVICE)], exported))

        assert reading_of(tmp_path, "a.json").unreadable == []

    def test_how_far_it_is_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(json_stream, "COUNTED", 2)
        asset = exported(compute(ORDERS), OF_SERVICE, SERVICE)
        (tmp_path / "a.json").write_text(text_of([asset] * 5, exported))
        told: list[tuple[str, int]] = []

        read(Request(("a.json",)), tmp_path, lambda: iter(()), lambda *each: told.append(each))

        assert told == [("a.json", 2), ("a.json", 4)]

    @pytest.mark.parametrize("form", [exported, listed])
    def test_memory_grows_with_the_assets_that_matter(self, form: Form, tmp_path: Path) -> None:
        """50,000 that do not are about 25 MB."""
        disk = form(
            compute("projects/p/zones/us-east1-b/disks/d"), "compute.googleapis.com/Disk", {"x": "y" * 300}
        )
        with (tmp_path / "a.json").open("w") as stream:
            if form is exported:
                stream.write((json.dumps(disk) + "\n") * 50_000)
            else:
                stream.write("[" + (json.dumps(disk) + ",\n") * 49_999 + json.dumps(disk) + "]")
        assert (tmp_path / "a.json").stat().st_size > 20_000_000
        reading_of(tmp_path, "a.json")  # imports

        tracemalloc.start()
        reading = reading_of(tmp_path, "a.json")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert reading.unreadable == []
        assert peak < 8_000_000
