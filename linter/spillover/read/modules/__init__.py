"""Folders of Terraform files -> root modules, the modules that they call, and the instances of resources."""
