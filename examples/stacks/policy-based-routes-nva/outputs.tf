output "nva_address" {
  description = "Next hop of the policy-based routes."
  value       = module.nva.address
}

output "spoke_networks" {
  value = { for name, spoke in module.spoke : name => spoke.network }
}
