"""Several inputs together: what takes part in whose joins, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from spillover.model.change import differing
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName


def together(separate: Iterable[Deployment], named: Deployment, states: Collection[str]) -> list[Deployment]:
    """Those that are judged by themselves, and named data, each with what takes part in its joins.

    Named data does so everywhere, and so does a state: in it nothing is known by its address alone.
    A plan or a folder takes part in the joins of named data: what refers to its addresses is its own.
    """
    others = [*separate]
    of_states = [each for other in others if other.root in states for each in other.resources]
    found = [_with_context(each, [*named.resources, *of_states]) for each in others]
    if named.resources or named.wrong:
        found.append(_with_context(named, [each for other in others for each in other.resources]))
    return found


def _with_context(deployment: Deployment, context: Iterable[Any]) -> Deployment:
    """With the resources of other inputs that it does not have itself: of those its own values count."""
    own = deployment.resources
    names = {key for each in own if (key := _identity(each))}
    addresses = {(type(each), each.origin.address) for each in own}
    kept = (
        each
        for each in context
        if _identity(each) not in names and (type(each), each.origin.address) not in addresses
    )
    return replace(deployment, context=tuple(kept))


def conflicts(resources: Iterable[Any]) -> Iterator[str]:
    """What inputs say differently of one resource, in one sentence for each field, however many they are."""
    first: dict[object, Any] = {}
    said: dict[tuple[object, str], list[tuple[str, str]]] = {}
    for each in resources:
        key = _identity(each)
        known = first.setdefault(key, each) if key else each
        if known.origin.path != each.origin.path:
            for name, one, other in differing(known, each):
                places = said.setdefault((key, name), [(f"{one}", known.origin.path)])
                places.append((f"{other}", each.origin.path))
    for (about, name), places in said.items():
        yield f"{first[about].identity}: {name} is {_told(places)}, each of which is judged as it says"


def _told(places: Sequence[tuple[str, str]]) -> str:
    """Two values with their places, and how many more places differ from the first."""
    one, other, *more = (f"{value} in {path}" for value, path in places)
    if not more:
        return f"{one} and {other}"
    return f"{one}, {other} and other than {places[0][0]} in {len(more)} more"


def _identity(resource: Any) -> tuple[type, ResourceName] | None:
    """What tells a resource from all others, wherever it was read; None where a part of that is missing."""
    identity = getattr(resource, "identity", None)
    if identity is None or identity.project is None or identity.scope is None:
        return None
    return type(resource), identity
