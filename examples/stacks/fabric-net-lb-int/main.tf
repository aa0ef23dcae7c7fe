# Two internal load balancers made by one module of objects with optional attributes, which also makes the unmanaged
# groups from lists of VMs. The search service keeps connections in their zone and serves clients of all regions; the
# resolvers answer TCP and UDP on one shared address and know nothing of zones.

provider "google" {
  project = var.project_id
}

locals {
  services = {
    search = {
      zones        = ["b", "c"]
      per_zone     = 4
      machine_type = "n2-standard-8"
      port         = 9200
      protocols    = ["tcp"]
    }
    resolvers = {
      zones        = ["a", "b", "c"]
      per_zone     = 1
      machine_type = "e2-small"
      port         = 53
      protocols    = ["tcp", "udp"]
    }
  }

  vms = merge(flatten([
    for service, spec in local.services : [
      for zone in spec.zones : {
        for index in range(spec.per_zone) : "${service}-${zone}${index}" => {
          service      = service
          zone         = "${var.region}-${zone}"
          machine_type = spec.machine_type
        }
      }
    ]
  ])...)

  groups = {
    for service, spec in local.services : service => {
      for zone in spec.zones : zone => {
        zone      = "${var.region}-${zone}"
        instances = [for key, vm in local.vms : google_compute_instance.vm[key].id if vm.service == service && endswith(vm.zone, zone)]
      }
    }
  }

  vpc_config = {
    network    = google_compute_network.main.id
    subnetwork = google_compute_subnetwork.main.id
  }
}

resource "google_compute_network" "main" {
  name                    = "services"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "main" {
  name          = "services-${var.region}"
  region        = var.region
  network       = google_compute_network.main.id
  ip_cidr_range = "10.72.0.0/20"
}

resource "google_compute_firewall" "probes" {
  name          = "services-probes"
  network       = google_compute_network.main.id
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = keys(local.services)

  allow {
    protocol = "tcp"
    ports    = [for service in local.services : service.port]
  }
}

resource "google_compute_firewall" "clients" {
  for_each      = local.services
  name          = "${each.key}-clients"
  network       = google_compute_network.main.id
  source_ranges = ["10.0.0.0/8"]
  target_tags   = [each.key]

  dynamic "allow" {
    for_each = each.value.protocols
    content {
      protocol = allow.value
      ports    = [each.value.port]
    }
  }
}

resource "google_compute_instance" "vm" {
  for_each     = local.vms
  name         = each.key
  zone         = each.value.zone
  machine_type = each.value.machine_type
  tags         = [each.value.service]

  boot_disk {
    initialize_params {
      image = var.images[each.value.service]
    }
  }

  network_interface {
    subnetwork = google_compute_subnetwork.main.id
  }
}

resource "google_compute_address" "resolvers" {
  name         = "resolvers"
  region       = var.region
  subnetwork   = google_compute_subnetwork.main.id
  address_type = "INTERNAL"
  purpose      = "SHARED_LOADBALANCER_VIP"
}

module "search" {
  source        = "./modules/net-lb-int"
  project_id    = var.project_id
  region        = var.region
  name          = "search"
  vpc_config    = local.vpc_config
  group_configs = local.groups["search"]
  backends      = [for key in keys(local.groups["search"]) : { group = key }]

  forwarding_rules_config = {
    "" = { ports = [9200], global_access = true }
  }

  health_check_config = {
    http = { port = 9200, request_path = "/_cluster/health" }
  }

  service_config = {
    zonal_affinity = {
      spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      ratio     = 0.6
    }
  }
}

module "resolvers" {
  source        = "./modules/net-lb-int"
  project_id    = var.project_id
  region        = var.region
  name          = "resolvers"
  vpc_config    = local.vpc_config
  group_configs = local.groups["resolvers"]
  backends      = [for key in keys(local.groups["resolvers"]) : { group = key, description = "Resolver in zone ${key}" }]

  forwarding_rules_config = {
    for protocol in ["TCP", "UDP"] : lower(protocol) => {
      protocol = protocol
      ports    = [53]
      address  = google_compute_address.resolvers.id
    }
  }

  health_check_config = {
    check_interval_sec = 5
    tcp                = { port = 53 }
  }

  service_config = {
    protocol         = "UNSPECIFIED"
    session_affinity = "CLIENT_IP"
  }
}
