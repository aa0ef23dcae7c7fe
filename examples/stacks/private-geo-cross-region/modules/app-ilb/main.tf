locals {
  port      = "443"
  port_name = "app"
}

resource "google_compute_instance_template" "default" {
  name_prefix  = "${var.name}-"
  region       = var.region
  machine_type = var.group_config.machine_type
  tags         = var.group_config.tags

  disk {
    source_image = var.group_config.image
    boot         = true
  }

  network_interface {
    subnetwork = var.vpc_config.subnetwork
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "default" {
  name               = var.name
  region             = var.region
  base_instance_name = var.name

  version {
    instance_template = google_compute_instance_template.default.self_link_unique
  }

  named_port {
    name = local.port_name
    port = var.group_config.port
  }
}

resource "google_compute_region_autoscaler" "default" {
  name   = var.name
  region = var.region
  target = google_compute_region_instance_group_manager.default.id

  autoscaling_policy {
    min_replicas = var.group_config.min_size
    max_replicas = var.group_config.max_size

    cpu_utilization {
      target = 0.65
    }
  }
}

resource "google_compute_region_health_check" "default" {
  name                = var.name
  region              = var.region
  check_interval_sec  = var.health_check_config.check_interval_sec
  timeout_sec         = var.health_check_config.timeout_sec
  healthy_threshold   = var.health_check_config.healthy_threshold
  unhealthy_threshold = var.health_check_config.unhealthy_threshold

  dynamic "http_health_check" {
    for_each = var.health_check_config.http[*]
    iterator = http
    content {
      host               = http.value.host
      port_specification = "USE_SERVING_PORT"
      request_path       = http.value.request_path
    }
  }

  dynamic "tcp_health_check" {
    for_each = var.health_check_config.tcp[*]
    content {
      port_specification = "USE_SERVING_PORT"
    }
  }
}

resource "google_compute_region_backend_service" "default" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = local.port_name
  health_checks         = [google_compute_region_health_check.default.id]
  locality_lb_policy    = var.backend_service_config.locality_lb_policy
  session_affinity      = var.backend_service_config.session_affinity
  timeout_sec           = var.backend_service_config.timeout_sec

  backend {
    group           = google_compute_region_instance_group_manager.default.instance_group
    balancing_mode  = "UTILIZATION"
    max_utilization = 0.8
    capacity_scaler = 1.0
  }

  dynamic "log_config" {
    for_each = var.backend_service_config.log_sample_rate[*]
    content {
      enable      = true
      sample_rate = log_config.value
    }
  }
}

resource "google_compute_region_url_map" "default" {
  name            = var.name
  region          = var.region
  default_service = google_compute_region_backend_service.default.id
}

resource "google_compute_region_ssl_certificate" "default" {
  name_prefix = "${var.name}-"
  region      = var.region
  certificate = var.tls.certificate
  private_key = var.tls.private_key

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_target_https_proxy" "default" {
  name             = var.name
  region           = var.region
  url_map          = google_compute_region_url_map.default.id
  ssl_certificates = [google_compute_region_ssl_certificate.default.id]
}

resource "google_compute_address" "default" {
  name         = var.name
  region       = var.region
  subnetwork   = var.vpc_config.subnetwork
  address_type = "INTERNAL"
  purpose      = "GCE_ENDPOINT"
}

resource "google_compute_forwarding_rule" "default" {
  name                  = var.name
  region                = var.region
  load_balancing_scheme = "INTERNAL_MANAGED"
  network               = var.vpc_config.network
  subnetwork            = var.vpc_config.subnetwork
  ip_address            = google_compute_address.default.id
  ip_protocol           = "TCP"
  port_range            = local.port
  target                = google_compute_region_target_https_proxy.default.id
  allow_global_access   = true
}
