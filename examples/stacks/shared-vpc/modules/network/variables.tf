variable "name" {
  type = string
}

variable "host_project_id" {
  type = string
}

variable "service_project_id" {
  type = string
}

variable "service_project_number" {
  type = string
}

variable "subnets" {
  type = map(object({
    region = string
    cidr   = string
    shared = bool
  }))
}

variable "health_checked_tags" {
  description = "Tags of VMs that Google's probes may reach."
  type        = list(string)
  default     = []
}

variable "vpn" {
  description = "HA VPN to one site, a tunnel for each of its addresses; null for none."
  type = object({
    region         = string
    router_asn     = number
    peer_asn       = number
    peer_addresses = list(string)
    shared_secrets = list(string)
  })
  default = null
}
