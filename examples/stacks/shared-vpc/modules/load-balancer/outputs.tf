output "address" {
  value = google_compute_forwarding_rule.this.ip_address
}
