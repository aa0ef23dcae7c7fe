variable "project_id" {
  type = string
}

variable "zone_config" {
  description = "Public zone of the site."
  type = object({
    name   = string
    domain = string
    dnssec = optional(bool, false)
  })
}

variable "factories_config" {
  description = "Folder of the record sets, one file for each."
  type = object({
    records = optional(string, "records")
  })
  default = {}
}

variable "regions" {
  description = "Regions of the load balancers."
  type = map(object({
    cidr       = string
    proxy_cidr = string
    max_size   = optional(number, 10)
  }))
}

variable "probe_regions" {
  description = "The three regions from which Cloud DNS probes the load balancers."
  type        = list(string)
  default     = ["us-east1", "europe-west1", "asia-southeast1"]

  validation {
    condition     = length(var.probe_regions) == 3
    error_message = "Cloud DNS probes from exactly three regions."
  }
}

variable "certificate" {
  description = "Certificate of the site's names with its private key, PEM."
  type        = object({ chain = string, private_key = string })
  sensitive   = true
}
