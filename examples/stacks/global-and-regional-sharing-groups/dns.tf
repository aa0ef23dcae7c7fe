resource "google_compute_health_check" "booking" {
  name                = "booking-from-outside"
  description         = "Watches the address of the global load balancer for Cloud DNS"
  check_interval_sec  = var.failover.interval
  timeout_sec         = 5
  unhealthy_threshold = var.failover.threshold
  source_regions      = ["us-central1", "us-east4", "europe-west4"]

  https_health_check {
    host         = trimsuffix(local.hostname, ".")
    port         = 443
    request_path = "/ready"
  }

  log_config {
    enable = true
  }
}

resource "google_dns_record_set" "booking" {
  name         = local.hostname
  managed_zone = var.dns_zone.name
  type         = "A"
  ttl          = var.failover.ttl

  routing_policy {
    health_check = google_compute_health_check.booking.id

    primary_backup {
      trickle_ratio = var.failover.trickle

      primary {
        external_endpoints = google_compute_global_address.booking[*].address
      }

      dynamic "backup_geo" {
        for_each = { for region, rule in google_compute_forwarding_rule.booking : region => rule.ip_address }
        iterator = backup
        content {
          location = backup.key

          health_checked_targets {
            external_endpoints = [backup.value]
          }
        }
      }
    }
  }
}
