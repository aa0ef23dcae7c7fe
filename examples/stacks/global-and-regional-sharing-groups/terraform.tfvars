project = "booking-prod"

dns_zone = {
  name     = "example-com"
  dns_name = "example.com."
}

sites = {
  us-central1 = {
    cidr         = "10.32.0.0/22"
    proxies_cidr = "10.33.0.0/23"
    zones        = ["us-central1-a", "us-central1-b", "us-central1-f"]
  }
  europe-west4 = {
    cidr         = "10.48.0.0/22"
    proxies_cidr = "10.49.0.0/23"
    zones        = ["europe-west4-a", "europe-west4-b", "europe-west4-c"]
    max          = 36
  }
}
