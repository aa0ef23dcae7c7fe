# With five servers in each zone, one may fail.

resource "google_compute_instance_group_manager" "cache_b" {
  name               = "cache-b"
  zone               = "us-east1-b"
  base_instance_name = "cache-b"
  target_size        = 5

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/cache-v3"
  }
}

resource "google_compute_instance_group_manager" "cache_c" {
  name               = "cache-c"
  zone               = "us-east1-c"
  base_instance_name = "cache-c"
  target_size        = 5

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/cache-v3"
  }
}

resource "google_compute_region_backend_service" "cache" {
  name                  = "ilb-cache"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-edge/regions/us-east1/healthChecks/cache"]

  backend {
    group          = google_compute_instance_group_manager.cache_b.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.cache_c.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }
}
