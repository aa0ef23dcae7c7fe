"""URL maps: where a proxy sends requests, by host and path, and what it does with them on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from decimal import Decimal

from spillover.model.names import Link, ResourceName
from spillover.model.settings import Headers, Setting
from spillover.model.source import FieldRef, Maybe, Origin, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class Destination:
    """One place of a URL map that sends requests, or copies of them, to a service or a bucket.

    ``weight`` is relative to those of its neighbours, None where it gets all requests.
    """

    to: Link | Unknown
    is_mirror: bool = False
    weight: Maybe[Decimal] = None
    at: FieldRef | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Action:
    """What becomes of requests: where they go, and the settings of a redirect or a route action.

    Where a list of destinations is unknown, so is one destination. A redirect has none.
    """

    destinations: tuple[Destination, ...] = ()
    settings: tuple[Setting, ...] = ()
    headers: Headers = field(default_factory=Headers)
    origin: Origin = field(default=Origin("", "action"), compare=False)

    @property
    def serving(self) -> tuple[Destination, ...]:
        """The destinations that answer; those of copies do not."""
        return tuple(each for each in self.destinations if not each.is_mirror)


@dataclass(frozen=True)
class RequestRule:
    """A path rule, or a route rule; ``paths`` are its paths, or the one text of what it matches."""

    paths: Maybe[tuple[str | Unknown, ...]] = None
    action: Action = field(default_factory=Action)


@dataclass(frozen=True)
class PathMatcher:
    """What becomes of the requests for some hosts: by its rules, else by its default."""

    name: Maybe[str] = None
    default: Action = field(default_factory=Action)
    rules: tuple[RequestRule | Unknown, ...] = ()

    @property
    def actions(self) -> Iterator[Action | Unknown]:
        """Its default action and those of its rules."""
        yield self.default
        yield from (each if isinstance(each, Unknown) else each.action for each in self.rules)


@dataclass(frozen=True)
class HostRule:
    """Patterns of hosts, and the name of the path matcher for them. ``*`` may only stand first."""

    hosts: Maybe[tuple[str | Unknown, ...]] = None
    path_matcher: Maybe[str] = None


@dataclass(frozen=True)
class UrlMap:
    """A URL map. Its default is for hosts that no host rule names."""

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    default: Action = field(default_factory=Action)
    host_rules: tuple[HostRule | Unknown, ...] = ()
    path_matchers: tuple[PathMatcher | Unknown, ...] = ()
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "URL map"), compare=False)

    @property
    def destinations(self) -> Iterator[Destination]:
        """Those of its default and of all its path matchers, reached by a host rule or not."""
        yield from self.default.destinations
        for matcher in self.path_matchers:
            for action in (matcher,) if isinstance(matcher, Unknown) else matcher.actions:
                yield from (Destination(action),) if isinstance(action, Unknown) else action.destinations
