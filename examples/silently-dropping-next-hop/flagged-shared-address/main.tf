# The address of the next hop is one that several forwarding rules may share.

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
  ip_address            = google_compute_address.fw.id
  ip_protocol           = "TCP"
  all_ports             = true
}

resource "google_compute_address" "fw" {
  name         = "ilb-fw"
  region       = "us-east1"
  address_type = "INTERNAL"
  subnetwork   = "projects/demo-edge/regions/us-east1/subnetworks/inside"
  purpose      = "SHARED_LOADBALANCER_VIP"
}

resource "google_compute_route" "fw" {
  name         = "via-fw"
  network      = "projects/demo-edge/global/networks/inside"
  dest_range   = "0.0.0.0/0"
  next_hop_ilb = google_compute_forwarding_rule.fw.id
}
