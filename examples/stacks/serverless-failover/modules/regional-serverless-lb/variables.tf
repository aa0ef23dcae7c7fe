variable "project" {
  type = string
}

variable "name" {
  type = string
}

variable "region" {
  type = string
}

variable "network" {
  description = "Network of the proxy-only subnet."
  type        = string
}

variable "proxy_subnet_cidr" {
  type = string
}

variable "cloud_run_service" {
  description = "Name of the Cloud Run service in this region."
  type        = string
}

variable "certificates" {
  description = "Certificates of Certificate Manager, from this region."
  type        = list(string)
}
