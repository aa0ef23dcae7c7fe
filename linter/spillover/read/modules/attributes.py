"""What is certain of an attribute of a resource or data source before anybody knows its value.

Source: the provider's documentation of the attributes, and the API's of what they hold, 2026-05.
"""

from __future__ import annotations

from dataclasses import replace

from spillover.read.cty.types import STRING
from spillover.read.cty.value import Pending, Value

_TEXTS = frozenset(["instance_group", "name", "project", "region", "self_link", "zone"])
"""Attributes that are text in every resource of Google's provider that has them."""

_FILLED = frozenset(["id", "instance_group", "name", "self_link"])
"""Attributes that no resource of Google's provider that has them lacks, once it exists."""

_FILLED_OF = {
    "google_compute_address": "address",
    "google_compute_forwarding_rule": "ip_address",
    "google_compute_global_address": "address",
    "google_compute_global_forwarding_rule": "ip_address",
}
"""Further such texts: an address that nobody writes is chosen."""

_ENDS = {
    ("google_certificate_manager_dns_authorization", "dns_resource_record[0].name"): ".",
    ("google_dns_managed_zone", "dns_name"): ".",
    ("google_dns_record_set", "name"): ".",
}
"""How texts end that the API takes and gives as fully qualified names only."""


def refined(value: Value, type_: str, attribute: str) -> Value:
    """The unknown value of an attribute, with what is certain of it whatever it will be."""
    known = value.pending
    assert known is not None
    if end := _ENDS.get((type_, attribute)):
        known = replace(known, suffix=known.suffix or end)
        return _text_of(value, known)
    if not type_.startswith("google_"):
        return _text_of(value, known) if attribute == "id" else value  # which every resource has
    if attribute in _FILLED or _FILLED_OF.get(type_) == attribute:
        return _text_of(value, replace(known, not_empty=True))
    return Value(STRING, replace(known, inside=None), value.sensitive) if attribute in _TEXTS else value


def _text_of(value: Value, known: Pending) -> Value:
    """The value as a text that is there."""
    return Value(STRING, replace(known, not_null=True, inside=None), value.sensitive)
