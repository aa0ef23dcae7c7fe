# Shared VPC: the host project has the network and the VPN to the offices, a service project has a load
# balancer with zonal affinity in one of the host's subnetworks. Its clients are VMs of that region, batch
# jobs of another one, and the offices; only the first of them have a zone to prefer.

module "network" {
  source    = "./modules/network"
  providers = { google = google.host }

  name                   = "shared"
  host_project_id        = var.host_project_id
  service_project_id     = var.service_project_id
  service_project_number = var.service_project_number
  subnets                = var.subnets
  health_checked_tags    = ["billing-api"]

  vpn = {
    region         = var.region
    router_asn     = 64610
    peer_asn       = var.on_premises.asn
    peer_addresses = var.on_premises.addresses
    shared_secrets = var.vpn_shared_secrets
  }
}

module "backends" {
  source = "./modules/backends"

  name       = "billing-api"
  region     = var.region
  zones      = var.zones
  subnetwork = module.network.subnets["billing"].id
  tags       = ["billing-api"]
  size       = 3 * length(var.zones)

  depends_on = [module.network]
}

module "load_balancer" {
  source = "./modules/load-balancer"

  name          = "billing-api"
  region        = var.region
  network       = module.network.id
  subnetwork    = module.network.subnets["billing"].self_link
  ip_address    = cidrhost(module.network.subnets["billing"].ip_cidr_range, 5)
  ports         = ["443", "8443"]
  groups        = [module.backends.instance_group]
  health_check  = { request_path = "/ready", port = 8443 }
  global_access = true

  zonal_affinity = {
    mode  = "SPILL_CROSS_ZONE"
    ratio = 0.6
  }
}

resource "google_compute_firewall" "billing_clients" {
  provider = google.host

  name          = "shared-allow-billing-api"
  network       = module.network.id
  source_ranges = concat([for subnet in var.subnets : subnet.cidr], var.on_premises.ranges)
  target_tags   = ["billing-api"]

  allow {
    protocol = "tcp"
    ports    = ["443", "8443"]
  }
}
