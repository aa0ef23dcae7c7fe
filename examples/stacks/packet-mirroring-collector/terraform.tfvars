project_id    = "observed-net-93d1"
image         = "projects/ids-images-04fe/global/images/family/sensor-6"
sensors_range = "10.90.255.0/26"

workload_ranges = {
  web = "10.90.0.0/22"
  app = "10.90.4.0/22"
}

policies = {
  front = {
    description = "All packets of the web and application tiers"
    subnetworks = ["web", "app"]
  }
  payments = {
    description = "What VMs that handle cards send out"
    priority    = 500
    tags        = ["card-data"]
    filter = {
      protocols = ["tcp"]
      ranges    = ["0.0.0.0/0"]
      direction = "EGRESS"
    }
  }
}
