project_id = "player-prod"
hostname   = "play.example.com"

network = {
  name = "gke"
  proxy_subnets = {
    asia-southeast1 = "10.200.0.0/23"
    us-east4        = "10.200.2.0/23"
  }
}

clusters = {
  asia-southeast1 = ["asia-southeast1-a", "asia-southeast1-b"]
  us-east4        = ["us-east4-a", "us-east4-b", "us-east4-c"]
}

certificate = {
  map      = "player"
  regional = "player"
}
