# Whether there is a traffic policy beside the haPolicy is up to the caller.

variable "policies" {
  type = set(string)
}

resource "google_compute_network_endpoint_group" "database" {
  for_each              = toset(["us-east1-b", "us-east1-c"])
  name                  = "database"
  zone                  = each.key
  network               = "projects/demo-ledger/global/networks/core"
  subnetwork            = "projects/demo-ledger/regions/us-east1/subnetworks/data"
  network_endpoint_type = "GCE_VM_IP"
}

resource "google_compute_region_backend_service" "database" {
  name                  = "ilb-database"
  region                = "us-east1"
  protocol              = "UNSPECIFIED"
  load_balancing_scheme = "INTERNAL"
  network               = "projects/demo-ledger/global/networks/core"

  backend {
    group          = google_compute_network_endpoint_group.database["us-east1-b"].id
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_network_endpoint_group.database["us-east1-c"].id
    balancing_mode = "CONNECTION"
  }

  ha_policy {
    fast_ip_move = "GARP_RA"

    leader {
      backend_group = google_compute_network_endpoint_group.database["us-east1-b"].id

      network_endpoint {
        instance = "database-b"
      }
    }
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = var.policies

    content {
      zonal_affinity {
        spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      }
    }
  }
}
