variable "prefix" { type = string }
variable "image" { type = string }
variable "machine_type" { type = string }

variable "appliances" {
  type = map(object({ zone = string }))
}

variable "network" {
  description = "Network of the first interface."
  type        = string
}

variable "interfaces" {
  type = list(object({
    subnetwork = string
    public_ip  = optional(bool, false)
    position   = number
  }))
}

locals {
  zones      = toset(distinct(values(var.appliances)[*].zone))
  by_nic     = { for nic in var.interfaces : nic.position => nic }
  interfaces = [for position in range(length(var.interfaces)) : local.by_nic[position]]
}

resource "google_compute_instance" "this" {
  for_each                  = var.appliances
  name                      = "${var.prefix}-${each.key}"
  zone                      = each.value.zone
  machine_type              = var.machine_type
  min_cpu_platform          = "Intel Cascade Lake"
  can_ip_forward            = true
  allow_stopping_for_update = true
  tags                      = [var.prefix]

  metadata = {
    serial-port-enable = true
  }

  boot_disk {
    initialize_params {
      image = var.image
      type  = "pd-balanced"
    }
  }

  dynamic "network_interface" {
    for_each = local.interfaces
    content {
      subnetwork = network_interface.value.subnetwork

      dynamic "access_config" {
        for_each = network_interface.value.public_ip ? [""] : []
        content {
          network_tier = "PREMIUM"
        }
      }
    }
  }
}

resource "google_compute_instance_group" "this" {
  for_each  = local.zones
  name      = "${var.prefix}-${each.key}"
  zone      = each.key
  network   = var.network
  instances = [for appliance in google_compute_instance.this : appliance.self_link if appliance.zone == each.key]
}

output "groups" {
  value = { for zone, group in google_compute_instance_group.this : zone => group.self_link }
}
