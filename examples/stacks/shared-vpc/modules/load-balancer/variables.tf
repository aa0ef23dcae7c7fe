variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "network" {
  description = "Network of the host project."
  type        = string
}

variable "subnetwork" {
  description = "Subnetwork of the host project that the address is taken from."
  type        = string
}

variable "ip_address" {
  type    = string
  default = null
}

variable "ports" {
  description = "Up to five ports; none for all of them."
  type        = list(string)
  default     = []
}

variable "groups" {
  type = list(string)
}

variable "health_check" {
  type = object({
    request_path = optional(string, "/")
    port         = number
    interval     = optional(number, 5)
  })
}

variable "global_access" {
  type    = bool
  default = false
}

variable "zonal_affinity" {
  type = object({
    mode  = optional(string, "DISABLED")
    ratio = optional(number)
  })
  default = {}
}
