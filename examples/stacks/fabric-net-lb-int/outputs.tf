output "addresses" {
  description = "Address of each forwarding rule, by service."
  value = {
    search    = module.search.addresses
    resolvers = module.resolvers.addresses
  }
}
