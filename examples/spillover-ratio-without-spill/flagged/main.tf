# Both were meant to leave a zone when half of it has failed.

resource "google_compute_region_backend_service" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/orders"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/orders-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/orders-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_region_backend_service" "billing" {
  name                  = "ilb-billing"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/billing"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/billing-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/billing-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover_ratio = 0.5
    }
  }
}
