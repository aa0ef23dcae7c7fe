"""Terraform folders of any size, the same for the same seed: invented, in the style people write."""

from __future__ import annotations

import json
import random
from pathlib import Path

SERVICE = """
resource "google_compute_region_health_check" "{name}" {{
  name   = "{name}-probe"
  region = var.region
  tcp_health_check {{
    port = {port}
  }}
}}

resource "google_compute_region_backend_service" "{name}" {{
  name                  = "{name}-pool"
  region                = var.region
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.{name}.id]
  backend {{
    group          = "projects/kestrel-net/zones/us-central1-a/instanceGroups/{name}-a"
    balancing_mode = "CONNECTION"
  }}
  backend {{
    group          = "projects/kestrel-net/zones/us-central1-b/instanceGroups/{name}-b"
    balancing_mode = "CONNECTION"
  }}
  network_pass_through_lb_traffic_policy {{
    zonal_affinity {{
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.{ratio}
    }}
  }}
}}

resource "google_compute_forwarding_rule" "{name}" {{
  name                  = "{name}-vip"
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.{name}.id
  all_ports             = true
}}
"""

OTHER = """
resource "google_storage_bucket" "{name}" {{
  name     = "${{var.prefix}}-{name}"
  location = "US"
  labels = {{
    team = "team-{port}"
    cost = "shared"
  }}
  lifecycle_rule {{
    condition {{
      age = {ratio}
    }}
    action {{
      type = "Delete"
    }}
  }}
}}

resource "google_project_iam_member" "{name}" {{
  project = var.prefix
  role    = "roles/storage.objectViewer"
  member  = "serviceAccount:{name}@${{var.prefix}}.example.test"
}}
"""

VARIABLES = """
variable "region" {
  type    = string
  default = "us-central1"
}

variable "prefix" {
  type    = string
  default = "kestrel"
}
"""


def write(folder: Path, files: int, relevant: int, seed: int = 1) -> None:
    """A root module of ``files`` files of about 150 lines, ``relevant`` of which hold load balancers."""
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "variables.tf").write_text(VARIABLES, "utf-8")
    for number in range(files):
        block, repeats = (SERVICE, 4) if number < relevant else (OTHER, 7)
        text = "".join(
            block.format(
                name=f"n{number}_{index}", port=chance.randint(1024, 9999), ratio=chance.randint(1, 9)
            )
            for index in range(repeats)
        )
        (folder / f"part_{number:04}.tf").write_text(text, "utf-8")


def estate(folder: Path, modules: int) -> None:
    """Root modules of 40 files each, of which one in twelve has a load balancer."""
    for number in range(modules):
        relevant = 1 if number % 12 == 0 else 0
        write(folder / f"team_{number:03}", files=39, relevant=relevant, seed=number)


API = "https://www.googleapis.com/compute/v1/projects/kestrel-net"
OPTIONS = ("DISABLED", "STAY_WITHIN_ZONE", "SPILL_CROSS_ZONE")


def fleet(file: Path, services: int, groups: int = 3, vms: int = 12, zones: str = "abc") -> None:
    """So many load balancers as gcloud prints them; each of their managed groups has 1 to ``vms`` VMs."""
    chance = random.Random(1)
    objects: list[object] = []
    for number in range(services):
        name, backends = f"pool-{number}", []
        for index in range(groups):
            zone, group = f"us-central1-{zones[index % len(zones)]}", f"{name}-{index}"
            manager = {
                "kind": "compute#instanceGroupManager",
                "selfLink": f"{API}/zones/{zone}/instanceGroupManagers/{group}",
                "name": group,
                "zone": f"{API}/zones/{zone}",
                "targetSize": chance.randint(1, vms),
                "instanceGroup": f"{API}/zones/{zone}/instanceGroups/{group}",
            }
            objects.append(manager)
            backends.append({"group": manager["instanceGroup"]})
        affinity = {
            "spillover": f"ZONAL_AFFINITY_{chance.choice(OPTIONS)}",
            "spilloverRatio": chance.choice((0, 0.5, 0.8)),
        }
        service = {
            "kind": "compute#backendService",
            "selfLink": f"{API}/regions/us-central1/backendServices/{name}",
            "name": name,
            "region": f"{API}/regions/us-central1",
            "loadBalancingScheme": "INTERNAL",
            "backends": backends,
            "networkPassThroughLbTrafficPolicy": {"zonalAffinity": affinity},
        }
        objects.append(service)
    file.write_text(json.dumps(objects), "utf-8")


