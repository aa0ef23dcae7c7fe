"""A static route leads to a forwarding rule of protocol L3_DEFAULT: packets are silently dropped.

A forwarding rule with the protocol L3_DEFAULT cannot be the next hop of a static route. Nothing
refuses the route; the packets that take it are dropped without a word. The protocol of a next
hop's forwarding rule does not limit what is forwarded: with TCP or UDP, packets of every
protocol reach the backends.

To fix it, use TCP or UDP for the forwarding rule, and the same protocol for its backend
service.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, some
from spillover.model.frontend import ForwardingRule
from spillover.model.routes import RouteKind
from spillover.model.source import Unknown
from spillover.model.views import NextHop


def check(hop: NextHop) -> Iterator[Finding]:
    """A static route to a forwarding rule whose protocol is L3_DEFAULT."""
    if hop.route.kind is not RouteKind.STATIC:
        return
    rule = some(hop.forwarding_rules, _takes_all_protocols)
    if rule is None:
        return
    yield Finding(
        at=hop.route.origin.at("next_hop"),
        message="the next hop's forwarding rule has the protocol L3_DEFAULT: packets are silently dropped",
        hint="use TCP or UDP for the forwarding rule: as a next hop it forwards every protocol",
        related=(Related(rule.origin.at("ip_protocol"), "its protocol is set here"),),
    )


def _takes_all_protocols(rule: ForwardingRule) -> bool | Unknown:
    protocol = rule.ip_protocol
    return protocol if isinstance(protocol, Unknown) else protocol == "L3_DEFAULT"


RULE = Rule(
    code="LB013",
    name="silently-dropping-next-hop",
    severity=Severity.ERROR,
    subject=NextHop,
    check=check,
    since="0.1",
    summary="a static route to a forwarding rule of protocol L3_DEFAULT",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview, 2026-04",),
)
