variable "producer_project" {
  type    = string
  default = "rating-prod-2b90"
}

variable "consumer_project" {
  type    = string
  default = "checkout-prod-6f13"
}

variable "more_consumers" {
  description = "Endpoints that each further project may have."
  type        = map(number)
  default     = { "invoices-prod-8a44" = 1 }
}

variable "region" {
  type    = string
  default = "europe-west1"
}

variable "images" {
  type = object({
    stable = string
    canary = optional(string)
  })
  default = {
    stable = "projects/rating-images-3c72/global/images/rating-4-18"
    canary = "projects/rating-images-3c72/global/images/rating-4-19"
  }
}

variable "nat_ranges" {
  description = "Ranges that endpoints' connections are translated to."
  type        = list(string)
  default     = ["10.41.0.0/24", "10.41.1.0/24"]
}
