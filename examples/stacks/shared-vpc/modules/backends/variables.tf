variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "zones" {
  type = list(string)
}

variable "subnetwork" {
  description = "Subnetwork of the host project."
  type        = string
}

variable "tags" {
  type    = list(string)
  default = []
}

variable "size" {
  description = "VMs over all zones."
  type        = number
}
