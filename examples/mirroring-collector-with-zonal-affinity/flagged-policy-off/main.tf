# The policy that mirrors packets is off; the collector waits for the day on which it is turned on.

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
  is_mirroring_collector = true
}

resource "google_compute_packet_mirroring" "web" {
  name   = "mirror-web"
  region = "us-east1"
  enable = "FALSE"

  network {
    url = "projects/demo-watch/global/networks/core"
  }
  collector_ilb {
    url = google_compute_forwarding_rule.ids.id
  }
  mirrored_resources {
    tags = ["web"]
  }
}
