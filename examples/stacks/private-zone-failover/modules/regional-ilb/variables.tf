variable "name" {
  description = "Name of the service; resources are called after it and the region or zone."
  type        = string
}

variable "region" {
  type = string
}

variable "zones" {
  description = "Zones that get a group of backends each."
  type        = list(string)
}

variable "network" {
  type = string
}

variable "subnetwork" {
  type = string
}

variable "ip_address" {
  description = "Internal address that is reserved for the forwarding rule."
  type        = string
}

variable "port" {
  type = number
}

variable "machine_type" {
  type    = string
  default = "e2-standard-2"
}

variable "image" {
  type    = string
  default = "debian-cloud/debian-12"
}

variable "network_tags" {
  type    = list(string)
  default = []
}

variable "autoscaling" {
  description = "Bounds of the group of each zone."
  type        = object({ min = number, max = number, cpu_target = optional(number, 0.6) })
}

variable "global_access" {
  description = "Whether clients of other regions are served."
  type        = bool
  default     = false
}

variable "zonal_affinity" {
  description = "How connections prefer the zone of their client; null leaves it off."
  default     = null
  type = object({
    spillover       = string
    spillover_ratio = optional(number)
  })
}
