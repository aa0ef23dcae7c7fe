# A global load balancer, and a backup in each of the three regions that have backends.

resource "google_dns_record_set" "shop" {
  managed_zone = "public"
  name         = "shop.example.test."
  type         = "A"
  ttl          = 300

  routing_policy {
    health_check = google_compute_health_check.shop.id

    primary_backup {
      primary {
        external_endpoints = ["198.51.100.5"]
      }
      backup_geo {
        location = "us-east1"

        health_checked_targets {
          external_endpoints = ["203.0.113.10", "203.0.113.11"]
        }
      }
      backup_geo {
        location = "europe-west1"

        health_checked_targets {
          external_endpoints = ["203.0.113.20"]
        }
      }
      backup_geo {
        location = "asia-southeast1"

        health_checked_targets {
          external_endpoints = ["203.0.113.30"]
        }
      }
    }
  }
}

resource "google_compute_health_check" "shop" {
  name                = "shop"
  source_regions      = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec  = 30
  unhealthy_threshold = 3

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}
