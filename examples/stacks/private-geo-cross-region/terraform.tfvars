project_id = "catalog-prod-1177"

dns_config = {
  domain = "apps.example.test."
  host   = "catalog"
}

regions = {
  us-east4 = {
    subnet_cidr = "10.64.0.0/22"
    proxy_cidr  = "10.65.0.0/23"
    max_size    = 24
  }
  europe-west3 = {
    subnet_cidr = "10.64.4.0/22"
    proxy_cidr  = "10.65.2.0/23"
  }
  asia-southeast1 = {
    subnet_cidr = "10.64.8.0/22"
    proxy_cidr  = "10.65.4.0/23"
  }
}
