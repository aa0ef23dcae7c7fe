locals {
  network_project = coalesce(var.network_project, var.project)
  health_check    = one(concat(google_compute_health_check.http[*].self_link, google_compute_health_check.tcp[*].self_link))
  has_failover    = anytrue([for backend in var.backends : backend.failover])

  # Source ranges of Google's health checks.
  probes = ["35.191.0.0/16", "130.211.0.0/22"]
}

data "google_compute_network" "this" {
  project = local.network_project
  name    = var.network
}

data "google_compute_subnetwork" "this" {
  project = local.network_project
  region  = var.region
  name    = var.subnetwork
}

resource "google_compute_health_check" "http" {
  count               = var.health_check.type == "http" ? 1 : 0
  project             = var.project
  name                = "${var.name}-http"
  check_interval_sec  = var.health_check.check_interval_sec
  timeout_sec         = var.health_check.timeout_sec
  healthy_threshold   = var.health_check.healthy_threshold
  unhealthy_threshold = var.health_check.unhealthy_threshold

  http_health_check {
    port         = var.health_check.port
    port_name    = var.health_check.port_name
    host         = var.health_check.host
    request_path = var.health_check.request_path
    response     = var.health_check.response
    proxy_header = var.health_check.proxy_header
  }

  log_config {
    enable = var.health_check.enable_log
  }
}

resource "google_compute_health_check" "tcp" {
  count               = var.health_check.type == "tcp" ? 1 : 0
  project             = var.project
  name                = "${var.name}-tcp"
  check_interval_sec  = var.health_check.check_interval_sec
  timeout_sec         = var.health_check.timeout_sec
  healthy_threshold   = var.health_check.healthy_threshold
  unhealthy_threshold = var.health_check.unhealthy_threshold

  tcp_health_check {
    port         = var.health_check.port
    port_name    = var.health_check.port_name
    request      = var.health_check.request
    response     = var.health_check.response
    proxy_header = var.health_check.proxy_header
  }

  log_config {
    enable = var.health_check.enable_log
  }
}

resource "google_compute_region_backend_service" "this" {
  project                         = var.project
  region                          = var.region
  name                            = "${var.name}-${var.health_check.type}"
  load_balancing_scheme           = "INTERNAL"
  protocol                        = var.ip_protocol
  connection_draining_timeout_sec = 60
  health_checks                   = [local.health_check]

  dynamic "backend" {
    for_each = var.backends
    content {
      group          = lookup(backend.value, "group", null)
      description    = lookup(backend.value, "description", null)
      failover       = lookup(backend.value, "failover", false)
      balancing_mode = "CONNECTION"
    }
  }

  dynamic "failover_policy" {
    for_each = local.has_failover ? [var.failover] : []
    content {
      failover_ratio                       = failover_policy.value.ratio
      drop_traffic_if_unhealthy            = failover_policy.value.drop_if_unhealthy
      disable_connection_drain_on_failover = failover_policy.value.disable_conn_drain
    }
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = var.zonal_affinity[*]
    content {
      zonal_affinity {
        spillover       = network_pass_through_lb_traffic_policy.value.spillover
        spillover_ratio = network_pass_through_lb_traffic_policy.value.ratio
      }
    }
  }
}

resource "google_compute_forwarding_rule" "this" {
  project               = var.project
  region                = var.region
  name                  = var.name
  load_balancing_scheme = "INTERNAL"
  network               = data.google_compute_network.this.self_link
  subnetwork            = data.google_compute_subnetwork.this.self_link
  allow_global_access   = var.global_access
  backend_service       = google_compute_region_backend_service.this.self_link
  ip_protocol           = var.ip_protocol
  ports                 = var.all_ports ? null : var.ports
  all_ports             = var.all_ports ? true : null
}

resource "google_compute_firewall" "clients" {
  project     = local.network_project
  network     = data.google_compute_network.this.name
  name        = "${var.name}-clients"
  source_tags = var.source_tags
  target_tags = var.target_tags

  allow {
    protocol = lower(var.ip_protocol)
    ports    = var.all_ports ? null : var.ports
  }
}

resource "google_compute_firewall" "probes" {
  project       = local.network_project
  network       = data.google_compute_network.this.name
  name          = "${var.name}-probes"
  source_ranges = local.probes
  target_tags   = var.target_tags

  allow {
    protocol = "tcp"
    ports    = [var.health_check.port]
  }
}
