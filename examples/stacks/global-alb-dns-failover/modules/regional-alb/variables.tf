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
  description = "Where the virtual machines live."
  type        = string
}

variable "proxy_cidr" {
  description = "Range of the proxy-only subnet."
  type        = string
}

variable "max_replicas" {
  type    = number
  default = null
}

variable "domain" {
  type = string
}

variable "dns_authorizations" {
  type = list(string)
}

variable "services" {
  type = map(object({
    port             = number
    paths            = list(string)
    timeout_sec      = number
    session_affinity = string
  }))
}

variable "armor_rules" {
  type = map(object({
    action     = string
    expression = string
  }))
}
