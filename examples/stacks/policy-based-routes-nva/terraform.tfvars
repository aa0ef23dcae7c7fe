project_id = "landing-zone-0416"

hub = {
  region = "us-central1"
  zones  = ["us-central1-b", "us-central1-c"]
  cidr   = "10.0.0.0/24"
}

spokes = {
  payments = {
    subnets = { us-central1 = "10.1.0.0/20" }
  }
  analytics = {
    subnets = {
      us-central1 = "10.2.0.0/20"
      us-west1    = "10.2.16.0/20"
    }
  }
}

appliances = {
  image = "projects/landing-zone-0416/global/images/family/router"
}
