output "id" {
  value = google_compute_network.this.id
}

output "subnets" {
  value = google_compute_subnetwork.this
}

output "vpn_gateway_addresses" {
  value = flatten(google_compute_ha_vpn_gateway.this[*].vpn_interfaces[*].ip_address)
}
