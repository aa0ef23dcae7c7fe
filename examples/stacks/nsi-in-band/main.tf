# Network Security Integration, in-band: appliances in two zones inspect the traffic of a consumer's network.
# Each zone has an intercept deployment of its own, in front of it an internal passthrough load balancer whose
# backends are all in that zone, so a packet is inspected where it is and zonal affinity would add nothing.

locals {
  geneve_port = 6081
  health_port = 8080

  deployments = {
    for letter, zone in var.zones : "${var.region}-${letter}" => merge(zone, {
      name         = "inspect-${letter}"
      machine_type = coalesce(zone.machine_type, var.machine_type)
    })
  }
}

# Producer: network and appliances.

resource "google_compute_network" "producer" {
  name                    = "inspection"
  auto_create_subnetworks = false
  mtu                     = 8896
}

resource "google_compute_subnetwork" "producer" {
  name          = "inspection-${var.region}"
  network       = google_compute_network.producer.id
  ip_cidr_range = "10.200.0.0/24"
}

resource "google_compute_firewall" "geneve" {
  name          = "inspection-allow-geneve"
  network       = google_compute_network.producer.id
  source_ranges = [google_compute_subnetwork.producer.gateway_address]
  target_tags   = ["appliance"]

  allow {
    protocol = "udp"
    ports    = [local.geneve_port]
  }
}

resource "google_compute_firewall" "health_checks" {
  name          = "inspection-allow-health-checks"
  network       = google_compute_network.producer.id
  source_ranges = ["35.191.0.0/16", "130.211.0.0/22"]
  target_tags   = ["appliance"]

  allow {
    protocol = "tcp"
    ports    = [local.health_port]
  }
}

resource "google_compute_instance_template" "appliance" {
  for_each = local.deployments

  name_prefix    = "${each.value.name}-"
  machine_type   = each.value.machine_type
  can_ip_forward = true
  tags           = ["appliance"]

  disk {
    source_image = var.appliance_image
    disk_type    = "pd-ssd"
    boot         = true
  }

  network_interface {
    subnetwork = google_compute_subnetwork.producer.id
    nic_type   = "GVNIC"
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_instance_group_manager" "appliance" {
  for_each = local.deployments

  name               = each.value.name
  zone               = each.key
  base_instance_name = each.value.name
  target_size        = each.value.size

  version {
    instance_template = google_compute_instance_template.appliance[each.key].id
  }
}

# Producer: a load balancer and an intercept deployment for each zone.

resource "google_compute_region_health_check" "appliance" {
  name               = "inspection"
  check_interval_sec = 3
  timeout_sec        = 2

  http_health_check {
    port         = local.health_port
    request_path = "/alive"
  }
}

resource "google_compute_region_backend_service" "appliance" {
  for_each = local.deployments

  name                  = each.value.name
  load_balancing_scheme = "INTERNAL"
  protocol              = "UDP"
  health_checks         = [google_compute_region_health_check.appliance.id]

  backend {
    group          = google_compute_instance_group_manager.appliance[each.key].instance_group
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_forwarding_rule" "appliance" {
  for_each = local.deployments

  name                  = each.value.name
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.appliance[each.key].id
  network               = google_compute_network.producer.id
  subnetwork            = google_compute_subnetwork.producer.id
  ip_protocol           = "UDP"
  ports                 = [local.geneve_port]
}

resource "google_network_security_intercept_deployment_group" "this" {
  intercept_deployment_group_id = "inspection"
  location                      = "global"
  network                       = google_compute_network.producer.id
}

resource "google_network_security_intercept_deployment" "zone" {
  for_each = local.deployments

  intercept_deployment_id    = each.value.name
  location                   = each.key
  forwarding_rule            = google_compute_forwarding_rule.appliance[each.key].id
  intercept_deployment_group = google_network_security_intercept_deployment_group.this.id
}

# Consumer: endpoints in its network, and a rule that sends packets to them.

data "google_compute_network" "consumer" {
  project = var.consumer_project_id
  name    = var.consumer_network
}

resource "google_network_security_intercept_endpoint_group" "this" {
  project                     = var.consumer_project_id
  intercept_endpoint_group_id = "inspection"
  location                    = "global"
  intercept_deployment_group  = google_network_security_intercept_deployment_group.this.id
}

resource "google_network_security_intercept_endpoint_group_association" "this" {
  project                                 = var.consumer_project_id
  intercept_endpoint_group_association_id = "inspection-${var.consumer_network}"
  location                                = "global"
  network                                 = data.google_compute_network.consumer.id
  intercept_endpoint_group                = google_network_security_intercept_endpoint_group.this.id
}

resource "google_network_security_security_profile" "this" {
  name   = "inspection"
  parent = "organizations/${var.organization_id}"
  type   = "CUSTOM_INTERCEPT"

  custom_intercept_profile {
    intercept_endpoint_group = google_network_security_intercept_endpoint_group.this.id
  }
}

resource "google_network_security_security_profile_group" "this" {
  name                     = "inspection"
  parent                   = "organizations/${var.organization_id}"
  custom_intercept_profile = google_network_security_security_profile.this.id
}

resource "google_compute_network_firewall_policy" "consumer" {
  project = var.consumer_project_id
  name    = "inspect-${var.consumer_network}"
}

resource "google_compute_network_firewall_policy_association" "consumer" {
  project           = var.consumer_project_id
  name              = "inspect-${var.consumer_network}"
  firewall_policy   = google_compute_network_firewall_policy.consumer.name
  attachment_target = data.google_compute_network.consumer.id
}

resource "google_compute_network_firewall_policy_rule" "inspect" {
  project                = var.consumer_project_id
  firewall_policy        = google_compute_network_firewall_policy.consumer.name
  priority               = 1000
  direction              = "INGRESS"
  action                 = "apply_security_profile_group"
  security_profile_group = "//networksecurity.googleapis.com/${google_network_security_security_profile_group.this.id}"

  match {
    src_ip_ranges = ["10.0.0.0/8"]

    layer4_configs {
      ip_protocol = "all"
    }
  }

  depends_on = [google_network_security_intercept_endpoint_group_association.this]
}
