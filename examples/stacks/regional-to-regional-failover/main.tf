# Regional external Application Load Balancer in europe-west1, with a second one in europe-west4 as its backup: for a
# service whose data must stay in Europe, so that a global load balancer is out of the question. Each region has its
# own virtual machines. The zone belongs to another team and is looked up.

provider "google" {
  project = "tickets-prod"
  region  = "europe-west1"
}

resource "google_compute_network" "default" {
  name                    = "tickets-network"
  auto_create_subnetworks = false
  routing_mode            = "GLOBAL"
}

resource "google_compute_subnetwork" "primary" {
  name          = "tickets-primary-subnet"
  ip_cidr_range = "10.1.0.0/22"
  network       = google_compute_network.default.id
  region        = "europe-west1"
}

resource "google_compute_subnetwork" "backup" {
  name          = "tickets-backup-subnet"
  ip_cidr_range = "10.1.4.0/22"
  network       = google_compute_network.default.id
  region        = "europe-west4"
}

resource "google_compute_subnetwork" "primary_proxy_only" {
  name          = "tickets-primary-proxy-only-subnet"
  ip_cidr_range = "10.129.0.0/23"
  network       = google_compute_network.default.id
  purpose       = "REGIONAL_MANAGED_PROXY"
  region        = "europe-west1"
  role          = "ACTIVE"
}

resource "google_compute_subnetwork" "backup_proxy_only" {
  name          = "tickets-backup-proxy-only-subnet"
  ip_cidr_range = "10.129.2.0/23"
  network       = google_compute_network.default.id
  purpose       = "REGIONAL_MANAGED_PROXY"
  region        = "europe-west4"
  role          = "ACTIVE"
}

resource "google_compute_firewall" "allow_health_check" {
  name          = "tickets-allow-health-check"
  direction     = "INGRESS"
  network       = google_compute_network.default.id
  source_ranges = ["130.211.0.0/22", "35.191.0.0/16"]
  target_tags   = ["tickets-backend"]

  allow {
    protocol = "tcp"
    ports    = ["80"]
  }
}

resource "google_compute_firewall" "allow_proxies" {
  name      = "tickets-allow-proxies"
  direction = "INGRESS"
  network   = google_compute_network.default.id
  source_ranges = [
    google_compute_subnetwork.primary_proxy_only.ip_cidr_range,
    google_compute_subnetwork.backup_proxy_only.ip_cidr_range,
  ]
  target_tags = ["tickets-backend"]

  allow {
    protocol = "tcp"
    ports    = ["80"]
  }
}
