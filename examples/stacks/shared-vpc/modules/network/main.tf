locals {
  agents = [
    "serviceAccount:${var.service_project_number}@cloudservices.gserviceaccount.com",
    "serviceAccount:service-${var.service_project_number}@compute-system.iam.gserviceaccount.com",
  ]

  subnet_users = {
    for pair in setproduct([for name, subnet in var.subnets : name if subnet.shared], local.agents) :
    "${pair[0]}/${pair[1]}" => { subnet = pair[0], member = pair[1] }
  }

  tunnels = var.vpn == null ? 0 : length(var.vpn.peer_addresses)
}

resource "google_compute_shared_vpc_host_project" "this" {
  project = var.host_project_id
}

resource "google_compute_shared_vpc_service_project" "this" {
  host_project    = google_compute_shared_vpc_host_project.this.project
  service_project = var.service_project_id
}

resource "google_compute_network" "this" {
  project                 = google_compute_shared_vpc_host_project.this.project
  name                    = var.name
  auto_create_subnetworks = false
  routing_mode            = "GLOBAL"
}

resource "google_compute_subnetwork" "this" {
  for_each = var.subnets

  name                     = "${var.name}-${each.key}"
  region                   = each.value.region
  network                  = google_compute_network.this.self_link
  ip_cidr_range            = each.value.cidr
  private_ip_google_access = true
}

resource "google_compute_subnetwork_iam_member" "users" {
  for_each = local.subnet_users

  region     = google_compute_subnetwork.this[each.value.subnet].region
  subnetwork = google_compute_subnetwork.this[each.value.subnet].name
  role       = "roles/compute.networkUser"
  member     = each.value.member
}

resource "google_compute_firewall" "health_checks" {
  count = length(var.health_checked_tags) > 0 ? 1 : 0

  name          = "${var.name}-allow-health-checks"
  network       = google_compute_network.this.self_link
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = var.health_checked_tags

  allow {
    protocol = "tcp"
  }
}

resource "google_compute_ha_vpn_gateway" "this" {
  count = var.vpn == null ? 0 : 1

  name    = "${var.name}-offices"
  region  = var.vpn.region
  network = google_compute_network.this.id
}

resource "google_compute_external_vpn_gateway" "offices" {
  count = var.vpn == null ? 0 : 1

  name            = "${var.name}-offices"
  redundancy_type = local.tunnels == 2 ? "TWO_IPS_REDUNDANCY" : "SINGLE_IP_INTERNALLY_REDUNDANT"

  dynamic "interface" {
    for_each = var.vpn.peer_addresses
    content {
      id         = interface.key
      ip_address = interface.value
    }
  }
}

resource "google_compute_router" "this" {
  count = var.vpn == null ? 0 : 1

  name    = "${var.name}-offices"
  region  = var.vpn.region
  network = google_compute_network.this.name

  bgp {
    asn = var.vpn.router_asn
  }
}

resource "google_compute_vpn_tunnel" "offices" {
  count = local.tunnels

  name                            = "${var.name}-offices-${count.index}"
  region                          = var.vpn.region
  vpn_gateway                     = one(google_compute_ha_vpn_gateway.this[*].id)
  vpn_gateway_interface           = count.index
  peer_external_gateway           = one(google_compute_external_vpn_gateway.offices[*].id)
  peer_external_gateway_interface = count.index
  shared_secret                   = var.vpn.shared_secrets[count.index]
  router                          = one(google_compute_router.this[*].id)
}

resource "google_compute_router_interface" "offices" {
  count = local.tunnels

  name       = "offices-${count.index}"
  region     = var.vpn.region
  router     = one(google_compute_router.this[*].name)
  ip_range   = "169.254.${count.index}.1/30"
  vpn_tunnel = google_compute_vpn_tunnel.offices[count.index].name
}

resource "google_compute_router_peer" "offices" {
  count = local.tunnels

  name            = "offices-${count.index}"
  region          = var.vpn.region
  router          = one(google_compute_router.this[*].name)
  interface       = google_compute_router_interface.offices[count.index].name
  peer_ip_address = "169.254.${count.index}.2"
  peer_asn        = var.vpn.peer_asn
}
