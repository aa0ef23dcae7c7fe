# Hub and spoke: stateless routing appliances behind an internal passthrough load balancer in the hub. Policy-
# based routes in the spokes send private traffic to it, a static default route that the peerings carry sends
# the rest. Active appliances in two zones, standby ones beside them, and connections that stay in their zone.

locals {
  nva_address    = cidrhost(var.hub.cidr, 100)
  private_ranges = flatten([for spoke in var.spokes : values(spoke.subnets)])
}

module "hub" {
  source = "./modules/hub"

  name   = "hub"
  region = var.hub.region
  cidr   = var.hub.cidr
}

module "nva" {
  source = "./modules/nva"

  name           = "nva"
  region         = var.hub.region
  zones          = var.hub.zones
  network        = module.hub.network
  subnetwork     = module.hub.subnetwork
  address        = local.nva_address
  source_ranges  = local.private_ranges
  image          = var.appliances.image
  machine_type   = var.appliances.machine_type
  active_count   = var.appliances.active
  standby_count  = var.appliances.standby
  zonal_affinity = { spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE", ratio = 0.6 }
}

module "spoke" {
  source   = "./modules/spoke"
  for_each = var.spokes

  name           = each.key
  subnets        = each.value.subnets
  hub_network    = module.hub.network
  next_hop       = each.value.inspect ? module.nva.address : null
  private_ranges = local.private_ranges
}

# What no policy-based route matches, the internet, goes through the appliances as well.
resource "google_compute_route" "default" {
  name         = "hub-default-via-nva"
  network      = module.hub.network
  dest_range   = "0.0.0.0/0"
  priority     = 900
  next_hop_ilb = module.nva.forwarding_rule
}

# The appliances themselves go straight out.
resource "google_compute_route" "nva_egress" {
  name             = "hub-nva-egress"
  network          = module.hub.network
  dest_range       = "0.0.0.0/0"
  priority         = 800
  tags             = [module.nva.tag]
  next_hop_gateway = "default-internet-gateway"
}
