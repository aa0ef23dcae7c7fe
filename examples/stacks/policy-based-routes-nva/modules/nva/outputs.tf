output "address" {
  value = google_compute_address.this.address
}

output "forwarding_rule" {
  value = google_compute_forwarding_rule.this.id
}

output "tag" {
  value = local.tag
}
