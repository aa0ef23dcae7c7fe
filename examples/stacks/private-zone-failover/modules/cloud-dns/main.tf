resource "google_dns_managed_zone" "public" {
  count = var.type == "public" ? 1 : 0

  project     = var.project_id
  name        = var.name
  dns_name    = var.domain
  description = var.description
  visibility  = "public"
}

resource "google_dns_managed_zone" "private" {
  count = var.type == "private" ? 1 : 0

  project     = var.project_id
  name        = var.name
  dns_name    = var.domain
  description = var.description
  visibility  = "private"

  dynamic "private_visibility_config" {
    for_each = length(var.private_visibility_config_networks) > 0 ? [1] : []
    content {
      dynamic "networks" {
        for_each = var.private_visibility_config_networks
        content {
          network_url = networks.value
        }
      }
    }
  }
}

resource "google_dns_managed_zone" "forwarding" {
  count = var.type == "forwarding" ? 1 : 0

  project     = var.project_id
  name        = var.name
  dns_name    = var.domain
  description = var.description
  visibility  = "private"

  forwarding_config {
    dynamic "target_name_servers" {
      for_each = var.target_name_server_addresses
      content {
        ipv4_address    = target_name_servers.value.ipv4_address
        forwarding_path = target_name_servers.value.forwarding_path
      }
    }
  }
}

resource "google_dns_record_set" "records" {
  for_each = { for record in var.recordsets : join("/", [record.name, record.type]) => record }

  project      = var.project_id
  managed_zone = var.name
  name         = each.value.name == "" ? var.domain : "${each.value.name}.${var.domain}"
  type         = each.value.type
  ttl          = each.value.ttl
  rrdatas      = each.value.records

  dynamic "routing_policy" {
    for_each = each.value.routing_policy[*]
    content {
      dynamic "wrr" {
        for_each = routing_policy.value.wrr
        content {
          weight  = wrr.value.weight
          rrdatas = wrr.value.records
        }
      }

      dynamic "geo" {
        for_each = routing_policy.value.geo
        content {
          location = geo.value.location
          rrdatas  = geo.value.records
        }
      }

      dynamic "primary_backup" {
        for_each = routing_policy.value.primary_backup[*]
        content {
          trickle_ratio                  = primary_backup.value.trickle_ratio
          enable_geo_fencing_for_backups = primary_backup.value.enable_geo_fencing_for_backups

          primary {
            dynamic "internal_load_balancers" {
              for_each = primary_backup.value.primary
              iterator = ilb
              content {
                load_balancer_type = ilb.value.load_balancer_type
                ip_address         = ilb.value.ip_address
                port               = ilb.value.port
                ip_protocol        = ilb.value.ip_protocol
                network_url        = ilb.value.network_url
                project            = ilb.value.project
                region             = ilb.value.region
              }
            }
          }

          dynamic "backup_geo" {
            for_each = primary_backup.value.backup_geo
            content {
              location = backup_geo.value.location

              health_checked_targets {
                dynamic "internal_load_balancers" {
                  for_each = backup_geo.value.internal_load_balancers
                  iterator = ilb
                  content {
                    load_balancer_type = ilb.value.load_balancer_type
                    ip_address         = ilb.value.ip_address
                    port               = ilb.value.port
                    ip_protocol        = ilb.value.ip_protocol
                    network_url        = ilb.value.network_url
                    project            = ilb.value.project
                    region             = ilb.value.region
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  depends_on = [
    google_dns_managed_zone.private,
    google_dns_managed_zone.public,
  ]
}
