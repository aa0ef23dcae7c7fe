resource "google_compute_subnetwork" "proxies" {
  for_each      = var.network.proxy_subnets
  name          = "player-proxies"
  region        = each.key
  network       = data.google_compute_network.gke.id
  ip_cidr_range = each.value
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

# GKE opens its nodes to neither probes nor proxies for groups that it does not own a load balancer of.
resource "google_compute_firewall" "player" {
  name          = "player-load-balancers"
  network       = data.google_compute_network.gke.id
  source_ranges = concat(["130.211.0.0/22", "35.191.0.0/16"], values(var.network.proxy_subnets))

  allow {
    protocol = "tcp"
    ports    = ["8080"]
  }
}

resource "google_compute_region_health_check" "standby" {
  for_each = var.clusters
  name     = "player-standby"
  region   = each.key

  http_health_check {
    port_specification = "USE_SERVING_PORT"
    request_path       = "/ready"
  }
}

resource "google_compute_region_backend_service" "standby" {
  for_each              = var.clusters
  name                  = "player-standby"
  region                = each.key
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  timeout_sec           = 90
  session_affinity      = "CLIENT_IP"
  health_checks         = [google_compute_region_health_check.standby[each.key].id]

  dynamic "backend" {
    for_each = each.value
    content {
      group                 = data.google_compute_network_endpoint_group.standby[backend.value].id
      balancing_mode        = "RATE"
      max_rate_per_endpoint = 50
      capacity_scaler       = 1.0
    }
  }
}

resource "google_compute_region_url_map" "standby" {
  for_each        = google_compute_region_backend_service.standby
  name            = "player-standby"
  region          = each.value.region
  default_service = each.value.id
}

resource "google_compute_region_target_https_proxy" "standby" {
  for_each = google_compute_region_url_map.standby
  name     = "player-standby"
  region   = each.value.region
  url_map  = each.value.id
  certificate_manager_certificates = [
    "//certificatemanager.googleapis.com/projects/${var.project_id}/locations/${each.key}/certificates/${var.certificate.regional}",
  ]
}

resource "google_compute_address" "standby" {
  for_each     = var.clusters
  name         = "player-standby"
  region       = each.key
  network_tier = "PREMIUM"
}

resource "google_compute_forwarding_rule" "standby" {
  for_each              = google_compute_region_target_https_proxy.standby
  name                  = "player-standby"
  region                = each.value.region
  network               = data.google_compute_network.gke.id
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_protocol           = "TCP"
  ip_address            = google_compute_address.standby[each.key].id
  port_range            = "443"
  target                = each.value.id
  depends_on            = [google_compute_subnetwork.proxies]
}
