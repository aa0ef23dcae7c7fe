# The backups of a DNS failover, and an internal load balancer beside one of them.

resource "google_compute_network" "shop" {
  name                    = "shop"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "proxies_eu" {
  name          = "proxies-eu"
  region        = "europe-west1"
  network       = google_compute_network.shop.id
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
  ip_cidr_range = "10.4.8.0/26"
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
  target                = "projects/demo-shop/regions/europe-west1/targetHttpsProxies/shop-eu"
}

resource "google_compute_subnetwork" "proxies_us" {
  name          = "proxies-us"
  region        = "us-east1"
  network       = google_compute_network.shop.id
  purpose       = "REGIONAL_MANAGED_PROXY"
  role          = "ACTIVE"
  ip_cidr_range = "10.5.8.0/26"
}

resource "google_compute_address" "shop_us" {
  name   = "shop-us"
  region = "us-east1"
}

resource "google_compute_forwarding_rule" "shop_us" {
  name                  = "shop-us"
  region                = "us-east1"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  network               = google_compute_network.shop.id
  ip_address            = google_compute_address.shop_us.address
  port_range            = "443"
  target                = "projects/demo-shop/regions/us-east1/targetHttpsProxies/shop-us"
}

resource "google_compute_forwarding_rule" "stock" {
  name                  = "stock"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL_MANAGED"
  network               = google_compute_network.shop.id
  ip_address            = "10.5.0.20"
  port_range            = "80"
  target                = "projects/demo-shop/regions/us-east1/targetHttpProxies/stock"
}
