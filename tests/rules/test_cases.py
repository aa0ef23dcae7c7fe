"""Small configurations after public reports, with the right verdict on each.

A folder of ``data/cases`` is linted as a whole; every finding is in the table, as code, address and
field. Of a value that is not known nothing is found, so such findings do not depend on ``undetermined``.

``data/plans`` holds what Terraform 1.11.4 plans for them, and for some more, as ``terraform show -json``
prints it, but for ``planned_values``, which say less than the changes. The verdict is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

CASES = Path(__file__).parent / "data" / "cases"
PLANS = Path(__file__).parent / "data" / "plans"
SOURCES = Path(__file__).parent / "data" / "sources"
"""Folders with their plans, of which the JSON alone tells less."""

WWW, EDGE = "google_dns_record_set.www", "google_compute_health_check.edge"
API, RULE = 'google_dns_record_set.r["api"]', "google_compute_forwarding_rule.quay"
SERVICE = "google_compute_region_backend_service"
QUAY, TRUST, ANNEX = f"{SERVICE}.quay", f"{SERVICE}.trust", f"{SERVICE}.annex"
AFFINITY = "network_pass_through_lb_traffic_policy.zonal_affinity"
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


OF_PLANS: dict[str, set[tuple[str, str, str]]] = {
    "05-ilb-failover-policy-without-failover-backend": {("ZA025", QUAY, "failover_policy.failover_ratio")},
    "15-regional-fr-global-backend": {("LB007", RULE, "backend_service")},
    "17-za-stay-thin-zone": set(),  # the backends are dynamic, and their groups are not there yet
    "18-za-with-subsetting": {("ZA002", QUAY, "subsetting.policy")},
    "20-za-psc-published": {("ZA005", QUAY, f"{AFFINITY}.spillover")},
    "21-za-next-hop-one-side": {("ZA010", TRUST, f"{AFFINITY}.spillover")},
    "25-za-ratio-without-spill": {
        ("ZA017", ANNEX, f"{AFFINITY}.spillover_ratio"),
        ("ZA017", QUAY, f"{AFFINITY}.spillover_ratio"),
    },
    "71-eval-module-map-for-each": {
        ("LB001", f'module.lb["west[1]"].{SERVICE}.this["tcp/{port}"]', "backend[0].balancing_mode")
        for port in (443, 8443)
    },
    "72-eval-yamldecode-factory": {
        ("FO003", EDGE, "source_regions"),
        ("FO011", API, "ttl"),
        ("FO012", API, "routing_policy.primary_backup.trickle_ratio"),
        ("FO054", API, f"{PRIMARY}.external_endpoints[0]"),
    },
    "76-plan-unknown-health-check": set(),
}
"""Of those that are here as plans alone."""


@pytest.mark.parametrize("case", EXPECTED)
def test_verdict(case: str, spillover: Callable[..., CompletedProcess[str]]) -> None:
    document = judged(spillover("lint", str(CASES / case), "--format", "json"))

    assert findings(document) == EXPECTED[case]


@pytest.mark.parametrize("case", sorted(each.stem for each in PLANS.iterdir()))
def test_verdict_on_the_plan(case: str, spillover: Callable[..., CompletedProcess[str]]) -> None:
    document = judged(spillover("lint", str(PLANS / f"{case}.json"), "--format", "json"))

    assert findings(document) == (EXPECTED | OF_PLANS)[case]


@pytest.mark.parametrize("case", sorted({each.stem for each in PLANS.iterdir()} & EXPECTED.keys()))
def test_what_is_undetermined_of_the_plan_too(
    case: str, spillover: Callable[..., CompletedProcess[str]]
) -> None:
    of_folder = judged(spillover("lint", str(CASES / case), "--format", "json"))
    of_plan = judged(spillover("lint", str(PLANS / f"{case}.json"), "--format", "json"))

    assert undetermined(of_plan) == undetermined(of_folder)


@pytest.mark.parametrize("case", sorted({each.stem for each in PLANS.iterdir()} & EXPECTED.keys()))
def test_a_plan_with_its_folder_says_what_the_folder_says(
    case: str, spillover: Callable[..., CompletedProcess[str]]
) -> None:
    """At the places in the folder; no word of what a plan's JSON leaves out."""
    folder = str(CASES / case)
    of_folder = judged(spillover("lint", folder, "--format", "json"))
    of_plan = judged(spillover("lint", str(PLANS / f"{case}.json"), "--source", folder, "--format", "json"))

    assert placed(of_plan) == placed(of_folder)
    assert undetermined(of_plan) == undetermined(of_folder)


@pytest.mark.parametrize("folder", sorted(SOURCES.iterdir()), ids=lambda folder: folder.name)
def test_what_a_plan_leaves_out_comes_from_its_folder(
    folder: Path, spillover: Callable[..., CompletedProcess[str]]
) -> None:
    """Dynamic blocks, locals, and the order of the blocks of a set."""
    of_folder = judged(spillover("lint", str(folder), "--format", "json"))
    of_plan = judged(
        spillover("lint", str(folder / "plan.json"), "--source", str(folder), "--format", "json")
    )

    assert placed(of_plan) == placed(of_folder)
    assert undetermined(of_plan) == undetermined(of_folder)


def judged(run: CompletedProcess[str]) -> dict[str, Any]:
    """What a run printed, in which all was read."""
    document: dict[str, Any] = json.loads(run.stdout)
    assert (document["unreadable"], document["internal_errors"]) == ([], [])
    return document


def findings(document: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(each["rule"], each["address"], each["field"]) for each in document["findings"]}


def placed(document: dict[str, Any]) -> list[tuple[str, ...]]:
    about = ("rule", "address", "field", "message", "path", "line", "column", "end_line", "end_column")
    return sorted(tuple(str(each[name]) for name in about) for each in document["findings"])


def undetermined(document: dict[str, Any]) -> set[tuple[str, ...]]:
    found = document["undetermined"]
    return {(*each["rules"], each["address"], each["field"], each["because"]) for each in found}


def test_every_case_is_in_the_table() -> None:
    assert {each.name for each in CASES.iterdir()} == set(EXPECTED)
    assert OF_PLANS.keys() == {each.stem for each in PLANS.iterdir()} - EXPECTED.keys()
