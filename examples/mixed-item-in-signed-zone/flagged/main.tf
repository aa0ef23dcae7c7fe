# The first item is half checked, and its zone is signed.

resource "google_dns_managed_zone" "shop" {
  name     = "shop"
  dns_name = "example.test."

  dnssec_config {
    state = "on"
  }
}

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}

resource "google_dns_record_set" "shop" {
  managed_zone = google_dns_managed_zone.shop.name
  name         = "shop.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.shop.id

    wrr {
      weight  = 1
      rrdatas = ["203.0.113.99"]

      health_checked_targets {
        external_endpoints = ["203.0.113.21"]
      }
    }
    wrr {
      weight = 0

      health_checked_targets {
        external_endpoints = ["198.51.100.34"]
      }
    }
  }
}
