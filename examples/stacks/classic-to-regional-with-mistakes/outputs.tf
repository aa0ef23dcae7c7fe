output "address" {
  value = local.address
}

output "backup_address" {
  value = google_compute_address.backup.address
}
