# A factory: each file in services/ is one internal load balancer, on top of shared defaults.

locals {
  defaults = yamldecode(file("${path.module}/defaults.yaml"))

  services = {
    for name in fileset("${path.module}/services", "*.yaml") :
    trimsuffix(name, ".yaml") => merge(
      local.defaults,
      yamldecode(templatefile("${path.module}/services/${name}", { region = local.defaults.region })),
    )
  }

  # One group for each service and zone, as service/zone.
  groups = {
    for pair in flatten([
      for name, service in local.services : [
        for suffix in service.zones : { service = name, zone = "${service.region}-${suffix}", size = service.size }
      ]
    ]) : "${pair.service}/${pair.zone}" => pair
  }
}

resource "google_compute_instance_group_manager" "group" {
  for_each           = local.groups
  name               = replace(each.key, "/", "-")
  base_instance_name = each.value.service
  zone               = each.value.zone
  target_size        = each.value.size

  version {
    instance_template = "app"
  }
}

resource "google_compute_region_backend_service" "service" {
  for_each              = local.services
  name                  = each.key
  region                = each.value.region
  load_balancing_scheme = "INTERNAL"
  protocol              = upper(each.value.protocol)

  dynamic "backend" {
    for_each = { for key, group in local.groups : key => group if group.service == each.key }
    content {
      group          = google_compute_instance_group_manager.group[backend.key].instance_group
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_${each.value.affinity}"
      spillover_ratio = lookup(each.value, "ratio", null)
    }
  }
}
