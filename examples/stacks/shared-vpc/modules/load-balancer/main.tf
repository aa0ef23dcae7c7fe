resource "google_compute_region_health_check" "this" {
  name               = var.name
  region             = var.region
  check_interval_sec = var.health_check.interval
  timeout_sec        = min(5, var.health_check.interval)

  https_health_check {
    port         = var.health_check.port
    request_path = var.health_check.request_path
  }
}

resource "google_compute_region_backend_service" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  network               = var.network
  session_affinity      = "NONE"
  health_checks         = google_compute_region_health_check.this[*].id

  dynamic "backend" {
    for_each = var.groups
    content {
      group          = backend.value
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_${var.zonal_affinity.mode}"
      spillover_ratio = var.zonal_affinity.ratio
    }
  }
}

resource "google_compute_forwarding_rule" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.this.self_link
  network               = var.network
  subnetwork            = var.subnetwork
  ip_address            = var.ip_address
  ip_protocol           = "TCP"
  ports                 = length(var.ports) > 0 ? var.ports : null
  all_ports             = length(var.ports) > 0 ? null : true
  allow_global_access   = var.global_access
}
