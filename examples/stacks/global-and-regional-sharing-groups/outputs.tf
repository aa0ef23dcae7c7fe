output "url" {
  value = "https://${trimsuffix(local.hostname, ".")}/"
}

output "outage_sec" {
  description = "Documented bound of how long a failover takes."
  value       = local.outage
}
