# An API on Cloud Run in two regions. A global external Application Load Balancer with serverless network endpoint
# groups is the primary; regional ones, each with an endpoint group of its own in front of the same region's service,
# are the backups. Nothing here has instances, health checks of backends or autoscalers of groups.

provider "google" {
  project = var.project_id
}

locals {
  domain = "quotes.example.test"
}

resource "google_compute_network" "proxies" {
  name                    = "quotes-proxies"
  auto_create_subnetworks = false
}

resource "google_cloud_run_v2_service" "quotes" {
  for_each             = var.regions
  name                 = "quotes"
  location             = each.key
  ingress              = "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER"
  invoker_iam_disabled = true
  deletion_protection  = false

  template {
    scaling {
      min_instance_count = 2
      max_instance_count = 40
    }

    containers {
      image = var.image
    }
  }
}

resource "google_compute_region_network_endpoint_group" "main" {
  for_each              = google_cloud_run_v2_service.quotes
  name                  = "quotes-main"
  region                = each.value.location
  network_endpoint_type = "SERVERLESS"

  cloud_run {
    service = each.value.name
  }
}

module "lb" {
  source = "./modules/serverless-lb"

  project               = var.project_id
  name                  = "quotes"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ssl                   = true
  https_redirect        = true
  certificate_map       = google_certificate_manager_certificate_map.quotes.id

  backends = {
    default = {
      description = "The API, in all regions"
      groups      = [for neg in google_compute_region_network_endpoint_group.main : { group = neg.id }]

      log_config = {
        enable      = true
        sample_rate = 1
      }
    }
  }
}

module "backup" {
  source   = "./modules/regional-serverless-lb"
  for_each = var.regions

  project           = var.project_id
  name              = "quotes-backup"
  region            = each.key
  network           = google_compute_network.proxies.self_link
  proxy_subnet_cidr = each.value
  cloud_run_service = google_cloud_run_v2_service.quotes[each.key].name
  certificates      = [google_certificate_manager_certificate.backup[each.key].id]
}

resource "google_certificate_manager_dns_authorization" "quotes" {
  for_each = setunion(["global"], keys(var.regions))
  name     = "quotes"
  location = each.key
  domain   = local.domain
}

resource "google_certificate_manager_certificate" "quotes" {
  name = "quotes"

  managed {
    domains            = [local.domain]
    dns_authorizations = [google_certificate_manager_dns_authorization.quotes["global"].id]
  }
}

resource "google_certificate_manager_certificate" "backup" {
  for_each = var.regions
  name     = "quotes-backup"
  location = each.key

  managed {
    domains            = [local.domain]
    dns_authorizations = [google_certificate_manager_dns_authorization.quotes[each.key].id]
  }
}

resource "google_certificate_manager_certificate_map" "quotes" {
  name = "quotes"
}

resource "google_certificate_manager_certificate_map_entry" "quotes" {
  name         = "quotes"
  map          = google_certificate_manager_certificate_map.quotes.name
  hostname     = local.domain
  certificates = [google_certificate_manager_certificate.quotes.id]
}
