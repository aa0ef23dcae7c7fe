"""Terraform's texts -> our expression tree: cut into blocks, parsed by python-hcl2, with places."""
