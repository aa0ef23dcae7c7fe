resource "google_compute_instance_template" "this" {
  name_prefix  = "${var.name}-${var.region}-"
  region       = var.region
  machine_type = var.machine_type
  tags         = var.network_tags

  disk {
    source_image = var.image
    boot         = true
    auto_delete  = true
  }

  network_interface {
    subnetwork = var.subnetwork
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_instance_group_manager" "this" {
  for_each = toset(var.zones)

  name               = "${var.name}-${each.value}"
  zone               = each.value
  base_instance_name = var.name

  version {
    instance_template = google_compute_instance_template.this.self_link_unique
  }

  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 1
    max_unavailable_fixed = 0
  }
}

resource "google_compute_autoscaler" "this" {
  for_each = google_compute_instance_group_manager.this

  name   = each.value.name
  zone   = each.value.zone
  target = each.value.id

  autoscaling_policy {
    min_replicas    = var.autoscaling.min
    max_replicas    = var.autoscaling.max
    cooldown_period = 90

    cpu_utilization {
      target = var.autoscaling.cpu_target
    }
  }
}

resource "google_compute_region_health_check" "this" {
  name                = "${var.name}-${var.region}"
  region              = var.region
  check_interval_sec  = 5
  timeout_sec         = 5
  healthy_threshold   = 2
  unhealthy_threshold = 3

  tcp_health_check {
    port = var.port
  }
}

resource "google_compute_region_backend_service" "this" {
  name                            = "${var.name}-${var.region}"
  region                          = var.region
  load_balancing_scheme           = "INTERNAL"
  protocol                        = "TCP"
  network                         = var.network
  health_checks                   = [google_compute_region_health_check.this.id]
  connection_draining_timeout_sec = 120

  dynamic "backend" {
    for_each = google_compute_instance_group_manager.this
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = var.zonal_affinity[*]
    iterator = policy
    content {
      zonal_affinity {
        spillover       = policy.value.spillover
        spillover_ratio = policy.value.spillover_ratio
      }
    }
  }
}

resource "google_compute_address" "this" {
  name         = "${var.name}-${var.region}"
  region       = var.region
  subnetwork   = var.subnetwork
  address_type = "INTERNAL"
  address      = var.ip_address
}

resource "google_compute_forwarding_rule" "this" {
  name                  = "${var.name}-${var.region}"
  region                = var.region
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.this.id
  network               = var.network
  subnetwork            = var.subnetwork
  ip_address            = google_compute_address.this.address
  ip_protocol           = "TCP"
  ports                 = [var.port]
  allow_global_access   = var.global_access
}
