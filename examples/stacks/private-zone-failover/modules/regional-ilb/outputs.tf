output "ip_address" {
  description = "Address of the forwarding rule."
  value       = google_compute_forwarding_rule.this.ip_address
}

output "forwarding_rule" {
  description = "Id of the forwarding rule."
  value       = google_compute_forwarding_rule.this.id
}
