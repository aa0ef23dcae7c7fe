# The option is up to the caller.

variable "spillover" {
  type = string
}

resource "google_compute_region_backend_service" "cache" {
  name                  = "ilb-cache"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/cache"]

  backend {
    group          = "projects/demo-edge/zones/us-east1-b/instanceGroups/cache-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-edge/zones/us-east1-c/instanceGroups/cache-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = var.spillover
    }
  }
}
