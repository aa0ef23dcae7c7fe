variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "zones" {
  type = list(string)
}

variable "network" {
  type = string
}

variable "subnetwork" {
  type = string
}

variable "address" {
  description = "Address of the forwarding rule."
  type        = string
}

variable "source_ranges" {
  type = list(string)
}

variable "image" {
  type = string
}

variable "machine_type" {
  type = string
}

variable "active_count" {
  description = "Active appliances of each zone."
  type        = number
}

variable "standby_count" {
  description = "Standby appliances of each zone."
  type        = number
}

variable "zonal_affinity" {
  type    = object({ spillover = string, ratio = optional(number) })
  default = null
}
