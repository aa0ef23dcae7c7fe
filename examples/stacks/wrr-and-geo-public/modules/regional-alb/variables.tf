variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "network" {
  type = string
}

variable "subnetwork" {
  type = string
}

variable "max_size" {
  type = number
}

variable "network_tier" {
  type    = string
  default = "STANDARD"
}

variable "certificate" {
  type      = object({ chain = string, private_key = string })
  sensitive = true
}
