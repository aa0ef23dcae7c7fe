# Version 7 alone is allowed, which makes a classic load balancer of this.

terraform {
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 7.19"
    }
  }
}

resource "google_compute_global_address" "shop" {
  name = "shop"
}

resource "google_compute_global_forwarding_rule" "shop" {
  name       = "shop"
  ip_address = google_compute_global_address.shop.address
  port_range = "443"
  target     = google_compute_target_https_proxy.shop.id
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
  name          = "shop"
  protocol      = "HTTPS"
  health_checks = ["projects/demo-shop/global/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/us-east1-b/instanceGroups/shop"
    balancing_mode = "UTILIZATION"
  }
}
