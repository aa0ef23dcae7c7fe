output "service_attachment" {
  description = "What consumers name as the target of their endpoints."
  value       = google_compute_service_attachment.rating.self_link
}

output "endpoint" {
  description = "Address and state of the consumer's endpoint."
  value = {
    address = google_compute_address.endpoint.address
    status  = google_compute_forwarding_rule.endpoint.psc_connection_status
  }
}
