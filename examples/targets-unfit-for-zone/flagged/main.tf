# Internal load balancers in a public zone, and external endpoints in a private one.

resource "google_dns_managed_zone" "shop" {
  name     = "shop"
  dns_name = "example.test."
}

resource "google_dns_managed_zone" "inside" {
  name       = "inside"
  dns_name   = "inside.test."
  visibility = "private"

  private_visibility_config {
    networks {
      network_url = "projects/demo-shop/global/networks/core"
    }
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
    primary_backup {
      primary {
        internal_load_balancers {
          load_balancer_type = "regionalL4ilb"
          ip_address         = "10.8.0.5"
          port               = "443"
          ip_protocol        = "tcp"
          network_url        = "projects/demo-shop/global/networks/core"
          project            = "demo-shop"
          region             = "us-east1"
        }
      }
      backup_geo {
        location = "europe-west1"

        health_checked_targets {
          internal_load_balancers {
            load_balancer_type = "regionalL4ilb"
            ip_address         = "10.9.0.5"
            port               = "443"
            ip_protocol        = "tcp"
            network_url        = "projects/demo-shop/global/networks/core"
            project            = "demo-shop"
            region             = "europe-west1"
          }
        }
      }
    }
  }
}

resource "google_dns_record_set" "inside" {
  managed_zone = google_dns_managed_zone.inside.name
  name         = "shop.inside.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.shop.id

    primary_backup {
      primary {
        external_endpoints = ["198.51.100.5"]
      }
      backup_geo {
        location = "europe-west1"

        health_checked_targets {
          external_endpoints = ["203.0.113.10"]
        }
      }
      backup_geo {
        location = "us-east1"

        health_checked_targets {
          external_endpoints = ["203.0.113.20"]
        }
      }
    }
  }
}
