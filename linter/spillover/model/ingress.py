"""What shows that GKE's Ingress controller made a load balancer.

Names and descriptions are those of its source (kubernetes/ingress-gce, ``pkg/utils/namer`` and
``pkg/loadbalancers``, 2026-08). GKE Gateway's begin with ``gkegw1-``, a Service's with ``k8s2-tcp-`` and
the like.
"""

from __future__ import annotations

import re

from spillover.model.alb import TargetProxy
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName, unread
from spillover.model.source import FieldRef, Maybe, Unknown
from spillover.model.url_map import UrlMap
from spillover.records import dataclass

_FORWARDING_RULE = re.compile(r"k8s-fws?-|k8s2-f[rs]-")
_URL_MAP = re.compile(r"k8s2?-[ur]m-")
_NAMES_AN_INGRESS = "kubernetes.io/ingress-name"


@dataclass(frozen=True)
class Mark:
    """Where it shows; a description is certain, a name may have been given by anybody."""

    at: FieldRef
    is_certain: bool = False


def mark_of_ingress(deployment: Deployment, rule: ForwardingRule) -> Maybe[Mark]:
    """What shows it of a forwarding rule, or of its URL map.

    Raises:
        NotCovered: the URL map matters, and no target proxy was read.
    """
    if isinstance(rule.description, str) and _NAMES_AN_INGRESS in rule.description:
        return Mark(rule.origin.at("description"), is_certain=True)
    if _is_called(_FORWARDING_RULE, rule.name):
        return Mark(rule.origin.at("name"))
    if rule.target is None or isinstance(rule.target, Unknown):
        return rule.target
    deployment.read(TargetProxy, "target proxies")
    proxy = deployment.find(rule.target, (TargetProxy,))
    return unread(rule.target, rule.origin.at("target")) if proxy is None else _of_url_map(deployment, proxy)


def _of_url_map(deployment: Deployment, proxy: TargetProxy) -> Maybe[Mark]:
    link, at = proxy.url_map, proxy.origin.at("url_map")
    if link is None or isinstance(link, Unknown):
        return link
    if isinstance(link, ResourceName):  # which is its name, read or not
        return Mark(at) if _is_called(_URL_MAP, link.name) else None
    url_map = deployment.find(link, (UrlMap,))
    if url_map is None:
        return unread(link, at)
    return Mark(url_map.origin.at("name")) if _is_called(_URL_MAP, url_map.name) else None


def _is_called(pattern: re.Pattern[str], name: Maybe[str]) -> bool:
    """GKE makes the names that it gives, so that one which is not known before apply is none of them."""
    return isinstance(name, str) and bool(pattern.match(name))
