variable "project_id" {
  type    = string
  default = "magazine-prod"
}

variable "create_address" {
  description = "Reserve a new address for the site"
  type        = bool
  default     = true
}

variable "address" {
  description = "Existing address, if none is to be reserved"
  type        = string
  default     = ""
}

variable "http_redirect" {
  type    = bool
  default = true
}

variable "domains" {
  description = "Host names; the first one is the site's own"
  type        = list(string)
  default     = ["www.example.com", "example.com"]
}

# The regional load balancer takes no Google-managed certificate of the old kind.
variable "certificate" {
  type = string
}

variable "private_key" {
  type      = string
  sensitive = true
}

variable "sites" {
  type = map(object({
    zone = string
    cidr = string
    size = number
  }))
  default = {
    europe-west2 = {
      zone = "europe-west2-b"
      cidr = "10.0.16.0/20"
      size = 4
    }
    us-central1 = {
      zone = "us-central1-a"
      cidr = "10.0.0.0/20"
      size = 8
    }
  }
}
