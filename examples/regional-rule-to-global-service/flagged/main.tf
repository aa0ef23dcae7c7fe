# The backend service was made for a proxy.

resource "google_compute_backend_service" "orders" {
  name                  = "ilb-orders"
  protocol              = "TCP"
  load_balancing_scheme = "EXTERNAL"
  health_checks         = ["projects/demo-shop/global/healthChecks/orders"]

  backend {
    group                        = "projects/demo-shop/zones/us-east1-b/instanceGroups/orders-b"
    balancing_mode               = "CONNECTION"
    max_connections_per_instance = 100
  }
}

resource "google_compute_forwarding_rule" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  backend_service       = google_compute_backend_service.orders.id
}
