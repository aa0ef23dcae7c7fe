# An internal load balancer with zonal affinity: a regional backend service without a scheme
# is INTERNAL. The external one writes the option, too, but the one that is off.

resource "google_compute_region_backend_service" "matchmaking" {
  name          = "ilb-matchmaking"
  region        = "us-east1"
  protocol      = "TCP"
  health_checks = ["projects/demo-games/regions/us-east1/healthChecks/matchmaking"]

  backend {
    group          = "projects/demo-games/zones/us-east1-b/instanceGroups/matchmaking-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-games/zones/us-east1-c/instanceGroups/matchmaking-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_region_backend_service" "games" {
  name                  = "nlb-games"
  region                = "us-east1"
  protocol              = "UDP"
  load_balancing_scheme = "EXTERNAL"
  health_checks         = ["projects/demo-games/regions/us-east1/healthChecks/games"]

  backend {
    group          = "projects/demo-games/zones/us-east1-b/instanceGroups/games-b"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_DISABLED"
    }
  }
}
