"""What primary and backup do with the same requests: their URL maps, as far as these serve one host."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from spillover.model.alb import BackendBucket
from spillover.model.deployment import Deployment
from spillover.model.graph import Reached, destination_of
from spillover.model.service import BackendService
from spillover.model.settings import Headers
from spillover.model.source import FieldRef, Unknown
from spillover.model.url_map import Action, Destination, PathMatcher, RequestRule, UrlMap
from spillover.plan.parity.compared import (
    NONE,
    Compared,
    Comparison,
    Configured,
    Side,
    compare_names,
    compare_settings,
    compare_texts,
)
from spillover.plan.parity.features import ACTION, Topic
from spillover.plan.parity.routing import by_path, doubts_of, hosts_under, known_paths, matcher_for
from spillover.plan.parity.services import compare_services, display_name
from spillover.records import dataclass

STAND_IN = "service in place of a backend bucket"


@dataclass(frozen=True)
class Routed:
    """An action of a URL map, and where in it it stands."""

    deployment: Deployment
    url_map: UrlMap
    matcher: PathMatcher
    action: Action

    @property
    def headers(self) -> tuple[Headers, ...]:
        """The headers that the map, the path matcher and the action itself add."""
        return (self.url_map.default.headers, self.matcher.default.headers, self.action.headers)

    @property
    def configured(self) -> Configured:
        """Its settings."""
        return Configured(self.action.settings, self.action.origin)

    @property
    def serving(self) -> list[Destination]:
        """Its destinations, the one with the greatest known weight first."""
        return sorted(self.action.serving, key=lambda each: -_number(each.weight))

    @property
    def at(self) -> FieldRef:
        """The field that names its first destination."""
        return self.action.origin.at("service")

    def backing(self, destination: Destination) -> Reached[BackendService | BackendBucket]:
        """What a destination leads to."""
        return destination_of(self.deployment, destination, self.url_map)


def _number(weight: Decimal | Unknown | None) -> Decimal:
    return weight if isinstance(weight, Decimal) else Decimal(0)


def compare_url_maps(
    deployment: Deployment, name: str | Unknown, primary: UrlMap, backup: UrlMap
) -> Comparison:
    """What both do with the requests for a record's name."""
    for host in hosts_under(name, primary) if isinstance(name, str) else (name,):
        ours, theirs = matcher_for(primary, host), matcher_for(backup, host)
        yield from (each for each in (ours, theirs) if isinstance(each, Unknown))
        if isinstance(ours, PathMatcher) and isinstance(theirs, PathMatcher):
            yield from _compare_matchers(
                Routed(deployment, primary, ours, ours.default),
                Routed(deployment, backup, theirs, theirs.default),
            )


def _compare_matchers(primary: Routed, backup: Routed) -> Comparison:
    yield from doubts_of(primary.matcher)
    others = by_path(backup.matcher)
    for rule in primary.matcher.rules:
        if not isinstance(rule, RequestRule):
            continue
        ours = Routed(primary.deployment, primary.url_map, primary.matcher, rule.action)
        paths = known_paths(rule)
        shared = [path for path in paths if path in others]
        missing = [path for path in paths if path not in others]
        if missing and rule.action != primary.action:
            yield from _without_route(missing, ours, backup)
        if shared:
            theirs = Routed(backup.deployment, backup.url_map, backup.matcher, others[shared[0]])
            yield from _compare_actions(_requests_for(shared), ours, theirs)
    part = "other requests" if primary.matcher.rules or others else "all requests"
    yield from _compare_actions(part, primary, backup, is_default=True)


def _requests_for(paths: Iterable[str]) -> str:
    return f"requests for {', '.join(paths)}"


def _without_route(paths: list[str], primary: Routed, backup: Routed) -> Comparison:
    """Paths for which the backup has no rule, so that its default answers."""
    doubt = next(doubts_of(backup.matcher), None)
    at, part = backup.at, _requests_for(paths)
    destination = next(iter(primary.serving), None)
    if destination is None:
        yield Compared(
            part, "rule of the URL map", Side("redirect", primary.at), Side(NONE, at), doubt or False
        )
        return
    found = primary.backing(destination)
    yield from found.doubts
    for backing in found.items:
        is_bucket = isinstance(backing, BackendBucket)
        feature, topic = (
            ("backend bucket", Topic.BUCKET) if is_bucket else ("rule of the URL map", Topic.MIRRORED)
        )
        ours = Side(display_name(backing), primary.at)
        yield Compared(part, feature, ours, Side(NONE, at), doubt or False, topic, lacking=True)


def _compare_actions(part: str, primary: Routed, backup: Routed, *, is_default: bool = False) -> Comparison:
    """Two actions for the same requests, and what is behind them."""
    yield from compare_settings(part, ACTION, primary.configured, backup.configured)
    yield _mirroring(part, primary, backup)
    if len(primary.serving) > 1 or len(backup.serving) > 1:
        ours, theirs = Side(_split(primary), primary.at), Side(_split(backup), backup.at)
        yield compare_texts(part, "weighted services", ours, theirs)
    headers, other_headers = list(primary.headers), list(backup.headers)
    for one, other in zip(primary.serving, backup.serving, strict=False):
        ours_found, theirs_found = primary.backing(one), backup.backing(other)
        yield from (*ours_found.doubts, *theirs_found.doubts)
        for ours_backing in ours_found.items:
            for theirs_backing in theirs_found.items:
                headers += [ours_backing.headers] if isinstance(ours_backing, BackendService) else []
                other_headers += (
                    [theirs_backing.headers] if isinstance(theirs_backing, BackendService) else []
                )
                yield from _compare_backing(part, primary, backup, ours_backing, theirs_backing, is_default)
    for what, name in (("request headers", "requests"), ("response headers", "responses")):
        yield compare_names(
            part,
            what,
            [getattr(each, name) for each in headers],
            [getattr(each, name) for each in other_headers],
            primary.action.origin.at(what.replace(" ", "_")),
            backup.action.origin.at(what.replace(" ", "_")),
        )


def _compare_backing(
    part: str,
    primary: Routed,
    backup: Routed,
    ours: BackendService | BackendBucket,
    theirs: BackendService | BackendBucket,
    is_default: bool,
) -> Comparison:
    if isinstance(ours, BackendService) and isinstance(theirs, BackendService):
        yield from compare_services(primary.deployment, ours, theirs)
        return
    is_bucket = isinstance(ours, BackendBucket)
    # Another service may stand in for a bucket on purpose where a rule of its own says so.
    lacking = is_bucket and (theirs.is_global if isinstance(theirs, BackendBucket) else is_default)
    yield Compared(
        part,
        "backend bucket" if isinstance(theirs, BackendBucket) else STAND_IN,
        Side(display_name(ours), primary.at),
        Side(display_name(theirs), backup.at),
        same=False,
        topic=Topic.BUCKET if is_bucket else Topic.MIRRORED,
        lacking=lacking,
    )


def _mirroring(part: str, primary: Routed, backup: Routed) -> Compared:
    ours, theirs = (
        Side(
            "on" if any(each.is_mirror for each in routed.action.destinations) else NONE,
            routed.action.origin.at("mirror"),
        )
        for routed in (primary, backup)
    )
    return compare_texts(part, "request mirroring", ours, theirs)


def _split(routed: Routed) -> str | Unknown:
    """Weights of several services, as ``90 : 10``."""
    weights = [each.weight for each in routed.serving]
    unknown = next((each for each in weights if isinstance(each, Unknown)), None)
    return unknown or " : ".join(str(each or 100) for each in weights) or NONE
