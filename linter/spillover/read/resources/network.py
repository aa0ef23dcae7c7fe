"""VPC networks."""

from __future__ import annotations

from spillover.model.network import Network
from spillover.read.body import Body, Fields
from spillover.read.resources.naming import PLACE, identity_of, project_of

NETWORK = Fields.table(**PLACE)


def network(body: Body) -> Network:
    """``google_compute_network``; ``compute#network``."""
    return Network(
        name=body.text("name"),
        project=project_of(body),
        identity=identity_of(body, "networks"),
        origin=body.named(),
    )
