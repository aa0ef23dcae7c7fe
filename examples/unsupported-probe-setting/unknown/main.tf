# The request is up to the caller.

variable "request" {
  type = string
}

resource "google_compute_health_check" "sock" {
  name               = "sock"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  tcp_health_check {
    port    = 5432
    request = var.request
  }
}
