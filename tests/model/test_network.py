"""Networks: by which names and addresses they are told from one another."""

from __future__ import annotations

import pytest

from spillover.model.deployment import Deployment
from spillover.model.names import Link, ResourceName
from spillover.model.network import Network, same_network
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
