"""A regional proxy has a certificate of the global scope, or a certificate map.

A certificate serves the scope that it was made in: a regional HTTPS proxy takes regional SSL
certificates, and certificates of Certificate Manager in its region. Certificate maps are for global
proxies alone. The API refuses others, so a primary and its regional backup cannot share one.

To fix it, make a regional certificate: in Terraform a `google_compute_region_ssl_certificate`, or a
`google_certificate_manager_certificate` with the region as its location.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Rule, Severity, each
from spillover.model.alb import SslCertificate, TargetProxy
from spillover.model.graph import FrontEnd, proxy_of
from spillover.model.names import Link
from spillover.model.source import Undetermined, Unknown


def check(front: FrontEnd) -> Iterator[Finding]:
    """A regional proxy behind a forwarding rule, with a certificate map or a global certificate."""
    if front.rule.is_global:
        return
    proxies = proxy_of(front.deployment, front.rule)
    yield from each(proxies.items, partial(_judge, front))
    proxies.complete()


def _judge(front: FrontEnd, proxy: TargetProxy) -> Iterator[Finding]:
    if proxy.is_global:
        return  # a classic load balancer in Standard Tier
    if proxy.certificate_map is not None and not isinstance(proxy.certificate_map, Unknown):
        yield Finding(
            at=proxy.origin.at("certificate_map"),
            message="a certificate map on a regional proxy: they are for global ones alone",
            hint="list certificates of Certificate Manager in the proxy's region",
        )
    links = proxy.certificates
    if isinstance(links, Unknown):
        raise Undetermined(links)
    yield from each(enumerate(links or ()), partial(_look, front, proxy))


def _look(front: FrontEnd, proxy: TargetProxy, numbered: tuple[int, Link | Unknown]) -> Iterator[Finding]:
    number, link = numbered
    at = proxy.origin.at("certificates", number)
    is_global = link if isinstance(link, Unknown) else front.deployment.is_global(link, SslCertificate, at)
    if isinstance(is_global, Unknown):
        raise Undetermined(is_global)
    if is_global:
        yield Finding(
            at=at,
            message="a global certificate on a regional proxy",
            hint="use a certificate of the proxy's region",
        )


RULE = Rule(
    code="FO119",
    name="certificate-unfit-for-regional-proxy",
    severity=Severity.ERROR,
    subject=FrontEnd,
    check=check,
    since="0.1",
    summary="a regional proxy with a global certificate, or with a certificate map",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, TargetHttpsProxy, 2026-11",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
