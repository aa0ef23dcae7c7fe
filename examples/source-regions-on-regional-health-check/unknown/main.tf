# The source regions are up to the caller.

variable "regions" {
  type = list(string)
}

resource "google_compute_region_health_check" "shop" {
  name               = "shop"
  region             = "us-east1"
  source_regions     = var.regions
  check_interval_sec = 30

  https_health_check {
    port         = 443
    request_path = "/ready"
  }
}
