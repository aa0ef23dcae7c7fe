project = "edge-security-5e1d"
image   = "projects/edge-images-77b0/global/images/family/fw-appliance-11"

appliances = {
  "01" = { zone = "us-central1-a" }
  "02" = { zone = "us-central1-f" }
  "03" = { zone = "us-central1-a" }
  "04" = { zone = "us-central1-f" }
}
