# The website of a magazine: a classic Application Load Balancer from years ago, with Cloud CDN, a bucket for /assets
# and Google-managed certificates. After an outage a regional load balancer and a failover record were added next to
# it, within one afternoon.

locals {
  address = var.create_address ? join("", google_compute_global_address.site.*.address) : var.address
}

resource "google_compute_network" "site" {
  name                    = "magazine"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "site" {
  for_each      = var.sites
  name          = "magazine-${each.key}"
  region        = each.key
  network       = google_compute_network.site.self_link
  ip_cidr_range = each.value.cidr
}

resource "google_compute_instance_template" "site" {
  for_each     = var.sites
  name_prefix  = "magazine-"
  machine_type = "e2-standard-4"
  tags         = ["magazine"]

  disk {
    source_image = "projects/magazine-images/global/images/family/magazine"
  }

  network_interface {
    subnetwork = google_compute_subnetwork.site[each.key].self_link
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_instance_group_manager" "site" {
  for_each           = var.sites
  name               = "magazine"
  zone               = each.value.zone
  base_instance_name = "magazine"
  target_size        = each.value.size

  version {
    instance_template = google_compute_instance_template.site[each.key].self_link
  }

  named_port {
    name = "http"
    port = 8080
  }
}

resource "google_compute_firewall" "site" {
  name          = "magazine-load-balancers"
  network       = google_compute_network.site.self_link
  source_ranges = ["130.211.0.0/22", "35.191.0.0/16", google_compute_subnetwork.proxy.ip_cidr_range]
  target_tags   = ["magazine"]

  allow {
    protocol = "tcp"
    ports    = ["8080"]
  }
}

resource "google_compute_health_check" "site" {
  name = "magazine"

  http_health_check {
    port         = 8080
    request_path = "/status"
  }
}

resource "google_compute_backend_service" "site" {
  name                  = "magazine"
  load_balancing_scheme = "EXTERNAL"
  protocol              = "HTTP"
  port_name             = "http"
  timeout_sec           = 30
  enable_cdn            = true
  health_checks         = [google_compute_health_check.site.self_link]

  dynamic "backend" {
    for_each = var.sites
    content {
      group                 = google_compute_instance_group_manager.site[backend.key].instance_group
      balancing_mode        = "RATE"
      max_rate_per_instance = 100
    }
  }

  cdn_policy {
    cache_mode  = "CACHE_ALL_STATIC"
    default_ttl = 3600
  }
}

resource "google_storage_bucket" "assets" {
  name                        = "${var.project_id}-assets"
  location                    = "US"
  uniform_bucket_level_access = true
}

resource "google_storage_bucket_iam_member" "assets" {
  bucket = google_storage_bucket.assets.name
  role   = "roles/storage.objectViewer"
  member = "allUsers"
}

resource "google_compute_backend_bucket" "assets" {
  name        = "magazine-assets"
  bucket_name = google_storage_bucket.assets.name
  enable_cdn  = true
}

resource "google_compute_url_map" "site" {
  name            = "magazine"
  default_service = google_compute_backend_service.site.self_link

  host_rule {
    hosts        = ["*"]
    path_matcher = "site"
  }

  path_matcher {
    name            = "site"
    default_service = google_compute_backend_service.site.self_link

    path_rule {
      paths   = ["/assets/*"]
      service = google_compute_backend_bucket.assets.self_link
    }
  }
}

resource "google_compute_url_map" "redirect" {
  count = var.http_redirect ? 1 : 0
  name  = "magazine-redirect"

  default_url_redirect {
    https_redirect = true
    strip_query    = false
  }
}

resource "google_compute_managed_ssl_certificate" "site" {
  name = "magazine"

  managed {
    domains = var.domains
  }
}

resource "google_compute_target_https_proxy" "site" {
  name             = "magazine"
  url_map          = google_compute_url_map.site.self_link
  ssl_certificates = google_compute_managed_ssl_certificate.site.*.self_link
}

resource "google_compute_target_http_proxy" "site" {
  name    = "magazine"
  url_map = var.http_redirect ? join("", google_compute_url_map.redirect.*.self_link) : google_compute_url_map.site.self_link
}

resource "google_compute_global_address" "site" {
  count = var.create_address ? 1 : 0
  name  = "magazine"
}

resource "google_compute_global_forwarding_rule" "https" {
  name                  = "magazine-https"
  load_balancing_scheme = "EXTERNAL"
  ip_address            = local.address
  port_range            = "443"
  target                = google_compute_target_https_proxy.site.self_link
}

resource "google_compute_global_forwarding_rule" "http" {
  name                  = "magazine-http"
  load_balancing_scheme = "EXTERNAL"
  ip_address            = local.address
  port_range            = "80"
  target                = google_compute_target_http_proxy.site.self_link
}
