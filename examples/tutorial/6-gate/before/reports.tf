# From before there was a linter.

resource "google_compute_region_backend_service" "reports" {
  name                            = "ilb-reports"
  region                          = "europe-west1"
  protocol                        = "UDP"
  load_balancing_scheme           = "INTERNAL"
  connection_draining_timeout_sec = 300
  health_checks                   = [google_compute_region_health_check.checkout.id]

  backend {
    group           = google_compute_instance_group_manager.checkout["b"].instance_group
    balancing_mode  = "CONNECTION"
    max_connections = 200
  }
  backend {
    group          = google_compute_instance_group_manager.checkout["c"].instance_group
    balancing_mode = "CONNECTION"
    failover       = true
  }

  failover_policy {
    disable_connection_drain_on_failover = true
  }
}
