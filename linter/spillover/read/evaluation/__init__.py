"""Expressions -> values: what names mean comes from a scope, what values are from ``cty``."""
