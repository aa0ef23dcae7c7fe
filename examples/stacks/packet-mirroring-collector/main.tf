# Copies of packets go to intrusion detection sensors: a regional managed group behind a load balancer that is a
# collector of Packet Mirroring. One policy mirrors whole subnetworks, the other what carries a network tag. A collector
# takes UDP, all ports and no zonal affinity, and its sensors are autoscaled by CPU.

provider "google" {
  project = var.project_id
  region  = var.region
}

locals {
  probes = ["35.191.0.0/16", "130.211.0.0/22"]

  policies = {
    for name, policy in var.policies : name => merge(policy, {
      subnetworks = [for key in policy.subnetworks : google_compute_subnetwork.workloads[key].id]
    })
  }
}

resource "google_compute_network" "main" {
  name                    = "observed"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "workloads" {
  for_each      = var.workload_ranges
  name          = "workloads-${each.key}"
  network       = google_compute_network.main.id
  ip_cidr_range = each.value
}

resource "google_compute_subnetwork" "sensors" {
  name          = "sensors"
  network       = google_compute_network.main.id
  ip_cidr_range = var.sensors_range
}

resource "google_compute_firewall" "probes" {
  name          = "sensors-probes"
  network       = google_compute_network.main.id
  source_ranges = local.probes
  target_tags   = ["ids-sensor"]

  allow {
    protocol = "tcp"
    ports    = [var.health_port]
  }
}

resource "google_compute_firewall" "mirrored" {
  name          = "sensors-mirrored"
  description   = "Mirrored packets keep their source, so that any is let in"
  network       = google_compute_network.main.id
  source_ranges = ["0.0.0.0/0"]
  target_tags   = ["ids-sensor"]

  dynamic "allow" {
    for_each = ["tcp", "udp", "icmp"]
    content {
      protocol = allow.value
    }
  }
}

resource "google_compute_region_instance_template" "sensor" {
  name_prefix  = "ids-sensor-"
  region       = var.region
  machine_type = var.machine_type
  tags         = ["ids-sensor"]

  disk {
    source_image = var.image
    disk_type    = "pd-ssd"
    disk_size_gb = 100
  }

  network_interface {
    subnetwork = google_compute_subnetwork.sensors.id
    nic_type   = "GVNIC"
  }

  metadata_startup_script = templatefile("${path.module}/sensor.sh.tftpl", {
    home_ranges = values(var.workload_ranges)
    health_port = var.health_port
  })

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_health_check" "sensor" {
  name                = "ids-sensor"
  check_interval_sec  = 10
  unhealthy_threshold = 3

  http_health_check {
    port         = var.health_port
    request_path = "/status"
  }
}

resource "google_compute_region_instance_group_manager" "sensors" {
  name                      = "ids-sensors"
  region                    = var.region
  base_instance_name        = "ids-sensor"
  distribution_policy_zones = formatlist("%s-%s", var.region, ["a", "b", "c"])

  version {
    instance_template = google_compute_region_instance_template.sensor.self_link
  }

  auto_healing_policies {
    health_check      = google_compute_health_check.sensor.id
    initial_delay_sec = 180
  }

  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 3
    max_unavailable_fixed = 0
  }
}

resource "google_compute_region_autoscaler" "sensors" {
  name   = "ids-sensors"
  region = var.region
  target = google_compute_region_instance_group_manager.sensors.id

  autoscaling_policy {
    min_replicas    = 3
    max_replicas    = 12
    cooldown_period = 120

    cpu_utilization {
      target = 0.7
    }
  }
}

resource "google_compute_region_backend_service" "collector" {
  name                            = "ids-collector"
  region                          = var.region
  load_balancing_scheme           = "INTERNAL"
  protocol                        = "UDP"
  session_affinity                = "CLIENT_IP"
  connection_draining_timeout_sec = 30
  health_checks                   = [google_compute_health_check.sensor.id]

  backend {
    group          = google_compute_region_instance_group_manager.sensors.instance_group
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_forwarding_rule" "collector" {
  name                   = "ids-collector"
  region                 = var.region
  load_balancing_scheme  = "INTERNAL"
  network                = google_compute_network.main.id
  subnetwork             = google_compute_subnetwork.sensors.id
  ip_protocol            = "UDP"
  all_ports              = true
  is_mirroring_collector = true
  backend_service        = google_compute_region_backend_service.collector.id
}

resource "google_compute_packet_mirroring" "this" {
  for_each    = local.policies
  name        = "mirror-${each.key}"
  description = each.value.description
  region      = var.region
  priority    = each.value.priority

  network {
    url = google_compute_network.main.id
  }

  collector_ilb {
    url = google_compute_forwarding_rule.collector.id
  }

  mirrored_resources {
    tags = each.value.tags

    dynamic "subnetworks" {
      for_each = each.value.subnetworks
      content {
        url = subnetworks.value
      }
    }
  }

  dynamic "filter" {
    for_each = each.value.filter == null ? [] : [each.value.filter]
    content {
      ip_protocols = filter.value.protocols
      cidr_ranges  = filter.value.ranges
      direction    = filter.value.direction
    }
  }
}
