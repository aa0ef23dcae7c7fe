variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "subnetwork" {
  type = string
}

variable "ports" {
  description = "Named ports of the group."
  type        = map(number)
}

variable "min_replicas" {
  type    = number
  default = 3
}

variable "max_replicas" {
  type    = number
  default = 10
}

resource "google_compute_region_instance_template" "vm" {
  name_prefix  = "${var.name}-"
  region       = var.region
  machine_type = "n2-standard-4"
  tags         = ["shop"]

  disk {
    source_image = "projects/storefront-images/global/images/family/storefront"
    boot         = true
  }

  network_interface {
    subnetwork = var.subnetwork
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "vm" {
  name               = var.name
  region             = var.region
  base_instance_name = var.name

  version {
    instance_template = google_compute_region_instance_template.vm.id
  }

  dynamic "named_port" {
    for_each = var.ports
    content {
      name = named_port.key
      port = named_port.value
    }
  }
}

resource "google_compute_region_autoscaler" "vm" {
  name   = var.name
  region = var.region
  target = google_compute_region_instance_group_manager.vm.id

  autoscaling_policy {
    min_replicas = var.min_replicas
    max_replicas = var.max_replicas

    cpu_utilization {
      target = 0.6
    }
  }
}

output "instance_group" {
  value = google_compute_region_instance_group_manager.vm.instance_group
}
