# The shared group may be scaled in before the backup has the traffic.

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

resource "google_compute_region_instance_group_manager" "shop" {
  name               = "shop"
  region             = "europe-west1"
  base_instance_name = "shop"

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/shop-v7"
  }
}

resource "google_compute_region_autoscaler" "shop" {
  name   = "shop"
  region = "europe-west1"
  target = google_compute_region_instance_group_manager.shop.id

  autoscaling_policy {
    min_replicas = 3
    max_replicas = 30

    cpu_utilization {
      target = 0.6
    }
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
}

resource "google_compute_backend_service" "shop" {
  name                  = "shop"
  protocol              = "HTTPS"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  health_checks         = ["projects/demo-shop/global/healthChecks/serving"]

  backend {
    group          = google_compute_region_instance_group_manager.shop.instance_group
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
  health_checks         = ["projects/demo-shop/regions/europe-west1/healthChecks/serving"]

  backend {
    # spillover:ignore[backends-shared-with-backup] it guards against the loss of a load balancer only
    group          = google_compute_region_instance_group_manager.shop.instance_group
    balancing_mode = "UTILIZATION"
  }
}
