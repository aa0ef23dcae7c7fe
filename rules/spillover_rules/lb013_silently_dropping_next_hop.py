"""A static route leads to a forwarding rule that cannot be a next hop: packets are silently dropped.

A forwarding rule with the protocol L3_DEFAULT cannot be the next hop of a static route, nor can one whose
reserved address has the purpose SHARED_LOADBALANCER_VIP, which several rules may share. Nothing refuses
the route; the packets that take it are dropped without a word. The protocol of a next hop's forwarding
rule does not limit what is forwarded: with TCP or UDP, packets of every protocol reach the backends.

To fix it, use TCP or UDP for the forwarding rule, and the same protocol for its backend service; and give
it an address of its own.
"""

from collections.abc import Callable, Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.frontend import ForwardingRule
from spillover.model.routes import RouteKind
from spillover.model.shared_address import SHARED, shared_address
from spillover.model.views import NextHop

Judge = Callable[[NextHop, ForwardingRule], Iterator[Finding]]


def check(hop: NextHop) -> Iterator[Finding]:
    """A static route to a forwarding rule whose protocol is L3_DEFAULT, or whose address is shared."""
    if hop.route.kind is RouteKind.STATIC:
        judges: tuple[Judge, ...] = (_protocol, _address)
        yield from each(judges, lambda judge: each(hop.forwarding_rules, partial(judge, hop)))


def _protocol(hop: NextHop, rule: ForwardingRule) -> Iterator[Finding]:
    if rule.ip_protocol is None or decided(rule.ip_protocol) != "L3_DEFAULT":
        return
    yield Finding(
        at=hop.route.origin.at("next_hop"),
        message="the next hop's forwarding rule has the protocol L3_DEFAULT: packets are silently dropped",
        hint="use TCP or UDP for the forwarding rule: as a next hop it forwards every protocol",
        related=(Related(rule.origin.at("ip_protocol"), "its protocol is set here"),),
    )


def _address(hop: NextHop, rule: ForwardingRule) -> Iterator[Finding]:
    shared = decided(shared_address(hop.deployment, rule))
    if shared is None:
        return
    yield Finding(
        at=hop.route.origin.at("next_hop"),
        message=f"the next hop's address has the purpose {SHARED}: packets are silently dropped",
        hint="give the forwarding rule an address of its own",
        related=(Related(shared.origin.at("purpose"), "its purpose is set here"),),
    )


RULE = Rule(
    code="LB013",
    name="silently-dropping-next-hop",
    severity=Severity.ERROR,
    subject=NextHop,
    check=check,
    since="0.1",
    summary="a static route to a forwarding rule of protocol L3_DEFAULT, or with a shared address",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview, 2026-04",),
)
