"""A haPolicy and zonal affinity stand on one backend service, which the API refuses.

With a haPolicy nothing is balanced: all traffic goes to one leader. The API's text says that
networkPassThroughLbTrafficPolicy cannot be specified with haPolicy; Terraform does not check
it, so a plan succeeds and the apply fails. Going by the text, that is so for a policy that
leaves zonal affinity off, too; such a finding is likely only.

To fix it, drop one of the two blocks.
"""

from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided
from spillover.model.service import BackendService, ZonalAffinity


def check(service: BackendService) -> Iterator[Finding]:
    """Both are written, whatever the option."""
    if service.ha_policy is None or service.traffic_policy is None:
        return
    decided(service.ha_policy, service.traffic_policy)
    is_off = service.affinity is ZonalAffinity.DISABLED
    yield Finding(
        at=service.origin.at("ha_policy"),
        message="haPolicy cannot be combined with zonal affinity"
        + (", even where that is off" if is_off else ""),
        hint="drop the haPolicy or the traffic policy that holds the zonal affinity",
        related=(Related(service.origin.at("traffic_policy"), "zonal affinity is written here"),),
        certainty=Certainty.LIKELY if is_off else Certainty.CERTAIN,
    )


RULE = Rule(
    code="ZA024",
    name="ha-policy-with-zonal-affinity",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a haPolicy together with zonal affinity",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, BackendService.haPolicy, 2026-11",),
)
