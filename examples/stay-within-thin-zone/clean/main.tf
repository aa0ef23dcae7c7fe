# A cache that is to be read in its own zone only, with two servers in the smallest zone.

resource "google_compute_instance_group_manager" "cache_b" {
  name               = "cache-b"
  zone               = "us-east1-b"
  base_instance_name = "cache-b"
  target_size        = 6

  version {
    instance_template = "projects/demo-cache/global/instanceTemplates/cache-v4"
  }
}

resource "google_compute_instance_group_manager" "cache_c" {
  name               = "cache-c"
  zone               = "us-east1-c"
  base_instance_name = "cache-c"
  target_size        = 6

  version {
    instance_template = "projects/demo-cache/global/instanceTemplates/cache-v4"
  }
}

resource "google_compute_instance_group_manager" "cache_d" {
  name               = "cache-d"
  zone               = "us-east1-d"
  base_instance_name = "cache-d"
  target_size        = 2

  version {
    instance_template = "projects/demo-cache/global/instanceTemplates/cache-v4"
  }
}

resource "google_compute_region_backend_service" "cache" {
  name                  = "ilb-cache"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-cache/regions/us-east1/healthChecks/cache"]

  backend {
    group          = google_compute_instance_group_manager.cache_b.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.cache_c.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.cache_d.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
}
