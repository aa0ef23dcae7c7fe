variable "project_id" { type = string }
variable "region" { type = string }
variable "name" { type = string }

variable "description" {
  type    = string
  default = "Managed by Terraform."
}

variable "vpc_config" {
  type = object({
    network    = string
    subnetwork = string
  })
  nullable = false
}

variable "group_configs" {
  description = "Unmanaged groups to make; backends name them by key."
  type = map(object({
    zone        = string
    instances   = optional(list(string), [])
    named_ports = optional(map(number), {})
  }))
  default  = {}
  nullable = false
}

variable "backends" {
  description = "Groups, by key of group_configs or by id."
  type = list(object({
    group       = string
    description = optional(string)
    failover    = optional(bool, false)
  }))
  default  = []
  nullable = false
}

variable "forwarding_rules_config" {
  type = map(object({
    name          = optional(string)
    address       = optional(string)
    protocol      = optional(string, "TCP")
    ports         = optional(list(string))
    global_access = optional(bool, false)
  }))
  default  = { "" = {} }
  nullable = false
}

variable "health_check" {
  description = "An existing health check to use instead."
  type        = string
  default     = null
}

variable "health_check_config" {
  type = object({
    check_interval_sec  = optional(number)
    timeout_sec         = optional(number)
    healthy_threshold   = optional(number)
    unhealthy_threshold = optional(number)
    http                = optional(object({ port = number, request_path = optional(string, "/") }))
    tcp                 = optional(object({ port = number }))
  })
  default  = { tcp = { port = 80 } }
  nullable = false
}

variable "service_config" {
  type = object({
    protocol                        = optional(string, "TCP")
    session_affinity                = optional(string)
    connection_draining_timeout_sec = optional(number, 60)
    failover = optional(object({
      ratio         = optional(number)
      drop_traffic  = optional(bool, false)
      disable_drain = optional(bool)
    }))
    zonal_affinity = optional(object({
      spillover = string
      ratio     = optional(number)
    }))
  })
  default  = {}
  nullable = false
}
