# Firewalls between two networks: compare where a connection from one zone to the other goes, and its replies.

resource "google_compute_instance_group_manager" "fw_b" {
  name               = "fw-b"
  zone               = "us-east1-b"
  base_instance_name = "fw-b"
  target_size        = 2

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/fw-v3"
  }
}

resource "google_compute_instance_group_manager" "fw_c" {
  name               = "fw-c"
  zone               = "us-east1-c"
  base_instance_name = "fw-c"
  target_size        = 2

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/fw-v3"
  }
}

resource "google_compute_region_backend_service" "inside" {
  name                  = "ilb-inside"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/inside"]

  backend {
    group          = google_compute_instance_group_manager.fw_b.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.fw_c.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "inside" {
  name                  = "ilb-inside"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.inside.id
  network               = "projects/demo-edge/global/networks/inside"
  subnetwork            = "projects/demo-edge/regions/us-east1/subnetworks/inside"
  ip_protocol           = "TCP"
  all_ports             = true
}

resource "google_compute_route" "inside" {
  name         = "via-inside"
  network      = "projects/demo-edge/global/networks/inside"
  dest_range   = "0.0.0.0/0"
  next_hop_ilb = google_compute_forwarding_rule.inside.id
}

resource "google_compute_region_backend_service" "outside" {
  name                  = "ilb-outside"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/outside"]

  backend {
    group          = google_compute_instance_group_manager.fw_b.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.fw_c.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "outside" {
  name                  = "ilb-outside"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.outside.id
  network               = "projects/demo-edge/global/networks/outside"
  subnetwork            = "projects/demo-edge/regions/us-east1/subnetworks/outside"
  ip_protocol           = "TCP"
  all_ports             = true
  ip_address            = google_compute_address.outside.address
  allow_global_access   = true
}

resource "google_compute_address" "outside" {
  name         = "fw-outside"
  region       = "us-east1"
  subnetwork   = "projects/demo-edge/regions/us-east1/subnetworks/outside"
  address_type = "INTERNAL"
}

resource "google_network_connectivity_policy_based_route" "outside" {
  name            = "via-outside"
  network         = "projects/demo-edge/global/networks/outside"
  next_hop_ilb_ip = google_compute_address.outside.address

  filter {
    protocol_version = "IPV4"
    src_range        = "10.40.0.0/16"
  }
}
