# A cache for the reports; its suppression has had its time.

resource "google_compute_region_backend_service" "reports" { # spillover:ignore[ZA017] until=2026-06-30 spills from July on
  name                  = "ilb-reports"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-cache/regions/us-east1/healthChecks/reports"]

  backend {
    group          = "projects/demo-cache/zones/us-east1-b/instanceGroups/reports-b"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_DISABLED"
      spillover_ratio = 0.5
    }
  }
}
