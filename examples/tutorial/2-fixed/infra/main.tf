# An internal load balancer with four VMs in each of two zones.

locals {
  zones = {
    b = "europe-west1-b"
    c = "europe-west1-c"
  }
}

resource "google_compute_region_health_check" "checkout" {
  name   = "checkout"
  region = "europe-west1"

  tcp_health_check {
    port = 8443
  }
}

resource "google_compute_instance_group_manager" "checkout" {
  for_each           = local.zones
  name               = "checkout-${each.key}"
  zone               = each.value
  base_instance_name = "checkout-${each.key}"
  target_size        = 4

  version {
    instance_template = "projects/demo-shop/global/instanceTemplates/checkout-v3"
  }
}

resource "google_compute_region_backend_service" "checkout" {
  name                  = "ilb-checkout"
  region                = "europe-west1"
  protocol              = "TCP"
  load_balancing_scheme = "INTERNAL"
  health_checks         = [google_compute_region_health_check.checkout.id]

  dynamic "backend" {
    for_each = google_compute_instance_group_manager.checkout
    content {
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}

resource "google_compute_forwarding_rule" "checkout" {
  name                  = "ilb-checkout"
  region                = "europe-west1"
  load_balancing_scheme = "INTERNAL"
  ip_protocol           = "TCP"
  ports                 = ["8443"]
  subnetwork            = "projects/demo-shop/regions/europe-west1/subnetworks/apps"
  backend_service       = google_compute_region_backend_service.checkout.id
}
