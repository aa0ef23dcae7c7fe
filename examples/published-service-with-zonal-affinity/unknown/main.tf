# What is published is up to the caller.

variable "published" {
  type = string
}

resource "google_compute_region_backend_service" "ledger" {
  name                  = "ilb-ledger"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-ledger/regions/us-east1/healthChecks/ledger"]

  backend {
    group          = "projects/demo-ledger/zones/us-east1-b/instanceGroups/ledger-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-ledger/zones/us-east1-c/instanceGroups/ledger-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "ledger" {
  name                  = "ilb-ledger"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  all_ports             = true
  subnetwork            = "projects/demo-ledger/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.ledger.id
}

resource "google_compute_service_attachment" "ledger" {
  name                  = "ledger"
  region                = "us-east1"
  connection_preference = "ACCEPT_AUTOMATIC"
  enable_proxy_protocol = false
  nat_subnets           = ["projects/demo-ledger/regions/us-east1/subnetworks/psc-nat"]
  target_service        = var.published
}
