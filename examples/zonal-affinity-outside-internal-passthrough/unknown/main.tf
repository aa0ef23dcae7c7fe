# A module for load balancers of both kinds: whoever calls it says which.

variable "scheme" {
  type        = string
  description = "INTERNAL or EXTERNAL"
}

resource "google_compute_region_backend_service" "games" {
  name                  = "nlb-games"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = var.scheme
  health_checks         = ["projects/demo-games/regions/us-east1/healthChecks/games"]

  backend {
    group          = "projects/demo-games/zones/us-east1-b/instanceGroups/games-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-games/zones/us-east1-c/instanceGroups/games-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
    }
  }
}
