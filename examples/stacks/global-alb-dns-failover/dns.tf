resource "google_dns_managed_zone" "shop" {
  name     = "shop"
  dns_name = "${var.domain}."

  dnssec_config {
    state = "on"
  }
}

# Certificates: one map for the global proxy, one certificate per region for the regional proxies.
resource "google_certificate_manager_dns_authorization" "global" {
  name   = "shop"
  domain = var.domain
}

resource "google_certificate_manager_dns_authorization" "region" {
  for_each = var.regions
  name     = "shop"
  location = each.key
  domain   = var.domain
  type     = "PER_PROJECT_RECORD"
}

resource "google_dns_record_set" "authorization" {
  for_each = merge(
    { global = google_certificate_manager_dns_authorization.global.dns_resource_record[0] },
    { for region, item in google_certificate_manager_dns_authorization.region : region => item.dns_resource_record[0] },
  )
  managed_zone = google_dns_managed_zone.shop.name
  name         = each.value.name
  type         = each.value.type
  ttl          = 300
  rrdatas      = [each.value.data]
}

resource "google_certificate_manager_certificate" "global" {
  name = "shop"

  managed {
    domains            = [var.domain]
    dns_authorizations = [google_certificate_manager_dns_authorization.global.id]
  }
}

resource "google_certificate_manager_certificate_map" "shop" {
  name = "shop"
}

resource "google_certificate_manager_certificate_map_entry" "shop" {
  name         = "shop"
  map          = google_certificate_manager_certificate_map.shop.name
  hostname     = var.domain
  certificates = [google_certificate_manager_certificate.global.id]
}

# Failover: 30 s + 2 x 30 s until resolvers have forgotten the global load balancer.
resource "google_compute_health_check" "dns" {
  name                = "shop-from-the-internet"
  check_interval_sec  = 30
  timeout_sec         = 10
  healthy_threshold   = 2
  unhealthy_threshold = 2
  source_regions      = var.probe_regions

  https_health_check {
    port         = 443
    host         = var.domain
    request_path = "/healthz"
  }
}

resource "google_dns_record_set" "shop" {
  managed_zone = google_dns_managed_zone.shop.name
  name         = google_dns_managed_zone.shop.dns_name
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.dns.id

    primary_backup {
      trickle_ratio = 0.1

      primary {
        external_endpoints = [google_compute_global_address.shop.address]
      }

      dynamic "backup_geo" {
        for_each = module.backup
        content {
          location = backup_geo.key

          health_checked_targets {
            external_endpoints = [backup_geo.value.address]
          }
        }
      }
    }
  }
}
