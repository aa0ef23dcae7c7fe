output "names" {
  description = "Names of all record sets."
  value       = sort(distinct([for record in google_dns_record_set.site : record.name]))
}

output "addresses" {
  description = "Address of the load balancer of each region."
  value       = { for region, alb in module.alb : region => alb.address }
}
