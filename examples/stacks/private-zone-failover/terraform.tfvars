project_id     = "ledger-prod-4821"
primary_region = "us-central1"

regions = {
  us-central1 = {
    cidr  = "10.20.0.0/20"
    zones = ["us-central1-a", "us-central1-b", "us-central1-f"]
  }
  europe-west4 = {
    cidr         = "10.20.16.0/20"
    zones        = ["europe-west4-a", "europe-west4-b"]
    min_per_zone = 4
    max_per_zone = 12
  }
}
