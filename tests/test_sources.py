"""One load balancer in every source that can express it: the same findings, and the same plan."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

API = "https://www.googleapis.com/compute/v1/projects/demo"
ZONES = {"us-east1-b": 5, "us-east1-c": 1}
BETA = "registry.terraform.io/hashicorp/google-beta"

SERVICE = {
    "name": "orders",
    "protocol": "TCP",
    "loadBalancingScheme": "INTERNAL",
    "subsetting": {"policy": "CONSISTENT_HASH_SUBSETTING"},
    "failoverPolicy": {"dropTrafficIfUnhealthy": True, "failoverRatio": 0.5},
    "networkPassThroughLbTrafficPolicy": {
        "zonalAffinity": {"spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE", "spilloverRatio": 0.25}
    },
}


def link(path: str) -> str:
    return f"{API}/{path}"


def of_google() -> list[tuple[str, str, dict[str, Any]]]:
    """The API's objects: asset type, path, and the object."""
    groups = [f"zones/{zone}/instanceGroups/orders-{zone[-1]}" for zone in ZONES]
    backends = [{"group": link(each), "balancingMode": "CONNECTION"} for each in groups]
    service = {**SERVICE, "region": link("regions/us-east1"), "backends": backends}
    found: list[tuple[str, str, dict[str, Any]]]
    found = [("RegionBackendService", "regions/us-east1/backendServices/orders", service)]
    for group, (zone, size) in zip(groups, ZONES.items(), strict=True):
        name = group.rpartition("/")[2]
        manager = {
            "name": name,
            "zone": link(f"zones/{zone}"),
            "targetSize": size,
            "instanceGroup": link(group),
        }
        found.append(("InstanceGroupManager", f"zones/{zone}/instanceGroupManagers/{name}", manager))
    return found


KINDS = {"RegionBackendService": "backendService", "InstanceGroupManager": "instanceGroupManager"}


def gcloud() -> str:
    objects = of_google()
    return json.dumps(
        [{"kind": f"compute#{KINDS[asset]}", "selfLink": link(path), **each} for asset, path, each in objects]
    )


def assets(key: str) -> list[dict[str, Any]]:
    return [
        {
            "name": f"//compute.googleapis.com/projects/demo/{path}",
            key: f"compute.googleapis.com/{asset}",
            "resource": {"version": "v1", "data": each},
        }
        for asset, path, each in of_google()
    ]


def search_results() -> str:
    """Where a regional backend service is one of the broader type."""
    found = []
    for asset, path, each in of_google():
        found.append(
            {
                "name": f"//compute.googleapis.com/projects/demo/{path}",
                "assetType": f"compute.googleapis.com/{asset.removeprefix('Region')}",
                "project": "projects/123456",
                "versionedResources": [{"version": "v1", "resource": each}],
            }
        )
    return json.dumps(found)


def snake(value: Any) -> Any:
    """A value of the API as Terraform has it: an object is a block, and that is in a list."""
    if isinstance(value, list):
        return [snake(each)[0] for each in value]
    if not isinstance(value, dict):
        return value
    return [{"backend" if name == "backends" else words(name): snake(each) for name, each in value.items()}]


def words(name: str) -> str:
    """A name of the API in Terraform's words."""
    return re.sub(r"[A-Z]", lambda up: f"_{up[0].lower()}", name)


def of_terraform() -> list[tuple[str, str, dict[str, Any]]]:
    """Terraform's resources: type, name, and values with the names of places in place of links."""
    types = {"backendServices": "region_backend_service", "instanceGroupManagers": "instance_group_manager"}
    found = []
    for _, path, each in of_google():
        scope, place, collection, name = path.split("/")
        values = snake(each)[0] | {"project": "demo", scope.removesuffix("s"): place, "self_link": link(path)}
        found.append((f"google_compute_{types[collection]}", re.sub(r"\W", "_", name), values))
    return found


def printed(values: str) -> list[dict[str, Any]]:
    return [
        {
            "address": f"{type_}.{name}",
            "mode": "managed",
            "type": type_,
            "name": name,
            "provider_name": BETA,
            values: each if values == "values" else {"actions": ["create"], "before": None, "after": each},
        }
        for type_, name, each in of_terraform()
    ]


def plan() -> str:
    return json.dumps({"format_version": "1.2", "resource_changes": printed("change")})


def state() -> str:
    return json.dumps({"format_version": "1.0", "values": {"root_module": {"resources": printed("values")}}})


def hcl() -> str:
    return "\n".join(
        f'resource "{type_}" "{name}" {{\n  provider = google-beta\n{body(values, "  ")}}}\n'
        for type_, name, values in of_terraform()
    )


def body(values: dict[str, Any], indent: str) -> str:
    lines = []
    for name, each in values.items():
        if name in ("self_link", "instance_group"):
            continue  # what the API gives, and nobody writes
        if isinstance(each, list):
            lines += [f"{indent}{name} {{\n{body(block, indent + '  ')}{indent}}}\n" for block in each]
        else:
            lines.append(f"{indent}{name} = {json.dumps(each)}\n")
    return "".join(lines)


SOURCES: dict[str, tuple[str, Callable[[], str]]] = {
    "HCL": ("main.tf", hcl),
    "plan": ("plan.json", plan),
    "state": ("state.json", state),
    "gcloud": ("services.json", gcloud),
    "gcloud, YAML": ("services.yaml", gcloud),  # which JSON is, too
    "asset list": ("assets.json", lambda: json.dumps(assets("assetType"))),
    "asset export": ("assets.ndjson", lambda: "\n".join(map(json.dumps, assets("asset_type")))),
    "search results": ("found.json", search_results),
}


@pytest.fixture
def judged(spillover: Spillover, here: Path) -> Callable[[str], tuple[Any, Any]]:
    """The findings and the plan of a source, without what is of that source alone."""

    def judge(source: str) -> tuple[Any, Any]:
        name, text = SOURCES[source]
        (here / name).write_text(text())
        found, planned = (
            json.loads(spillover(command, name, "--format", "json").stdout) for command in ("lint", "plan")
        )
        assert (found["unreadable"], found["internal_errors"], planned["unreadable"]) == ([], [], [])
        findings = {
            (each["rule"], each["address"].rpartition("/")[2].rpartition(".")[2], field(each["field"]))
            for each in found["findings"]
        }
        return findings, without_places(planned)

    return judge


def field(path: str) -> str:
    """A field in Terraform's words, whatever the source calls it."""
    return re.sub(r"^backends\b", "backend", words(path))


def without_places(value: Any) -> Any:
    if isinstance(value, list):
        return [without_places(each) for each in value]
    if not isinstance(value, dict):
        return value
    places = ("address", "field", "path", "line", "root")
    return {name: without_places(each) for name, each in value.items() if name not in places}


@pytest.mark.parametrize("source", SOURCES)
def test_says_the_same(source: str, judged: Callable[[str], tuple[Any, Any]]) -> None:
    findings, planned = judged(source)
    expected_findings, expected_plan = judged("gcloud")

    assert findings == expected_findings
    assert planned == expected_plan


def test_is_something(judged: Callable[[str], tuple[Any, Any]]) -> None:
    findings, planned = judged("gcloud")

    assert {rule for rule, _, _ in findings} >= {"ZA002", "ZA014", "ZA017", "ZA025"}
    assert {name for _, name, _ in findings} == {"orders"}
    assert len(planned["services"][0]["scenarios"]) == 3
