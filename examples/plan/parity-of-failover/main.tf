# A primary and a backup that was made in a hurry: no policy of Cloud Armor, no logs, nothing for /assets/.

variable "timeout" {
  type = number
}

resource "google_dns_record_set" "shop" {
  managed_zone = "public"
  name         = "shop.example.test."
  type         = "A"
  ttl          = 30

  routing_policy {
    health_check = google_compute_health_check.shop.id

    primary_backup {
      trickle_ratio = 0.1

      primary {
        external_endpoints = [google_compute_global_address.shop.address]
      }
      backup_geo {
        location = "europe-west1"

        health_checked_targets {
          external_endpoints = [google_compute_address.shop_eu.address]
        }
      }
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

resource "google_compute_global_address" "shop" {
  name = "shop"
}

resource "google_compute_global_forwarding_rule" "shop" {
  name                  = "shop"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.shop.address
  port_range            = "443"
  target                = google_compute_target_https_proxy.shop.id
}

resource "google_compute_target_https_proxy" "shop" {
  name             = "shop"
  url_map          = google_compute_url_map.shop.id
  ssl_certificates = ["projects/demo-shop/global/sslCertificates/shop"]
}

resource "google_compute_url_map" "shop" {
  name            = "shop"
  default_service = google_compute_backend_service.shop.id

  host_rule {
    hosts        = ["shop.example.test"]
    path_matcher = "shop"
  }
  path_matcher {
    name            = "shop"
    default_service = google_compute_backend_service.shop.id

    path_rule {
      paths   = ["/assets/*"]
      service = google_compute_backend_bucket.assets.id
    }
  }
}

resource "google_compute_backend_bucket" "assets" {
  name        = "assets"
  bucket_name = "demo-shop-assets"
}

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  security_policy       = google_compute_security_policy.shop.id
  timeout_sec           = 300
  session_affinity      = "GENERATED_COOKIE"
  health_checks         = ["projects/demo-shop/global/healthChecks/serving"]

  log_config {
    enable = true
  }

  backend {
    group          = "projects/demo-shop/zones/europe-west1-b/instanceGroups/shop-eu"
    balancing_mode = "UTILIZATION"
  }
}

resource "google_compute_address" "shop_eu" {
  name   = "shop-eu"
  region = "europe-west1"
}

resource "google_compute_forwarding_rule" "shop_eu" {
  name                  = "shop-eu"
  region                = "europe-west1"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = "projects/demo-shop/global/networks/shop"
  ip_address            = google_compute_address.shop_eu.address
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.shop_eu.id
}

resource "google_compute_region_target_https_proxy" "shop_eu" {
  name             = "shop-eu"
  region           = "europe-west1"
  url_map          = google_compute_region_url_map.shop_eu.id
  ssl_certificates = ["projects/demo-shop/regions/europe-west1/sslCertificates/shop"]
}

resource "google_compute_region_url_map" "shop_eu" {
  name            = "shop-eu"
  region          = "europe-west1"
  default_service = google_compute_region_backend_service.shop_eu.id
}

resource "google_compute_region_backend_service" "shop_eu" {
  name                  = "shop-eu"
  region                = "europe-west1"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  timeout_sec           = var.timeout
  session_affinity      = "GENERATED_COOKIE"
  health_checks         = ["projects/demo-shop/regions/europe-west1/healthChecks/serving"]

  backend {
    group          = "projects/demo-shop/zones/europe-west1-c/instanceGroups/backup-eu"
    balancing_mode = "UTILIZATION"
  }
}

resource "google_compute_security_policy" "shop" {
  name = "shop"

  rule {
    action   = "deny(403)"
    priority = 1000
    match {
      expr {
        expression = "evaluatePreconfiguredWaf('sqli-v33-stable')"
      }
    }
  }
  rule {
    action   = "allow"
    priority = 2147483647
    match {
      versioned_expr = "SRC_IPS_V1"
      config {
        src_ip_ranges = ["*"]
      }
    }
  }
}
