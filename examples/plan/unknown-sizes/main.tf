# The groups are of another team's making, and nothing here says how many servers they have.

resource "google_compute_region_backend_service" "reports" {
  name                  = "ilb-reports"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-cache/regions/us-east1/healthChecks/reports"]

  backend {
    group          = "projects/demo-cache/zones/us-east1-b/instanceGroups/reports-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-cache/zones/us-east1-c/instanceGroups/reports-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
