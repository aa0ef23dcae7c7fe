output "address" {
  description = "Address of the load balancer."
  value       = module.ledger_lb.ip_address
}

output "url" {
  description = "Where clients find the API."
  value       = "https://${trimsuffix(google_dns_record_set.api.name, ".")}:${var.port}"
}

output "groups" {
  description = "Groups of servers by role and zone."
  value       = { for key, group in google_compute_instance_group_manager.ledger : key => group.instance_group }
}
