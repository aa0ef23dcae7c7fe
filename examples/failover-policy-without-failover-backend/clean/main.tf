# A policy with a failover backend, and two primary ones with nothing but the defaults of a policy.

resource "google_compute_region_backend_service" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/orders"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/orders-live"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/orders-standby"
    balancing_mode = "CONNECTION"
    failover       = true
  }

  failover_policy {
    failover_ratio            = 0.4
    drop_traffic_if_unhealthy = true
  }
}

resource "google_compute_region_backend_service" "search" {
  name                  = "ilb-search"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/search"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/search-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/search-c"
    balancing_mode = "CONNECTION"
  }

  failover_policy {
    failover_ratio            = 0
    drop_traffic_if_unhealthy = false
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

resource "google_compute_forwarding_rule" "search" {
  name                  = "ilb-search"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8443"]
  subnetwork            = "projects/demo-shop/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.search.id
}
