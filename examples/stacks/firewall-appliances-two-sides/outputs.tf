output "next_hops" {
  description = "Address of the next hop on each side."
  value       = { for side, hop in module.next_hop : side => hop.ip_address }
}

output "groups" {
  description = "Group of appliances in each zone."
  value       = module.appliances.groups
}
