# Whether GKE's service gets zonal affinity is up to the caller.

variable "spillover" {
  type = string
}

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

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = var.spillover
    }
  }
}
