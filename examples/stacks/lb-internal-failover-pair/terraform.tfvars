project_id      = "ledger-prod-71c4"
host_project_id = "net-host-prod-02aa"
network         = "prod"
subnetwork      = "ledger-servers"
zones           = ["europe-west3-a", "europe-west3-b", "europe-west3-c"]
