# Nine servers, which the group spreads evenly over three zones.

resource "google_compute_region_instance_group_manager" "search" {
  name                             = "search"
  region                           = "us-east1"
  base_instance_name               = "search"
  target_size                      = 9
  distribution_policy_zones        = ["us-east1-b", "us-east1-c", "us-east1-d"]
  distribution_policy_target_shape = "EVEN"

  version {
    instance_template = "projects/demo-cache/global/instanceTemplates/search-v7"
  }
}

resource "google_compute_region_backend_service" "search" {
  name                  = "ilb-search"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-cache/regions/us-east1/healthChecks/search"]

  backend {
    group          = google_compute_region_instance_group_manager.search.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
