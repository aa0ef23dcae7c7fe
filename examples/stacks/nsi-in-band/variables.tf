variable "organization_id" {
  description = "Organization that owns the security profile."
  type        = string
}

variable "producer_project_id" {
  description = "Project of the appliances."
  type        = string
}

variable "consumer_project_id" {
  description = "Project of the inspected network."
  type        = string
}

variable "consumer_network" {
  description = "Name of the inspected network."
  type        = string
}

variable "region" {
  type    = string
  default = "us-west1"
}

variable "zones" {
  description = "Letters of the zones that get a deployment, and the appliances in each."
  type        = map(object({ size = optional(number, 2), machine_type = optional(string) }))
}

variable "machine_type" {
  type    = string
  default = "n2-standard-8"
}

variable "appliance_image" {
  description = "Image of the appliance, which has to terminate GENEVE."
  type        = string
}
