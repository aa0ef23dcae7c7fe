# All of these blocks exist.

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
    geo {
      location = "europe-west1"
      rrdatas  = ["203.0.113.10"]
    }
    geo {
      location = "us-east1"
      rrdatas  = ["203.0.113.20"]
    }
  }

  lifecycle {
    prevent_destroy = true
  }
}
