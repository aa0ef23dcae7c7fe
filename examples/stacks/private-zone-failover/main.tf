# A ledger service behind internal passthrough load balancers in two regions, and a private zone whose
# record fails over from the one to the other. Cloud DNS takes the health of internal load balancers from
# themselves, so the record needs no health check of its own. Connections stay in the client's zone.

locals {
  backup_regions = sort([for region in keys(var.regions) : region if region != var.primary_region])

  # What Cloud DNS has to know of each load balancer.
  targets = {
    for region, ilb in module.ilb : region => {
      load_balancer_type = "regionalL4ilb"
      ip_address         = ilb.ip_address
      port               = tostring(var.service_port)
      ip_protocol        = "tcp"
      network_url        = google_compute_network.core.id
      project            = var.project_id
      region             = region
    }
  }
}

resource "google_compute_network" "core" {
  name                    = "core"
  auto_create_subnetworks = false
  routing_mode            = "GLOBAL"
}

resource "google_compute_subnetwork" "core" {
  for_each = var.regions

  name                     = "core-${each.key}"
  region                   = each.key
  network                  = google_compute_network.core.id
  ip_cidr_range            = each.value.cidr
  private_ip_google_access = true
}

resource "google_compute_firewall" "clients" {
  name          = "core-allow-ledger"
  network       = google_compute_network.core.id
  direction     = "INGRESS"
  source_ranges = [for region in var.regions : region.cidr]
  target_tags   = ["ledger"]

  allow {
    protocol = "tcp"
    ports    = [var.service_port]
  }
}

resource "google_compute_firewall" "health_checks" {
  name          = "core-allow-health-checks"
  network       = google_compute_network.core.id
  direction     = "INGRESS"
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = ["ledger"]

  allow {
    protocol = "tcp"
    ports    = [var.service_port]
  }
}

module "ilb" {
  source   = "./modules/regional-ilb"
  for_each = var.regions

  name          = "ledger"
  region        = each.key
  zones         = each.value.zones
  network       = google_compute_network.core.id
  subnetwork    = google_compute_subnetwork.core[each.key].id
  ip_address    = cidrhost(each.value.cidr, each.value.host_number)
  port          = var.service_port
  autoscaling   = { min = each.value.min_per_zone, max = each.value.max_per_zone }
  network_tags  = ["ledger"]
  global_access = true

  zonal_affinity = {
    spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
    spillover_ratio = 0.5
  }
}

module "dns" {
  source = "./modules/cloud-dns"

  project_id  = var.project_id
  type        = "private"
  name        = "core-private"
  domain      = var.domain
  description = "Names of the core services"

  private_visibility_config_networks = [google_compute_network.core.id]

  recordsets = [
    {
      name = "ledger"
      type = "A"
      ttl  = 30
      routing_policy = {
        primary_backup = {
          trickle_ratio = 0.05
          primary       = [local.targets[var.primary_region]]
          backup_geo = [
            for region in local.backup_regions : {
              location                = region
              internal_load_balancers = [local.targets[region]]
            }
          ]
        }
      }
    },
    {
      name    = "accounts"
      type    = "CNAME"
      ttl     = 300
      records = ["ledger.${var.domain}"]
    },
    {
      name    = ""
      type    = "TXT"
      ttl     = 3600
      records = ["\"owner=core-platform\""]
    },
  ]
}
