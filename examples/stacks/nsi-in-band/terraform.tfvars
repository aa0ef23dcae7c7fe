organization_id     = "510022193374"
producer_project_id = "inspection-5502"
consumer_project_id = "shop-prod-8120"
consumer_network    = "shop"
appliance_image     = "projects/inspection-5502/global/images/family/ngfw"

zones = {
  a = { size = 3 }
  b = { machine_type = "n2-standard-16" }
}
