# A subnetwork with the role BACKUP gives no proxies until it is promoted.

resource "google_compute_network" "shop" {
  name                    = "shop"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "proxies_eu" {
  name          = "proxies-eu"
  region        = "europe-west1"
  network       = google_compute_network.shop.id
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "BACKUP"
  ip_cidr_range = "10.4.8.0/23"
}

resource "google_compute_address" "shop_eu" {
  name   = "shop-eu"
  region = "europe-west1"
}

resource "google_compute_forwarding_rule" "shop_eu" {
  name                  = "shop-eu"
  region                = "europe-west1"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = google_compute_network.shop.id
  ip_address            = google_compute_address.shop_eu.address
  port_range            = "443"
  target                = google_compute_region_target_https_proxy.shop_eu.id
}

resource "google_compute_region_target_https_proxy" "shop_eu" {
  name             = "shop-eu"
  region           = "europe-west1"
  url_map          = "projects/demo-shop/regions/europe-west1/urlMaps/shop-eu"
  ssl_certificates = ["projects/demo-shop/regions/europe-west1/sslCertificates/shop"]
}
