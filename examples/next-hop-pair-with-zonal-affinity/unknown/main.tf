# Firewalls between two networks; where the way back leads is up to the caller.

variable "next_hop" {
  type = string
}

resource "google_compute_region_backend_service" "inside" {
  name                  = "ilb-inside"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/inside"]

  backend {
    group          = "projects/demo-edge/zones/us-east1-b/instanceGroups/fw-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-edge/zones/us-east1-c/instanceGroups/fw-c"
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
    group          = "projects/demo-edge/zones/us-east1-b/instanceGroups/fw-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-edge/zones/us-east1-c/instanceGroups/fw-c"
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
}

resource "google_compute_route" "outside" {
  name         = "via-outside"
  network      = "projects/demo-edge/global/networks/outside"
  dest_range   = "10.40.0.0/16"
  next_hop_ilb = var.next_hop
}
