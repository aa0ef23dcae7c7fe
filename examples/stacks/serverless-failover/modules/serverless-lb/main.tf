locals {
  address          = var.create_address ? one(google_compute_global_address.default[*].address) : var.address
  listens_on_http  = var.http_forward || var.https_redirect
  default_backend  = sort(keys(var.backends))[0]
  redirect_url_map = one(google_compute_url_map.https_redirect[*].self_link)
}

resource "google_compute_global_address" "default" {
  count      = var.create_address ? 1 : 0
  project    = var.project
  name       = "${var.name}-address"
  ip_version = "IPV4"
}

resource "google_compute_global_forwarding_rule" "http" {
  count                 = local.listens_on_http ? 1 : 0
  project               = var.project
  name                  = var.name
  target                = google_compute_target_http_proxy.default[0].self_link
  ip_address            = local.address
  port_range            = "80"
  load_balancing_scheme = var.load_balancing_scheme
}

resource "google_compute_global_forwarding_rule" "https" {
  count                 = var.ssl ? 1 : 0
  project               = var.project
  name                  = "${var.name}-https"
  target                = google_compute_target_https_proxy.default[0].self_link
  ip_address            = local.address
  port_range            = "443"
  load_balancing_scheme = var.load_balancing_scheme
}

resource "google_compute_target_http_proxy" "default" {
  count   = local.listens_on_http ? 1 : 0
  project = var.project
  name    = "${var.name}-http-proxy"
  url_map = coalesce(local.redirect_url_map, google_compute_url_map.default.self_link)
}

resource "google_compute_target_https_proxy" "default" {
  count           = var.ssl ? 1 : 0
  project         = var.project
  name            = "${var.name}-https-proxy"
  url_map         = google_compute_url_map.default.self_link
  certificate_map = try("//certificatemanager.googleapis.com/${var.certificate_map}", null)
}

resource "google_compute_url_map" "default" {
  project         = var.project
  name            = "${var.name}-url-map"
  default_service = google_compute_backend_service.default[local.default_backend].self_link
}

resource "google_compute_url_map" "https_redirect" {
  count   = var.https_redirect ? 1 : 0
  project = var.project
  name    = "${var.name}-https-redirect"

  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_compute_backend_service" "default" {
  for_each               = var.backends
  project                = var.project
  name                   = "${var.name}-backend-${each.key}"
  description            = each.value.description
  load_balancing_scheme  = var.load_balancing_scheme
  protocol               = each.value.protocol
  enable_cdn             = each.value.enable_cdn
  security_policy        = try(coalesce(each.value.security_policy, var.security_policy), null)
  custom_request_headers = each.value.custom_request_headers

  dynamic "backend" {
    for_each = toset(each.value.groups)

    content {
      group = backend.value.group
    }
  }

  dynamic "log_config" {
    for_each = each.value.log_config.enable ? [each.value.log_config] : []

    content {
      enable      = true
      sample_rate = log_config.value.sample_rate
    }
  }
}
