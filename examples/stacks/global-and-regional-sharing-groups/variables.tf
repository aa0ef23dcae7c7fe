variable "project" {
  type        = string
  description = "Project of the booking service."
}

variable "dns_zone" {
  type = object({
    name     = string
    dns_name = string
  })
  description = "Public zone, which is made elsewhere."
}

variable "image" {
  type        = string
  description = "Image with the service on port 8443."
  default     = "projects/booking-images/global/images/family/booking"
}

variable "sites" {
  type = map(object({
    cidr         = string
    proxies_cidr = string
    zones        = list(string)
    min          = optional(number, 4)
    max          = optional(number, 24)
  }))
  description = "Regions of the service."
}

variable "failover" {
  type = object({
    ttl       = optional(number, 60)
    interval  = optional(number, 30)
    threshold = optional(number, 3)
    trickle   = optional(number, 0.05)
  })
  description = "How fast DNS leaves the global load balancer."
  default     = {}
}

variable "certificate" {
  type = object({
    chain = string
    key   = string
  })
  description = "Certificate of the company's own authority, in PEM, for all load balancers."
  sensitive   = true
}
