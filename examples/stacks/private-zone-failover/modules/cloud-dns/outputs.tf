output "name_servers" {
  description = "Name servers of the zone."
  value = one(concat(
    google_dns_managed_zone.public[*].name_servers,
    google_dns_managed_zone.private[*].name_servers,
    google_dns_managed_zone.forwarding[*].name_servers,
  ))
}

output "record_names" {
  description = "Full names of the record sets."
  value       = sort([for record in google_dns_record_set.records : record.name])
}
