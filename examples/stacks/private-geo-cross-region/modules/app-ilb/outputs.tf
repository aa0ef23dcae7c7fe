output "address" {
  description = "Address of the forwarding rule."
  value       = google_compute_address.default.address
}

output "port" {
  description = "Port of the forwarding rule, as Cloud DNS wants it."
  value       = local.port
}
