# The timeout is up to the caller.

variable "timeout" {
  type = number
}

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30
  timeout_sec        = var.timeout

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}
