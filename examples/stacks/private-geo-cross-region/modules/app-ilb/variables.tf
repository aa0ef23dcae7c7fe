variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "vpc_config" {
  type = object({
    network    = string
    subnetwork = string
  })
}

variable "group_config" {
  description = "The managed group behind the load balancer."
  type = object({
    min_size     = optional(number, 3)
    max_size     = number
    machine_type = optional(string, "n2-standard-2")
    image        = optional(string, "debian-cloud/debian-12")
    port         = optional(number, 8080)
    tags         = optional(list(string), [])
  })
}

variable "health_check_config" {
  description = "Exactly one of http and tcp."
  type = object({
    check_interval_sec  = optional(number, 5)
    timeout_sec         = optional(number, 5)
    healthy_threshold   = optional(number, 2)
    unhealthy_threshold = optional(number, 2)
    http                = optional(object({ request_path = optional(string, "/"), host = optional(string) }))
    tcp                 = optional(object({}))
  })

  validation {
    condition     = (var.health_check_config.http == null) != (var.health_check_config.tcp == null)
    error_message = "Give exactly one of http and tcp."
  }
}

variable "backend_service_config" {
  type = object({
    locality_lb_policy = optional(string)
    log_sample_rate    = optional(number)
    session_affinity   = optional(string, "NONE")
    timeout_sec        = optional(number, 30)
  })
  default = {}
}

variable "tls" {
  type = object({
    certificate = string
    private_key = string
  })
  sensitive = true
}
