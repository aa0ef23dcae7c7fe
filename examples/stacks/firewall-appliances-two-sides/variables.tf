variable "project" {
  description = "Project of the appliances."
  type        = string
}

variable "region" {
  description = "Region of the appliances."
  type        = string
  default     = "us-central1"
}

variable "prefix" {
  description = "What all names begin with; the appliances' network tag too."
  type        = string
  default     = "edge-fw"
}

variable "appliances" {
  description = "Zone of each appliance, by its name."
  type        = map(object({ zone = string }))
}

variable "image" {
  description = "Image of the appliances."
  type        = string
}

variable "public_addresses" {
  description = "Whether the appliances have a public address on their untrusted side."
  type        = bool
  default     = false
}

variable "workloads_cidr" {
  description = "Range of the protected workloads."
  type        = string
  default     = "10.61.0.0/20"
}

variable "health_check_port" {
  description = "Port on which an appliance says that it forwards."
  type        = number
  default     = 8008
}
