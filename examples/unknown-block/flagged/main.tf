# The backup is called otherwise.

resource "google_dns_managed_zone" "shop" {
  name     = "shop"
  dns_name = "example.test."
}

resource "google_dns_record_set" "shop" {
  managed_zone = google_dns_managed_zone.shop.name
  name         = "shop.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    primary_backup {
      primary {
        external_endpoints = ["198.51.100.5"]
      }
      secondary {
        external_endpoints = ["203.0.113.10"]
      }
    }
  }
}
