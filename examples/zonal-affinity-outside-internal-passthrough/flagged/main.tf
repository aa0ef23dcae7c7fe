# The public entry of the game servers; its traffic policy was copied from an internal one.

resource "google_compute_region_health_check" "games" {
  name   = "games"
  region = "us-east1"

  tcp_health_check {
    port = 7777
  }
}

resource "google_compute_region_backend_service" "games" {
  name                  = "nlb-games"
  region                = "us-east1"
  protocol              = "UDP"
  load_balancing_scheme = "EXTERNAL"
  health_checks         = [google_compute_region_health_check.games.id]

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
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "games" {
  name                  = "nlb-games"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL"
  ip_protocol           = "UDP"
  ip_address            = "198.51.100.20"
  ports                 = ["7777"]
  backend_service       = google_compute_region_backend_service.games.id
}
