# Until the authority of the company signs one.
resource "tls_private_key" "default" {
  algorithm   = "ECDSA"
  ecdsa_curve = "P256"
}

resource "tls_self_signed_cert" "default" {
  private_key_pem       = tls_private_key.default.private_key_pem
  dns_names             = ["tickets.example.test"]
  validity_period_hours = 24 * 90
  allowed_uses          = ["digital_signature", "server_auth"]

  subject {
    common_name = "tickets.example.test"
  }
}
