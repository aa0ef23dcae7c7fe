variable "project_id" {
  type = string
}

variable "region" {
  type = string
}

variable "name" {
  type = string
}

variable "ports" {
  type    = list(string)
  default = null
}

variable "backends" {
  description = "Backends by zone."
  type = map(object({
    size        = number
    failover    = optional(bool, false)
    description = optional(string)
  }))
}

variable "affinity" {
  type = object({
    spillover = optional(string, "ZONAL_AFFINITY_DISABLED")
    ratio     = optional(number)
  })
  nullable = false
  default  = {}
}

variable "failover_config" {
  type = object({
    disable_conn_drain = optional(bool)
    drop_traffic       = optional(bool)
    ratio              = optional(number)
  })
  default = null
}
