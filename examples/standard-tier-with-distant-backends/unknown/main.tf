# The tier is up to the caller.

variable "tier" {
  type = string
}

resource "google_compute_address" "shop" {
  name         = "shop"
  region       = "us-east1"
  network_tier = var.tier
}

resource "google_compute_forwarding_rule" "shop" {
  name                  = "shop"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL"
  network_tier          = var.tier
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
    group          = "projects/demo-shop/zones/europe-west1-b/instanceGroups/shop-eu"
    balancing_mode = "UTILIZATION"
  }
}
