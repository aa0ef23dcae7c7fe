# Whether the backup takes clients of other regions is up to the caller.

variable "global_access" {
  type = bool
}

resource "google_dns_managed_zone" "internal" {
  name       = "internal"
  dns_name   = "example.test."
  visibility = "private"

  private_visibility_config {
    networks {
      network_url = "projects/demo-shop/global/networks/core"
    }
  }
}

resource "google_dns_record_set" "ledger" {
  managed_zone = google_dns_managed_zone.internal.name
  name         = "ledger.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    primary_backup {
      trickle_ratio = 0.1

      primary {
        internal_load_balancers {
          load_balancer_type = "regionalL4ilb"
          ip_address         = google_compute_forwarding_rule.us_east1.ip_address
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
            ip_address         = google_compute_forwarding_rule.europe_west1.ip_address
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

resource "google_compute_forwarding_rule" "us_east1" {
  name                  = "ledger"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  allow_global_access   = true
  network               = "projects/demo-shop/global/networks/core"
  subnetwork            = "projects/demo-shop/regions/us-east1/subnetworks/core"
  backend_service       = "projects/demo-shop/regions/us-east1/backendServices/ledger"
}

resource "google_compute_forwarding_rule" "europe_west1" {
  name                  = "ledger"
  region                = "europe-west1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  allow_global_access   = var.global_access
  network               = "projects/demo-shop/global/networks/core"
  subnetwork            = "projects/demo-shop/regions/europe-west1/subnetworks/core"
  backend_service       = "projects/demo-shop/regions/europe-west1/backendServices/ledger"
}
