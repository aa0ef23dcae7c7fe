"""Whether the address of a forwarding rule is reserved for several rules to share.

Such an address is a reserved one whose purpose is SHARED_LOADBALANCER_VIP (discovery document compute v1,
Address, 2026-11). An address that Google chooses for a rule is the rule's alone.
"""

from __future__ import annotations

from functools import partial

from spillover.model.alb import ReservedAddress
from spillover.model.deployment import Deployment, Joined
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import is_at, owner_of
from spillover.model.names import ResourceName, same_resource
from spillover.model.routes import ip_of
from spillover.model.source import Maybe, Unknown

SHARED = "SHARED_LOADBALANCER_VIP"


def shared_address(deployment: Deployment, rule: ForwardingRule) -> Maybe[ReservedAddress]:
    """The shared address that a forwarding rule has; None if it surely has none.

    Raises:
        NotCovered: its address is a number, and no reserved address was read.
    """
    written, at = rule.ip_address, rule.origin.at("ip_address")
    if written is None:
        return None
    if isinstance(written, Unknown):
        owner = owner_of(deployment, written)
        if isinstance(owner, ForwardingRule):
            return shared_address(deployment, owner)
        return written if owner is None else _if_shared(owner)
    if ip_of(written) is None:  # the URL or the name of a reserved one
        named = deployment.find(ResourceName.parse(written, "addresses"), (ReservedAddress,))
        return Unknown(f"{written}, which was not read", at=at) if named is None else _if_shared(named)
    reserved = deployment.read(ReservedAddress, "addresses")
    joined = Joined.of(reserved, partial(_is_shared_by, deployment, rule, written))
    if joined.items:
        return joined.items[0]
    return next((doubt for _, doubt in joined.possible), None)


def _is_shared_by(
    deployment: Deployment, rule: ForwardingRule, number: str, reserved: ReservedAddress
) -> bool | Unknown:
    """Whether a reserved address is shared, and the rule's; one number may stand in several networks."""
    purpose = reserved.purpose
    verdicts = (
        purpose if isinstance(purpose, Unknown) else purpose == SHARED,
        is_at(deployment, number, reserved),
        _in_subnetwork(rule, reserved),
    )
    if False in verdicts:
        return False
    return next((each for each in verdicts if isinstance(each, Unknown)), True)


def _in_subnetwork(rule: ForwardingRule, reserved: ReservedAddress) -> bool | Unknown:
    for each in (rule, reserved):
        if each.subnetwork is None:
            of = each.origin
            return Unknown(f"the subnetwork of {of.address}, which is not written", at=of.at("subnetwork"))
    return same_resource(rule.subnetwork, reserved.subnetwork)


def _if_shared(reserved: ReservedAddress) -> Maybe[ReservedAddress]:
    if isinstance(reserved.purpose, Unknown):
        return reserved.purpose
    return reserved if reserved.purpose == SHARED else None
