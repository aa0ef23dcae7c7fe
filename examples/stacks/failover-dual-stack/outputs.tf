output "addresses" {
  description = "Addresses of the global load balancer by version."
  value       = { for version, address in google_compute_global_address.player : version => address.address }
}

output "standby_addresses" {
  value = { for region, address in google_compute_address.standby : region => address.address }
}
