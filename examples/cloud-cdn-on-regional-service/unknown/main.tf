# Whether Cloud CDN is on is up to the caller.

variable "cdn" {
  type = bool
}

resource "google_compute_region_backend_service" "shop_us" {
  name                  = "shop-us"
  region                = "us-east1"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  enable_cdn            = var.cdn
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/backup-us"
    balancing_mode = "UTILIZATION"
  }
}
