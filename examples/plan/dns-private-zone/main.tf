# Internal load balancers in a private zone: one record fails over, the other shares by weight.

locals {
  balancers = {
    us-east1     = "10.4.0.10"
    europe-west1 = "10.8.0.10"
  }
}

resource "google_dns_record_set" "stock" {
  managed_zone = google_dns_managed_zone.private.name
  name         = "stock.internal.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    primary_backup {
      primary {
        internal_load_balancers {
          load_balancer_type = "regionalL4ilb"
          ip_address         = local.balancers.us-east1
          port               = "443"
          ip_protocol        = "tcp"
          network_url        = "projects/demo-shop/global/networks/core"
          project            = "demo-shop"
          region             = "us-east1"
        }
      }
      backup_geo {
        location = "europe-west1"
        rrdatas  = ["10.8.0.99"]

        health_checked_targets {
          internal_load_balancers {
            load_balancer_type = "regionalL4ilb"
            ip_address         = local.balancers.europe-west1
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

resource "google_dns_record_set" "search" {
  managed_zone = google_dns_managed_zone.private.name
  name         = "search.internal.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    dynamic "wrr" {
      for_each = { us-east1 = 3, europe-west1 = 1 }

      content {
        weight = wrr.value

        health_checked_targets {
          internal_load_balancers {
            load_balancer_type = "regionalL7ilb"
            ip_address         = local.balancers[wrr.key]
            port               = "80"
            ip_protocol        = "tcp"
            network_url        = "projects/demo-shop/global/networks/core"
            project            = "demo-shop"
            region             = wrr.key
          }
        }
      }
    }
  }
}

resource "google_dns_managed_zone" "private" {
  name       = "private"
  dns_name   = "internal.example.test."
  visibility = "private"
}
