"""Pairs of next hops in ``plan --format json``."""

from __future__ import annotations

from typing import Any

from spillover.check.locate import locate
from spillover.model.source import FieldRef
from spillover.plan.planned import ServicePlan
from spillover.plan.return_paths import Matrix, NextHopPair


def next_hop_pair(pair: NextHopPair) -> dict[str, Any]:
    """A pair: for each sender and receiver whether both load balancers choose from the same set."""
    return {
        "forward": _address(pair.forward),
        "back": _address(pair.back),
        "because": pair.doubt or None,
        "agreements": [
            {"scenarios": list(each.scenarios), "same_set": _senders(each.matrix, pair.zones)}
            for each in pair.agreements
        ],
    }


def _address(plan: ServicePlan) -> str:
    return locate(FieldRef(plan.service.origin)).address


def _senders(matrix: Matrix, zones: tuple[str, ...]) -> dict[str, dict[str, bool | None]]:
    return {sender: {receiver: matrix[sender, receiver] for receiver in zones} for sender in zones}
