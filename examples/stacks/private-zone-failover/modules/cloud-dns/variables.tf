variable "project_id" {
  description = "Project of the zone."
  type        = string
}

variable "name" {
  description = "Name of the zone, unique in the project."
  type        = string
}

variable "domain" {
  description = "DNS name of the zone, with its trailing dot."
  type        = string
}

variable "description" {
  description = "What the zone is for."
  type        = string
  default     = "Managed by Terraform"
}

variable "type" {
  description = "Kind of the zone: public, private or forwarding."
  type        = string
  default     = "private"

  validation {
    condition     = contains(["public", "private", "forwarding"], var.type)
    error_message = "The type is one of public, private, forwarding."
  }
}

variable "private_visibility_config_networks" {
  description = "Networks that see the zone, for all types but public."
  type        = list(string)
  default     = []
}

variable "target_name_server_addresses" {
  description = "Where a forwarding zone sends its questions."
  type        = list(object({ ipv4_address = string, forwarding_path = optional(string, "default") }))
  default     = []
}

variable "recordsets" {
  description = "Record sets, each with either records or a routing policy."
  default     = []
  type = list(object({
    name    = string
    type    = string
    ttl     = number
    records = optional(list(string))

    routing_policy = optional(object({
      wrr = optional(list(object({
        weight  = number
        records = list(string)
      })), [])
      geo = optional(list(object({
        location = string
        records  = list(string)
      })), [])
      primary_backup = optional(object({
        trickle_ratio                  = optional(number)
        enable_geo_fencing_for_backups = optional(bool, false)
        primary = list(object({
          load_balancer_type = optional(string, "regionalL4ilb")
          ip_address         = string
          port               = string
          ip_protocol        = optional(string, "tcp")
          network_url        = string
          project            = string
          region             = optional(string)
        }))
        backup_geo = list(object({
          location = string
          internal_load_balancers = list(object({
            load_balancer_type = optional(string, "regionalL4ilb")
            ip_address         = string
            port               = string
            ip_protocol        = optional(string, "tcp")
            network_url        = string
            project            = string
            region             = optional(string)
          }))
        }))
      }))
    }))
  }))
}
