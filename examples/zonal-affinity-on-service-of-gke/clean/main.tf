# A backend service that GKE made, without a word on zonal affinity; and one of our own.

resource "google_compute_region_backend_service" "orders" {
  name                  = "k8s2-7f3d0a1b-shop-orders-x2m4q9"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/orders"]

  backend {
    group          = "projects/demo-edge/zones/us-east1-b/instanceGroups/k8s-ig--5b0c1e2f3a4d"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-edge/zones/us-east1-c/instanceGroups/k8s-ig--5b0c1e2f3a4d"
    balancing_mode = "CONNECTION"
  }
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
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
