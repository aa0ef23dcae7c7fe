output "addresses" {
  value = { for key, rule in google_compute_forwarding_rule.default : key => rule.ip_address }
}

output "forwarding_rules" {
  value = google_compute_forwarding_rule.default
}

output "groups" {
  value = { for key, group in google_compute_instance_group.default : key => group.id }
}
