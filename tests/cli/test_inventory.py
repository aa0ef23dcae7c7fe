"""One load balancer as gcloud prints it and as an inventory has it, in each form: the same is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

ROOT = "https://www.googleapis.com/compute/v1/projects/demo-proj"
REGION, ZONE = f"{ROOT}/regions/us-east1", f"{ROOT}/zones/us-east1"
OBJECTS: tuple[dict[str, Any], ...] = (
    {
        "kind": "compute#backendService",
        "selfLink": f"{REGION}/backendServices/orders",
        "name": "orders",
        "region": REGION,
        "loadBalancingScheme": "INTERNAL",
        "protocol": "TCP",
        "healthChecks": [f"{REGION}/healthChecks/orders"],
        "backends": [{"group": f"{ZONE}-b/instanceGroups/b"}, {"group": f"{ZONE}-c/instanceGroups/c"}],
        "subsetting": {"policy": "CONSISTENT_HASH_SUBSETTING"},
        "networkPassThroughLbTrafficPolicy": {
            "zonalAffinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spilloverRatio": 0.8}
        },
    },
    {
        "kind": "compute#forwardingRule",
        "selfLink": f"{REGION}/forwardingRules/orders",
        "name": "orders",
        "region": REGION,
        "loadBalancingScheme": "INTERNAL",
        "backendService": f"{REGION}/backendServices/orders",
        "allPorts": True,
        "isMirroringCollector": True,
    },
    {
        "kind": "compute#healthCheck",
        "selfLink": f"{REGION}/healthChecks/orders",
        "name": "orders",
        "region": REGION,
        "type": "TCP",
        "tcpHealthCheck": {"port": 8080},
        "checkIntervalSec": 5,
        "timeoutSec": 10,
    },
    *(
        {
            "kind": "compute#instanceGroupManager",
            "selfLink": f"{ZONE}-{zone}/instanceGroupManagers/{zone}",
            "name": zone,
            "zone": f"{ZONE}-{zone}",
            "instanceGroup": f"{ZONE}-{zone}/instanceGroups/{zone}",
            "targetSize": size,
        }
        for zone, size in (("b", 5), ("c", 4))
    ),
)
OF_A_REGION = {"BackendService": "RegionBackendService"}


def asset(values: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """The name and type of an asset, and its object as an inventory has it: without kind and self link."""
    type_ = values["kind"].removeprefix("compute#")
    type_ = f"{type_[0].upper()}{type_[1:]}"
    name = values["selfLink"].replace("https://www.googleapis.com/compute/v1/", "//compute.googleapis.com/")
    return name, type_, {key: each for key, each in values.items() if key not in ("kind", "selfLink")}


def as_gcloud() -> str:
    return json.dumps(OBJECTS, indent=2)


def as_listed() -> str:
    assets = [
        {"assetType": f"compute.googleapis.com/{OF_A_REGION.get(type_, type_)}", "name": name}
        | {"resource": {"data": data, "version": "v1"}}
        for name, type_, data in map(asset, OBJECTS)
    ]
    return json.dumps(assets, indent=2)


def as_exported() -> str:
    assets = (
        {"name": name, "asset_type": f"compute.googleapis.com/{OF_A_REGION.get(type_, type_)}"}
        | {"resource": {"version": "v1", "data": data}, "update_time": "2026-05-01T08:00:00Z"}
        for name, type_, data in map(asset, OBJECTS)
    )
    return "".join(f"{json.dumps(each)}\n" for each in assets)


def as_searched() -> str:
    assets = [
        {"assetType": f"compute.googleapis.com/{type_}", "name": name, "project": "projects/123456"}
        | {"versionedResources": [{"resource": data, "version": "v1"}]}
        for name, type_, data in map(asset, OBJECTS)
    ]
    return json.dumps(assets, indent=2)


def without_places(value: Any) -> Any:
    """A document without the names of files and the numbers of lines."""
    if isinstance(value, dict):
        return {key: without_places(each) for key, each in value.items() if key not in ("path", "line")}
    return [without_places(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("written", [as_listed, as_exported, as_searched])
class TestTheSame:
    def test_findings(self, written: Callable[[], str], spillover: Spillover, here: Path) -> None:
        def found(text: str) -> tuple[list[tuple[str, str, str]], Any, int]:
            (here / "lb.json").write_text(text)
            run = spillover("lint", "lb.json", "--format", "json")
            document = json.loads(run.stdout)
            findings = [(each["rule"], each["address"], each["field"]) for each in document["findings"]]
            return sorted(findings), without_places(document["undetermined"]), run.returncode

        expected = found(as_gcloud())
        assert {"ZA002", "ZA003"} <= {rule for rule, *_ in expected[0]}
        assert found(written()) == expected

    def test_plan(self, written: Callable[[], str], spillover: Spillover, here: Path) -> None:
        def planned(text: str) -> Any:
            (here / "lb.json").write_text(text)
            run = spillover("plan", "lb.json", "--format", "json")
            assert (run.returncode, run.stderr) == (0, "")
            return without_places(json.loads(run.stdout))

        expected = planned(as_gcloud())
        assert expected["services"][0]["scenarios"]
        assert planned(written()) == expected


def test_a_place_leads_into_the_inventory(spillover: Spillover, here: Path) -> None:
    (here / "lb.json").write_text(text := as_exported())
    findings = json.loads(spillover("lint", "lb.json", "--format", "json").stdout)["findings"]

    (finding,) = (each for each in findings if each["rule"] == "ZA002")
    line = text.split("\n")[finding["line"] - 1]
    written = line[finding["column"] - 1 : finding["end_column"] - 1]
    assert written == '"policy": "CONSISTENT_HASH_SUBSETTING"'


def test_a_damaged_line_ends_with_3_and_the_rest_is_judged(spillover: Spillover, here: Path) -> None:
    whole = as_exported()
    (here / "lb.json").write_text(f"{whole}{whole[:50]}\n")
    run = spillover("lint", "lb.json", "--format", "json")

    document = json.loads(run.stdout)
    assert run.returncode == 3
    assert document["findings"]
    assert document["unreadable"] == [
        {"path": "lb.json", "line": 6, "column": 51, "message": "the text ends inside a string"}
    ]


def test_what_an_inventory_leaves_out_is_undetermined(spillover: Spillover, here: Path) -> None:
    check = "//compute.googleapis.com/projects/demo-proj/global/healthChecks/hc"
    record = "//dns.googleapis.com/projects/demo-proj/managedZones/z1/rrsets/shop.example.test./A"
    policy = {
        "healthCheck": f"{ROOT}/global/healthChecks/hc",
        "primaryBackup": {
            "primaryTargets": {"externalEndpoints": ["198.51.100.5"]},
            "backupGeoTargets": {
                "items": [
                    {
                        "location": "us-east1",
                        "healthCheckedTargets": {"externalEndpoints": ["203.0.113.10"]},
                    }
                ]
            },
        },
    }
    assets = [
        {
            "name": check,
            "asset_type": "compute.googleapis.com/HealthCheck",
            "resource": {"data": {"name": "hc", "type": "HTTP", "httpHealthCheck": {"port": 80}}},
        },
        {
            "name": record,
            "asset_type": "dns.googleapis.com/ResourceRecordSet",
            "resource": {"data": {"ttl": 30, "routingPolicy": policy}},
        },
    ]
    (here / "a.json").write_text("".join(f"{json.dumps(each)}\n" for each in assets))
    document = json.loads(spillover("lint", "a.json", "--format", "json").stdout)

    assert "FO003" not in {each["rule"] for each in document["findings"]}
    (undetermined,) = (each for each in document["undetermined"] if "FO003" in each["rules"])
    assert undetermined["field"] == "sourceRegions"
    assert undetermined["because"] == "a field that Cloud Asset Inventory leaves out"
    shown = json.loads(spillover("show", "a.json", "--format", "json").stdout)["resources"]
    assert {"field": "sourceRegions", "because": undetermined["because"]} in shown[0]["unknown"]
