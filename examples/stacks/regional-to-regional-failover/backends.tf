data "google_compute_image" "debian" {
  family  = "debian-12"
  project = "debian-cloud"
}

resource "google_compute_instance_template" "default" {
  for_each = {
    europe-west1 = google_compute_subnetwork.primary.id
    europe-west4 = google_compute_subnetwork.backup.id
  }
  name         = "tickets-template-${each.key}"
  machine_type = "e2-standard-2"
  region       = each.key
  tags         = ["tickets-backend"]

  disk {
    source_image = data.google_compute_image.debian.self_link
    auto_delete  = true
    boot         = true
  }

  network_interface {
    network    = google_compute_network.default.id
    subnetwork = each.value

    access_config {
      network_tier = "PREMIUM"
    }
  }

  metadata = {
    startup-script = <<-EOT
      #!/bin/bash
      apt-get update
      apt-get install -y nginx
      echo "tickets from $(hostname)" > /var/www/html/index.html
    EOT
  }
}

resource "google_compute_region_instance_group_manager" "primary" {
  name               = "tickets-primary"
  region             = "europe-west1"
  base_instance_name = "tickets"
  target_size        = 6

  version {
    instance_template = google_compute_instance_template.default["europe-west1"].id
    name              = "current"
  }

  named_port {
    name = "http"
    port = 80
  }
}

resource "google_compute_region_instance_group_manager" "backup" {
  name               = "tickets-backup"
  region             = "europe-west4"
  base_instance_name = "tickets"
  target_size        = 6

  version {
    instance_template = google_compute_instance_template.default["europe-west4"].id
    name              = "current"
  }

  named_port {
    name = "http"
    port = 80
  }
}
