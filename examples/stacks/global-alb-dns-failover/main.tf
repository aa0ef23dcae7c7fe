# A storefront behind a global external Application Load Balancer, with managed groups in two regions. When the load
# balancer itself fails, Cloud DNS answers with a regional one in the same regions, which has its own groups,
# certificate and Cloud Armor policy. Both sides are made from the same description of services.

locals {
  ports = { for name, service in var.services : name => service.port }

  # Rules of Cloud Armor that exist in both scopes.
  armor_rules = {
    1000       = { action = "deny(403)", expression = "evaluatePreconfiguredWaf('sqli-v33-stable', {'sensitivity': 1})" }
    1100       = { action = "deny(403)", expression = "evaluatePreconfiguredWaf('xss-v33-stable', {'sensitivity': 1})" }
    2147483647 = { action = "allow", expression = null }
  }
}

resource "google_compute_network" "shop" {
  name                    = "shop"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "backends" {
  for_each      = var.regions
  name          = "shop-backends"
  region        = each.key
  network       = google_compute_network.shop.id
  ip_cidr_range = each.value.subnet_cidr
}

resource "google_compute_firewall" "proxies_and_probes" {
  name          = "shop-allow-proxies-and-probes"
  network       = google_compute_network.shop.id
  source_ranges = concat(["130.211.0.0/22", "35.191.0.0/16"], [for region in var.regions : region.proxy_cidr])
  target_tags   = ["shop"]

  allow {
    protocol = "tcp"
    ports    = [for port in values(local.ports) : tostring(port)]
  }
}

module "group" {
  source       = "./modules/managed-group"
  for_each     = var.regions
  name         = "shop-main"
  region       = each.key
  subnetwork   = google_compute_subnetwork.backends[each.key].id
  ports        = local.ports
  max_replicas = each.value.max_replicas
}

resource "google_compute_health_check" "service" {
  for_each = var.services
  name     = "shop-${each.key}"

  http_health_check {
    port         = each.value.port
    request_path = "/healthz"
  }
}

resource "google_compute_security_policy" "shop" {
  name = "shop"

  dynamic "rule" {
    for_each = local.armor_rules
    content {
      priority = tonumber(rule.key)
      action   = rule.value.action

      match {
        versioned_expr = rule.value.expression == null ? "SRC_IPS_V1" : null

        dynamic "config" {
          for_each = rule.value.expression == null ? [1] : []
          content {
            src_ip_ranges = ["*"]
          }
        }

        dynamic "expr" {
          for_each = rule.value.expression[*]
          content {
            expression = expr.value
          }
        }
      }
    }
  }
}

resource "google_compute_backend_service" "service" {
  for_each              = var.services
  name                  = "shop-${each.key}"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = each.key
  timeout_sec           = each.value.timeout_sec
  session_affinity      = each.value.session_affinity
  health_checks         = [google_compute_health_check.service[each.key].id]
  security_policy       = google_compute_security_policy.shop.id

  dynamic "backend" {
    for_each = module.group
    content {
      group                 = backend.value.instance_group
      balancing_mode        = "RATE"
      max_rate_per_instance = 150
    }
  }

  log_config {
    enable      = true
    sample_rate = 0.5
  }
}

resource "google_compute_url_map" "shop" {
  name            = "shop"
  default_service = google_compute_backend_service.service["web"].id

  host_rule {
    hosts        = [var.domain]
    path_matcher = "shop"
  }

  path_matcher {
    name            = "shop"
    default_service = google_compute_backend_service.service["web"].id

    dynamic "path_rule" {
      for_each = { for name, service in var.services : name => service.paths if length(service.paths) > 0 }
      content {
        paths   = path_rule.value
        service = google_compute_backend_service.service[path_rule.key].id
      }
    }
  }
}

resource "google_compute_url_map" "redirect" {
  name = "shop-to-https"

  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_compute_target_https_proxy" "shop" {
  name            = "shop"
  url_map         = google_compute_url_map.shop.id
  certificate_map = "//certificatemanager.googleapis.com/${google_certificate_manager_certificate_map.shop.id}"
}

resource "google_compute_target_http_proxy" "redirect" {
  name    = "shop-to-https"
  url_map = google_compute_url_map.redirect.id
}

resource "google_compute_global_address" "shop" {
  name = "shop"
}

resource "google_compute_global_forwarding_rule" "shop" {
  for_each = {
    443 = google_compute_target_https_proxy.shop.id
    80  = google_compute_target_http_proxy.redirect.id
  }
  name                  = "shop-${each.key}"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.shop.id
  port_range            = each.key
  target                = each.value
}

module "backup" {
  source             = "./modules/regional-alb"
  for_each           = var.regions
  name               = "shop-backup"
  region             = each.key
  network            = google_compute_network.shop.id
  subnetwork         = google_compute_subnetwork.backends[each.key].id
  proxy_cidr         = each.value.proxy_cidr
  max_replicas       = each.value.max_replicas
  domain             = var.domain
  services           = var.services
  armor_rules        = local.armor_rules
  dns_authorizations = [google_certificate_manager_dns_authorization.region[each.key].id]
}
