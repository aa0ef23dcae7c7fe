# A rating API that is published through Private Service Connect: an internal load balancer that keeps connections
# in the zone of their client, a service attachment that accepts the listed projects, and an endpoint in the network
# of one consumer. A regional group serves all three zones; a canary group of the next version stands in one of them.

provider "google" {
  project = var.producer_project
  region  = var.region
}

provider "google" {
  alias   = "consumer"
  project = var.consumer_project
  region  = var.region
}

locals {
  zones  = [for letter in ["b", "c", "d"] : "${var.region}-${letter}"]
  port   = 8443
  probes = ["35.191.0.0/16", "130.211.0.0/22"]

  versions = {
    stable = { image = var.images.stable, tags = ["rating"] }
    canary = { image = coalesce(var.images.canary, var.images.stable), tags = ["rating", "rating-canary"] }
  }
}

# Producer

resource "google_compute_network" "producer" {
  name                    = "rating"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "servers" {
  name          = "rating-servers"
  network       = google_compute_network.producer.id
  ip_cidr_range = "10.40.0.0/24"
}

resource "google_compute_subnetwork" "nat" {
  count         = length(var.nat_ranges)
  name          = "rating-nat-${count.index + 1}"
  network       = google_compute_network.producer.id
  purpose       = "PRIVATE_SERVICE_CONNECT"
  ip_cidr_range = var.nat_ranges[count.index]
}

resource "google_compute_firewall" "servers" {
  name          = "rating-servers"
  network       = google_compute_network.producer.id
  source_ranges = concat(local.probes, google_compute_subnetwork.nat[*].ip_cidr_range)
  target_tags   = ["rating"]

  allow {
    protocol = "tcp"
    ports    = [local.port]
  }
}

resource "google_compute_instance_template" "server" {
  for_each     = local.versions
  name_prefix  = "rating-${each.key}-"
  machine_type = "e2-standard-4"
  tags         = each.value.tags

  disk {
    source_image = each.value.image
  }

  network_interface {
    subnetwork = google_compute_subnetwork.servers.id
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_region_instance_group_manager" "stable" {
  name                             = "rating-stable"
  base_instance_name               = "rating-stable"
  distribution_policy_zones        = local.zones
  distribution_policy_target_shape = "EVEN"
  target_size                      = 9

  version {
    instance_template = google_compute_instance_template.server["stable"].self_link_unique
  }

  update_policy {
    type                  = "PROACTIVE"
    minimal_action        = "REPLACE"
    max_surge_fixed       = 3
    max_unavailable_fixed = 0
  }
}

resource "google_compute_instance_group_manager" "canary" {
  name               = "rating-canary"
  base_instance_name = "rating-canary"
  zone               = local.zones[0]
  target_size        = 3

  version {
    instance_template = google_compute_instance_template.server["canary"].self_link_unique
  }
}

resource "google_compute_region_health_check" "rating" {
  name               = "rating"
  check_interval_sec = 5
  timeout_sec        = 3

  https_health_check {
    port         = local.port
    request_path = "/healthz"
  }
}

resource "google_compute_region_backend_service" "rating" {
  name                  = "rating"
  load_balancing_scheme = "INTERNAL"
  protocol              = "TCP"
  health_checks         = [google_compute_region_health_check.rating.id]

  dynamic "backend" {
    for_each = [
      google_compute_region_instance_group_manager.stable.instance_group,
      google_compute_instance_group_manager.canary.instance_group,
    ]
    iterator = group
    content {
      group          = group.value
      balancing_mode = "CONNECTION"
    }
  }

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    }
  }
}

resource "google_compute_forwarding_rule" "rating" {
  name                  = "rating"
  load_balancing_scheme = "INTERNAL"
  network               = google_compute_network.producer.id
  subnetwork            = google_compute_subnetwork.servers.id
  ip_protocol           = "TCP"
  ports                 = [local.port]
  backend_service       = google_compute_region_backend_service.rating.id
}

resource "google_compute_service_attachment" "rating" {
  name                  = "rating"
  description           = "Rating API"
  connection_preference = "ACCEPT_MANUAL"
  enable_proxy_protocol = false
  reconcile_connections = true
  nat_subnets           = google_compute_subnetwork.nat[*].id
  target_service        = google_compute_forwarding_rule.rating.id

  dynamic "consumer_accept_lists" {
    for_each = merge({ (var.consumer_project) = 2 }, var.more_consumers)
    content {
      project_id_or_num = consumer_accept_lists.key
      connection_limit  = consumer_accept_lists.value
    }
  }
}

# Consumer

resource "google_compute_network" "consumer" {
  provider                = google.consumer
  name                    = "checkout"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "consumer" {
  provider      = google.consumer
  name          = "checkout"
  network       = google_compute_network.consumer.id
  ip_cidr_range = "10.40.0.0/24"
}

resource "google_compute_address" "endpoint" {
  provider     = google.consumer
  name         = "rating-endpoint"
  subnetwork   = google_compute_subnetwork.consumer.id
  address_type = "INTERNAL"
  address      = cidrhost(google_compute_subnetwork.consumer.ip_cidr_range, 20)
}

resource "google_compute_forwarding_rule" "endpoint" {
  provider              = google.consumer
  name                  = "rating-endpoint"
  load_balancing_scheme = ""
  network               = google_compute_network.consumer.id
  ip_address            = google_compute_address.endpoint.id
  target                = google_compute_service_attachment.rating.id
}

resource "google_dns_managed_zone" "consumer" {
  provider   = google.consumer
  name       = "rating"
  dns_name   = "rating.example.test."
  visibility = "private"

  private_visibility_config {
    networks {
      network_url = google_compute_network.consumer.id
    }
  }
}

resource "google_dns_record_set" "endpoint" {
  provider     = google.consumer
  managed_zone = google_dns_managed_zone.consumer.name
  name         = "api.${google_dns_managed_zone.consumer.dns_name}"
  type         = "A"
  ttl          = 60
  rrdatas      = [google_compute_address.endpoint.address]
}
