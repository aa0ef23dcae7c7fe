output "address" {
  description = "Address of the global load balancer."
  value       = google_compute_global_address.shop.address
}

output "backup_addresses" {
  description = "Addresses of the regional load balancers by region."
  value       = { for region, backup in module.backup : region => backup.address }
}

output "name_servers" {
  description = "To be entered at the registrar."
  value       = google_dns_managed_zone.shop.name_servers
}
