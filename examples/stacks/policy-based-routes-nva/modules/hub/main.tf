variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "cidr" {
  type = string
}

resource "google_compute_network" "hub" {
  name                            = var.name
  auto_create_subnetworks         = false
  delete_default_routes_on_create = true
}

resource "google_compute_subnetwork" "hub" {
  name          = "${var.name}-${var.region}"
  region        = var.region
  network       = google_compute_network.hub.id
  ip_cidr_range = var.cidr
}

resource "google_compute_router" "nat" {
  name    = "${var.name}-nat"
  region  = var.region
  network = google_compute_network.hub.id
}

resource "google_compute_router_nat" "nat" {
  name                               = "${var.name}-nat"
  region                             = var.region
  router                             = google_compute_router.nat.name
  nat_ip_allocate_option             = "AUTO_ONLY"
  source_subnetwork_ip_ranges_to_nat = "ALL_SUBNETWORKS_ALL_IP_RANGES"
}

output "network" {
  value = google_compute_network.hub.id
}

output "subnetwork" {
  value = google_compute_subnetwork.hub.id
}
