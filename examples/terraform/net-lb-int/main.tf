# Internal load balancers in the style of the public net-lb-int modules: a root module that keeps
# what differs in a map, and a module that makes the resources of it.

variable "project_id" {
  type    = string
  default = "net-prod"
}

variable "services" {
  description = "Internal load balancers by name."
  type = map(object({
    region   = optional(string, "us-east1")
    ports    = optional(list(number))
    backends = map(object({ size = number, failover = optional(bool, false) }))
    affinity = optional(object({ spillover = optional(string), ratio = optional(number) }))
    failover = optional(object({ ratio = optional(number), drop_traffic = optional(bool) }))
  }))
}

locals {
  zonal = { spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE", ratio = 0.8 }
}

module "ilb" {
  source   = "./modules/net-lb-int"
  for_each = var.services

  project_id = var.project_id
  region     = each.value.region
  name       = format("ilb-%s", each.key)
  ports      = coalesce(each.value.ports, [443])

  backends = {
    for suffix, backend in each.value.backends :
    "${each.value.region}-${suffix}" => merge(backend, { description = try(backend.note, null) })
  }

  affinity        = merge(local.zonal, { for name, value in each.value.affinity : name => value if value != null })
  failover_config = each.value.failover
}

output "addresses" {
  value = { for name, ilb in module.ilb : name => ilb.forwarding_rule }
}
