# Failover from a global to a regional external Application Load Balancer, for several sites.

variable "domain" {
  type    = string
  default = "example.test"
}

variable "sites" {
  type = map(object({
    primary = string
    backups = map(string)
    ttl     = optional(number, 30)
    trickle = optional(number)
  }))
  default = {
    shop = {
      primary = "198.51.100.5"
      backups = { europe-west1 = "203.0.113.10", us-east1 = "203.0.113.20" }
    }
    pay = {
      primary = "198.51.100.6"
      backups = { europe-west1 = "203.0.113.11" }
      ttl     = 3600
      trickle = 10
    }
  }
}

locals {
  probes  = ["europe-west1", "us-east1", "asia-east1"]
  records = { for name, site in var.sites : format("%s.%s.", name, var.domain) => merge(site, { name = name }) }
}

resource "google_compute_health_check" "probe" {
  for_each            = local.records
  name                = "dns-${each.value.name}"
  check_interval_sec  = max(30, floor(each.value.ttl / 2))
  unhealthy_threshold = 2
  source_regions      = slice(local.probes, 0, 3)

  https_health_check {
    port         = 443
    request_path = "/healthz"
    host         = trimsuffix(each.key, ".")
  }
}

resource "google_dns_record_set" "site" {
  for_each     = local.records
  managed_zone = replace(var.domain, ".", "-")
  name         = each.key
  type         = "A"
  ttl          = each.value.ttl

  routing_policy {
    health_check = google_compute_health_check.probe[each.key].id

    primary_backup {
      trickle_ratio = each.value.trickle

      primary {
        external_endpoints = [each.value.primary]
      }

      dynamic "backup_geo" {
        for_each = each.value.backups
        content {
          location = backup_geo.key

          health_checked_targets {
            external_endpoints = [backup_geo.value]
          }
        }
      }
    }
  }
}
