"""The kind of load balancer that a forwarding rule is the front end of.

Scheme, scope and target together make the kind (discovery document compute v1, ForwardingRule,
2026-11). Where part of that is not known several kinds are possible, and they may still decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, StrEnum

from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName, is_global, words_for
from spillover.model.provider import Provider
from spillover.model.service import BackendService
from spillover.model.service import LoadBalancingScheme as Scheme
from spillover.model.source import Origin, Unknown
from spillover.records import dataclass


class BalancerKind(StrEnum):
    """A kind of load balancer, or of what else has a forwarding rule, in Google's words."""

    GLOBAL_EXTERNAL = "global external Application Load Balancer"
    CLASSIC = "classic Application Load Balancer"
    REGIONAL_EXTERNAL = "regional external Application Load Balancer"
    GLOBAL_EXTERNAL_PROXY = "global external proxy Network Load Balancer"
    CLASSIC_PROXY = "classic proxy Network Load Balancer"
    REGIONAL_EXTERNAL_PROXY = "regional external proxy Network Load Balancer"
    EXTERNAL_PASSTHROUGH = "external passthrough Network Load Balancer"
    CROSS_REGION_INTERNAL = "cross-region internal Application Load Balancer"
    CROSS_REGION_INTERNAL_PROXY = "cross-region internal proxy Network Load Balancer"
    REGIONAL_INTERNAL = "regional internal Application Load Balancer"
    REGIONAL_INTERNAL_PROXY = "regional internal proxy Network Load Balancer"
    INTERNAL_PASSTHROUGH = "internal passthrough Network Load Balancer"
    MESH = "service mesh"
    ENDPOINT = "Private Service Connect endpoint"


EXTERNAL_KINDS = frozenset(kind for kind in BalancerKind if "external" in kind or "classic" in kind)
"""The kinds that have an address of the internet."""

INTERNAL_KINDS = frozenset(kind for kind in BalancerKind if "internal" in kind)


class _Behind(Enum):
    """What a forwarding rule sends packets to."""

    GLOBAL_APPLICATION = "a global HTTP(S) proxy"
    GLOBAL_PROXY = "a global TCP or SSL proxy"
    REGIONAL_APPLICATION = "a regional HTTP(S) proxy"
    REGIONAL_PROXY = "a regional TCP proxy"
    BACKENDS = "its backends"
    PUBLISHED = "a published service, or Google's APIs"


_GLOBAL, _REGIONAL, _EITHER = (True,), (False,), (True, False)
_KINDS = (
    # kind, scheme, whether the rule is global, what is behind it
    (BalancerKind.GLOBAL_EXTERNAL, Scheme.EXTERNAL_MANAGED, _GLOBAL, _Behind.GLOBAL_APPLICATION),
    # In Standard Tier a classic one has a regional rule before its global proxy.
    (BalancerKind.CLASSIC, Scheme.EXTERNAL, _EITHER, _Behind.GLOBAL_APPLICATION),
    (BalancerKind.REGIONAL_EXTERNAL, Scheme.EXTERNAL_MANAGED, _REGIONAL, _Behind.REGIONAL_APPLICATION),
    (BalancerKind.GLOBAL_EXTERNAL_PROXY, Scheme.EXTERNAL_MANAGED, _GLOBAL, _Behind.GLOBAL_PROXY),
    (BalancerKind.CLASSIC_PROXY, Scheme.EXTERNAL, _EITHER, _Behind.GLOBAL_PROXY),
    (BalancerKind.REGIONAL_EXTERNAL_PROXY, Scheme.EXTERNAL_MANAGED, _REGIONAL, _Behind.REGIONAL_PROXY),
    (BalancerKind.EXTERNAL_PASSTHROUGH, Scheme.EXTERNAL, _REGIONAL, _Behind.BACKENDS),
    (BalancerKind.EXTERNAL_PASSTHROUGH, Scheme.EXTERNAL_PASSTHROUGH, _EITHER, _Behind.BACKENDS),
    (BalancerKind.CROSS_REGION_INTERNAL, Scheme.INTERNAL_MANAGED, _GLOBAL, _Behind.GLOBAL_APPLICATION),
    (BalancerKind.CROSS_REGION_INTERNAL_PROXY, Scheme.INTERNAL_MANAGED, _GLOBAL, _Behind.GLOBAL_PROXY),
    (BalancerKind.REGIONAL_INTERNAL, Scheme.INTERNAL_MANAGED, _REGIONAL, _Behind.REGIONAL_APPLICATION),
    (BalancerKind.REGIONAL_INTERNAL_PROXY, Scheme.INTERNAL_MANAGED, _REGIONAL, _Behind.REGIONAL_PROXY),
    (BalancerKind.INTERNAL_PASSTHROUGH, Scheme.INTERNAL, _REGIONAL, _Behind.BACKENDS),
    (BalancerKind.MESH, Scheme.INTERNAL_SELF_MANAGED, _GLOBAL, _Behind.GLOBAL_APPLICATION),
    (BalancerKind.MESH, Scheme.INTERNAL_SELF_MANAGED, _GLOBAL, _Behind.GLOBAL_PROXY),
    (BalancerKind.ENDPOINT, None, _EITHER, _Behind.PUBLISHED),
)


