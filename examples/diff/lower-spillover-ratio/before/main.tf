# Five backends in each of two zones.

locals {
  zones = {
    b = "us-east1-b"
    c = "us-east1-c"
  }
}

resource "google_compute_region_health_check" "orders" {
  name   = "orders"
  region = "us-east1"

  tcp_health_check {
    port = 8080
  }
}

resource "google_compute_instance_group_manager" "orders" {
  for_each           = local.zones
  name               = "ig-orders-${each.key}"
  zone               = each.value
  base_instance_name = "orders-${each.key}"
  target_size        = 5

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/orders-v12"
  }
}

resource "google_compute_region_backend_service" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.orders.id]

  backend {
    group          = google_compute_instance_group_manager.orders["b"].instance_group
    balancing_mode = "CONNECTION"
  }
  backend {
    group          = google_compute_instance_group_manager.orders["c"].instance_group
    balancing_mode = "CONNECTION"
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.8
    }
  }
}

resource "google_compute_forwarding_rule" "orders" {
  name                  = "ilb-orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8080"]
  subnetwork            = "projects/demo-shop/regions/us-east1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.orders.id
}
