terraform {
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 7.20"
    }
  }
}

provider "google" {
  project = var.project_id
  region  = element(keys(var.sites), 0)
}
