# A regional health check has no source regions.

resource "google_compute_region_health_check" "shop" {
  name               = "shop"
  region             = "us-east1"
  source_regions     = ["us-east1", "europe-west1", "asia-southeast1"]
  check_interval_sec = 30

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}
