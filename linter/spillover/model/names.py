"""Names of Google Cloud resources, in every form in which one and the same resource appears.

``https://www.googleapis.com/compute/v1/projects/p/zones/z/instanceGroups/g``, the same on
another host or API version, ``//compute.googleapis.com/projects/...``, ``projects/...``,
``zones/...`` and a bare name are normalised to one :class:`ResourceName`. What a form does
not carry is ``None``, never a guess.
"""

from __future__ import annotations

import re

from spillover.model.places import region_of
from spillover.model.source import FieldRef, Maybe, Reference, Unknown
from spillover.records import dataclass

_URL = re.compile(
    r"""(?:https?://[^/]+/|//[^/]+/)?                       # any host
        (?:(?:compute|dns|networksecurity|networkconnectivity)/)?
        (?:(?:v\d\w*|alpha|beta|staging_v1)/)?               # any version of the API
        (?:projects/(?P<project>(?:[^/:]+:)?[^/]+)/)?
        (?:(?P<scope>global|(?:regions|zones|locations)/[^/]+)/)?
        (?P<collection>[A-Za-z]+)/(?P<name>[^/]+)\Z""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class ResourceName:
    """A resource's normalised name; ``scope`` is ``global``, ``regions/R`` or ``zones/Z``.

    ``project`` may be an id or a number; either, and the scope, may be ``None`` where the
    source does not say.
    """

    collection: str
    name: str
    scope: str | None = None
    project: str | None = None

    @classmethod
    def parse(cls, text: str, collection: str) -> ResourceName:
        """The name that a URL or a bare name spells; ``collection`` is used for a bare name."""
        match = _URL.match(text.strip())
        if not match:
            return cls(collection, text.strip())
        scope = match["scope"]
        if scope and scope.startswith("locations/"):
            scope = scope_of(scope.removeprefix("locations/"))
        return cls(match["collection"], match["name"], scope, match["project"])

    @property
    def zone(self) -> str | None:
        """The zone, for a zonal resource."""
        return self.scope.removeprefix("zones/") if self.scope and self.scope.startswith("zones/") else None

    @property
    def region(self) -> str | None:
        """The region, for a regional or a zonal resource."""
        if self.zone:
            return region_of(self.zone)
        if self.scope and self.scope.startswith("regions/"):
            return self.scope.removeprefix("regions/")
        return None

    def may_be(self, other: ResourceName) -> bool:
        """Whether both can name one resource: nothing that both of them say differs.

        A project's number and its id cannot be told apart, so they do not differ.
        """
        return (
            (self.collection, self.name) == (other.collection, other.name)
            and (None in (self.scope, other.scope) or self.scope == other.scope)
            and _same_project(self.project, other.project)
        )

    def __str__(self) -> str:
        scope = self.scope or "-"
        return f"projects/{self.project or '-'}/{scope}/{self.collection}/{self.name}"


Link = ResourceName | Reference
"""How one resource points at another: by name, or by address before it has one."""


def called(link: Link) -> str:
    """What a link is called in a message: an address of Terraform's, or a name without its place."""
    return link.address if isinstance(link, Reference) else link.name


def unread(link: Link, at: FieldRef) -> Unknown:
    """Why nothing is known of what a link, written there, leads to."""
    return Unknown(f"{called(link)}, which was not read", at=at)


def is_global(link: Link) -> bool | None:
    """Whether a link leads to a global resource, by its scope or its type; None where neither tells.

    It is for resources whose regional form Terraform calls ``google_compute_region_...``.
    """
    if isinstance(link, ResourceName):
        return None if link.scope is None else link.scope == "global"
    type_ = type_of(link)
    return None if type_ is None else not type_.startswith("google_compute_region_")


def type_of(reference: Reference) -> str | None:
    """The type of Compute Engine's that a Terraform address has; None for one of another."""
    match = _TYPE.search(_KEYS.sub("", reference.address))
    return None if match is None else match[1]


def words_for(reference: Reference) -> str:
    """What a resource of Compute Engine is, as Terraform says it: ``target_https_proxy``; empty for another.

    Config Connector's address, ``NAMESPACE/ComputeTargetHTTPSProxy/NAME``, says it too.
    """
    match = _CONNECTOR_KIND.match(reference.address)
    if match is None:
        return (type_of(reference) or "").removeprefix("google_compute_").removeprefix("region_")
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", match[1]).lower()


_CONNECTOR_KIND = re.compile(r"[^/]+/Compute(\w+)/[^/]+\Z")
_KEYS = re.compile(r"\[(?:\d+|\"(?:[^\"\\]|\\.)*\")\]")
_TYPE = re.compile(r"(?:\A|\.)(google_compute_\w+)\.[^.]+\Z")


def same_resource(one: Maybe[Link], other: Maybe[Link]) -> bool | Unknown:
    """Whether two links surely point at one resource; unknown where a name meets an address, or nothing."""
    if isinstance(one, ResourceName) and isinstance(other, ResourceName):
        return one.may_be(other)
    if isinstance(one, Reference) and isinstance(other, Reference):
        return one.address == other.address
    for each in (one, other):
        if isinstance(each, Unknown):
            return each
    reference = next((each.address for each in (one, other) if isinstance(each, Reference)), None)
    return Unknown(reference or "a resource that is not written")


def scope_of(place: str | None) -> str | None:
    """``zones/Z`` or ``regions/R`` for the name of a place; a zone ends in a lone letter."""
    if not place:
        return None
    if place == "global":
        return "global"
    return f"zones/{place}" if re.search(r"\d-\w+\Z", place) else f"regions/{place}"


def _same_project(one: str | None, other: str | None) -> bool:
    if one is None or other is None or one == other:
        return True
    return one.isdigit() != other.isdigit()
