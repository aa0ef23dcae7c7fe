"""Proxy-only subnetworks, and the load balancers whose proxies have their addresses there.

All regional load balancers that Envoy proxies serve in one network and region share one pool of proxies.
Its addresses are those of the one subnetwork there with the purpose REGIONAL_MANAGED_PROXY and the role
ACTIVE (docs.cloud.google.com/load-balancing/docs/proxy-only-subnets, 2026-04).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

from spillover.model.alb import Subnetwork
from spillover.model.capacity import Size
from spillover.model.deployment import Deployment, Joined
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import Identity, Number, identity_of
from spillover.model.kind import EXTERNAL_KINDS, INTERNAL_KINDS, BalancerKind, kinds_of
from spillover.model.names import Link, ResourceName, same_resource, type_of
from spillover.model.source import Origin, Reference, Undetermined, Unknown
from spillover.records import dataclass

ENVOY_KINDS = frozenset(
    {
        BalancerKind.REGIONAL_EXTERNAL,
        BalancerKind.REGIONAL_EXTERNAL_PROXY,
        BalancerKind.REGIONAL_INTERNAL,
        BalancerKind.REGIONAL_INTERNAL_PROXY,
    }
)
"""The kinds of regional load balancers that Envoy proxies serve."""

PROXY_ONLY = "REGIONAL_MANAGED_PROXY"
FORMER_PURPOSE = "INTERNAL_HTTPS_LOAD_BALANCER"
"""What the purpose was called when only internal Application Load Balancers had such subnetworks."""

LEAST_ADDRESSES = 64
"""The API refuses a smaller proxy-only subnetwork: /26 is the longest prefix (the same page)."""

DEFAULT_NETWORK = ResourceName("networks", "default", "global")
"""The network of a forwarding rule of a regional external load balancer that names none."""


def network_of(rule: ForwardingRule) -> Link | Unknown:
    """The network whose proxies serve a forwarding rule; an internal one may have it from its subnetwork."""
    if rule.network is not None:
        return rule.network
    if kinds_of(rule).within(EXTERNAL_KINDS) is True:
        return DEFAULT_NETWORK
    return Unknown(f"the network of {rule.origin.address}", at=rule.origin.at("network"))


def is_proxy_only(subnetwork: Subnetwork) -> bool | Unknown:
    """Whether it is for the proxies of regional load balancers; a purpose that is not written is PRIVATE."""
    if subnetwork.purpose == FORMER_PURPOSE:
        because = f"which load balancers use a subnetwork with the former purpose {FORMER_PURPOSE}"
        return Unknown(because, at=subnetwork.origin.at("purpose"))
    return subnetwork.purpose if isinstance(subnetwork.purpose, Unknown) else subnetwork.purpose == PROXY_ONLY


def is_active(subnetwork: Subnetwork) -> bool | Unknown:
    """Whether its role is ACTIVE. The API refuses a proxy-only one without a role.

    The message is in hashicorp/terraform-provider-google issue 13438, 2023-01; Google's own JSON has it.
    """
    if subnetwork.role is None and subnetwork.origin.provider is None:
        return Unknown("a role that is not written", at=subnetwork.origin.at("role"))
    return subnetwork.role if isinstance(subnetwork.role, Unknown) else subnetwork.role == "ACTIVE"


def addresses_of(subnetwork: Subnetwork) -> int | Unknown:
    """How many addresses its range has."""
    written, at = subnetwork.ip_cidr_range, subnetwork.origin.at("ip_cidr_range")
    if written is None or isinstance(written, Unknown):
        return written or Unknown("a range that is not written", at=at)
    try:
        return ipaddress.ip_network(written, strict=False).num_addresses
    except ValueError:
        return Unknown(f"{written}, which is no range", at=at)


@dataclass(frozen=True)
class ProxyPool:
    """The proxies of one network and region."""

    network: Link | Unknown
    region: str | Unknown
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @classmethod
    def of(cls, rule: ForwardingRule, deployment: Deployment) -> ProxyPool:
        """The pool whose proxies serve a forwarding rule, if it is of such a kind."""
        region = rule.region
        if region is None:
            region = Unknown(f"the region of {rule.origin.address}", at=rule.origin.at("region"))
        return cls(network_of(rule), region, deployment)

    @property
    def name(self) -> str:
        """What its network is called in a message."""
        if isinstance(self.network, Unknown):
            return self.network.because
        return self.network.address if isinstance(self.network, Reference) else self.network.name

    def holds(self, subnetwork: Subnetwork) -> bool | Unknown:
        """Whether a subnetwork is of its network and region."""
        return _all(_is_in(subnetwork.region, self.region), same_resource(subnetwork.network, self.network))

    @cached_property
    def proxy_only(self) -> Joined[Subnetwork]:
        """The proxy-only subnetworks of its network and region, whatever their role.

        Raises:
            NotCovered: no subnetwork was read.
        """
        subnetworks = self.deployment.read(Subnetwork, "subnetworks")
        return Joined.of(subnetworks, lambda each: _all(is_proxy_only(each), self.holds(each)))

    def subnetwork(self) -> Subnetwork | None:
        """The active proxy-only subnetwork; None where there surely is none.

        Raises:
            NotCovered: no subnetwork was read.
            Undetermined: one may be it, or those of the network were not all read.
        """
        subnetworks = (*self.proxy_only.items, *(each for each, _ in self.proxy_only.possible))
        active = Joined.of(
            subnetworks, lambda each: _all(is_active(each), is_proxy_only(each), self.holds(each))
        )
        if active.items:
            return active.items[0]
        if active.possible:
            raise Undetermined(*(doubt for _, doubt in active.possible))
        if isinstance(self.network, Unknown):
            raise Undetermined(self.network)
        if not self._is_read:
            raise Undetermined(
                Unknown(f"the proxy-only subnetworks of network {self.name}, which were not read")
            )
        return None

    @property
    def _is_read(self) -> bool:
        """Whether what was read of the subnetworks of its network tells that there are no others.

        So it does for a network that is made here, in Google's own lists, and where proxy-only
        subnetworks of the network are among them; those of a shared network may be made elsewhere.
        """
        of_network = [
            each
            for each in self.deployment.every(Subnetwork)
            if same_resource(each.network, self.network) is True
        ]
        if isinstance(self.network, Reference) and _is_made_here(self.network):
            return bool(of_network)
        return any(_is_listed(each.origin) or is_proxy_only(each) is True for each in of_network)

    @cached_property
    def front_ends(self) -> Joined[ForwardingRule]:
        """The forwarding rules that its proxies serve."""

        def verdict(rule: ForwardingRule) -> bool | Unknown:
            pool = ProxyPool.of(rule, self.deployment)
            return _all(
                kinds_of(rule).within(ENVOY_KINDS),
                _is_in(pool.region, self.region),
                same_resource(pool.network, self.network),
            )

        return Joined.of(self.deployment.every(ForwardingRule), verdict)

    @property
    def balancers(self) -> Size:
        """How many load balancers share it: forwarding rules of one address are of one."""
        total = Size(0, 0)
        for kinds in (EXTERNAL_KINDS, INTERNAL_KINDS):  # these never have one address
            total += _by_address(
                [
                    identity_of(self.deployment, rule)
                    for rule in self.front_ends.items
                    if kinds_of(rule).within(kinds) is True
                ]
            )
        for rule in self.front_ends.items:
            external = kinds_of(rule).within(EXTERNAL_KINDS)
            if isinstance(external, Unknown):
                total += Size(0, 1, external)
        for _, doubt in self.front_ends.possible:
            total += Size(0, 1, doubt)
        return total

    @property
    def is_shared(self) -> bool | Unknown:
        """Whether it serves more than one load balancer."""
        balancers = self.balancers
        if balancers.least > 1:
            return True
        return False if balancers.most in (0, 1) else balancers.because or False


@dataclass(frozen=True)
class ProxySubnetwork:
    """A subnetwork that is, or may be, for the proxies of regional load balancers."""

    subnetwork: Subnetwork
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[ProxySubnetwork]:
        """Every one of a deployment."""
        return (
            cls(each, deployment) for each in deployment.own(Subnetwork) if is_proxy_only(each) is not False
        )

    @property
    def origin(self) -> Origin:
        """The subnetwork's."""
        return self.subnetwork.origin

    @property
    def pool(self) -> ProxyPool:
        """The proxies that have their addresses in it, while it is active."""
        network, region = self.subnetwork.network, self.subnetwork.region
        if network is None:
            network = Unknown(f"the network of {self.origin.address}", at=self.origin.at("network"))
        if region is None:
            region = Unknown(f"the region of {self.origin.address}", at=self.origin.at("region"))
        return ProxyPool(network, region, self.deployment)


