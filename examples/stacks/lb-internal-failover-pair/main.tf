# The ledger API behind an internal load balancer that is made by a module in the registry's manner: a list of
# backends, one object for the health check, firewall rules by network tag. In each of three zones a group of
# primary servers takes the connections and a smaller one stands by. The network is shared by a host project.

provider "google" {
  project = var.project_id
  region  = var.region
}

locals {
  roles = {
    live    = { size = 5, failover = false, machine_type = "n2-standard-4" }
    standby = { size = 3, failover = true, machine_type = "n2-standard-2" }
  }

  groups = {
    for pair in setproduct(keys(local.roles), var.zones) :
    "${pair[0]}-${substr(pair[1], -1, 1)}" => merge(local.roles[pair[0]], { role = pair[0], zone = pair[1] })
  }

  tags = {
    server = "ledger-server"
    client = "ledger-client"
  }
}

data "google_compute_network" "shared" {
  project = var.host_project_id
  name    = var.network
}

data "google_compute_subnetwork" "servers" {
  project = var.host_project_id
  name    = var.subnetwork
}

resource "google_service_account" "ledger" {
  account_id   = "ledger-server"
  display_name = "Servers of the ledger API"
}

resource "google_compute_instance_template" "ledger" {
  for_each     = local.roles
  name_prefix  = "ledger-${each.key}-"
  machine_type = each.value.machine_type
  tags         = [local.tags.server]

  disk {
    source_image = var.image
    boot         = true
    auto_delete  = true
  }

  network_interface {
    subnetwork = data.google_compute_subnetwork.servers.self_link
  }

  service_account {
    email  = google_service_account.ledger.email
    scopes = ["cloud-platform"]
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_instance_group_manager" "ledger" {
  for_each           = local.groups
  name               = "ledger-${each.key}"
  zone               = each.value.zone
  base_instance_name = "ledger-${each.key}"
  target_size        = each.value.size

  version {
    instance_template = google_compute_instance_template.ledger[each.value.role].self_link_unique
  }

  named_port {
    name = "api"
    port = var.port
  }

  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 1
    max_unavailable_fixed = 0
  }
}

module "ledger_lb" {
  source = "./modules/internal-lb"

  project         = var.project_id
  network_project = var.host_project_id
  region          = var.region
  name            = "ledger"
  network         = var.network
  subnetwork      = var.subnetwork
  ports           = [var.port]
  source_tags     = [local.tags.client]
  target_tags     = [local.tags.server]

  backends = [
    for key, group in local.groups : {
      group       = google_compute_instance_group_manager.ledger[key].instance_group
      description = "${group.role} servers in ${group.zone}"
      failover    = group.failover
    }
  ]

  health_check = {
    type               = "http"
    check_interval_sec = 5
    timeout_sec        = 2
    port               = 8081
    request_path       = "/readyz"
    enable_log         = true
  }

  failover = {
    ratio              = 0.3
    drop_if_unhealthy  = true
    disable_conn_drain = false
  }

  zonal_affinity = {
    spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
    ratio     = 0.5
  }
}

resource "google_dns_managed_zone" "internal" {
  name       = "ledger-internal"
  dns_name   = "ledger.example.test."
  visibility = "private"

  private_visibility_config {
    networks {
      network_url = data.google_compute_network.shared.id
    }
  }
}

resource "google_dns_record_set" "api" {
  managed_zone = google_dns_managed_zone.internal.name
  name         = "api.${google_dns_managed_zone.internal.dns_name}"
  type         = "A"
  ttl          = 300
  rrdatas      = [module.ledger_lb.ip_address]
}
