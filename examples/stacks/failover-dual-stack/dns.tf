resource "google_dns_managed_zone" "player" {
  name     = "player"
  dns_name = "${var.hostname}."
}

resource "google_compute_health_check" "dns" {
  name                = "player-dns"
  check_interval_sec  = 30
  timeout_sec         = 10
  unhealthy_threshold = 2
  source_regions      = ["us-east4", "us-west1", "asia-southeast1"]

  https_health_check {
    host               = var.hostname
    port_specification = "USE_SERVING_PORT"
    request_path       = "/ready"
  }
}

resource "google_dns_record_set" "ipv4" {
  managed_zone = google_dns_managed_zone.player.name
  name         = google_dns_managed_zone.player.dns_name
  type         = "A"
  ttl          = var.ttl

  routing_policy {
    health_check = google_compute_health_check.dns.id

    primary_backup {
      trickle_ratio = 0.1

      primary {
        external_endpoints = [google_compute_global_address.player["IPV4"].address]
      }

      backup_geo {
        location = "us-east4"

        health_checked_targets {
          external_endpoints = [google_compute_address.standby["us-east4"].address]
        }
      }

      backup_geo {
        location = "asia-northeast1"

        health_checked_targets {
          external_endpoints = [google_compute_address.standby["asia-southeast1"].address]
        }
      }
    }
  }
}

# Clients that prefer IPv6 wait for the global load balancer.
resource "google_dns_record_set" "ipv6" {
  managed_zone = google_dns_managed_zone.player.name
  name         = google_dns_managed_zone.player.dns_name
  type         = "AAAA"
  ttl          = var.ttl
  rrdatas      = [google_compute_global_address.player["IPV6"].address]
}
