project_id = "storefront-prod"
domain     = "shop.example.com"

regions = {
  us-east1 = {
    subnet_cidr  = "10.10.0.0/20"
    proxy_cidr   = "10.11.0.0/23"
    max_replicas = 20
  }
  europe-west1 = {
    subnet_cidr = "10.20.0.0/20"
    proxy_cidr  = "10.21.0.0/23"
  }
}

services = {
  web    = { port = 8080, session_affinity = "GENERATED_COOKIE" }
  api    = { port = 8081, paths = ["/api", "/api/*"], timeout_sec = 60 }
  static = { port = 8082, paths = ["/static/*", "/fonts/*"], timeout_sec = 10 }
}
