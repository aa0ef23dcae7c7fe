# One managed group per region, in front of which stand a global external Application Load Balancer and, for the day
# that it fails, a regional one. Because the groups are shared, they scale by CPU alone, every backend is balanced by
# utilization, and scaling in waits for longer than the failover takes (60 s + 3 x 30 s).

locals {
  hostname = "booking.${var.dns_zone.dns_name}"

  # How long a failover takes at most, and ten minutes as the floor.
  outage   = var.failover.ttl + var.failover.interval * var.failover.threshold
  scale_in = max(600, local.outage * 2)
}

resource "google_compute_network" "booking" {
  name                    = "booking"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "vms" {
  for_each      = var.sites
  name          = "booking-${each.key}"
  region        = each.key
  network       = google_compute_network.booking.id
  ip_cidr_range = each.value.cidr
}

resource "google_compute_subnetwork" "proxies" {
  for_each      = var.sites
  name          = "booking-proxies-${each.key}"
  region        = each.key
  network       = google_compute_network.booking.id
  ip_cidr_range = each.value.proxies_cidr
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_firewall" "backends" {
  name    = "booking-backends"
  network = google_compute_network.booking.id
  source_ranges = concat(
    ["130.211.0.0/22", "35.191.0.0/16"],
    values(google_compute_subnetwork.proxies)[*].ip_cidr_range,
  )

  allow {
    protocol = "tcp"
    ports    = ["8443"]
  }
}

resource "google_compute_region_instance_template" "booking" {
  for_each     = var.sites
  name_prefix  = "booking-"
  region       = each.key
  machine_type = "c3-standard-4"

  disk {
    source_image = var.image
    boot         = true
  }

  network_interface {
    subnetwork = google_compute_subnetwork.vms[each.key].id
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "booking" {
  for_each                  = var.sites
  name                      = "booking-${each.key}"
  region                    = each.key
  base_instance_name        = "booking"
  distribution_policy_zones = each.value.zones

  version {
    instance_template = google_compute_region_instance_template.booking[each.key].self_link
  }

  named_port {
    name = "https"
    port = 8443
  }

  auto_healing_policies {
    health_check      = google_compute_region_health_check.backends[each.key].id
    initial_delay_sec = 180
  }

  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = length(each.value.zones)
    max_unavailable_fixed = 0
  }
}

resource "google_compute_region_autoscaler" "booking" {
  for_each = google_compute_region_instance_group_manager.booking
  name     = each.value.name
  region   = each.value.region
  target   = each.value.id

  autoscaling_policy {
    min_replicas    = var.sites[each.key].min
    max_replicas    = var.sites[each.key].max
    cooldown_period = 120

    cpu_utilization {
      target = 0.55
    }

    scale_in_control {
      time_window_sec = local.scale_in

      max_scaled_in_replicas {
        fixed = 1
      }
    }
  }
}

# The global load balancer.
resource "google_compute_health_check" "backends" {
  name = "booking-backends"

  https_health_check {
    port_specification = "USE_SERVING_PORT"
    request_path       = "/ready"
  }
}

resource "google_compute_backend_service" "booking" {
  name                            = "booking"
  load_balancing_scheme           = "EXTERNAL_MANAGED"
  protocol                        = "HTTPS"
  port_name                       = "https"
  connection_draining_timeout_sec = 120
  health_checks                   = [google_compute_health_check.backends.id]

  dynamic "backend" {
    for_each = google_compute_region_instance_group_manager.booking
    content {
      group           = backend.value.instance_group
      balancing_mode  = "UTILIZATION"
      max_utilization = 0.7
    }
  }

  log_config {
    enable = true
  }
}

resource "google_compute_url_map" "booking" {
  name            = "booking"
  default_service = google_compute_backend_service.booking.id
}

resource "google_compute_ssl_certificate" "booking" {
  name_prefix = "booking-"
  certificate = var.certificate.chain
  private_key = var.certificate.key

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_target_https_proxy" "booking" {
  name             = "booking"
  url_map          = google_compute_url_map.booking.id
  ssl_certificates = [google_compute_ssl_certificate.booking.id]
}

resource "google_compute_global_address" "booking" {
  name       = "booking"
  ip_version = "IPV4"
}

resource "google_compute_global_forwarding_rule" "booking" {
  name                  = "booking"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_protocol           = "TCP"
  ip_address            = google_compute_global_address.booking.address
  port_range            = "443"
  target                = google_compute_target_https_proxy.booking.self_link
}