def _by_address(identities: Sequence[Identity | Unknown]) -> Size:
    """How many different addresses these are: a number may be that of what has no number yet."""
    numbers = {each for each in identities if isinstance(each, Number)}
    references = {each for each in identities if isinstance(each, Reference)}
    unknowns = [each for each in identities if isinstance(each, Unknown)]
    least = max(len(numbers), len(references), min(1, len(identities)))
    most = len(numbers) + len(references) + len(unknowns)
    because = next(iter(unknowns), Unknown("which of the forwarding rules have one address"))
    return Size(least, most, None if least == most else because)


def _is_made_here(network: Reference) -> bool:
    """Whether a reference is to a network that Terraform makes, and does not just look up."""
    return type_of(network) == "google_compute_network" and ".data." not in f".{network.address}"


def _is_listed(subnetwork: Origin) -> bool:
    """Whether it was read from what Google lists, which is all that there is; others say what is made."""
    return subnetwork.provider is None and subnetwork.type != "ComputeSubnetwork"


def _is_in(one: str | Unknown | None, other: str | Unknown) -> bool | Unknown:
    if one is None:
        return Unknown("a region that is not written")
    return next((each for each in (one, other) if isinstance(each, Unknown)), one == other)


def _all(*verdicts: bool | Unknown) -> bool | Unknown:
    """Whether all are true: what is surely false decides, then what is not known."""
    if any(each is False for each in verdicts):
        return False
    return next((each for each in verdicts if isinstance(each, Unknown)), True)
