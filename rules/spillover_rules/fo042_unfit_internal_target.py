"""An internal load balancer that is a target has a miswritten protocol, or lacks its region.

`ip_protocol` is `tcp` or `udp`, in lower case: the google provider refuses anything else when
it plans. A regional load balancer (`regionalL4ilb`, `regionalL7ilb`) is found by its region, so
the API refuses such a target without one.

To fix it, write the protocol in lower case, and the region of the forwarding rule.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.dns import RecordSet
from spillover.model.targets import InternalTarget, LoadBalancerType, Targets

REGIONAL = (LoadBalancerType.REGIONAL_L4, LoadBalancerType.REGIONAL_L7)
PROTOCOLS = ("tcp", "udp")


def check(record: RecordSet) -> Iterator[Finding]:
    """A protocol that is not one of the API's, or a regional load balancer of no region."""
    yield from each(record.targets, _judge)


def _judge(targets: Targets) -> Iterator[Finding]:
    internal = decided(targets.internal) or ()
    yield from each(internal, _protocol)
    yield from each(internal, _region)


def _protocol(target: InternalTarget) -> Iterator[Finding]:
    protocol = target.ip_protocol
    if protocol not in (None, "undefined", *PROTOCOLS):
        protocol = str(decided(protocol))
        lower = protocol.lower()
        yield Finding(
            at=target.origin.at("ip_protocol"),
            message=f'the protocol "{protocol}" of an internal target is neither "tcp" nor "udp"',
            hint=f'write "{lower}"' if lower in PROTOCOLS else 'write "tcp" or "udp"',
        )


def _region(target: InternalTarget) -> Iterator[Finding]:
    if target.region in (None, "") and decided(target.type) in REGIONAL:
        yield Finding(
            at=target.origin.at("region"),
            message=f"a target of type {target.type} without a region",
            hint="write the region of its forwarding rule",
        )


RULE = Rule(
    code="FO042",
    name="unfit-internal-target",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="an internal target with a miswritten protocol or without its region",
    sources=(
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
