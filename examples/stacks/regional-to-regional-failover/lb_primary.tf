resource "google_compute_address" "primary" {
  name         = "tickets-primary-address"
  address_type = "EXTERNAL"
  network_tier = "PREMIUM"
  region       = "europe-west1"
}

resource "google_compute_region_health_check" "primary" {
  name               = "tickets-primary-check"
  region             = "europe-west1"
  check_interval_sec = 5
  timeout_sec        = 5

  http_health_check {
    port_specification = "USE_SERVING_PORT"
    request_path       = "/"
  }
}

resource "google_compute_region_backend_service" "primary" {
  name                  = "tickets-primary-backend-service"
  region                = "europe-west1"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  health_checks         = [google_compute_region_health_check.primary.id]
  protocol              = "HTTP"
  port_name             = "http"
  session_affinity      = "HEADER_FIELD"
  locality_lb_policy    = "RING_HASH"
  timeout_sec           = 20

  consistent_hash {
    http_header_name = "x-basket"
  }

  backend {
    group           = google_compute_region_instance_group_manager.primary.instance_group
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1.0
  }
}

resource "google_compute_region_url_map" "primary" {
  name            = "tickets-primary-url-map"
  region          = "europe-west1"
  default_service = google_compute_region_backend_service.primary.id
}

resource "google_compute_region_ssl_certificate" "primary" {
  name        = "tickets-primary-certificate"
  region      = "europe-west1"
  certificate = tls_self_signed_cert.default.cert_pem
  private_key = tls_private_key.default.private_key_pem
}

resource "google_compute_region_target_https_proxy" "primary" {
  name             = "tickets-primary-proxy"
  region           = "europe-west1"
  ssl_certificates = [google_compute_region_ssl_certificate.primary.id]
  url_map          = google_compute_region_url_map.primary.id
}

resource "google_compute_forwarding_rule" "primary" {
  name                  = "tickets-primary-forwarding-rule"
  region                = "europe-west1"
  ip_address            = google_compute_address.primary.id
  ip_protocol           = "TCP"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = google_compute_network.default.id
  network_tier          = "PREMIUM"
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.primary.id

  depends_on = [google_compute_subnetwork.primary_proxy_only]
}
