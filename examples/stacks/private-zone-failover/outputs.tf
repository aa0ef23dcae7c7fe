output "ledger_addresses" {
  description = "Address of the load balancer of each region."
  value       = { for region, ilb in module.ilb : region => ilb.ip_address }
}

output "zone_name_servers" {
  description = "Name servers of the private zone."
  value       = module.dns.name_servers
}
