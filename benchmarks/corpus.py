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
