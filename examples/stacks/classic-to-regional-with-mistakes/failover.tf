locals {
  backup_region = "us-central1"
}

resource "google_compute_subnetwork" "proxy" {
  name          = "magazine-proxy-only"
  region        = local.backup_region
  network       = google_compute_network.site.self_link
  ip_cidr_range = "10.0.128.0/23"
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
}

resource "google_compute_instance_group_manager" "backup" {
  name               = "magazine-backup"
  zone               = var.sites[local.backup_region].zone
  base_instance_name = "magazine-backup"
  target_size        = 4

  version {
    instance_template = google_compute_instance_template.site[local.backup_region].self_link
  }

  named_port {
    name = "http"
    port = 8080
  }
}

resource "google_compute_region_health_check" "backup" {
  name   = "magazine-backup"
  region = local.backup_region

  http_health_check {
    port         = 8080
    request_path = "/status"
  }
}

resource "google_compute_region_backend_service" "backup" {
  name                  = "magazine-backup"
  region                = local.backup_region
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = "http"
  timeout_sec           = 30
  health_checks         = [google_compute_region_health_check.backup.self_link]

  backend {
    group                 = google_compute_instance_group_manager.backup.instance_group
    balancing_mode        = "RATE"
    max_rate_per_instance = 100
    capacity_scaler       = 1
  }
}

resource "google_compute_region_url_map" "backup" {
  name            = "magazine-backup"
  region          = local.backup_region
  default_service = google_compute_region_backend_service.backup.self_link
}

resource "google_compute_region_url_map" "redirect" {
  count  = var.http_redirect ? 1 : 0
  name   = "magazine-backup-redirect"
  region = local.backup_region

  default_url_redirect {
    https_redirect = true
    strip_query    = false
  }
}

resource "google_compute_region_ssl_certificate" "backup" {
  name_prefix = "magazine-backup-"
  region      = local.backup_region
  certificate = var.certificate
  private_key = var.private_key

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_target_https_proxy" "backup" {
  name             = "magazine-backup"
  region           = local.backup_region
  url_map          = google_compute_region_url_map.backup.self_link
  ssl_certificates = [google_compute_region_ssl_certificate.backup.self_link]
}

resource "google_compute_region_target_http_proxy" "backup" {
  name    = "magazine-backup"
  region  = local.backup_region
  url_map = var.http_redirect ? join("", google_compute_region_url_map.redirect.*.self_link) : google_compute_region_url_map.backup.self_link
}

resource "google_compute_address" "backup" {
  name         = "magazine-backup"
  region       = local.backup_region
  network_tier = "STANDARD"
}

resource "google_compute_forwarding_rule" "backup" {
  for_each = {
    https = { port = 443, proxy = google_compute_region_target_https_proxy.backup.self_link }
    http  = { port = 80, proxy = google_compute_region_target_http_proxy.backup.self_link }
  }
  name                  = "magazine-backup-${each.key}"
  region                = local.backup_region
  network               = google_compute_network.site.self_link
  network_tier          = "STANDARD"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_address.backup.address
  port_range            = each.value.port
  target                = each.value.proxy
  depends_on            = [google_compute_subnetwork.proxy]
}

resource "google_compute_health_check" "dns" {
  name               = "magazine-dns"
  check_interval_sec = 30
  source_regions     = ["us-central1", "europe-west2"]

  https_health_check {
    port         = 443
    host         = var.domains[0]
    request_path = "/status"
  }
}

resource "google_dns_managed_zone" "site" {
  name     = "magazine"
  dns_name = "example.com."
}

resource "google_dns_record_set" "site" {
  count        = length(var.domains)
  name         = "${var.domains[count.index]}."
  managed_zone = google_dns_managed_zone.site.name
  type         = "A"
  ttl          = 300

  routing_policy {
    health_check = google_compute_health_check.dns.self_link

    primary_backup {
      primary {
        external_endpoints = [local.address]
      }

      backup_geo {
        location = local.backup_region

        health_checked_targets {
          external_endpoints = [google_compute_address.backup.address]
        }
      }
    }
  }
}
