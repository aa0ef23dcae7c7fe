"""What is certain of a resource's attributes before anybody knows their values."""

from __future__ import annotations

import pytest

from spillover.read.cty.types import DYNAMIC, STRING
from spillover.read.cty.value import Pending, Value, pending
from spillover.read.modules.attributes import refined


def known(type_: str, attribute: str) -> tuple[bool, bool, bool]:
    """Whether the value of an attribute is text, not null, and not empty."""
    found = refined(pending(DYNAMIC, "x"), type_, attribute)
    assert isinstance(found.content, Pending)
    return found.type is STRING, found.content.not_null, found.content.not_empty


@pytest.mark.parametrize(
    ("value", "type_", "attribute", "end"),
    [
        (pending(DYNAMIC, "x"), "google_dns_managed_zone", "dns_name", "."),
        (pending(STRING, "x", suffix="com."), "google_dns_managed_zone", "dns_name", "com."),
        (pending(DYNAMIC, "x"), "google_dns_managed_zone", "name", ""),
        (pending(DYNAMIC, "x"), "google_dns_record_set", "name", "."),
        (
            pending(DYNAMIC, "x"),
            "google_certificate_manager_dns_authorization",
            "dns_resource_record[0].name",
            ".",
        ),
    ],
)
def test_end(value: Value, type_: str, attribute: str, end: str) -> None:
    found = refined(value, type_, attribute)

    assert isinstance(found.content, Pending)
    assert (found.type, found.content.suffix) == (STRING, end)


@pytest.mark.parametrize(
    ("type_", "attribute", "expected"),
    [
        ("google_compute_backend_service", "id", (True, True, True)),
        ("google_compute_backend_service", "self_link", (True, True, True)),
        ("google_compute_backend_service", "name", (True, True, True)),
        ("google_compute_backend_service", "project", (True, False, False)),
        ("google_compute_backend_service", "description", (False, False, False)),
        ("google_compute_backend_service", "backend[0].id", (False, False, False)),
        ("google_compute_address", "address", (True, True, True)),
        ("google_compute_router", "address", (False, False, False)),
        ("google_compute_forwarding_rule", "ip_address", (True, True, True)),
        ("other_thing", "id", (True, True, False)),
        ("other_thing", "name", (False, False, False)),
    ],
)
def test_certain(type_: str, attribute: str, expected: tuple[bool, bool, bool]) -> None:
    assert known(type_, attribute) == expected
