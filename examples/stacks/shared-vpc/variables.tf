variable "host_project_id" {
  description = "Project that owns the network."
  type        = string
}

variable "service_project_id" {
  description = "Project that owns the load balancer and its backends."
  type        = string
}

variable "service_project_number" {
  description = "Number of that project, for the agents that use the subnetwork."
  type        = string
}

variable "region" {
  type = string
}

variable "zones" {
  description = "Zones of the backends."
  type        = list(string)
}

variable "subnets" {
  description = "Subnetworks of the host project."
  type = map(object({
    region = string
    cidr   = string
    shared = optional(bool, false)
  }))
}

variable "on_premises" {
  description = "The site at the other end of the tunnels."
  type = object({
    asn       = number
    addresses = list(string)
    ranges    = list(string)
  })
}

variable "vpn_shared_secrets" {
  description = "Shared secret of each tunnel."
  type        = list(string)
  sensitive   = true
}
