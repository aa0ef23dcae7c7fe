"""Which group a backend is, and what it is called."""

from __future__ import annotations

from spillover.model.capacity import Autoscaler, Group, InstanceGroupManager
from spillover.model.deployment import GROUPS, Deployment, Joined
from spillover.model.names import Link, ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import Maybe, Reference, Unknown


def keys_of_service(service: BackendService, deployment: Deployment) -> list[str]:
    """The names by which a scenario may speak of any of the service's groups."""
    backends = service.backends if isinstance(service.backends, tuple) else ()
    return [key for backend in backends for key in keys_of(*resolved(backend, deployment))]


def group_of(backend: Backend, deployment: Deployment) -> Maybe[Link]:
    """The backend's group by its name if it has one yet, else by its address."""
    group, name = resolved(backend, deployment)
    if name is not None:
        return name
    return backend.group if group is None else Reference(group.origin.address)


def autoscalers(backend: Backend, deployment: Deployment) -> Joined[Autoscaler]:
    """The autoscalers of the managed group that a backend is, if it is one that was read."""
    group, _ = resolved(backend, deployment)
    return deployment.scalers_of(group) if isinstance(group, InstanceGroupManager) else Joined()


def keys_of(group: Group | None, name: ResourceName | None) -> tuple[str, ...]:
    """The names that a group goes by in a scenario."""
    keys = [name.name, str(name)] if name else []
    return (*keys, group.origin.address) if group else tuple(keys)


def resolved(backend: Backend, deployment: Deployment) -> tuple[Group | None, ResourceName | None]:
    """A backend's group if it was read, and its normalised name if it has one yet."""
    link = backend.group
    if link is None or isinstance(link, Unknown):
        return None, None
    group = deployment.find(link, GROUPS)
    if group is not None:
        return group, group.identity
    return None, link if isinstance(link, ResourceName) else None


def names_of(service: BackendService, deployment: Deployment) -> list[ResourceName]:
    """The normalised names of its groups, as far as they have one yet."""
    backends = service.backends if isinstance(service.backends, tuple) else ()
    names = (resolved(backend, deployment)[1] for backend in backends)
    return [name for name in names if name is not None]
