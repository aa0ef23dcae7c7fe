variable "project_id" {
  description = "The project to deploy to."
  type        = string
  default     = "quotes-prod"
}

variable "regions" {
  description = "Regions of the service, with the range of each proxy-only subnet."
  type        = map(string)
  default = {
    asia-northeast1 = "10.8.0.0/23"
    us-west1        = "10.8.2.0/23"
  }
}

variable "image" {
  description = "Container image of the service."
  type        = string
  default     = "us-docker.pkg.dev/quotes-prod/api/quotes:1"
}
