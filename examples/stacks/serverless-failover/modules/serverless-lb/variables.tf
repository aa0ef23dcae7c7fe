variable "project" {
  description = "The project of the load balancer."
  type        = string
}

variable "name" {
  description = "Name of the forwarding rules and prefix of everything else."
  type        = string
}

variable "load_balancing_scheme" {
  description = "EXTERNAL for a classic load balancer, EXTERNAL_MANAGED for a global external one."
  type        = string
  default     = "EXTERNAL_MANAGED"
}

variable "create_address" {
  description = "Reserve an IPv4 address."
  type        = bool
  default     = true
}

variable "address" {
  description = "Address to use if none is reserved."
  type        = string
  default     = null
}

variable "ssl" {
  description = "Listen on port 443; needs certificate_map."
  type        = bool
  default     = false
}

variable "certificate_map" {
  description = "Id of a map of Certificate Manager."
  type        = string
  default     = null
}

variable "http_forward" {
  description = "Listen on port 80."
  type        = bool
  default     = true
}

variable "https_redirect" {
  description = "Send clients on port 80 to port 443."
  type        = bool
  default     = false
}

variable "security_policy" {
  description = "Security policy of all backends that name none."
  type        = string
  default     = null
}

variable "backends" {
  description = "Backend services by name."
  type = map(object({
    description            = optional(string)
    protocol               = optional(string, "HTTPS")
    enable_cdn             = optional(bool, false)
    security_policy        = optional(string)
    custom_request_headers = optional(list(string))
    groups                 = list(object({ group = string }))
    log_config = optional(object({
      enable      = optional(bool, true)
      sample_rate = optional(number, 1)
    }), {})
  }))
}