def inventory(file: Path, assets: int, *, lines: bool = True) -> None:
    """An inventory of so many assets, as exported in lines or as listed; 2 % belong to load balancers."""
    with file.open("w", encoding="utf-8") as stream:
        for number in range(assets):
            asset = _load_balancing(number // 50) if number % 50 == 0 else _instance(number)
            if lines:
                stream.write(json.dumps(asset, separators=(",", ":")) + "\n")
            else:
                listed = {"assetType": asset.pop("asset_type"), **asset}
                text = json.dumps(listed, indent=2, sort_keys=True).replace("\n", "\n  ")
                stream.write(f"{',' if number else '['}\n  {text}")
        stream.write("" if lines else "\n]\n")


def _asset(name: str, type_: str, data: dict[str, object]) -> dict[str, object]:
    return {
        "name": f"//compute.googleapis.com/projects/kestrel-net/{name}",
        "asset_type": f"compute.googleapis.com/{type_}",
        "resource": {
            "version": "v1",
            "discovery_document_uri": "https://www.googleapis.com/discovery/v1/apis/compute/v1/rest",
            "discovery_name": type_,
            "parent": "//cloudresourcemanager.googleapis.com/projects/123456",
            "data": data,
        },
        "ancestors": ["projects/123456", "folders/77", "organizations/42"],
        "update_time": "2026-05-01T08:00:00Z",
    }


def _load_balancing(number: int) -> dict[str, object]:
    """A backend service, its health check, its forwarding rule or a group of it, in turn."""
    balancer, part = divmod(number, 4)
    name, region = f"pool-{balancer}", f"{API}/regions/us-central1"
    group = f"{API}/zones/us-central1-a/instanceGroups/{name}"
    service = {
        "name": name,
        "region": region,
        "protocol": "TCP",
        "loadBalancingScheme": "INTERNAL",
        "healthChecks": [f"{region}/healthChecks/{name}"],
        "backends": [{"group": group, "balancingMode": "CONNECTION"}],
        "networkPassThroughLbTrafficPolicy": {
            "zonalAffinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spilloverRatio": 0.5}
        },
    }
    check = {"name": name, "region": region, "type": "TCP", "tcpHealthCheck": {"port": 8080}}
    rule = {
        "name": name,
        "region": region,
        "loadBalancingScheme": "INTERNAL",
        "backendService": f"{region}/backendServices/{name}",
        "allPorts": True,
    }
    manager = {"name": name, "zone": f"{API}/zones/us-central1-a", "instanceGroup": group, "targetSize": 6}
    return (
        _asset(f"regions/us-central1/backendServices/{name}", "RegionBackendService", service),
        _asset(f"regions/us-central1/healthChecks/{name}", "HealthCheck", check),
        _asset(f"regions/us-central1/forwardingRules/{name}", "ForwardingRule", rule),
        _asset(f"zones/us-central1-a/instanceGroupManagers/{name}", "InstanceGroupManager", manager),
    )[part]


def _instance(number: int) -> dict[str, object]:
    """A virtual machine, with about as many fields as the API prints."""
    name, zone = f"vm-{number}", f"{API}/zones/us-central1-{'abc'[number % 3]}"
    data: dict[str, object] = {
        "name": name,
        "zone": zone,
        "selfLink": f"{zone}/instances/{name}",
        "machineType": f"{zone}/machineTypes/e2-standard-4",
        "status": "RUNNING",
        "labels": {"team": f"team-{number % 40}", "cost": "shared"},
        "networkInterfaces": [
            {
                "network": f"{API}/global/networks/main",
                "networkIP": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
                "accessConfigs": [{"type": "ONE_TO_ONE_NAT", "networkTier": "PREMIUM"}],
            }
        ],
        "disks": [{"boot": True, "autoDelete": True, "diskSizeGb": "50", "source": f"{zone}/disks/{name}"}],
        "scheduling": {"automaticRestart": True, "onHostMaintenance": "MIGRATE", "preemptible": False},
    }
    return _asset(f"zones/us-central1-{'abc'[number % 3]}/instances/{name}", "Instance", data)
