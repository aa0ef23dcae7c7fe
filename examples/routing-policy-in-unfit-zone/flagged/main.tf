# A forwarding zone asks other name servers; a policy is none of its business.

resource "google_dns_managed_zone" "shop" {
  name       = "shop"
  dns_name   = "example.test."
  visibility = "private"

  private_visibility_config {
    networks {
      network_url = "projects/demo-shop/global/networks/core"
    }
  }
  forwarding_config {
    target_name_servers {
      ipv4_address = "10.0.0.53"
    }
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
