variable "project_id" {
  description = "Project that holds the ledger."
  type        = string
}

variable "host_project_id" {
  description = "Project that shares its network."
  type        = string
}

variable "network" {
  description = "Name of the shared network."
  type        = string
}

variable "subnetwork" {
  description = "Name of the servers' subnetwork."
  type        = string
}

variable "region" {
  description = "Region of the servers and of the load balancer."
  type        = string
  default     = "europe-west3"
}

variable "zones" {
  description = "Zones with servers, at least two."
  type        = list(string)

  validation {
    condition     = length(var.zones) >= 2
    error_message = "Servers in at least two zones are needed."
  }
}

variable "port" {
  description = "Port of the API."
  type        = number
  default     = 8443
}

variable "image" {
  description = "Image that the servers boot from."
  type        = string
  default     = "projects/debian-cloud/global/images/family/debian-12"
}
