variable "project_id" {
  description = "Project that holds the network, the load balancers and the zone."
  type        = string
}

variable "domain" {
  description = "DNS name of the private zone, with its trailing dot."
  type        = string
  default     = "core.example.test."
}

variable "primary_region" {
  description = "Region that answers while it is healthy; all others are backups."
  type        = string
}

variable "regions" {
  description = "Where the ledger runs: a subnetwork, an address in it, and the zones of each region."
  type = map(object({
    cidr         = string
    host_number  = optional(number, 10)
    zones        = list(string)
    min_per_zone = optional(number, 3)
    max_per_zone = optional(number, 9)
  }))

  validation {
    condition     = alltrue([for region in values(var.regions) : length(region.zones) > 1])
    error_message = "Give each region two zones or more."
  }
}

variable "service_port" {
  description = "TCP port on which the ledger listens."
  type        = number
  default     = 8443
}
