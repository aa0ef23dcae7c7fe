output "primary_address" {
  value = google_compute_address.primary.address
}

output "backup_address" {
  value = google_compute_address.backup.address
}
