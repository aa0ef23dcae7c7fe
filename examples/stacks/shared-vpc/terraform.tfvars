host_project_id        = "net-host-9031"
service_project_id     = "billing-prod-2207"
service_project_number = "640110274418"
region                 = "europe-west1"
zones                  = ["europe-west1-b", "europe-west1-c", "europe-west1-d"]

subnets = {
  billing    = { region = "europe-west1", cidr = "10.10.0.0/22", shared = true }
  batch      = { region = "europe-north1", cidr = "10.10.4.0/22", shared = true }
  management = { region = "europe-west1", cidr = "10.10.8.0/24" }
}

on_premises = {
  asn       = 64620
  addresses = ["203.0.113.18", "203.0.113.19"]
  ranges    = ["192.168.0.0/16"]
}
