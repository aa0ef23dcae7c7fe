# Whether there are source regions is up to the caller.

terraform {
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 5.30.0"
    }
  }
}

variable "regions" {
  type = list(string)
}

resource "google_compute_health_check" "shop" {
  name               = "shop"
  source_regions     = var.regions
  check_interval_sec = 30

  tcp_health_check {
    port = 443
  }
}
