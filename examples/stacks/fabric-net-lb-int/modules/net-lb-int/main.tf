locals {
  affinity = var.service_config.zonal_affinity
  failover = var.service_config.failover

  health_check = coalesce(
    var.health_check,
    one(google_compute_region_health_check.default[*].id)
  )

  rule_names = {
    for key, rule in var.forwarding_rules_config :
    key => coalesce(rule.name, key == "" ? var.name : "${var.name}-${key}")
  }
}

resource "google_compute_instance_group" "default" {
  for_each    = var.group_configs
  project     = var.project_id
  zone        = each.value.zone
  name        = "${var.name}-${each.key}"
  description = var.description
  network     = var.vpc_config.network
  instances   = each.value.instances

  dynamic "named_port" {
    for_each = each.value.named_ports
    content {
      name = named_port.key
      port = named_port.value
    }
  }
}

resource "google_compute_region_health_check" "default" {
  count               = var.health_check == null ? 1 : 0
  project             = var.project_id
  region              = var.region
  name                = var.name
  description         = var.description
  check_interval_sec  = var.health_check_config.check_interval_sec
  timeout_sec         = var.health_check_config.timeout_sec
  healthy_threshold   = var.health_check_config.healthy_threshold
  unhealthy_threshold = var.health_check_config.unhealthy_threshold

  dynamic "http_health_check" {
    for_each = var.health_check_config.http[*]
    iterator = probe
    content {
      port         = probe.value.port
      request_path = probe.value.request_path
    }
  }

  dynamic "tcp_health_check" {
    for_each = var.health_check_config.tcp[*]
    iterator = probe
    content {
      port = probe.value.port
    }
  }
}

resource "google_compute_region_backend_service" "default" {
  project                         = var.project_id
  region                          = var.region
  name                            = var.name
  description                     = var.description
  load_balancing_scheme           = "INTERNAL"
  protocol                        = var.service_config.protocol
  network                         = var.vpc_config.network
  session_affinity                = var.service_config.session_affinity
  connection_draining_timeout_sec = var.service_config.connection_draining_timeout_sec
  health_checks                   = [local.health_check]

  dynamic "backend" {
    for_each = { for backend in var.backends : backend.group => backend }
    content {
      balancing_mode = "CONNECTION"
      group          = try(google_compute_instance_group.default[backend.key].id, backend.key)
      description    = backend.value.description
      failover       = backend.value.failover
    }
  }

  dynamic "failover_policy" {
    for_each = local.failover == null ? [] : [""]
    content {
      failover_ratio                       = local.failover.ratio
      drop_traffic_if_unhealthy            = local.failover.drop_traffic
      disable_connection_drain_on_failover = local.failover.disable_drain
    }
  }

  dynamic "network_pass_through_lb_traffic_policy" {
    for_each = local.affinity == null ? [] : [""]
    content {
      zonal_affinity {
        spillover       = local.affinity.spillover
        spillover_ratio = local.affinity.ratio
      }
    }
  }
}

resource "google_compute_forwarding_rule" "default" {
  for_each              = var.forwarding_rules_config
  project               = var.project_id
  region                = var.region
  name                  = local.rule_names[each.key]
  description           = var.description
  load_balancing_scheme = "INTERNAL"
  network               = var.vpc_config.network
  subnetwork            = var.vpc_config.subnetwork
  ip_address            = each.value.address
  ip_protocol           = each.value.protocol
  ports                 = each.value.ports
  all_ports             = each.value.ports == null ? true : null
  allow_global_access   = each.value.global_access
  backend_service       = google_compute_region_backend_service.default.self_link
}
