# One regional load balancer for each region of the groups.

resource "google_compute_region_health_check" "backends" {
  for_each = var.sites
  name     = "booking-backends"
  region   = each.key

  https_health_check {
    port         = 8443
    request_path = "/ready"
  }
}

resource "google_compute_region_backend_service" "booking" {
  for_each                        = var.sites
  name                            = "booking"
  region                          = each.key
  load_balancing_scheme           = "EXTERNAL_MANAGED"
  protocol                        = "HTTPS"
  port_name                       = "https"
  connection_draining_timeout_sec = 120
  health_checks                   = [google_compute_region_health_check.backends[each.key].id]

  backend {
    group           = google_compute_region_instance_group_manager.booking[each.key].instance_group
    balancing_mode  = "UTILIZATION"
    max_utilization = 0.7
    capacity_scaler = 1.0
  }

  log_config {
    enable = true
  }
}

resource "google_compute_region_url_map" "booking" {
  for_each        = google_compute_region_backend_service.booking
  name            = "booking"
  region          = each.key
  default_service = each.value.id
}

resource "google_compute_region_ssl_certificate" "booking" {
  for_each    = var.sites
  name_prefix = "booking-"
  region      = each.key
  certificate = var.certificate.chain
  private_key = var.certificate.key

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_target_https_proxy" "booking" {
  for_each         = google_compute_region_url_map.booking
  name             = "booking"
  region           = each.key
  url_map          = each.value.id
  ssl_certificates = [google_compute_region_ssl_certificate.booking[each.key].id]
}

resource "google_compute_address" "booking" {
  for_each     = var.sites
  name         = "booking"
  region       = each.key
  network_tier = "STANDARD"
}

resource "google_compute_forwarding_rule" "booking" {
  for_each              = google_compute_region_target_https_proxy.booking
  name                  = "booking"
  region                = each.key
  network               = google_compute_network.booking.self_link
  network_tier          = google_compute_address.booking[each.key].network_tier
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_address.booking[each.key].address
  port_range            = "443"
  target                = each.value.self_link

  depends_on = [google_compute_subnetwork.proxies]
}
