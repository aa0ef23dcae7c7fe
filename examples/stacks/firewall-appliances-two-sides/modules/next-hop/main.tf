variable "name" { type = string }
variable "region" { type = string }
variable "network" { type = string }
variable "subnetwork" { type = string }

variable "ip_address" {
  type    = string
  default = null
}

variable "groups" {
  type = map(string)
}

variable "health_check_port" { type = number }

variable "zonal_affinity" {
  type     = string
  default  = "ZONAL_AFFINITY_DISABLED"
  nullable = false
}

resource "google_compute_region_health_check" "this" {
  name                = var.name
  region              = var.region
  check_interval_sec  = 3
  timeout_sec         = 2
  unhealthy_threshold = 3

  http_health_check {
    port         = var.health_check_port
    request_path = "/"
  }
}

resource "google_compute_region_backend_service" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  network               = var.network
  session_affinity      = "CLIENT_IP_PROTO"
  health_checks         = [google_compute_region_health_check.this.id]

  dynamic "backend" {
    for_each = var.groups
    content {
      group          = backend.value
      balancing_mode = "CONNECTION"
      description    = "Appliances in ${backend.key}"
    }
  }

  connection_tracking_policy {
    tracking_mode                                = "PER_SESSION"
    connection_persistence_on_unhealthy_backends = "NEVER_PERSIST"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = var.zonal_affinity
    }
  }
}

resource "google_compute_address" "this" {
  name         = var.name
  region       = var.region
  subnetwork   = var.subnetwork
  address_type = "INTERNAL"
  address      = var.ip_address
}

resource "google_compute_forwarding_rule" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  network               = var.network
  subnetwork            = var.subnetwork
  ip_address            = google_compute_address.this.address
  ip_protocol           = "TCP"
  all_ports             = true
  allow_global_access   = true
  backend_service       = google_compute_region_backend_service.this.id
}

output "forwarding_rule" {
  value = google_compute_forwarding_rule.this.id
}

output "ip_address" {
  value = google_compute_forwarding_rule.this.ip_address
}
