# Whether it has source regions is up to the caller.

variable "regions" {
  type = list(string)
}

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = var.regions
  check_interval_sec = 30

  grpc_health_check {
    port = 50051
  }
}
