# Without zonal affinity every client gets the original eligible backends, in each of their kinds.

locals {
  zones = {
    a = "us-east1-b"
    b = "us-east1-c"
  }
}

resource "google_compute_instance_group_manager" "primary" {
  for_each           = local.zones
  name               = "primary-${each.key}"
  zone               = each.value
  base_instance_name = "primary-${each.key}"
  target_size        = 4

  version {
    instance_template = "projects/demo-rows/global/instanceTemplates/app-v3"
  }
}

resource "google_compute_instance_group_manager" "failover" {
  for_each           = local.zones
  name               = "failover-${each.key}"
  zone               = each.value
  base_instance_name = "failover-${each.key}"
  target_size        = 2

  version {
    instance_template = "projects/demo-rows/global/instanceTemplates/app-v3"
  }
}

resource "google_compute_region_health_check" "rows" {
  name   = "rows"
  region = "us-east1"

  tcp_health_check {
    port = 8080
  }
}

resource "google_compute_region_backend_service" "rows" {
  name                  = "ilb-rows"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.rows.id]

  dynamic "backend" {
    for_each = google_compute_instance_group_manager.primary
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }
  }
  dynamic "backend" {
    for_each = google_compute_instance_group_manager.failover
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
      failover       = true
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_DISABLED"
    }
  }
}

resource "google_compute_forwarding_rule" "rows" {
  name                  = "ilb-rows"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8080"]
  subnetwork            = "projects/demo-rows/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.rows.id
}
