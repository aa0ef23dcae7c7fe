# Half of the clients are where a quarter of the backends is: which backends get too much, and what crosses zones?

locals {
  sizes = { "us-east1-b" = 6, "us-east1-c" = 2 }
}

resource "google_compute_instance_group_manager" "quotes" {
  for_each           = local.sizes
  name               = "quotes-${each.key}"
  zone               = each.key
  base_instance_name = "quotes"
  target_size        = each.value

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/quotes-v2"
  }
}

resource "google_compute_region_backend_service" "quotes" {
  name                  = "ilb-quotes"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/quotes"]

  dynamic "backend" {
    for_each = google_compute_instance_group_manager.quotes
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.4
    }
  }
}
