# Whether to drop is up to the caller.

variable "drop" {
  type = bool
}

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
  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/standby-b"
    balancing_mode = "CONNECTION"
    failover       = true
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/standby-c"
    balancing_mode = "CONNECTION"
    failover       = true
  }

  failover_policy {
    drop_traffic_if_unhealthy = var.drop
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
}

resource "google_compute_forwarding_rule" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8443"]
  subnetwork            = "projects/demo-shop/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.orders.id
}
