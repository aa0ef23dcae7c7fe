"""``spillover plan --why``, end to end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]

SERVICES = """\
- kind: compute#backendService
  name: orders
  region: us-east1
  loadBalancingScheme: INTERNAL
  networkPassThroughLbTrafficPolicy: {zonalAffinity: {spillover: ZONAL_AFFINITY_STAY_WITHIN_ZONE}}
  backends:
  - group: https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-b/instanceGroups/b
  - group: https://www.googleapis.com/compute/v1/projects/p/zones/us-east1-c/instanceGroups/c
- kind: compute#backendService
  name: web
  region: us-east1
  loadBalancingScheme: EXTERNAL
"""
SCENARIO = """\
groups:
  b: {zone: us-east1-b, size: 1}
  c: {zone: us-east1-c, size: 2, healthy: 1}
"""


@pytest.fixture
def arguments(here: Path) -> list[str]:
    (here / "lb.yaml").write_text(SERVICES)
    (here / "now.yaml").write_text(SCENARIO)
    return ["plan", "lb.yaml", "--scenario", "now.yaml", "--why"]


def test_the_derivation(spillover: Spillover, arguments: list[str]) -> None:
    result = spillover(*arguments, "orders", "us-east1-c", "--down", "us-east1-c")

    page = "zonal affinity page]"
    assert (result.returncode, result.stderr) == (0, "")
    assert (
        result.stdout
        == f"""\
why orders sends clients in us-east1-c where it does
us-east1-c down, by Google's text of 2026-05; numbers of backends are healthy of all
  1. configured primary backends: us-east1-b 1 of 1, us-east1-c 0 of 2
     of any health
     ["How zonal affinity works", {page}
  2. configured failover backends: none
     of any health
     ["How zonal affinity works", {page}
  3. original eligible backends: us-east1-b 1 of 1
     healthy primary backends
     ["Identify eligible backends", traffic distribution page]
  4. zonal affinity: ZONAL_AFFINITY_STAY_WITHIN_ZONE
     [step 1 of "How zonal affinity works", {page}
  5. client: compatible
     ["Compatible clients", {page}
  6. zonal match test backends: us-east1-b 1 of 1, us-east1-c 0 of 2
     all configured primary backends, as primary backends are eligible
     ["Zonal match conditions", {page}
  7. zonal matched backends: us-east1-c 0 of 2
     those in the zone; a zonal match
     ["Zonal match conditions", {page}
  8. intersection: none
     zonal matched and original eligible
     ["How ZONAL_AFFINITY_STAY_WITHIN_ZONE works", {page}
  9. modified eligible backends: us-east1-c 0 of 2
     replaced by the zonal matched backends, as the intersection is empty
     ["How ZONAL_AFFINITY_STAY_WITHIN_ZONE works", {page}
"""
    )


def test_the_first_scenario_and_a_zone_without_backends(spillover: Spillover, arguments: list[str]) -> None:
    result = spillover(*arguments, "orders", "us-east1-d")

    assert "\nas given, by Google's text" in result.stdout
    assert "those in the zone; no zonal match, so affinity is without effect" in result.stdout


def test_another_region_is_not_compatible(spillover: Spillover, arguments: list[str]) -> None:
    result = spillover(*arguments, "orders", "us-west1-a")

    assert "5. client: not compatible: only VMs of the region are" in result.stdout


@pytest.mark.usefixtures("arguments")
def test_undetermined(spillover: Spillover) -> None:
    result = spillover("plan", "lb.yaml", "--why", "orders", "us-east1-b")

    assert "1. configured primary backends: us-east1-b ? of ?, us-east1-c ? of ?" in result.stdout
    assert result.stdout.splitlines()[-2].startswith("  ? undetermined: depends on the size of group b: ")


def test_a_service_without_a_plan_or_that_was_not_read(spillover: Spillover, arguments: list[str]) -> None:
    skipped, unread = spillover(*arguments, "web", "us-east1-b"), spillover(*arguments, "gone", "us-east1-b")

    assert (skipped.returncode, skipped.stdout) == (0, "")
    assert "has no plan: not an internal passthrough load balancer" in skipped.stderr
    assert (unread.returncode, unread.stderr) == (
        2,
        "spillover: --why gone: no such backend service was read\n",
    )
