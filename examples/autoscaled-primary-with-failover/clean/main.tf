# Only the standby is autoscaled.

resource "google_compute_instance_group_manager" "cache_b" {
  name               = "cache-b"
  zone               = "us-east1-b"
  base_instance_name = "cache-b"
  target_size        = 4

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/cache-v3"
  }
}

resource "google_compute_instance_group_manager" "standby_b" {
  name               = "standby-b"
  zone               = "us-east1-b"
  base_instance_name = "standby-b"

  version {
    instance_template = "projects/demo-edge/global/instanceTemplates/standby-v3"
  }
}

resource "google_compute_autoscaler" "standby_b" {
  name   = "standby-b"
  zone   = "us-east1-b"
  target = google_compute_instance_group_manager.standby_b.id

  autoscaling_policy {
    mode         = "ON"
    min_replicas = 2
    max_replicas = 8
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
    group          = google_compute_instance_group_manager.standby_b.instance_group
    balancing_mode = "CONNECTION"
    failover       = true
  }
}
