# The caller may give a scheme, or null, which is as if none were written.

variable "scheme" {
  type = string
}

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  protocol              = "HTTPS"
  load_balancing_scheme = var.scheme
  health_checks         = ["projects/demo-shop/global/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/shop"
    balancing_mode = "UTILIZATION"
  }
}
