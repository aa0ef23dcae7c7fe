# Whether the sensors get copies or the packets themselves is up to the caller.

variable "collects_copies" {
  type = bool
}

resource "google_compute_region_backend_service" "ids" {
  name                  = "ilb-ids"
  region                = "us-east1"
  protocol              = "UDP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-watch/regions/us-east1/healthChecks/ids"]

  backend {
    group          = "projects/demo-watch/zones/us-east1-b/instanceGroups/ids-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-watch/zones/us-east1-c/instanceGroups/ids-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "ids" {
  name                   = "ilb-ids"
  region                 = "us-east1"
  load_balancing_scheme  = "INTERNAL"
  ip_protocol            = "UDP"
  all_ports              = true
  subnetwork             = "projects/demo-watch/regions/us-east1/subnetworks/watch"
  backend_service        = google_compute_region_backend_service.ids.id
  is_mirroring_collector = var.collects_copies
}
