# A catalog behind regional internal Application Load Balancers on three continents. A private zone sends
# clients to the nearest one with a geolocation policy, and past it while it is unhealthy: that is why each
# load balancer takes clients of all regions, and why there is no geofence around them.

resource "google_compute_network" "this" {
  name                    = var.prefix
  auto_create_subnetworks = false
  routing_mode            = "GLOBAL"
}

resource "google_compute_subnetwork" "workload" {
  for_each      = var.regions
  name          = "${var.prefix}-${each.key}"
  region        = each.key
  network       = google_compute_network.this.id
  ip_cidr_range = each.value.subnet_cidr
}

resource "google_compute_subnetwork" "proxy_only" {
  for_each      = var.regions
  name          = "${var.prefix}-proxies-${each.key}"
  region        = each.key
  network       = google_compute_network.this.id
  ip_cidr_range = each.value.proxy_cidr
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_firewall" "proxies" {
  name          = "${var.prefix}-allow-proxies"
  network       = google_compute_network.this.id
  source_ranges = concat(values(var.regions)[*].proxy_cidr, ["35.191.0.0/16", "130.211.0.0/22"])
  target_tags   = [var.prefix]

  allow {
    protocol = "tcp"
    ports    = ["8080"]
  }
}

module "alb" {
  source   = "./modules/app-ilb"
  for_each = var.regions

  name   = "${var.prefix}-${each.key}"
  region = each.key
  vpc_config = {
    network    = google_compute_network.this.id
    subnetwork = google_compute_subnetwork.workload[each.key].id
  }
  group_config = {
    max_size = each.value.max_size
    tags     = [var.prefix]
  }
  health_check_config = {
    http = { request_path = "/healthz" }
  }
  backend_service_config = {
    session_affinity = "GENERATED_COOKIE"
    timeout_sec      = 20
    log_sample_rate  = 0.1
  }
  tls = var.tls

  depends_on = [google_compute_subnetwork.proxy_only]
}

resource "google_dns_managed_zone" "apps" {
  name        = "${var.prefix}-apps"
  dns_name    = var.dns_config.domain
  description = "Applications inside the network"
  visibility  = "private"

  private_visibility_config {
    networks {
      network_url = google_compute_network.this.id
    }
  }
}

resource "google_dns_record_set" "catalog" {
  managed_zone = google_dns_managed_zone.apps.name
  name         = "${var.dns_config.host}.${google_dns_managed_zone.apps.dns_name}"
  type         = "A"
  ttl          = var.dns_config.ttl

  routing_policy {
    enable_geo_fencing = false

    dynamic "geo" {
      for_each = module.alb
      content {
        location = geo.key

        health_checked_targets {
          internal_load_balancers {
            load_balancer_type = "regionalL7ilb"
            ip_address         = geo.value.address
            port               = geo.value.port
            ip_protocol        = "tcp"
            network_url        = google_compute_network.this.id
            project            = var.project_id
            region             = geo.key
          }
        }
      }
    }
  }
}
