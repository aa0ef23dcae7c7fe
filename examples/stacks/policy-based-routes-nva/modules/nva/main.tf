locals {
  tag = var.name

  groups = merge([
    for zone in var.zones : {
      "${zone}-active"  = { zone = zone, size = var.active_count, failover = false }
      "${zone}-standby" = { zone = zone, size = var.standby_count, failover = true }
    }
  ]...)

  instances = merge([
    for key, group in local.groups : {
      for index in range(group.size) : format("%s-%d", key, index + 1) => { group = key, zone = group.zone }
    }
  ]...)
}

resource "google_compute_instance" "this" {
  for_each = local.instances

  name           = "${var.name}-${each.key}"
  zone           = each.value.zone
  machine_type   = var.machine_type
  can_ip_forward = true
  tags           = [local.tag]

  boot_disk {
    initialize_params {
      image = var.image
    }
  }

  network_interface {
    subnetwork = var.subnetwork
  }
}

resource "google_compute_instance_group" "this" {
  for_each = local.groups

  name      = "${var.name}-${each.key}"
  zone      = each.value.zone
  network   = var.network
  instances = [for key, instance in local.instances : google_compute_instance.this[key].self_link if instance.group == each.key]
}

resource "google_compute_firewall" "this" {
  name          = "${var.name}-allow-transit"
  network       = var.network
  source_ranges = var.source_ranges
  target_tags   = [local.tag]

  allow {
    protocol = "all"
  }
}

resource "google_compute_firewall" "health_checks" {
  name          = "${var.name}-allow-health-checks"
  network       = var.network
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = [local.tag]

  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
}

resource "google_compute_region_health_check" "this" {
  name   = var.name
  region = var.region

  tcp_health_check {
    port = 22
  }
}

resource "google_compute_region_backend_service" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  protocol              = "UNSPECIFIED"
  session_affinity      = "CLIENT_IP"
  network               = var.network
  health_checks         = [google_compute_region_health_check.this.id]

  dynamic "backend" {
    for_each = local.groups
    content {
      group          = google_compute_instance_group.this[backend.key].self_link
      balancing_mode = "CONNECTION"
      failover       = backend.value.failover
    }
  }

  failover_policy {
    drop_traffic_if_unhealthy = true
    failover_ratio            = 0.4
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = var.zonal_affinity == null ? [] : [var.zonal_affinity]
    content {
      zonal_affinity {
        spillover       = network_pass_through_lb_traffic_policy.value.spillover
        spillover_ratio = network_pass_through_lb_traffic_policy.value.ratio
      }
    }
  }
}

resource "google_compute_address" "this" {
  name         = var.name
  region       = var.region
  address_type = "INTERNAL"
  subnetwork   = var.subnetwork
  address      = var.address
}

resource "google_compute_forwarding_rule" "this" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.this.id
  network               = var.network
  subnetwork            = var.subnetwork
  ip_address            = google_compute_address.this.address
  ip_protocol           = "L3_DEFAULT"
  all_ports             = true
}
