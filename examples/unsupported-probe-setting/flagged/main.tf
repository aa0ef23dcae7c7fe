# A request in a TCP probe, and a proxy header.

resource "google_compute_health_check" "sock" {
  name               = "sock"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  tcp_health_check {
    port    = 5432
    request = "ping"
  }
}

resource "google_compute_health_check" "web" {
  name               = "web"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  http_health_check {
    port         = 80
    proxy_header = "PROXY_V1"
  }
}
