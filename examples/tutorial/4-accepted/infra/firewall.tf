# An internal load balancer in front of one firewall appliance in each zone.

resource "google_compute_instance_group_manager" "firewall" {
  for_each           = local.zones
  name               = "firewall-${each.key}"
  zone               = each.value
  base_instance_name = "firewall-${each.key}"
  target_size        = 1

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/firewall-v1"
  }
}

resource "google_compute_region_backend_service" "firewall" {
  name                  = "ilb-firewall"
  region                = "europe-west1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.checkout.id]

  dynamic "backend" {
    for_each = google_compute_instance_group_manager.firewall
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      # spillover:ignore[ZA014] one appliance per zone: return traffic has to find its sessions
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
}
