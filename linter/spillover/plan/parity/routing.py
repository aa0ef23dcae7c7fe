"""What a URL map does with the requests for one host (URL maps concepts, 2026-11).

The host rule whose pattern fits best decides: a literal host before a pattern, a longer pattern
before a shorter one, and where none fits the URL map's default.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.source import Unknown
from spillover.model.url_map import Action, HostRule, PathMatcher, RequestRule, UrlMap


def hosts_under(name: str, url_map: UrlMap) -> tuple[str, ...]:
    """The hosts that a record's name stands for; for a wildcard also those below it that have host rules."""
    if not name.startswith("*."):
        return (name,)
    lists = (each.hosts for each in url_map.host_rules if isinstance(each, HostRule))
    hosts = (host for each in lists if isinstance(each, tuple) for host in each if isinstance(host, str))
    return (*dict.fromkeys(host.lower() for host in hosts if host.lower().endswith(name[1:])), name)


def matcher_for(url_map: UrlMap, host: str | Unknown) -> PathMatcher | Unknown:
    """What becomes of the requests for a host; the default of the URL map is a matcher without rules."""
    if isinstance(host, Unknown):
        return host if url_map.host_rules else PathMatcher(default=url_map.default)
    best: tuple[int, HostRule] | None = None
    doubts: list[Unknown] = []
    for rule in url_map.host_rules:
        fit = rule if isinstance(rule, Unknown) else _fit(rule, host)
        if isinstance(fit, Unknown):
            doubts.append(fit)
        elif isinstance(rule, HostRule) and fit is not None and (best is None or fit > best[0]):
            best = fit, rule
    if doubts and (best is None or best[0] <= len(host)):
        return doubts[0]
    if best is None:
        return PathMatcher(default=url_map.default)
    return _named(url_map, best[1])


def _fit(rule: HostRule, host: str) -> int | Unknown | None:
    """How well a host rule fits: more is better, None not at all. A literal host beats all patterns."""
    if isinstance(rule.hosts, Unknown):
        return rule.hosts
    doubt: Unknown | None = None
    best: int | None = None
    for pattern in rule.hosts or ():
        if isinstance(pattern, Unknown):
            doubt = pattern
            continue
        fit = _fit_of(pattern.lower(), host.lower())
        if fit is not None and (best is None or fit > best):
            best = fit
    return best if doubt is None or (best is not None and best > len(host)) else doubt


def _fit_of(pattern: str, host: str) -> int | None:
    pattern = pattern.partition(":")[0]  # a port may be named
    if pattern == host:
        return len(host) + 1
    return len(pattern) if pattern.startswith("*") and host.endswith(pattern[1:]) else None


def _named(url_map: UrlMap, rule: HostRule) -> PathMatcher | Unknown:
    if isinstance(rule.path_matcher, Unknown):
        return rule.path_matcher
    doubt: Unknown | None = None
    for matcher in url_map.path_matchers:
        name = matcher if isinstance(matcher, Unknown) else matcher.name
        if isinstance(name, Unknown):
            doubt = name
        elif isinstance(matcher, PathMatcher) and name == rule.path_matcher:
            return matcher
    at = url_map.origin.at("hosts")
    return doubt or Unknown(f"path matcher {rule.path_matcher}, which the URL map has not", at=at)


def known_paths(rule: RequestRule) -> tuple[str, ...]:
    """The paths of a rule, as far as they are known."""
    paths = () if isinstance(rule.paths, Unknown) else rule.paths or ()
    return tuple(path for path in paths if isinstance(path, str))


def by_path(matcher: PathMatcher) -> dict[str, Action]:
    """The actions of a matcher's rules by each of their paths, as far as these are known."""
    known = (rule for rule in matcher.rules if isinstance(rule, RequestRule))
    return {path: rule.action for rule in known for path in known_paths(rule)}


def doubts_of(matcher: PathMatcher) -> Iterator[Unknown]:
    """Rules of a matcher, and paths of them, that are not known."""
    for rule in matcher.rules:
        paths = rule if isinstance(rule, Unknown) else rule.paths
        for path in (paths,) if isinstance(paths, Unknown) else paths or ():
            if isinstance(path, Unknown):
                yield path
