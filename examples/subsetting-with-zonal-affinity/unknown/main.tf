# Whether there is subsetting is up to the caller.

variable "subsetting" {
  type = string
}

terraform {
  required_providers {
    google-beta = {
      source  = "hashicorp/google-beta"
      version = ">= 7.13.0"
    }
  }
}

resource "google_compute_region_health_check" "metrics" {
  name   = "metrics"
  region = "us-east1"

  tcp_health_check {
    port = 9090
  }
}

resource "google_compute_region_backend_service" "metrics" {
  provider              = google-beta
  name                  = "ilb-metrics"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.metrics.id]

  backend {
    group          = "projects/demo-metrics/zones/us-east1-b/instanceGroups/metrics-b"
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = "projects/demo-metrics/zones/us-east1-c/instanceGroups/metrics-c"
    balancing_mode = "CONNECTION"
  }

  subsetting {
    policy = var.subsetting
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }
}

resource "google_compute_forwarding_rule" "metrics" {
  name                  = "ilb-metrics"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["9090"]
  subnetwork            = "projects/demo-metrics/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.metrics.id
}
