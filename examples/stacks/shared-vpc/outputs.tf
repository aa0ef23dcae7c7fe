output "address" {
  description = "Address of the billing API, for VMs and for the offices."
  value       = module.load_balancer.address
}

output "vpn_gateway_addresses" {
  description = "What the offices' gateway connects to."
  value       = module.network.vpn_gateway_addresses
}
