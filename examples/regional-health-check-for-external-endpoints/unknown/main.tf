# Whether the targets are external endpoints is up to the caller.

variable "targets" {
  type = list(string)
}

resource "google_dns_managed_zone" "shop" {
  name     = "shop"
  dns_name = "example.test."
}

resource "google_compute_region_health_check" "shop" {
  name               = "shop"
  region             = "us-east1"
  check_interval_sec = 30

  https_health_check {
    port = 443
  }
}

resource "google_dns_record_set" "shop" {
  managed_zone = google_dns_managed_zone.shop.name
  name         = "shop.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_region_health_check.shop.id

    wrr {
      weight = 1

      health_checked_targets {
        external_endpoints = var.targets
      }
    }
  }
}
