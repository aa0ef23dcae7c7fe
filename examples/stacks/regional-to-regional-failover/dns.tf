data "google_dns_managed_zone" "default" {
  name = var.zone_name
}

resource "google_compute_health_check" "dns" {
  name                = "tickets-dns-check"
  check_interval_sec  = 30
  timeout_sec         = 5
  healthy_threshold   = 2
  unhealthy_threshold = 2
  source_regions      = ["europe-west1", "europe-west3", "europe-north1"]

  https_health_check {
    host         = "tickets.example.test"
    port         = 443
    request_path = "/"
  }
}

resource "google_dns_record_set" "default" {
  name         = "tickets.${data.google_dns_managed_zone.default.dns_name}"
  managed_zone = data.google_dns_managed_zone.default.name
  type         = "A"
  ttl          = 60

  routing_policy {
    health_check = google_compute_health_check.dns.id

    primary_backup {
      trickle_ratio                  = 0.1
      enable_geo_fencing_for_backups = false

      primary {
        external_endpoints = [google_compute_forwarding_rule.primary.ip_address]
      }

      backup_geo {
        location = google_compute_forwarding_rule.backup.region

        health_checked_targets {
          external_endpoints = [google_compute_address.backup.address]
        }
      }
    }
  }
}
