resource "google_compute_subnetwork" "proxy_only" {
  project       = var.project
  name          = "${var.name}-proxy-only"
  region        = var.region
  network       = var.network
  ip_cidr_range = var.proxy_subnet_cidr
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_region_network_endpoint_group" "default" {
  project               = var.project
  name                  = var.name
  region                = var.region
  network_endpoint_type = "SERVERLESS"

  cloud_run {
    service = var.cloud_run_service
  }
}

resource "google_compute_region_backend_service" "default" {
  project               = var.project
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"

  backend {
    group           = google_compute_region_network_endpoint_group.default.id
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1.0
  }

  log_config {
    enable      = true
    sample_rate = 1
  }
}

resource "google_compute_region_url_map" "default" {
  project         = var.project
  name            = var.name
  region          = var.region
  default_service = google_compute_region_backend_service.default.id
}

resource "google_compute_region_url_map" "https_redirect" {
  project = var.project
  name    = "${var.name}-https-redirect"
  region  = var.region

  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_compute_region_target_https_proxy" "default" {
  project                          = var.project
  name                             = "${var.name}-https-proxy"
  region                           = var.region
  url_map                          = google_compute_region_url_map.default.id
  certificate_manager_certificates = var.certificates
}

resource "google_compute_region_target_http_proxy" "default" {
  project = var.project
  name    = "${var.name}-http-proxy"
  region  = var.region
  url_map = google_compute_region_url_map.https_redirect.id
}

resource "google_compute_address" "default" {
  project      = var.project
  name         = var.name
  region       = var.region
  network_tier = "STANDARD"
}

resource "google_compute_forwarding_rule" "https" {
  project               = var.project
  name                  = "${var.name}-https"
  region                = var.region
  network               = var.network
  network_tier          = "STANDARD"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_address.default.address
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.default.id

  depends_on = [google_compute_subnetwork.proxy_only]
}

resource "google_compute_forwarding_rule" "http" {
  project               = var.project
  name                  = "${var.name}-http"
  region                = var.region
  network               = var.network
  network_tier          = "STANDARD"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_address.default.address
  port_range            = "80"
  target                = google_compute_region_target_http_proxy.default.id

  depends_on = [google_compute_subnetwork.proxy_only]
}

output "external_ip" {
  value = google_compute_forwarding_rule.https.ip_address
}

output "region" {
  value = google_compute_forwarding_rule.https.region
}
