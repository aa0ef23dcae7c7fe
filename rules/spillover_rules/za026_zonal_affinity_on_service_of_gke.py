"""The zonal affinity of a backend service that GKE manages is set by hand.

GKE's controller owns the backend services of a Kubernetes Service. It writes their zonal
affinity itself: SPILL_CROSS_ZONE with the ratio 0 where the Service asks for it, else DISABLED.
What is set by another hand is reverted. A backend service is GKE's if its name begins with
`k8s2-`, or if its description names a Kubernetes Service. In Google's own JSON the finding is
on an option or a ratio that GKE never sets.

To fix it, set `trafficDistribution: PreferSameZone` on the Kubernetes Service instead, and do
not manage its backend service.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService, ZonalAffinity


def check(service: BackendService) -> Iterator[Finding]:
    """A service of GKE whose zonal affinity is written in Terraform, or is not as GKE writes it."""
    if service.zonal_affinity is None or not service.is_of_gke or _is_as_gke_writes_it(service):
        return
    decided(service.zonal_affinity)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message="GKE manages this backend service, and reverts a zonal affinity that it did not set",
        hint="set trafficDistribution: PreferSameZone on the Kubernetes Service instead",
    )


def _is_as_gke_writes_it(service: BackendService) -> bool:
    if service.origin.type.startswith("google_"):
        return False  # GKE does not write Terraform
    off = service.zonal_affinity is ZonalAffinity.DISABLED
    spill = service.zonal_affinity is ZonalAffinity.SPILL_CROSS_ZONE
    return off or (spill and service.spillover_ratio in (None, 0))


RULE = Rule(
    code="ZA026",
    name="zonal-affinity-on-service-of-gke",
    severity=Severity.WARNING,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="zonal affinity that is set by hand on a backend service of GKE",
    sources=("github.com/kubernetes/ingress-gce/blob/master/pkg/l4/resources/l4.go, 2026-10",),
)
