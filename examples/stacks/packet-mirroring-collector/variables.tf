variable "project_id" {
  description = "Project of the network and of the sensors."
  type        = string
}

variable "region" {
  description = "Region whose packets are mirrored."
  type        = string
  default     = "europe-west4"
}

variable "workload_ranges" {
  description = "Range of each subnetwork with workloads."
  type        = map(string)
}

variable "sensors_range" {
  description = "Range of the sensors' subnetwork."
  type        = string
}

variable "machine_type" {
  description = "Machine type of a sensor."
  type        = string
  default     = "c3-standard-8"
}

variable "image" {
  description = "Image of a sensor."
  type        = string
}

variable "health_port" {
  description = "Port on which a sensor tells its status."
  type        = number
  default     = 9180
}

variable "policies" {
  description = "What is mirrored, by the name of the policy."
  type = map(object({
    description = optional(string)
    priority    = optional(number, 1000)
    subnetworks = optional(list(string), [])
    tags        = optional(list(string))
    filter = optional(object({
      protocols = optional(list(string))
      ranges    = optional(list(string))
      direction = optional(string, "BOTH")
    }))
  }))
  nullable = false
}
