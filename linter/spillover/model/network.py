"""VPC networks: what tells one from another. Internal addresses repeat from network to network."""

from __future__ import annotations

from dataclasses import field

from spillover.model.deployment import Deployment
from spillover.model.names import Link, ResourceName, same_resource
from spillover.model.source import FieldRef, Maybe, Origin, Reference, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class Network:
    """A network; its name counts in its project. ``peers`` are networks that it is peered with."""

    name: Maybe[str] = None
    project: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "network"), compare=False)
    peers: tuple[Link | Unknown, ...] = ()

    def is_called(self, name: ResourceName) -> bool | Unknown:
        """Whether a name is that of this network; one of another project may end alike."""
        if self.identity is None:
            return self.name if isinstance(self.name, Unknown) else False
        if not self.identity.may_be(name):
            return False
        return self.project if isinstance(self.project, Unknown) and name.project else True


@dataclass(frozen=True)
class NetworkPeering:
    """One side of a peering: what ``network`` is told of ``peer``. Only both sides together connect them."""

    network: Maybe[Link] = None
    peer: Maybe[Link] = None
    origin: Origin = field(default=Origin("", "network peering"), compare=False)


def peered_with(deployment: Deployment, one: Maybe[Link], other: Maybe[Link]) -> bool | Unknown:
    """Whether a peering between two networks is written, on whichever side; what was not read is none."""
    sides = [(each.network, each.peer, each.origin.at("peer")) for each in deployment.every(NetworkPeering)]
    sides += [
        (each.identity, peer, each.origin.at("peers"))
        for each in deployment.every(Network)
        for peer in each.peers
    ]
    doubt: Unknown | None = None
    for network, peer, at in sides:
        for near, far in ((network, peer), (peer, network)):
            verdicts = [same_network(deployment, near, one, at), same_network(deployment, far, other, at)]
            unknown = next((each for each in verdicts if isinstance(each, Unknown)), None)
            if unknown is None and all(verdicts):
                return True
            if unknown is not None and False not in verdicts:
                doubt = unknown
    return doubt or False


def same_network(
    deployment: Deployment, one: Maybe[Link], other: Maybe[Link], at: FieldRef
) -> bool | Unknown:
    """Whether two links surely point at one network; ``at`` is the field that holds the first.

    A name and a Terraform address are compared by what the network at that address is called.
    """
    same = same_resource(one, other)
    for link, name in ((one, other), (other, one)):
        if isinstance(link, Reference) and isinstance(name, ResourceName):
            network = deployment.find(link, (Network,))
            same = same if network is None else network.is_called(name)
    if isinstance(same, Unknown) and same.at is None:
        return Unknown(f"whether {_called(one)} is the network {_called(other)}", at=at)
    return same


def _called(link: Maybe[Link]) -> str:
    if link is None:
        return "that is not written"
    if isinstance(link, ResourceName):
        return link.name if link.project is None else f"{link.name} of project {link.project}"
    return link.because if isinstance(link, Unknown) else link.address
