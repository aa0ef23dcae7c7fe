variable "project_id" {
  description = "Project of the clusters and load balancers."
  type        = string
}

variable "hostname" {
  description = "Host name of the player."
  type        = string
}

variable "network" {
  description = "Network of the clusters, with the proxy-only range of each region."
  type = object({
    name          = string
    proxy_subnets = map(string)
  })
}

variable "clusters" {
  description = "Zones of each region's cluster; GKE makes an endpoint group for each."
  type        = map(list(string))
}

variable "certificate" {
  description = "Names of certificates that are made elsewhere: the map for the global proxy, and one per region."
  type = object({
    map      = string
    regional = string
  })
}

variable "ttl" {
  description = "TTL of both record sets."
  type        = number
  default     = 60
}
