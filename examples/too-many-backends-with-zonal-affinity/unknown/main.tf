# How far the second group is scaled is not known before it is.

resource "google_compute_instance_group_manager" "b" {
  name               = "orders-b"
  zone               = "us-east1-b"
  base_instance_name = "orders-b"
  target_size        = 150

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders"
  }
}

resource "google_compute_instance_group_manager" "c" {
  name               = "orders-c"
  zone               = "us-east1-c"
  base_instance_name = "orders-c"

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders"
  }
}

resource "google_compute_autoscaler" "c" {
  name   = "orders-c"
  zone   = "us-east1-c"
  target = google_compute_instance_group_manager.c.id

  autoscaling_policy {
    min_replicas = 10
    max_replicas = 120
  }
}

resource "google_compute_region_backend_service" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/orders"]

  backend {
    group          = google_compute_instance_group_manager.b.instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.c.instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8443"]
  subnetwork            = "projects/demo-shop/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.orders.id
}
