"""Networks: by which names and addresses they are told from one another."""

from __future__ import annotations

import pytest

from spillover.model.deployment import Deployment
from spillover.model.names import Link, ResourceName
from spillover.model.network import Network, NetworkPeering, peered_with, same_network
from spillover.model.source import Maybe, Origin, Reference, Unknown

ADDRESS = "google_compute_network.n"
HERE = Reference(ADDRESS)
SHARED = ResourceName("networks", "shared", "global", "host")
NAME, PROJECT = Unknown("var.name"), Unknown("var.project")
AT = Origin("google_compute_router.r", "").at("network")


def network(name: Maybe[str] = "shared", project: Maybe[str] = "host") -> Network:
    known = project if isinstance(project, str) else None
    identity = ResourceName("networks", name, "global", known) if isinstance(name, str) else None
    return Network(name, project, identity, Origin(ADDRESS, "google_compute_network"))


@pytest.mark.parametrize(
    ("read", "name", "expected"),
    [
        pytest.param(network(), SHARED, True, id="its name and project"),
        pytest.param(network(), ResourceName("networks", "shared"), True, id="its name alone"),
        pytest.param(network(), ResourceName("networks", "edge", "global", "host"), False, id="another name"),
        pytest.param(
            network(), ResourceName("networks", "shared", "global", "x"), False, id="in another project"
        ),
        pytest.param(network(project=None), SHARED, True, id="its project is not written"),
        pytest.param(
            network(project=PROJECT),
            SHARED,
            Unknown(f"whether {ADDRESS} is the network shared of project host", at=AT),
            id="its project is not known",
        ),
        pytest.param(
            network(project=PROJECT), ResourceName("networks", "edge"), False, id="whatever its project"
        ),
        pytest.param(
            network(NAME),
            SHARED,
            Unknown(f"whether {ADDRESS} is the network shared of project host", at=AT),
            id="its name is not known",
        ),
        pytest.param(
            None,
            ResourceName("networks", "shared"),
            Unknown(f"whether {ADDRESS} is the network shared", at=AT),
            id="it was not read",
        ),
    ],
)
def test_a_name_and_an_address(read: Network | None, name: ResourceName, expected: bool | Unknown) -> None:
    deployment = Deployment(resources=() if read is None else (read,))

    assert same_network(deployment, HERE, name, AT) == expected


def test_the_other_way_round() -> None:
    assert same_network(Deployment(resources=(network(),)), SHARED, HERE, AT) is True


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (HERE, HERE, True),
        (HERE, Reference("google_compute_network.m"), False),
        (SHARED, SHARED, True),
        (SHARED, None, Unknown("whether shared of project host is the network that is not written", at=AT)),
        (SHARED, NAME, Unknown("whether shared of project host is the network var.name", at=AT)),
        (SHARED, Unknown("var.n", at=AT), Unknown("var.n", at=AT)),
    ],
)
def test_other_links(one: Maybe[Link], other: Maybe[Link], expected: bool | Unknown) -> None:
    assert same_network(Deployment(resources=(network(),)), one, other, AT) == expected


class TestPeering:
    """One side of a peering is enough to tell what is meant: the other may be written elsewhere."""

    HUB, SPOKE, OTHER = (ResourceName("networks", name, "global", "host") for name in ("hub", "spoke", "x"))

    def peered(self, *read: Network | NetworkPeering) -> bool | Unknown:
        return peered_with(Deployment(resources=read), self.SPOKE, self.HUB)

    @pytest.mark.parametrize("swapped", [False, True])
    def test_written_on_either_side(self, swapped: bool) -> None:
        sides = (self.HUB, self.SPOKE) if swapped else (self.SPOKE, self.HUB)

        assert self.peered(NetworkPeering(*sides)) is True

    def test_listed_of_a_network(self) -> None:
        """The API lists the peers of each network."""
        assert self.peered(Network("hub", identity=self.HUB, peers=(self.OTHER, self.SPOKE))) is True
        assert self.peered(Network("hub", identity=self.HUB, peers=(self.OTHER,))) is False

    def test_of_others(self) -> None:
        assert self.peered() is False
        assert self.peered(NetworkPeering(self.HUB, self.OTHER)) is False

    @pytest.mark.parametrize(
        ("network", "peer", "is_doubt"), [(NAME, "hub", True), ("spoke", NAME, True), (NAME, "x", False)]
    )
    def test_of_what_is_not_known(self, network: str | Unknown, peer: str | Unknown, is_doubt: bool) -> None:
        near, far = (
            each if isinstance(each, Unknown) else ResourceName("networks", each, "global", "host")
            for each in (network, peer)
        )

        assert isinstance(self.peered(NetworkPeering(near, far)), Unknown) is is_doubt

    def test_a_sure_one_beside_a_doubt(self) -> None:
        assert self.peered(NetworkPeering(NAME, self.HUB), NetworkPeering(self.HUB, self.SPOKE)) is True
