# 250 primary backends, and more in the other pool.

resource "google_compute_instance_group_manager" "b" {
  name               = "orders-b"
  zone               = "us-east1-b"
  base_instance_name = "orders-b"
  target_size        = 130

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders"
  }
}

resource "google_compute_instance_group_manager" "c" {
  name               = "orders-c"
  zone               = "us-east1-c"
  base_instance_name = "orders-c"
  target_size        = 120

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders"
  }
}

resource "google_compute_instance_group_manager" "standby" {
  name               = "orders-standby"
  zone               = "us-east1-b"
  base_instance_name = "orders-standby"
  target_size        = 50

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders"
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
  backend {
    group          = google_compute_instance_group_manager.standby.instance_group
    balancing_mode = "CONNECTION"
    failover       = true
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
