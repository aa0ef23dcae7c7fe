locals {
  name = "${var.name}-${var.region}"
}

resource "google_compute_region_instance_template" "default" {
  name_prefix  = "${local.name}-"
  region       = var.region
  machine_type = "e2-standard-4"
  tags         = [var.name]

  disk {
    source_image = "projects/cos-cloud/global/images/family/cos-stable"
    boot         = true
  }

  network_interface {
    subnetwork = var.subnetwork
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "default" {
  name               = local.name
  region             = var.region
  base_instance_name = local.name

  version {
    instance_template = google_compute_region_instance_template.default.id
  }

  named_port {
    name = "http"
    port = 8080
  }
}

resource "google_compute_region_autoscaler" "default" {
  name   = local.name
  region = var.region
  target = google_compute_region_instance_group_manager.default.id

  autoscaling_policy {
    min_replicas = 3
    max_replicas = var.max_size

    cpu_utilization {
      target            = 0.6
      predictive_method = "OPTIMIZE_AVAILABILITY"
    }
  }
}

resource "google_compute_region_health_check" "default" {
  name   = local.name
  region = var.region

  http_health_check {
    port         = 8080
    request_path = "/healthz"
  }
}

resource "google_compute_region_security_policy" "default" {
  name   = local.name
  region = var.region
  type   = "CLOUD_ARMOR"
}

resource "google_compute_region_security_policy_rule" "admin" {
  region          = var.region
  security_policy = google_compute_region_security_policy.default.name
  priority        = 1000
  action          = "deny(403)"

  match {
    expr {
      expression = "request.path.startsWith('/admin')"
    }
  }
}

resource "google_compute_region_backend_service" "default" {
  name                  = local.name
  region                = var.region
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = "http"
  timeout_sec           = 30
  health_checks         = [google_compute_region_health_check.default.id]
  security_policy       = google_compute_region_security_policy.default.self_link

  backend {
    group           = google_compute_region_instance_group_manager.default.instance_group
    balancing_mode  = "UTILIZATION"
    capacity_scaler = 1.0
  }

  log_config {
    enable      = true
    sample_rate = 0.2
  }
}

resource "google_compute_region_url_map" "default" {
  name            = local.name
  region          = var.region
  default_service = google_compute_region_backend_service.default.id
}

resource "google_compute_region_ssl_certificate" "default" {
  name_prefix = "${local.name}-"
  region      = var.region
  certificate = var.certificate.chain
  private_key = var.certificate.private_key

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_target_https_proxy" "default" {
  name             = local.name
  region           = var.region
  url_map          = google_compute_region_url_map.default.id
  ssl_certificates = [google_compute_region_ssl_certificate.default.id]
}

resource "google_compute_address" "default" {
  name         = local.name
  region       = var.region
  network_tier = var.network_tier
}

resource "google_compute_forwarding_rule" "default" {
  name                  = local.name
  region                = var.region
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = var.network
  network_tier          = var.network_tier
  ip_address            = google_compute_address.default.id
  ip_protocol           = "TCP"
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.default.id
}
