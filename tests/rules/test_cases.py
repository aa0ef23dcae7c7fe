"""Small configurations after public reports, with the right verdict on each.

A folder of ``data/cases`` is linted as a whole; every finding is in the table, as code, address and
field. Of a value that is not known nothing is found, so such findings do not depend on ``undetermined``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

CASES = Path(__file__).parent / "data" / "cases"

WWW, EDGE = "google_dns_record_set.www", "google_compute_health_check.edge"
PRIMARY = "routing_policy.primary_backup.primary"
BACKUP = "routing_policy.primary_backup.backup_geo"
CHECKED = "health_checked_targets.external_endpoints"

EXPECTED: dict[str, set[tuple[str, str, str]]] = {
    "31-dns-ilb-in-public-zone": {("FO036", WWW, f"{PRIMARY}.internal_load_balancers")},
    "32-dns-external-in-private-zone": {("FO036", WWW, f"{PRIMARY}.external_endpoints")},
    "33-dns-private-address-as-external": {
        ("FO054", WWW, f"{PRIMARY}.external_endpoints[0]"),
        ("FO054", WWW, f"{BACKUP}[0].{CHECKED}[0]"),
    },
    "34-dns-hc-without-source-regions": {("FO003", EDGE, "source_regions")},
    "35-dns-hc-shared-with-backend-service": {("FO208", EDGE, "source_regions")},
    "36-dns-hc-two-regions": {("FO003", EDGE, "source_regions")},
    "37-dns-hc-interval-too-short": {("FO007", EDGE, "check_interval_sec")},
    "39-dns-hc-unsupported-protocols": {
        ("FO005", EDGE, "grpc_health_check"),
        ("FO108", "google_compute_health_check.sock", "tcp_health_check.request"),
        ("FO108", "google_compute_health_check.web", "http_health_check.proxy_header"),
    },
    "41-dns-invented-blocks": {
        ("CF010", WWW, f"{PRIMARY}.external_endpoints[0]"),
        ("CF012", WWW, "routing_policy.primary_backup.secondary"),
        ("FO013", WWW, "routing_policy.health_check"),
        ("FO144", WWW, BACKUP),
    },
    "42-dns-name-without-dot": {("FO041", WWW, "name")},
    "44-dns-missing-policy-health-check": {("FO013", WWW, "routing_policy.health_check")},
    "45-dns-backup-is-primary-fenced": {
        ("FO045", WWW, f"{BACKUP}[0].health_checked_targets.internal_load_balancers[0].ip_address")
    },
    "47-dns-backup-not-health-checked": {("FO037", WWW, f"{BACKUP}[0].rrdatas")},
    "48-dns-geo-fencing-with-hc": {("FO047", WWW, "routing_policy.enable_geo_fencing")},
    "49-dns-dnssec-mixed-item": {("FO049", WWW, "routing_policy.wrr[0].rrdatas")},
    "50-dns-long-ttl": {("FO011", WWW, "ttl")},
    "51-dns-trickle-as-percent": {("FO012", WWW, "routing_policy.primary_backup.trickle_ratio")},
    "53-dns-ilb-protocol-uppercase": {("FO042", WWW, f"{PRIMARY}.internal_load_balancers[0].ip_protocol")},
    "55-dns-internal-and-external-together": {("FO043", WWW, f"{PRIMARY}.external_endpoints")},
    "58-dns-l4ilb-no-global-access": {
        ("FO046", "google_compute_forwarding_rule.quay", "allow_global_access")
    },
    "59-dns-same-ip-primary-and-backup": {("FO045", WWW, f"{BACKUP}[0].{CHECKED}[0]")},
    "61-alb-cdn-on-regional": {("FO116", "google_compute_region_backend_service.shop", "enable_cdn")},
    "62-alb-scheme-mismatch-v7": {
        ("LB108", "google_compute_global_forwarding_rule.shop", "load_balancing_scheme")
    },
    "64-alb-standard-tier-other-region": {("LB009", "google_compute_forwarding_rule.shop", "network_tier")},
}


@pytest.mark.parametrize("case", EXPECTED)
def test_verdict(case: str, spillover: Callable[..., CompletedProcess[str]]) -> None:
    run = spillover("lint", str(CASES / case), "--format", "json")

    document: dict[str, Any] = json.loads(run.stdout)
    found = {(each["rule"], each["address"], each["field"]) for each in document["findings"]}
    assert found == EXPECTED[case]
    assert (document["unreadable"], document["internal_errors"]) == ([], [])


def test_every_case_is_in_the_table() -> None:
    assert {each.name for each in CASES.iterdir()} == set(EXPECTED)
