# The backend service is the caller's.

variable "backend_service" {
  type = string
}

resource "google_compute_forwarding_rule" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["443"]
  backend_service       = var.backend_service
}
