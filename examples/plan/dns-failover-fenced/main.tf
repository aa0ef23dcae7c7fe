# Two primaries, and backups that keep to their geography even when nothing there is healthy.

variable "healthy_threshold" {
  type = number
}

resource "google_dns_record_set" "shop" {
  managed_zone = "public"
  name         = "shop.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.shop.id

    primary_backup {
      enable_geo_fencing_for_backups = true

      primary {
        external_endpoints = ["198.51.100.5", "198.51.100.6"]
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
          external_endpoints = [google_compute_address.shop_eu.address]
        }
      }
    }
  }
}

resource "google_compute_address" "shop_eu" {
  name   = "shop-eu"
  region = "europe-west1"
}

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30
  healthy_threshold  = var.healthy_threshold

  http_health_check {
    port = 80
  }
}
