# What the recorded expressions may refer to. Terraform 1.11.4 gave the answers in this module.

resource "terraform_data" "unknown" {}

resource "terraform_data" "chained" {
  input = terraform_data.unknown.id
}

resource "terraform_data" "dynamic" {
  input = jsondecode(terraform_data.unknown.id)
}

resource "terraform_data" "known" {
  input = { name = "web", ports = [80, 443] }
}

resource "terraform_data" "counted" {
  count = 2
  input = count.index
}

resource "terraform_data" "none" {
  count = 0
}

resource "terraform_data" "keyed" {
  for_each = toset(["a", "b"])
  input    = each.key
}

locals {
  string   = "hello"
  empty    = ""
  accents  = "Zu\u0308rich e\u0301 \U0001F3D4"
  lines    = "one\ntwo\n  three\n"
  digits   = "42"
  yes      = "true"
  number   = 42
  fraction = 2.5
  negative = -7
  zero     = 0
  big      = 1180591620717411303424
  tiny     = 0.000000000000000000001
  true     = true
  false    = false

  null        = null
  null_string = tostring(null)
  null_number = tonumber(null)
  null_bool   = tobool(null)
  null_list   = var.null_list
  null_map    = var.null_map
  null_object = var.null_object

  tuple        = ["a", 2, true, null]
  empty_tuple  = []
  list         = tolist(["a", "b", "c"])
  empty_list   = tolist([])
  numbers      = tolist([3, 1, 2])
  bools        = tolist([true, false])
  lists        = tolist([tolist(["a", "b"]), tolist([]), tolist(["c"])])
  set          = toset(["x", "y", "z"])
  empty_set    = toset([])
  number_set   = toset([3, 1, 2])
  map          = tomap({ a = "x", b = "y" })
  empty_map    = tomap({})
  number_map   = tomap({ one = 1, two = 2 })
  list_map     = tomap({ odd = tolist([1, 3]), even = tolist([2]) })
  object       = { name = "web", port = 80, tags = ["a", "b"], inner = { deep = true }, none = null }
  empty_object = {}
  objects      = tolist([{ id = "i-1", size = 1 }, { id = "i-2", size = 2 }])
  object_map   = tomap({ first = { id = "i-1", size = 1 }, second = { id = "i-2", size = 2 } })

  unknown        = terraform_data.unknown.id
  unknown_any    = jsondecode(terraform_data.unknown.id)
  unknown_number = tonumber(terraform_data.unknown.id)
  unknown_bool   = tobool(terraform_data.unknown.id)
  unknown_list   = split(",", terraform_data.unknown.id)
  unknown_set    = toset(split(",", terraform_data.unknown.id))
  unknown_map    = zipmap(split(",", terraform_data.unknown.id), split(",", terraform_data.chained.output))
  unknown_object = tobool(terraform_data.unknown.id) ? { a = 1, b = "x" } : { a = 2, b = "y" }
  unknown_tuple  = tobool(terraform_data.unknown.id) ? [1, "x"] : [2, "y"]
  unknown_output = terraform_data.chained.output
  partly_list    = tolist(["a", terraform_data.unknown.id])
  partly_set     = toset(["a", terraform_data.unknown.id])
  partly_map     = tomap({ a = "x", b = terraform_data.unknown.id })
  partly_tuple   = ["a", terraform_data.unknown.id, 3]
  partly_object  = { a = "x", b = terraform_data.unknown.id }

  secret      = sensitive("s3cret")
  secret_list = sensitive(["a", "b"])
  secret_some = ["a", sensitive("b")]
  secret_map  = { a = sensitive("x"), b = "y" }

  template      = "Hello $${name}!"
  loop_template = "%%{ for each in list }<$${each}>%%{ endfor }"
}
