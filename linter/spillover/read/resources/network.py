"""VPC networks and their peerings."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.names import Link
from spillover.model.network import Network, NetworkPeering
from spillover.model.source import Unknown
from spillover.read.body import Body, Fields, members
from spillover.read.resources.naming import PLACE, identity_of, project_of

NETWORK = Fields.table(**PLACE, peers="peerings")
PEER = Fields.table(network="network")


def network(body: Body) -> Network:
    """``google_compute_network``; ``compute#network``."""
    return Network(
        name=body.text("name"),
        project=project_of(body),
        peers=tuple(_peers(body)),
        identity=identity_of(body, "networks"),
        origin=body.named(),
    )


def _peers(body: Body) -> Iterator[Link | Unknown]:
    """The networks that the API lists of a network; in Terraform each peering is a resource."""
    for each in members(body.each("peers", PEER)):
        link = each.link("network", "networks")
        if link is not None:
            yield link


PEERING = Fields.table(network="network", peer="peer_network")


def network_peering(body: Body) -> NetworkPeering:
    """``google_compute_network_peering``."""
    return NetworkPeering(body.link("network", "networks"), body.link("peer", "networks"), body.named())
