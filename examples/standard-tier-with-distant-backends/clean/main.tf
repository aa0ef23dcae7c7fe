# All groups are in the region of the Standard Tier address.

resource "google_compute_address" "shop" {
  name         = "shop"
  region       = "us-east1"
  network_tier = "STANDARD"
}

resource "google_compute_forwarding_rule" "shop" {
  name                  = "shop"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL"
  network_tier          = "STANDARD"
  ip_address            = google_compute_address.shop.address
  port_range            = "443"
  target                = google_compute_target_https_proxy.shop.id
}

resource "google_compute_target_https_proxy" "shop" {
  name             = "shop"
  url_map          = google_compute_url_map.shop.id
  ssl_certificates = ["projects/demo-shop/global/sslCertificates/shop"]
}

resource "google_compute_url_map" "shop" {
  name            = "shop"
  default_service = google_compute_backend_service.shop.id
}

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL"
  health_checks         = ["projects/demo-shop/global/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/shop-us"
    balancing_mode = "UTILIZATION"
  }
  backend {
    group          = "projects/demo-shop/zones/us-east1-c/instanceGroups/shop-us"
    balancing_mode = "UTILIZATION"
  }
}
