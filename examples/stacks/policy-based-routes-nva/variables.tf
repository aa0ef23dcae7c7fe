variable "project_id" {
  description = "Project of hub and spokes."
  type        = string
}

variable "hub" {
  description = "Region of the routing appliances, and their subnetwork."
  type = object({
    region = string
    zones  = list(string)
    cidr   = string
  })
}

variable "spokes" {
  description = "Networks that reach one another, and the internet, through the hub."
  type = map(object({
    subnets = map(string)
    inspect = optional(bool, true)
  }))
}

variable "appliances" {
  description = "Appliances of each zone: those that serve, and those that stand by."
  type = object({
    image        = string
    machine_type = optional(string, "n2-standard-4")
    active       = optional(number, 3)
    standby      = optional(number, 3)
  })
}
