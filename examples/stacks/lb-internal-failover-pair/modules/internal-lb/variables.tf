variable "project" { type = string }

variable "network_project" {
  type    = string
  default = ""
}

variable "region" { type = string }
variable "name" { type = string }
variable "network" { type = string }
variable "subnetwork" { type = string }

variable "ip_protocol" {
  type    = string
  default = "TCP"
}

variable "ports" {
  description = "Ports that are forwarded, at most five; null with all_ports."
  type        = list(number)
}

variable "all_ports" {
  type    = bool
  default = false
}

variable "global_access" {
  type    = bool
  default = false
}

variable "source_tags" {
  description = "Network tags of the clients."
  type        = list(string)
}

variable "target_tags" {
  description = "Network tags of the servers."
  type        = list(string)
}

variable "backends" {
  description = "Groups of servers."
  type = list(object({
    group       = string
    description = optional(string)
    failover    = optional(bool, false)
  }))
}

variable "health_check" {
  description = "How a server's health is checked."
  type = object({
    type                = string
    check_interval_sec  = optional(number)
    timeout_sec         = optional(number)
    healthy_threshold   = optional(number)
    unhealthy_threshold = optional(number)
    port                = number
    port_name           = optional(string)
    host                = optional(string)
    request_path        = optional(string)
    request             = optional(string)
    response            = optional(string)
    proxy_header        = optional(string, "NONE")
    enable_log          = optional(bool, false)
  })

  validation {
    condition     = contains(["http", "tcp"], var.health_check.type)
    error_message = "The type is http or tcp."
  }
}

variable "failover" {
  description = "When the failover backends take over."
  type = object({
    ratio              = optional(number)
    drop_if_unhealthy  = optional(bool)
    disable_conn_drain = optional(bool)
  })
  default = {}
}

variable "zonal_affinity" {
  description = "Whether connections stay in their client's zone."
  type = object({
    spillover = string
    ratio     = optional(number)
  })
  default = null
}
