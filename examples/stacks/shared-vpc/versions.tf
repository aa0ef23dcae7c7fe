terraform {
  required_version = ">= 1.5"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 7.20"
    }
  }
}

provider "google" {
  project = var.service_project_id
  region  = var.region
}

provider "google" {
  alias   = "host"
  project = var.host_project_id
  region  = var.region
}
