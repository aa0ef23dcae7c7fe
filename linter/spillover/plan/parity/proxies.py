"""Two target proxies that listen on the same port: TLS, certificates, and the URL maps behind them."""

from __future__ import annotations

from typing import TypeAlias

from spillover.model.alb import ProxyProtocol, SslCertificate, SslPolicy, TargetProxy
from spillover.model.deployment import Deployment
from spillover.model.graph import url_map_of
from spillover.model.names import ResourceName, called, unread
from spillover.model.source import FieldRef, Reference, Unknown
from spillover.plan.parity.compared import (
    NONE,
    Compared,
    Comparison,
    Configured,
    Side,
    compare_settings,
    compare_texts,
    linked,
)
from spillover.plan.parity.features import PROXY, PROXY_OF_TLS, SSL_POLICY, Topic
from spillover.plan.parity.requests import compare_url_maps

Names: TypeAlias = tuple[str | Unknown, ...]
"""The names that clients ask for."""

SPEAKS = {ProxyProtocol.HTTP: "HTTP", ProxyProtocol.HTTPS: "HTTPS", ProxyProtocol.GRPC: "gRPC"}


def compare_proxies(
    deployment: Deployment, part: str, names: Names, primary: TargetProxy, backup: TargetProxy
) -> Comparison:
    """Two proxies, as clients of these names see them."""
    ours, theirs = (
        Side(SPEAKS.get(each.protocol, each.protocol), each.origin.at("url_map"))
        for each in (primary, backup)
    )
    yield compare_texts(part, "protocol", ours, theirs)
    configured = [Configured(each.settings, each.origin) for each in (primary, backup)]
    yield from compare_settings(part, PROXY, *configured)
    if primary.protocol is backup.protocol is ProxyProtocol.HTTPS:
        yield from compare_settings(part, PROXY_OF_TLS, *configured)
        yield from _ssl_policies(deployment, part, primary, backup)
        for name in names:
            yield from _certificates(deployment, part, name, primary, backup)
    maps, other_maps = url_map_of(deployment, primary), url_map_of(deployment, backup)
    yield from (*maps.doubts, *other_maps.doubts)
    for url_map in maps.items:
        for other in other_maps.items:
            for name in names:
                yield from compare_url_maps(deployment, name, url_map, other)


def _ssl_policies(deployment: Deployment, part: str, primary: TargetProxy, backup: TargetProxy) -> Comparison:
    """What the SSL policies of both allow; without one it is what a policy allows that sets nothing."""
    ours, theirs = (_ssl_policy(deployment, each) for each in (primary, backup))
    if not isinstance(ours, Unknown) and not isinstance(theirs, Unknown):
        yield from compare_settings(part, SSL_POLICY, ours, theirs)
        return
    one, other = (
        Side(linked(proxy.ssl_policy), proxy.origin.at("ssl_policy")) for proxy in (primary, backup)
    )
    for doubt in (ours, theirs):
        if isinstance(doubt, Unknown):
            yield Compared(part, "SSL policy", one, other, doubt)


def _ssl_policy(deployment: Deployment, proxy: TargetProxy) -> Configured | Unknown:
    link, at = proxy.ssl_policy, proxy.origin.at("ssl_policy")
    if link is None or isinstance(link, Unknown):
        return link or Configured((), proxy.origin, instead=at)
    found = deployment.find(link, (SslPolicy,))
    if found is None:
        return unread(link, at)
    return Configured(found.settings, found.origin)


def _certificates(
    deployment: Deployment, part: str, name: str | Unknown, primary: TargetProxy, backup: TargetProxy
) -> Comparison:
    """Whether a certificate of the backup is for a name.

    Only Google-managed ones say what they are for; a self-managed one of either side is no difference.
    """
    theirs = domains_of(deployment, backup)
    known = None if theirs is None else {each for each in theirs if isinstance(each, str)}
    doubt = next((each for each in theirs or () if isinstance(each, Unknown)), None)
    covered: bool | Unknown
    if isinstance(name, Unknown):
        covered = known is None or name
    else:
        covered = known is None or any(covers(domain, name) for domain in known) or doubt or False
    yield Compared(
        part,
        f"certificate for {name}" if isinstance(name, str) else "certificate",
        Side(_shown(primary), primary.origin.at("certificates")),
        Side(
            _shown(backup) if known is None else f"for {', '.join(sorted(known)) or NONE}",
            _place_of_domains(deployment, backup),
        ),
        same=covered,
        topic=Topic.CERTIFICATE,
    )


def domains_of(deployment: Deployment, proxy: TargetProxy) -> tuple[str | Unknown, ...] | None:
    """The domains that the certificates of a proxy are for; None where one does not say.

    Such are a certificate map, and a certificate that is self-managed or was not read.
    """
    links = proxy.certificates
    if links is None or isinstance(links, Unknown) or proxy.certificate_map is not None:
        return (links,) if isinstance(links, Unknown) else None
    domains: list[str | Unknown] = []
    for link in links:
        found = link if isinstance(link, Unknown) else deployment.find(link, (SslCertificate,))
        told = found if found is None or isinstance(found, Unknown) else found.domains
        if told is None:
            return None
        domains += (told,) if isinstance(told, Unknown) else told
    return tuple(domains)


def _place_of_domains(deployment: Deployment, proxy: TargetProxy) -> FieldRef:
    """Where it stands what the certificates of a proxy are for: in its only one, or else in their list."""
    links = proxy.certificates if isinstance(proxy.certificates, tuple) else ()
    only = links[0] if len(links) == 1 else None
    found = deployment.find(only, (SslCertificate,)) if isinstance(only, ResourceName | Reference) else None
    return found.origin.at("domains") if found else proxy.origin.at("certificates")


def covers(domain: str, name: str) -> bool:
    """Whether a certificate's domain is that of a name; a wildcard is for one label (RFC 6125, 6.4.3)."""
    if domain.startswith("*.") and not name.startswith("*."):
        return domain[2:].lower() == name.partition(".")[2].lower()
    return domain.lower() == name.lower()


def _shown(proxy: TargetProxy) -> str | Unknown:
    """How the certificates of a proxy are given."""
    if proxy.certificate_map is not None:
        return "a certificate map"
    links = proxy.certificates
    if links is None or isinstance(links, Unknown):
        return links or NONE
    return (
        ", ".join(called(each) if not isinstance(each, Unknown) else each.because for each in links) or NONE
    )
