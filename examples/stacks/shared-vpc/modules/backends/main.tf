resource "google_compute_region_instance_template" "this" {
  name_prefix  = "${var.name}-"
  region       = var.region
  machine_type = "n2-standard-4"
  tags         = var.tags

  disk {
    source_image = "projects/debian-cloud/global/images/family/debian-12"
    boot         = true
  }

  network_interface {
    subnetwork = var.subnetwork
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "this" {
  name                             = var.name
  region                           = var.region
  base_instance_name               = var.name
  distribution_policy_zones        = var.zones
  distribution_policy_target_shape = "EVEN"
  target_size                      = var.size

  version {
    instance_template = google_compute_region_instance_template.this.id
  }

  update_policy {
    type                         = "OPPORTUNISTIC"
    minimal_action               = "REPLACE"
    instance_redistribution_type = "PROACTIVE"
    max_surge_fixed              = length(var.zones)
    max_unavailable_fixed        = 0
  }
}
