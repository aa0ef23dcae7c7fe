"""A forwarding rule has another load balancing scheme than a backend service behind its proxy.

A backend service that is made for one type of load balancer cannot be used with another: behind a
rule with EXTERNAL_MANAGED, a service with EXTERNAL is refused, and so is one for internal use. A
service with EXTERNAL_MANAGED behind a rule with EXTERNAL is no mistake: so it stands while a classic
load balancer migrates. In Terraform the scheme of a global resource that says none is EXTERNAL up to
version 7 of the google provider, and EXTERNAL_MANAGED from 8 on.

To fix it, write the same `load_balancing_scheme` on both.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity
from spillover.model.graph import FrontEnd
from spillover.model.kind import schemes_of, unwritten_scheme
from spillover.model.service import BackendService
from spillover.model.service import LoadBalancingScheme as Scheme
from spillover.model.source import Undetermined, Unknown

MIGRATING = (Scheme.EXTERNAL, Scheme.EXTERNAL_MANAGED)


def check(front: FrontEnd) -> Iterator[Finding]:
    """A service behind a target proxy that cannot be used with the scheme of the forwarding rule."""
    rule = front.rule
    if rule.target is None:
        return
    services = [each for each in front.backing.items if isinstance(each, BackendService)]
    verdicts = [(each, _fits(front, each)) for each in services]
    for service in (each for each, fits in verdicts if fits is False):
        ours, theirs = _told(schemes_of(rule)), _told(schemes_of(service))
        yield Finding(
            at=rule.origin.at("scheme"),
            message=f"scheme {ours} before a backend service of scheme {theirs}",
            hint="give both the same load balancing scheme",
            related=(Related(service.origin.at("scheme"), "the backend service is here"),),
        )
    doubts = (*front.backing.doubts, *(fits for _, fits in verdicts if isinstance(fits, Unknown)))
    if doubts:
        raise Undetermined(*doubts)


def _fits(front: FrontEnd, service: BackendService) -> bool | Unknown:
    rule = front.rule
    if rule.scheme is None and service.scheme is None and rule.is_global and service.is_global:
        return True  # both have the same default
    pairs = [(one, other) for one in schemes_of(rule) if one for other in schemes_of(service)]
    fitting = [one is other or (one, other) == MIGRATING for one, other in pairs]
    if all(fitting) or not any(fitting):
        return all(fitting)
    unknown = next((each.scheme for each in (rule, service) if isinstance(each.scheme, Unknown)), None)
    return unknown or unwritten_scheme(rule if rule.scheme is None else service)


def _told(schemes: tuple[Scheme | None, ...]) -> str:
    return " or ".join(scheme for scheme in schemes if scheme)


RULE = Rule(
    code="LB108",
    name="scheme-mismatch-behind-proxy",
    severity=Severity.ERROR,
    subject=FrontEnd,
    check=check,
    since="0.1",
    summary="a forwarding rule and a backend service behind its proxy with different schemes",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService.loadBalancingScheme, 2026-11",
        "github.com/hashicorp/terraform-provider-google/issues/23950, 2026-11",
    ),
)
