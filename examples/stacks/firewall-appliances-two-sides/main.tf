# Firewall appliances between a trusted and an untrusted network: two VMs in each of two zones, with a NIC on either
# side, in one unmanaged group per zone. A load balancer on each side is the next hop of that side's routes; both
# have the same groups, hash by address and protocol, and have zonal affinity off, so that a connection and its
# replies reach the same appliance.

provider "google" {
  project = var.project
  region  = var.region
}

locals {
  sides = {
    untrust = { nic = 0, cidr = "10.60.0.0/24" }
    trust   = { nic = 1, cidr = "10.60.1.0/24" }
  }
}

resource "google_compute_network" "side" {
  for_each                        = local.sides
  name                            = "${var.prefix}-${each.key}"
  auto_create_subnetworks         = false
  delete_default_routes_on_create = each.key == "trust"
}

resource "google_compute_subnetwork" "side" {
  for_each      = local.sides
  name          = "${var.prefix}-${each.key}"
  region        = var.region
  network       = google_compute_network.side[each.key].id
  ip_cidr_range = each.value.cidr
}

resource "google_compute_subnetwork" "workloads" {
  name          = "${var.prefix}-workloads"
  region        = var.region
  network       = google_compute_network.side["trust"].id
  ip_cidr_range = var.workloads_cidr
}

resource "google_compute_firewall" "through" {
  for_each      = local.sides
  name          = "${var.prefix}-${each.key}-through"
  network       = google_compute_network.side[each.key].id
  source_ranges = each.key == "trust" ? [var.workloads_cidr] : ["0.0.0.0/0"]
  target_tags   = [var.prefix]

  allow {
    protocol = "all"
  }
}

resource "google_compute_firewall" "probes" {
  for_each      = local.sides
  name          = "${var.prefix}-${each.key}-probes"
  network       = google_compute_network.side[each.key].id
  priority      = 900
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = [var.prefix]

  allow {
    protocol = "tcp"
    ports    = [var.health_check_port]
  }
}

module "appliances" {
  source = "./modules/appliances"

  prefix       = var.prefix
  image        = var.image
  machine_type = "n2-standard-4"
  appliances   = var.appliances
  network      = google_compute_network.side["untrust"].id

  interfaces = [
    for name, side in local.sides : {
      subnetwork = google_compute_subnetwork.side[name].id
      public_ip  = name == "untrust" && var.public_addresses
      position   = side.nic
    }
  ]
}

module "next_hop" {
  source   = "./modules/next-hop"
  for_each = local.sides

  name              = "${var.prefix}-${each.key}"
  region            = var.region
  network           = google_compute_network.side[each.key].id
  subnetwork        = google_compute_subnetwork.side[each.key].id
  ip_address        = cidrhost(each.value.cidr, 5)
  groups            = module.appliances.groups
  health_check_port = var.health_check_port
}

resource "google_compute_route" "out" {
  name         = "${var.prefix}-out"
  network      = google_compute_network.side["trust"].id
  dest_range   = "0.0.0.0/0"
  next_hop_ilb = module.next_hop["trust"].forwarding_rule
  priority     = 100
}

resource "google_compute_route" "back" {
  name         = "${var.prefix}-back"
  network      = google_compute_network.side["untrust"].id
  dest_range   = var.workloads_cidr
  next_hop_ilb = module.next_hop["untrust"].ip_address
  priority     = 100
}
