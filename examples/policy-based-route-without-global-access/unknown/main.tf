# The address of the firewalls is up to the caller.

variable "firewalls" {
  type = string
}

resource "google_compute_region_backend_service" "fw" {
  name                  = "ilb-fw"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/fw"]

  backend {
    group          = "projects/demo-edge/zones/us-east1-b/instanceGroups/fw-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-edge/zones/us-east1-c/instanceGroups/fw-c"
    balancing_mode = "CONNECTION"
  }
}

resource "google_compute_forwarding_rule" "fw" {
  name                  = "ilb-fw"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  backend_service       = google_compute_region_backend_service.fw.id
  network               = "projects/demo-edge/global/networks/inside"
  subnetwork            = "projects/demo-edge/regions/us-east1/subnetworks/inside"
  ip_protocol           = "TCP"
  all_ports             = true
  ip_address            = "10.40.0.9"
}

resource "google_network_connectivity_policy_based_route" "fw" {
  name            = "via-fw"
  network         = "projects/demo-edge/global/networks/inside"
  next_hop_ilb_ip = var.firewalls

  filter {
    protocol_version = "IPV4"
    src_range        = "10.40.0.0/16"
  }
}
