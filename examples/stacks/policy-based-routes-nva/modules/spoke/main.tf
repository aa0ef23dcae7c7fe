variable "name" {
  type = string
}

variable "subnets" {
  type = map(string)
}

variable "hub_network" {
  type = string
}

variable "next_hop" {
  description = "Address of the load balancer that private traffic goes through; null for none."
  type        = string
  default     = null
}

variable "private_ranges" {
  type = list(string)
}

resource "google_compute_network" "spoke" {
  name                            = var.name
  auto_create_subnetworks         = false
  delete_default_routes_on_create = true
}

resource "google_compute_subnetwork" "spoke" {
  for_each = var.subnets

  name                     = "${var.name}-${each.key}"
  region                   = each.key
  network                  = google_compute_network.spoke.id
  ip_cidr_range            = each.value
  private_ip_google_access = true
}

resource "google_compute_network_peering" "to_hub" {
  name                 = "${var.name}-to-hub"
  network              = google_compute_network.spoke.id
  peer_network         = var.hub_network
  import_custom_routes = true
}

resource "google_compute_network_peering" "from_hub" {
  name                 = "hub-to-${var.name}"
  network              = var.hub_network
  peer_network         = google_compute_network.spoke.id
  export_custom_routes = true

  depends_on = [google_compute_network_peering.to_hub]
}

resource "google_network_connectivity_policy_based_route" "inspect" {
  for_each = var.next_hop == null ? {} : { for range in var.private_ranges : range => range }

  name            = "${var.name}-to-${replace(split("/", each.key)[0], ".", "-")}"
  network         = google_compute_network.spoke.id
  priority        = 1000
  next_hop_ilb_ip = var.next_hop

  filter {
    protocol_version = "IPV4"
    src_range        = "0.0.0.0/0"
    dest_range       = each.value
  }

  depends_on = [google_compute_network_peering.from_hub]
}

output "network" {
  value = google_compute_network.spoke.id
}
