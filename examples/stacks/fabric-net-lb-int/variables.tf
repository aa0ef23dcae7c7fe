variable "project_id" {
  description = "Project of everything here."
  type        = string
}

variable "region" {
  description = "Region of everything here."
  type        = string
}

variable "images" {
  description = "Boot image of each service."
  type        = map(string)
}
