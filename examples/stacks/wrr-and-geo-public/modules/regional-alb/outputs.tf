output "address" {
  value = google_compute_address.default.address
}

output "forwarding_rule" {
  value = google_compute_forwarding_rule.default.id
}
