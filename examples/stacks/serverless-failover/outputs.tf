output "external_ip" {
  value = module.lb.external_ip
}

output "backup_ips" {
  value = { for region, lb in module.backup : region => lb.external_ip }
}
