output "catalog_name" {
  description = "Name that clients use."
  value       = trimsuffix(google_dns_record_set.catalog.name, ".")
}

output "addresses" {
  description = "Address of each region's load balancer."
  value       = { for region, alb in module.alb : region => alb.address }
}
