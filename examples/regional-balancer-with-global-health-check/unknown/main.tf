# The scheme is up to the caller.

variable "scheme" {
  type = string
}

resource "google_compute_region_backend_service" "shop" {
  name                  = "shop"
  region                = "us-east1"
  protocol              = "HTTPS"
  load_balancing_scheme = var.scheme
  health_checks         = [google_compute_health_check.serving.id]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/shop-us"
    balancing_mode = "UTILIZATION"
  }
}

resource "google_compute_health_check" "serving" {
  name = "serving"

  https_health_check {
    port         = 8443
    request_path = "/healthz"
  }
}
