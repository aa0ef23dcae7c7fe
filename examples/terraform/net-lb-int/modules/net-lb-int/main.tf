locals {
  has_failover = anytrue([for backend in var.backends : backend.failover])
  affinity     = var.affinity.spillover == "ZONAL_AFFINITY_DISABLED" ? null : var.affinity
}

resource "google_compute_region_health_check" "default" {
  count              = length(var.backends) > 0 ? 1 : 0
  project            = var.project_id
  region             = var.region
  name               = var.name
  check_interval_sec = 5

  tcp_health_check {
    port = try(tonumber(element(var.ports, 0)), 80)
  }
}

resource "google_compute_instance_group_manager" "default" {
  for_each           = var.backends
  project            = var.project_id
  zone               = each.key
  name               = "${var.name}-${substr(each.key, -1, 1)}"
  base_instance_name = var.name
  target_size        = each.value.size

  version {
    instance_template = "web"
  }
}

resource "google_compute_region_backend_service" "default" {
  project               = var.project_id
  region                = var.region
  name                  = var.name
  description           = "Terraform managed."
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = google_compute_region_health_check.default[*].id

  dynamic "backend" {
    for_each = var.backends
    iterator = zone
    content {
      group          = google_compute_instance_group_manager.default[zone.key].instance_group
      balancing_mode = "CONNECTION"
      description    = zone.value.description
      failover       = zone.value.failover
    }
  }

  dynamic "failover_policy" {
    for_each = local.has_failover && var.failover_config != null ? [var.failover_config] : []
    iterator = config
    content {
      disable_connection_drain_on_failover = lookup(config.value, "disable_conn_drain", null)
      drop_traffic_if_unhealthy            = lookup(config.value, "drop_traffic", null)
      failover_ratio                       = lookup(config.value, "ratio", null)
    }
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = local.affinity[*]
    content {
      zonal_affinity {
        spillover       = network_pass_through_lb_traffic_policy.value.spillover
        spillover_ratio = network_pass_through_lb_traffic_policy.value.ratio
      }
    }
  }
}

resource "google_compute_forwarding_rule" "default" {
  project               = var.project_id
  region                = var.region
  name                  = var.name
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.default.self_link
  ip_protocol           = "TCP"
  all_ports             = try(length(var.ports) == 0, true)
  ports                 = var.ports
  network               = "projects/${var.project_id}/global/networks/main"
  subnetwork            = "projects/${var.project_id}/regions/${var.region}/subnetworks/main"
}

output "forwarding_rule" {
  value = google_compute_forwarding_rule.default.id
}
