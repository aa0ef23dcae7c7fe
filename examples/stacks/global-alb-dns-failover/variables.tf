variable "project_id" {
  description = "Project that holds everything."
  type        = string
}

variable "domain" {
  description = "Host name of the storefront, without a trailing dot."
  type        = string

  validation {
    condition     = !endswith(var.domain, ".")
    error_message = "Write the host name without its trailing dot."
  }
}

variable "regions" {
  description = "Regions that serve, with their address ranges."
  type = map(object({
    subnet_cidr  = string
    proxy_cidr   = string
    max_replicas = optional(number, 10)
  }))
}

variable "services" {
  description = "Services of the storefront by the name of their port; the one called web takes all other paths."
  type = map(object({
    port             = number
    paths            = optional(list(string), [])
    timeout_sec      = optional(number, 30)
    session_affinity = optional(string, "NONE")
  }))
}

variable "probe_regions" {
  description = "Where Cloud DNS watches the load balancer from."
  type        = list(string)
  default     = ["us-east1", "us-west1", "europe-west1"]
}
