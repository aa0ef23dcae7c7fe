# A probe of the first is not over when the next begins; the interval of the second is 5 s by default.

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30
  timeout_sec        = 31

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}

resource "google_compute_health_check" "backends" {
  name        = "backends"
  timeout_sec = 10

  tcp_health_check {
    port = 443
  }
}
