output "ip_address" {
  description = "Address of the load balancer."
  value       = google_compute_forwarding_rule.this.ip_address
}

output "forwarding_rule" {
  description = "Forwarding rule of the load balancer."
  value       = google_compute_forwarding_rule.this.self_link
}

output "backend_service" {
  description = "Backend service of the load balancer."
  value       = google_compute_region_backend_service.this.self_link
}
