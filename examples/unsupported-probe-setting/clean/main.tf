# NONE is no proxy header. A health check for backends may send what it likes.

resource "google_compute_health_check" "sock" {
  name               = "sock"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  tcp_health_check {
    port         = 5432
    proxy_header = "NONE"
  }
}

resource "google_compute_health_check" "backends" {
  name = "backends"

  tcp_health_check {
    port         = 5432
    request      = "ping"
    proxy_header = "PROXY_V1"
  }
}
