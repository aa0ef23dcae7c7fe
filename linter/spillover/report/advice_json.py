"""Advice in ``plan --format json``."""

from __future__ import annotations

from typing import Any

from spillover.plan.advice import AddFailoverBackend, Advice, Change, decimal


def advised(advice: Advice) -> dict[str, Any]:
    """One piece of advice, and the change that it proposes."""
    change = advice.change
    return {
        "topic": advice.topic.value,
        "message": advice.message,
        "change": None if change is None else _change(change),
    }


def _change(change: Change) -> dict[str, Any]:
    if isinstance(change, AddFailoverBackend):
        return {"failover_backends": {change.zone: change.number}}
    return {"zonal_affinity": {"spillover": change.option.value, "spillover_ratio": decimal(change.ratio)}}
