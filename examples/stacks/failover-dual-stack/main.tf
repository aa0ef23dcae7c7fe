# A video player on GKE, reached over IPv4 and IPv6 through a global external Application Load Balancer with
# standalone network endpoint groups. The regional backups have IPv4 addresses only, so that only the A record fails
# over; the AAAA record stays at the global load balancer. The record of the failover was copied from another stack.

locals {
  zones = merge([
    for region, zones in var.clusters : { for zone in zones : zone => region }
  ]...)
}

data "google_compute_network" "gke" {
  name = var.network.name
}

# Made by GKE for the annotated services player and player-standby.
data "google_compute_network_endpoint_group" "player" {
  for_each = local.zones
  name     = "player"
  zone     = each.key
}

data "google_compute_network_endpoint_group" "standby" {
  for_each = local.zones
  name     = "player-standby"
  zone     = each.key
}

resource "google_compute_health_check" "player" {
  name = "player"

  http_health_check {
    port_specification = "USE_SERVING_PORT"
    request_path       = "/ready"
  }
}

resource "google_compute_backend_service" "player" {
  name                  = "player"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  timeout_sec           = 90
  session_affinity      = "CLIENT_IP"
  health_checks         = [google_compute_health_check.player.id]

  dynamic "backend" {
    for_each = data.google_compute_network_endpoint_group.player
    content {
      group                 = backend.value.id
      balancing_mode        = "RATE"
      max_rate_per_endpoint = 50
    }
  }
}

resource "google_compute_url_map" "player" {
  name            = "player"
  default_service = google_compute_backend_service.player.id
}

resource "google_compute_target_https_proxy" "player" {
  name            = "player"
  url_map         = google_compute_url_map.player.id
  certificate_map = "//certificatemanager.googleapis.com/projects/${var.project_id}/locations/global/certificateMaps/${var.certificate.map}"
}

resource "google_compute_global_address" "player" {
  for_each   = toset(["IPV4", "IPV6"])
  name       = "player-${lower(each.key)}"
  ip_version = each.key
}

resource "google_compute_global_forwarding_rule" "player" {
  for_each              = google_compute_global_address.player
  name                  = each.value.name
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = each.value.address
  port_range            = "443"
  target                = google_compute_target_https_proxy.player.id
}
