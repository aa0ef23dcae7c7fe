module "group" {
  source       = "../managed-group"
  name         = var.name
  region       = var.region
  subnetwork   = var.subnetwork
  ports        = { for name, service in var.services : name => service.port }
  max_replicas = coalesce(var.max_replicas, 10)
}

resource "google_compute_subnetwork" "proxies" {
  name          = "${var.name}-proxies"
  region        = var.region
  network       = var.network
  ip_cidr_range = var.proxy_cidr
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_region_health_check" "service" {
  for_each = var.services
  name     = "${var.name}-${each.key}"
  region   = var.region

  http_health_check {
    port         = each.value.port
    request_path = "/healthz"
  }
}

resource "google_compute_region_security_policy" "this" {
  name   = var.name
  region = var.region
  type   = "CLOUD_ARMOR"

  dynamic "rules" {
    for_each = var.armor_rules
    content {
      priority = tonumber(rules.key)
      action   = rules.value.action

      match {
        versioned_expr = rules.value.expression == null ? "SRC_IPS_V1" : null

        dynamic "config" {
          for_each = rules.value.expression == null ? [1] : []
          content {
            src_ip_ranges = ["*"]
          }
        }

        dynamic "expr" {
          for_each = rules.value.expression[*]
          content {
            expression = expr.value
          }
        }
      }
    }
  }
}

resource "google_compute_region_backend_service" "service" {
  for_each              = var.services
  name                  = "${var.name}-${each.key}"
  region                = var.region
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = each.key
  timeout_sec           = each.value.timeout_sec
  session_affinity      = each.value.session_affinity
  health_checks         = [google_compute_region_health_check.service[each.key].id]
  security_policy       = google_compute_region_security_policy.this.self_link

  backend {
    group                 = module.group.instance_group
    balancing_mode        = "RATE"
    max_rate_per_instance = 150
    capacity_scaler       = 1.0
  }

  log_config {
    enable      = true
    sample_rate = 0.5
  }
}

resource "google_compute_region_url_map" "this" {
  name            = var.name
  region          = var.region
  default_service = google_compute_region_backend_service.service["web"].id

  host_rule {
    hosts        = [var.domain]
    path_matcher = "shop"
  }

  path_matcher {
    name            = "shop"
    default_service = google_compute_region_backend_service.service["web"].id

    dynamic "path_rule" {
      for_each = { for name, service in var.services : name => service.paths if length(service.paths) > 0 }
      content {
        paths   = path_rule.value
        service = google_compute_region_backend_service.service[path_rule.key].id
      }
    }
  }
}

resource "google_compute_region_url_map" "redirect" {
  name   = "${var.name}-to-https"
  region = var.region

  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_certificate_manager_certificate" "this" {
  name     = var.name
  location = var.region

  managed {
    domains            = [var.domain]
    dns_authorizations = var.dns_authorizations
  }
}

resource "google_compute_region_target_https_proxy" "this" {
  name                             = var.name
  region                           = var.region
  url_map                          = google_compute_region_url_map.this.id
  certificate_manager_certificates = [google_certificate_manager_certificate.this.id]
}

resource "google_compute_region_target_http_proxy" "redirect" {
  name    = "${var.name}-to-https"
  region  = var.region
  url_map = google_compute_region_url_map.redirect.id
}

resource "google_compute_address" "this" {
  name         = var.name
  region       = var.region
  network_tier = "STANDARD"
}

resource "google_compute_forwarding_rule" "this" {
  for_each = {
    443 = google_compute_region_target_https_proxy.this.id
    80  = google_compute_region_target_http_proxy.redirect.id
  }
  name                  = "${var.name}-${each.key}"
  region                = var.region
  network               = var.network
  network_tier          = "STANDARD"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_protocol           = "TCP"
  ip_address            = google_compute_address.this.id
  port_range            = each.key
  target                = each.value
  depends_on            = [google_compute_subnetwork.proxies]
}

output "address" {
  description = "What the record set answers when the primary is down."
  value       = google_compute_address.this.address
}