@dataclass(frozen=True)
class Kinds:
    """The kinds that something can be; ``because`` is what leaves it open, if there is not just one."""

    possible: frozenset[BalancerKind]
    because: Unknown

    def within(self, allowed: frozenset[BalancerKind]) -> bool | Unknown:
        """Whether it is of one of these kinds."""
        if self.possible and self.possible <= allowed:
            return True
        return False if self.possible and not self.possible & allowed else self.because

    def __str__(self) -> str:
        return " or ".join(kind for kind in BalancerKind if kind in self.possible)


def kinds_of(rule: ForwardingRule) -> Kinds:
    """What a forwarding rule can be the front end of, by what is known of it."""
    schemes, behind = schemes_of(rule), tuple(_behind(rule))
    possible = frozenset(
        kind
        for kind, scheme, places, what in _KINDS
        if scheme in schemes and rule.is_global in places and what in behind
    )
    return Kinds(possible, _doubt(rule))


def schemes_of(thing: ForwardingRule | BackendService) -> tuple[Scheme | None, ...]:
    """The schemes that can be in force. An endpoint of Private Service Connect has none."""
    if isinstance(thing.scheme, Scheme):
        return (thing.scheme,)
    none: tuple[Scheme | None, ...] = (None,) if isinstance(thing, ForwardingRule) else ()
    defaults = tuple(Scheme) if isinstance(thing.scheme, Unknown) else defaults_of(thing.origin)
    return (*defaults, *none)


def defaults_of(origin: Origin) -> tuple[Scheme, ...]:
    """What a scheme that is not written can mean: in Terraform the type of the resource tells.

    For a global one it is EXTERNAL up to version 7 of the google provider, and EXTERNAL_MANAGED from
    8 on (its guide to upgrading to version 8, 2026-08).
    """
    defaults = _DEFAULTS.get(origin.type, tuple(Scheme))
    if origin.provider is None or defaults != _OF_GLOBAL:
        return defaults
    managed = origin.provider.versions.since((8, 0, 0))
    return defaults if managed is None else (_OF_GLOBAL[managed],)


def unwritten_scheme(thing: ForwardingRule | BackendService) -> Unknown:
    """Why it is not known what a scheme means that is not written."""
    if thing.origin.type not in _DEFAULTS:
        return Unknown("a default of the API", at=thing.origin.at("scheme"))
    provider = thing.origin.provider or Provider("google")
    return Unknown(provider.left_open, at=thing.origin.at("scheme"))


_OF_GLOBAL = (Scheme.EXTERNAL, Scheme.EXTERNAL_MANAGED)
_DEFAULTS: dict[str, tuple[Scheme, ...]] = {
    "ComputeForwardingRule": (Scheme.EXTERNAL,),
    "google_compute_backend_service": _OF_GLOBAL,
    "google_compute_forwarding_rule": (Scheme.EXTERNAL,),
    "google_compute_global_forwarding_rule": _OF_GLOBAL,
    "google_compute_region_backend_service": (Scheme.INTERNAL,),
}


def _behind(rule: ForwardingRule) -> Iterator[_Behind]:
    target = rule.target
    if target is None and rule.backend_service is not None:
        yield _Behind.BACKENDS
    elif target is None or isinstance(target, Unknown):
        yield from _Behind
    else:
        yield from _sent_to(*_of(target))


_APPLICATION = (_Behind.GLOBAL_APPLICATION, _Behind.REGIONAL_APPLICATION)
_PROXY = (_Behind.GLOBAL_PROXY, _Behind.REGIONAL_PROXY)
_PROXIES = {
    "targetGrpcProxies": _APPLICATION,
    "targetHttpProxies": _APPLICATION,
    "targetHttpsProxies": _APPLICATION,
    "targetSslProxies": _PROXY,
    "targetTcpProxies": _PROXY,
}
_OTHERS = {
    "all-apis": _Behind.PUBLISHED,
    "serviceAttachments": _Behind.PUBLISHED,
    "targetInstances": _Behind.BACKENDS,
    "targetPools": _Behind.BACKENDS,
    "vpc-sc": _Behind.PUBLISHED,
}


def _sent_to(collection: str, of_global: bool | None) -> Iterator[_Behind]:
    """What targets of a collection are, none for one that is no load balancer's."""
    if collection in _OTHERS:
        yield _OTHERS[collection]
    for behind, needed in zip(_PROXIES.get(collection, ()), _EITHER, strict=False):
        if of_global in (needed, None):
            yield behind


def is_proxy(target: Link) -> bool:
    """Whether a target is a proxy, behind which services stand; pools, gateways and endpoints are none."""
    return _of(target)[0] in _PROXIES


def _of(target: Link) -> tuple[str, bool | None]:
    """The collection of a target, and whether it is global; None where that is not told."""
    if isinstance(target, ResourceName):
        return target.collection or target.name, is_global(target)
    singular = re.sub(r"_([a-z])", lambda letter: letter[1].upper(), words_for(target))
    return re.sub(r"y\Z", "ie", singular) + "s", is_global(target)


def _doubt(rule: ForwardingRule) -> Unknown:
    unknown = (each for each in (rule.scheme, rule.target) if isinstance(each, Unknown))
    if rule.scheme is None and len(defaults_of(rule.origin)) > 1:
        return next(unknown, unwritten_scheme(rule))
    return next(unknown, Unknown("the kind of load balancer", at=rule.origin.at("target")))
