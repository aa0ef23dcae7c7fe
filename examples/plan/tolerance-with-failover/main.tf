# Two zones of primary backends, a spare zone: how many may fail before connections leave their zone, or all fail over?

locals {
  groups = {
    b = { zone = "us-east1-b", size = 5, failover = false }
    c = { zone = "us-east1-c", size = 3, failover = false }
    d = { zone = "us-east1-d", size = 2, failover = true }
  }
}

resource "google_compute_instance_group_manager" "billing" {
  for_each           = local.groups
  name               = "billing-${each.key}"
  zone               = each.value.zone
  base_instance_name = "billing"
  target_size        = each.value.size

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/billing-v7"
  }
}

resource "google_compute_region_backend_service" "billing" {
  name                  = "ilb-billing"
  region                = "us-east1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = ["projects/demo-shop/regions/us-east1/healthChecks/billing"]

  dynamic "backend" {
    for_each = local.groups
    content {
      group          = google_compute_instance_group_manager.billing[backend.key].instance_group
      balancing_mode = "CONNECTION"
      failover       = backend.value.failover
    }
  }

  failover_policy {
    failover_ratio = 0.5
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.7
    }
  }
}
