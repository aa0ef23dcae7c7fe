resource "google_compute_address" "backup" {
  name         = "tickets-backup-address"
  address_type = "EXTERNAL"
  network_tier = "PREMIUM"
  region       = "europe-west4"
}

resource "google_compute_region_health_check" "backup" {
  name               = "tickets-backup-check"
  region             = "europe-west4"
  check_interval_sec = 5
  timeout_sec        = 5

  http_health_check {
    port_specification = "USE_SERVING_PORT"
    request_path       = "/"
  }
}

resource "google_compute_region_backend_service" "backup" {
  name                  = "tickets-backup-backend-service"
  region                = "europe-west4"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  health_checks         = [google_compute_region_health_check.backup.id]
  protocol              = "HTTP"
  port_name             = "http"
  session_affinity      = "HEADER_FIELD"
  locality_lb_policy    = "RING_HASH"
  timeout_sec           = 20

  consistent_hash {
    http_header_name = "x-basket"
  }

  backend {
    group           = google_compute_region_instance_group_manager.backup.instance_group
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1.0
  }
}

resource "google_compute_region_url_map" "backup" {
  name            = "tickets-backup-url-map"
  region          = "europe-west4"
  default_service = google_compute_region_backend_service.backup.id
}

resource "google_compute_region_ssl_certificate" "backup" {
  name        = "tickets-backup-certificate"
  region      = "europe-west4"
  certificate = tls_self_signed_cert.default.cert_pem
  private_key = tls_private_key.default.private_key_pem
}

resource "google_compute_region_target_https_proxy" "backup" {
  name             = "tickets-backup-proxy"
  region           = "europe-west4"
  ssl_certificates = [google_compute_region_ssl_certificate.backup.id]
  url_map          = google_compute_region_url_map.backup.id
}

resource "google_compute_forwarding_rule" "backup" {
  name                  = "tickets-backup-forwarding-rule"
  region                = "europe-west4"
  ip_address            = google_compute_address.backup.id
  ip_protocol           = "TCP"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = google_compute_network.default.id
  network_tier          = "PREMIUM"
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.backup.id

  depends_on = [google_compute_subnetwork.backup_proxy_only]
}
