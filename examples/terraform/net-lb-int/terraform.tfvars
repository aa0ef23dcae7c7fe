services = {
  orders = {
    backends = {
      b = { size = 5 }
      c = { size = 5 }
      d = { size = 2, failover = true }
    }
    affinity = { ratio = 0.6 }
    failover = { ratio = 0.5 }
  }

  search = {
    ports    = [8080, 8443]
    backends = { b = { size = 3 }, c = { size = 1 } }
    affinity = { spillover = "ZONAL_AFFINITY_STAY_WITHIN_ZONE" }
  }
}
