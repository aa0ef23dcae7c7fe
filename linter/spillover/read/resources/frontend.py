"""Forwarding rules, and what points at them."""

from __future__ import annotations

from spillover.model.frontend import (
    Attachment,
    ForwardingRule,
    Gateway,
    HybridAttachment,
    Integration,
    PacketMirroring,
    SecurityDeployment,
    ServiceAttachment,
)
from spillover.model.places import last_segment
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Fields, link
from spillover.read.resources.naming import PLACE, identity_of, is_global, project_of, region_of

FORWARDING_RULE = Fields.table(
    **PLACE,
    scheme="load_balancing_scheme",
    backend_service=link("backend_service"),
    target="target",
    ip_address=("ip_address", "IPAddress"),
    ip_version="ip_version",
    ip_protocol=("ip_protocol", "IPProtocol"),
    ports="ports",
    port_range="port_range",
    all_ports="all_ports",
    network=link("network"),
    network_tier="network_tier",
    is_mirroring_collector="is_mirroring_collector",
    allow_global_access="allow_global_access",
    description="description",
    subnetwork=link("subnetwork"),
)


def forwarding_rule(body: Body) -> ForwardingRule:
    """``google_compute_(global_)forwarding_rule``; ``compute#forwardingRule``."""
    identity = identity_of(body, "forwardingRules")
    return ForwardingRule(
        name=body.text("name"),
        region=region_of(body),
        project=project_of(body),
        is_global=is_global(body, "forwardingRules"),
        scheme=body.enum("scheme", LoadBalancingScheme),
        # A backend service is of the region of its forwarding rule.
        backend_service=body.link("backend_service", "backendServices", beside=identity),
        target=body.link("target", ""),
        ip_address=body.text("ip_address"),
        ip_version=body.text("ip_version"),
        ip_protocol=_upper(body.text("ip_protocol")),
        ports=body.texts("ports"),
        port_range=body.text("port_range"),
        all_ports=body.flag("all_ports"),
        network=body.link("network", "networks"),
        network_tier=body.text("network_tier"),
        is_mirroring_collector=body.flag("is_mirroring_collector"),
        allow_global_access=body.flag("allow_global_access"),
        description=body.text("description"),
        # A subnetwork is of the region of its forwarding rule.
        subnetwork=body.link("subnetwork", "subnetworks", beside=identity),
        identity=identity,
        origin=body.named(),
    )


def _upper(written: Maybe[str]) -> Maybe[str]:
    """The provider takes a protocol in either case."""
    return written.upper() or None if isinstance(written, str) else written


PACKET_MIRRORING = Fields.table(
    **PLACE,
    collector=link("collector_ilb.url"),
    enable="enable",
)


def packet_mirroring(body: Body) -> PacketMirroring:
    """``google_compute_packet_mirroring``; ``compute#packetMirroring``."""
    return PacketMirroring(
        name=body.text("name"),
        collector=body.link("collector", "forwardingRules"),
        enable=body.text("enable"),
        identity=identity_of(body, "packetMirrorings"),
        origin=body.named(),
    )


# The API's older name for the same thing is producerForwardingRule (discovery document, 2026-11).
SERVICE_ATTACHMENT = Fields.table(
    **PLACE,
    target_service=link("target_service"),
    producer_forwarding_rule="producer_forwarding_rule",
)


def service_attachment(body: Body) -> ServiceAttachment:
    """``google_compute_service_attachment``; ``compute#serviceAttachment``."""
    return ServiceAttachment(
        name=body.text("name"),
        target_service=body.link("target_service", "forwardingRules")
        or body.link("producer_forwarding_rule", "forwardingRules"),
        identity=identity_of(body, "serviceAttachments"),
        origin=body.named(),
    )


_DEPLOYMENT = PLACE | {
    "zone": ("location", "zone"),
    "forwarding_rule": link("forwarding_rule"),
}
INTERCEPT_DEPLOYMENT = Fields.table(**_DEPLOYMENT | {"name": ("intercept_deployment_id", "name")})
MIRRORING_DEPLOYMENT = Fields.table(**_DEPLOYMENT | {"name": ("mirroring_deployment_id", "name")})


def intercept_deployment(body: Body) -> SecurityDeployment:
    """``google_network_security_intercept_deployment``; an InterceptDeployment."""
    return _deployment(body, Integration.IN_BAND, "interceptDeployments")


def mirroring_deployment(body: Body) -> SecurityDeployment:
    """``google_network_security_mirroring_deployment``; a MirroringDeployment."""
    return _deployment(body, Integration.OUT_OF_BAND, "mirroringDeployments")


def _deployment(body: Body, integration: Integration, collection: str) -> SecurityDeployment:
    name = body.text("name")  # the API's is the whole path
    return SecurityDeployment(
        integration,
        name=last_segment(name) if isinstance(name, str) else name,
        forwarding_rule=body.link("forwarding_rule", "forwardingRules"),
        identity=identity_of(body, collection),
        origin=body.named(),
    )


ATTACHMENT = Fields.table(
    **PLACE, router="router", vpn_gateway="vpn_gateway", target_vpn_gateway="target_vpn_gateway"
)


def vpn_tunnel(body: Body) -> HybridAttachment:
    """``google_compute_vpn_tunnel``; ``compute#vpnTunnel``."""
    return _attachment(body, Attachment.VPN, "vpnTunnels")


def interconnect_attachment(body: Body) -> HybridAttachment:
    """``google_compute_interconnect_attachment``; ``compute#interconnectAttachment``."""
    return _attachment(body, Attachment.INTERCONNECT, "interconnectAttachments")


def _attachment(body: Body, kind: Attachment, collection: str) -> HybridAttachment:
    ways = (
        body.link("router", "routers"),
        body.link("vpn_gateway", "vpnGateways"),
        body.link("target_vpn_gateway", "targetVpnGateways"),
    )
    return HybridAttachment(
        kind,
        name=body.text("name"),
        region=region_of(body),
        via=tuple(way for way in ways if way is not None and not isinstance(way, Unknown)),
        identity=identity_of(body, collection),
        origin=body.named(),
    )


GATEWAY = Fields.table(**PLACE, network="network")
_GATEWAYS = {
    "google_compute_router": "routers",
    "google_compute_ha_vpn_gateway": "vpnGateways",
    "google_compute_vpn_gateway": "targetVpnGateways",
    "compute#router": "routers",
    "compute#vpnGateway": "vpnGateways",
    "compute#targetVpnGateway": "targetVpnGateways",
}


def gateway(body: Body) -> Gateway:
    """``google_compute_router``, ``..._(ha_)vpn_gateway``; ``compute#router``, ``#(target)VpnGateway``."""
    return Gateway(
        name=body.text("name"),
        network=body.link("network", "networks"),
        identity=identity_of(body, _GATEWAYS[body.origin.type]),
        origin=body.named(),
    )
