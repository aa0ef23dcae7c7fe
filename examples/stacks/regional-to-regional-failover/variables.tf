variable "zone_name" {
  description = "Name of the public managed zone in Cloud DNS, which another team owns."
  type        = string
  default     = "example-test"
}
