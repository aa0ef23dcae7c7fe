project_id = "site-prod-3356"

zone_config = {
  name   = "site"
  domain = "example.com."
  dnssec = true
}

regions = {
  us-east1 = {
    cidr       = "10.32.0.0/22"
    proxy_cidr = "10.33.0.0/23"
    max_size   = 30
  }
  europe-west1 = {
    cidr       = "10.32.4.0/22"
    proxy_cidr = "10.33.2.0/23"
  }
  asia-southeast1 = {
    cidr       = "10.32.8.0/22"
    proxy_cidr = "10.33.4.0/23"
  }
}
