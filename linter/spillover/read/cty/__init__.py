"""Terraform's values: their types, conversions and operations, with what is not known.

Named after the library that Terraform computes with, whose rules these are (zclconf/go-cty, 1.16).
"""
