"""Clients are on a continent that no source region of the health check is on, and one could be.

Cloud DNS fails over when probes from at least two of the three source regions fail, so what those
regions see is what decides for all clients. Source regions stand for where clients come from: an
outage that only the others notice goes unseen, and trouble on the way from a place without clients
takes traffic away for nothing. The rule is silent until `client_regions` is set, and compares
continents by the names of regions, for a source region next door sees what the clients see. It speaks
only while a source region is to spare: one without clients, or one that shares its continent with
another. Of another number than three different source regions FO003 says what is wrong.

To fix it, move the source region that is to spare to the continent of the clients.
"""

from collections.abc import Iterable, Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import SOURCE_REGIONS
from spillover.model.places import continent_of
from spillover.model.source import Unknown
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """Three source regions, and clients on a continent that none of them is on though one is to spare."""
    clients = probed.deployment.options.client_regions
    health_check = probed.health_check
    if not clients or health_check.source_regions is None or not health_check.is_global:
        return
    regions = decided(health_check.source_regions)
    known = [region for region in regions if isinstance(region, str)]
    missed = _continents(clients) - _continents(known)
    if len(regions) != SOURCE_REGIONS or not missed:
        return
    decided(*(region for region in regions if isinstance(region, Unknown)))
    served = _continents(clients) & _continents(known)
    if len(set(known)) != SOURCE_REGIONS or len(served) == SOURCE_REGIONS:
        return
    far = sorted({client for client in clients if continent_of(client) in missed})
    yield Finding(
        at=health_check.origin.at("source_regions"),
        message=f"no source region is near the clients in {', '.join(far)}: "
        f"{', '.join(known)} decide when they fail over",
        hint=f"move a source region to {' or '.join(sorted(missed))}",
    )


def _continents(regions: Iterable[str]) -> set[str]:
    return {continent_of(region) for region in regions}


RULE = Rule(
    code="FO006",
    name="source-regions-far-from-clients",
    severity=Severity.NOTE,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="clients on a continent that no source region of the health check is on",
    options=("client_regions",),
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
    ),
)
