# A public site on three regional external Application Load Balancers. The record sets come from YAML files:
# weighted and geographic ones name load balancers by region and are health-checked from three regions, the
# others have plain data. No record fails over to a backup; an unhealthy region is left out of the answers.

locals {
  files = fileset("${path.module}/${var.factories_config.records}", "*.yaml")

  factory = {
    for file in local.files : trimsuffix(file, ".yaml") =>
    yamldecode(file("${path.module}/${var.factories_config.records}/${file}"))
  }

  records = {
    for key, record in local.factory : key => {
      name    = join(".", compact([record.name, var.zone_config.domain]))
      type    = record.type
      ttl     = try(record.ttl, 300)
      rrdatas = try(record.records, null)
      checked = can(record.policy)
      wrr     = try(record.policy, null) == "wrr" ? record.items : []
      geo     = try(record.policy, null) == "geo" ? record.items : []
    }
  }
}

resource "google_compute_network" "site" {
  name                    = "site"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "site" {
  for_each = var.regions

  name          = "site-${each.key}"
  region        = each.key
  network       = google_compute_network.site.id
  ip_cidr_range = each.value.cidr
}

resource "google_compute_subnetwork" "proxies" {
  for_each = var.regions

  name          = "site-proxies-${each.key}"
  region        = each.key
  network       = google_compute_network.site.id
  ip_cidr_range = each.value.proxy_cidr
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_firewall" "proxies" {
  name          = "site-allow-proxies"
  network       = google_compute_network.site.id
  source_ranges = concat([for region in var.regions : region.proxy_cidr], ["35.191.0.0/16", "130.211.0.0/22"])
  target_tags   = ["site"]

  allow {
    protocol = "tcp"
    ports    = ["8080"]
  }
}

module "alb" {
  source   = "./modules/regional-alb"
  for_each = var.regions

  name        = "site"
  region      = each.key
  network     = google_compute_network.site.id
  subnetwork  = google_compute_subnetwork.site[each.key].id
  max_size    = each.value.max_size
  certificate = var.certificate

  depends_on = [google_compute_subnetwork.proxies]
}

resource "google_compute_health_check" "probe" {
  name                = "site-dns"
  description         = "Probes of Cloud DNS from the internet"
  source_regions      = var.probe_regions
  check_interval_sec  = 30
  timeout_sec         = 10
  healthy_threshold   = 2
  unhealthy_threshold = 2

  https_health_check {
    host         = "www.${trimsuffix(var.zone_config.domain, ".")}"
    port         = 443
    request_path = "/healthz"
  }
}

resource "google_dns_managed_zone" "site" {
  name        = var.zone_config.name
  dns_name    = var.zone_config.domain
  description = "The public site"

  dynamic "dnssec_config" {
    for_each = var.zone_config.dnssec ? [""] : []
    content {
      state         = "on"
      non_existence = "nsec3"
    }
  }
}

resource "google_dns_record_set" "site" {
  for_each = local.records

  managed_zone = google_dns_managed_zone.site.name
  name         = each.value.name
  type         = each.value.type
  ttl          = each.value.ttl
  rrdatas      = each.value.rrdatas

  dynamic "routing_policy" {
    for_each = each.value.checked ? [""] : []
    content {
      health_check = google_compute_health_check.probe.id

      dynamic "wrr" {
        for_each = each.value.wrr
        iterator = item
        content {
          weight = item.value.weight

          health_checked_targets {
            external_endpoints = [for target in item.value.targets : module.alb[target].address]
          }
        }
      }

      dynamic "geo" {
        for_each = each.value.geo
        iterator = item
        content {
          location = item.value.location

          health_checked_targets {
            external_endpoints = [for target in item.value.targets : module.alb[target].address]
          }
        }
      }
    }
  }
}
