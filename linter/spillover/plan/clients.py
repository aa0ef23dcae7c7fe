"""The clients that a plan has a row for (contract, "Clients")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spillover.model.deployment import Deployment, NotCovered
from spillover.model.frontend import Attachment, ForwardingRule, Gateway, HybridAttachment, ServiceAttachment
from spillover.model.names import Link
from spillover.model.network import same_network
from spillover.model.places import region_of
from spillover.model.source import Maybe, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.scenario import Scenario
from spillover.plan.zonal import Client, ClientKind


def clients(
    lb: LoadBalancer, backend_zones: Iterable[str], asked: Iterable[str], scenario: Scenario
) -> tuple[Client, ...]:
    """The clients to plan for, without repetition.

    VMs in each zone with a configured backend, in the zones that were asked for and in those
    of the scenario; VMs in any other zone of the region (``zone`` None); then the kinds for
    which the deployment shows a way to the load balancer.
    """
    zones = sorted(set(backend_zones))
    wanted = [_vm(zone, lb) for zone in zones]
    wanted += [_vm(zone, lb) for zone in sorted(set(asked))]
    wanted += [_stated(share.client, lb) for share in scenario.clients]
    wanted.append(Client(ClientKind.VM))
    wanted += _beyond_vms(lb, zones)
    return tuple(dict.fromkeys(wanted))


def _vm(zone: str, lb: LoadBalancer) -> Client:
    """A VM; in another region than the load balancer's it is a client through global access."""
    region = lb.service.region
    if isinstance(region, str) and region_of(zone) and region_of(zone) != region:
        return Client(ClientKind.OTHER_REGION, zone)
    return Client(ClientKind.VM, zone)


def _stated(client: Client, lb: LoadBalancer) -> Client:
    if client.kind is ClientKind.VM and client.zone is not None:
        return _vm(client.zone, lb)
    return client


def _beyond_vms(lb: LoadBalancer, zones: list[str]) -> Iterator[Client]:
    try:
        rules = lb.front_ends.items
    except NotCovered:
        return
    if any(rule.allow_global_access is True for rule in rules):
        yield Client(ClientKind.OTHER_REGION)
    for attachment in Attachment:
        if True in _ways(attachment, rules, lb.deployment):
            yield Client(ClientKind(attachment.value))
    if _is_published(lb):
        yield from (Client(ClientKind.PSC_ENDPOINT, zone) for zone in (*zones, None))


def doubtful_clients(lb: LoadBalancer) -> Iterator[str]:
    """What cannot be told of the clients beyond VMs: there may be some that have no row."""
    rules = lb.front_ends_read.items
    access = [rule.allow_global_access for rule in rules]
    if True not in access:
        unclear = [each for each in access if isinstance(each, Unknown)]
        yield from (f"whether clients of other regions come depends on {each.because}" for each in unclear)
    for attachment in Attachment:
        ways = _ways(attachment, rules, lb.deployment)
        doubts = () if True in ways else dict.fromkeys(way for way in ways if isinstance(way, Unknown))
        for doubt in doubts:
            yield f"whether clients come through {_NAMES[attachment]} depends on {doubt.because}"


_NAMES = {Attachment.VPN: "VPN", Attachment.INTERCONNECT: "Interconnect"}


def _ways(
    kind: Attachment, rules: tuple[ForwardingRule, ...], deployment: Deployment
) -> list[bool | Unknown]:
    """Whether attachments of a kind end in the network of one of the forwarding rules."""
    return [
        way
        for each in _attached(deployment, kind)
        for rule in rules
        for way in _reaches(each, rule, deployment)
    ]


def _attached(deployment: Deployment, kind: Attachment) -> Iterator[HybridAttachment]:
    return (each for each in deployment.every(HybridAttachment) if each.kind is kind)


def _reaches(
    attachment: HybridAttachment, rule: ForwardingRule, deployment: Deployment
) -> Iterator[bool | Unknown]:
    """Whether an attachment ends in the network of a forwarding rule, by each gateway that was read."""
    for link in attachment.via:
        gateway = deployment.find(link, (Gateway,))
        if gateway is not None:
            at = gateway.origin.at("network")
            yield same_network(deployment, gateway.network, rule.network, at)


def _is_published(lb: LoadBalancer) -> bool:
    def target(attachment: ServiceAttachment) -> Maybe[Link]:
        return attachment.target_service

    try:
        return bool(lb.users_of_front_ends(ServiceAttachment, "service attachments", target).items)
    except NotCovered:
        return False
