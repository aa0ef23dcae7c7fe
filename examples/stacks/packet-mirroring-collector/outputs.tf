output "collector" {
  description = "Forwarding rule that policies of other networks of this region may name too."
  value       = google_compute_forwarding_rule.collector.self_link
}

output "policies" {
  description = "Mirroring policies by name."
  value       = { for name, policy in google_compute_packet_mirroring.this : name => policy.id }
}
