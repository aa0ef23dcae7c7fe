variable "project_id" {
  description = "Project that holds everything."
  type        = string
}

variable "prefix" {
  description = "What the names of resources begin with."
  type        = string
  default     = "catalog"
}

variable "dns_config" {
  description = "Private zone and the name in it."
  type = object({
    domain = string
    host   = string
    ttl    = optional(number, 30)
  })
}

variable "regions" {
  description = "Regions that serve the catalog."
  type = map(object({
    subnet_cidr = string
    proxy_cidr  = string
    max_size    = optional(number, 12)
  }))
}

variable "tls" {
  description = "Certificate of the catalog's name, from the internal authority."
  type = object({
    certificate = string
    private_key = string
  })
  sensitive = true
}
