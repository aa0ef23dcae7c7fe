variable "name" {
  type    = string
  default = "web"
}

variable "port" {
  type    = number
  default = "8080"
}

variable "enabled" {
  type    = bool
  default = true
}

variable "zones" {
  type    = list(string)
  default = ["europe-west6-a", "europe-west6-b"]
}

variable "labels" {
  type    = map(string)
  default = { team = "net", env = "prod" }
}

variable "unique" {
  type    = set(number)
  default = [2, 1, 2]
}

variable "pair" {
  type    = tuple([string, number])
  default = ["a", 1]
}

variable "backend" {
  type = object({
    group = string
    share = optional(number, 1)
    drain = optional(object({ seconds = optional(number, 30) }), {})
    note  = optional(string)
  })
  default = { group = "ig-1" }
}

variable "anything" {
  default = { list = [1, "two"], flag = true }
}

variable "any_list" {
  type    = list(any)
  default = [1, "two", true]
}

variable "nothing" {
  type    = string
  default = null
}

variable "null_list" {
  type    = list(string)
  default = null
}

variable "null_map" {
  type    = map(string)
  default = null
}

variable "null_object" {
  type    = object({ a = string, b = number })
  default = null
}

variable "secret" {
  type      = string
  default   = "hidden"
  sensitive = true
}
