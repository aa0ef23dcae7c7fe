"""Terraform folders of any size, the same for the same seed: invented, in the style people write."""

from __future__ import annotations

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
