resource "google_dns_managed_zone" "quotes" {
  name       = "quotes"
  dns_name   = "${local.domain}."
  visibility = "public"
}

resource "google_dns_record_set" "authorization" {
  for_each = google_certificate_manager_dns_authorization.quotes

  managed_zone = google_dns_managed_zone.quotes.name
  name         = each.value.dns_resource_record[0].name
  type         = "CNAME"
  ttl          = 300
  rrdatas      = each.value.dns_resource_record[*].data
}

resource "google_compute_health_check" "dns" {
  name                = "quotes-dns"
  check_interval_sec  = 30
  timeout_sec         = 8
  unhealthy_threshold = 2
  source_regions      = ["asia-northeast1", "asia-southeast1", "us-west1"]

  https_health_check {
    host               = local.domain
    port               = 443
    port_specification = "USE_FIXED_PORT"
    request_path       = "/livez"
  }
}

resource "google_dns_record_set" "quotes" {
  managed_zone = google_dns_managed_zone.quotes.name
  name         = google_dns_managed_zone.quotes.dns_name
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.dns.id

    primary_backup {
      trickle_ratio = 0.1

      primary {
        external_endpoints = [module.lb.external_ip]
      }

      dynamic "backup_geo" {
        for_each = module.backup

        content {
          location = backup_geo.value.region

          health_checked_targets {
            external_endpoints = compact([backup_geo.value.external_ip])
          }
        }
      }
    }
  }
}
