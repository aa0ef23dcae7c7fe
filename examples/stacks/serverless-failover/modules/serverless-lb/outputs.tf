output "external_ip" {
  description = "The IPv4 address of the load balancer."
  value       = local.address
}

output "backend_services" {
  description = "The backend services that were made."
  value       = google_compute_backend_service.default
}
