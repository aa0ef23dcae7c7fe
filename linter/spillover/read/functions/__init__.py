"""Terraform's built-in functions.

Source: "Built-in Functions" of Terraform's documentation; the list is that of Terraform 1.11.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.read.functions import (
    aggregates,
    choosing,
    conversions,
    csv_values,
    dates,
    encoding,
    files,
    flattening,
    formatting,
    hashes,
    json_values,
    lists,
    maps,
    network,
    numeric,
    outside,
    regular,
    sets,
    strings,
    yaml_text,
)
from spillover.read.functions.function import Function

_MODULES = (
    aggregates,
    choosing,
    conversions,
    csv_values,
    dates,
    encoding,
    files,
    flattening,
    formatting,
    hashes,
    json_values,
    lists,
    maps,
    network,
    numeric,
    outside,
    regular,
    sets,
    strings,
    yaml_text,
)

FUNCTIONS: Mapping[str, Function] = {each.name: each for module in _MODULES for each in module.FUNCTIONS}
"""The functions of values. Those that get their arguments as expressions are in ``read.calling``."""
