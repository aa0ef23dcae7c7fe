# Whose forwarding rule receives the copies is up to the caller.

variable "collector" {
  type = string
}

resource "google_compute_region_backend_service" "sensors" {
  name                  = "ilb-sensors"
  region                = "us-east1"
  protocol              = "UDP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-watch/regions/us-east1/healthChecks/sensors"]

  backend {
    group          = "projects/demo-watch/zones/us-east1-b/instanceGroups/sensors-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-watch/zones/us-east1-c/instanceGroups/sensors-c"
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "sensors" {
  name                  = "ilb-sensors"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "UDP"
  all_ports             = true
  subnetwork            = "projects/demo-watch/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.sensors.id
}

resource "google_network_security_mirroring_deployment_group" "sensors" {
  mirroring_deployment_group_id = "sensors"
  location                      = "global"
  network                       = "projects/demo-watch/global/networks/watch"
}

resource "google_network_security_mirroring_deployment" "sensors_b" {
  mirroring_deployment_id    = "sensors-b"
  location                   = "us-east1-b"
  forwarding_rule            = var.collector
  mirroring_deployment_group = google_network_security_mirroring_deployment_group.sensors.id
}
