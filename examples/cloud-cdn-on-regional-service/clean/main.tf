# A global load balancer serves from Cloud CDN.

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  enable_cdn            = true
  health_checks         = ["projects/demo-shop/global/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/europe-west1-b/instanceGroups/shop-eu"
    balancing_mode = "UTILIZATION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/shop-us"
    balancing_mode = "UTILIZATION"
  }
}
