"""URL maps."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.settings import Headers
from spillover.model.source import Maybe, Unknown
from spillover.model.url_map import Action, Destination, HostRule, PathMatcher, RequestRule, UrlMap
from spillover.read.body import Body, Fields, Row, link
from spillover.read.resources.naming import PLACE, identity_of, is_global, region_of

ACTION_SETTINGS = {
    "redirect": "url_redirect",
    "rewrite": "route_action.url_rewrite",
    "timeout": "route_action.timeout",
    "retries": "route_action.retry_policy",
    "cors": "route_action.cors_policy",
    "faults": "route_action.fault_injection_policy",
    "stream_duration": "route_action.max_stream_duration",
}
_HEADERS: dict[str, Row] = {
    "request_headers": "header_action.request_headers_to_add",
    "response_headers": "header_action.response_headers_to_add",
    "removed_request_headers": "header_action.request_headers_to_remove",
    "removed_response_headers": "header_action.response_headers_to_remove",
}
_REMOVED = ("removed_request_headers", "removed_response_headers")
_ACTION: dict[str, Row] = {
    **ACTION_SETTINGS,
    "service": "service",
    "weighted": "route_action.weighted_backend_services",
    "mirror": link("route_action.request_mirror_policy.backend_service"),
}
_DEFAULT_ACTION: dict[str, Row] = {
    **{name: f"default_{path}" for name, path in _ACTION.items() if isinstance(path, str)},
    "mirror": link("default_route_action.request_mirror_policy.backend_service"),
}
# A page of errors may be in a bucket of one side and of the other: only which errors have one is compared.
_ERROR_PAGES = (
    "custom_error_response_policy.error_response_rule",
    "customErrorResponsePolicy.errorResponseRules",
)
_DEFAULT_ERROR_PAGES = (
    "default_custom_error_response_policy.error_response_rule",
    "defaultCustomErrorResponsePolicy.errorResponseRules",
)
URL_MAP = Fields.table(
    **PLACE,
    **_DEFAULT_ACTION,
    **_HEADERS,
    error_pages=_DEFAULT_ERROR_PAGES,
    hosts=("host_rule", "hostRules"),
    matchers=("path_matcher", "pathMatchers"),
)
HOST_RULE = Fields.table(hosts="hosts", path_matcher="path_matcher")
MATCHER = Fields.table(
    name="name",
    **_DEFAULT_ACTION,
    **_HEADERS,
    error_pages=_DEFAULT_ERROR_PAGES,
    paths=("path_rule", "pathRules"),
    routes="route_rules",
)
URL_RULE = Fields.table(**_ACTION, **_HEADERS, error_pages=_ERROR_PAGES, paths="paths", matches="match_rules")
WEIGHTED = Fields.table(service=link("backend_service"), weight="weight", **_HEADERS)
HEADER = Fields.table(name="header_name")


def url_map(body: Body) -> UrlMap:
    """``google_compute_(region_)url_map``; ``compute#urlMap``."""
    return UrlMap(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "urlMaps"),
        default=_action(body),
        host_rules=tuple(
            each if isinstance(each, Unknown) else HostRule(each.texts("hosts"), each.text("path_matcher"))
            for each in _each(body, "hosts", HOST_RULE)
        ),
        path_matchers=tuple(
            each if isinstance(each, Unknown) else _path_matcher(each)
            for each in _each(body, "matchers", MATCHER)
        ),
        identity=identity_of(body, "urlMaps"),
        origin=body.named(),
    )


def _path_matcher(body: Body) -> PathMatcher:
    path_rules = ((each, "paths") for each in _each(body, "paths", URL_RULE))
    route_rules = ((each, "matches") for each in _each(body, "routes", URL_RULE))
    return PathMatcher(
        body.text("name"),
        _action(body),
        tuple(
            rule if isinstance(rule, Unknown) else RequestRule(_paths(rule, what), _action(rule))
            for rule, what in (*path_rules, *route_rules)
        ),
    )


def _paths(rule: Body, what: str) -> Maybe[tuple[str | Unknown, ...]]:
    if what == "paths":
        return rule.texts("paths")
    matched = (each.text for each in rule.settings("matches"))
    return tuple(text if isinstance(text, Unknown) else _as_path(text) for text in matched)


def _as_path(matched: str) -> str:
    """A route rule that matches a path or a prefix, and nothing else, is a path rule in other words."""
    name, _, value = matched.partition(" = ")
    if "," in value or " " in value:
        return matched
    return {"full_path_match": value, "prefix_match": f"{value}*"}.get(name, matched)


def _action(body: Body) -> Action:
    weighted = _each(body, "weighted", WEIGHTED)
    adding = (body, *(each for each in weighted if isinstance(each, Body)))
    return Action(
        tuple(_destinations(body, weighted)),
        body.settings(*ACTION_SETTINGS, "error_pages", *_REMOVED),
        Headers(_added(adding, "request_headers"), _added(adding, "response_headers")),
        body.named(),
    )


def _destinations(body: Body, weighted: tuple[Body | Unknown, ...]) -> Iterator[Destination]:
    """Where a rule, or a default, sends requests, and where copies of them."""
    yield from _to(body, "service")
    for each in weighted:
        yield from (Destination(each),) if isinstance(each, Unknown) else _to(each, "service")
    yield from _to(body, "mirror")


def _to(body: Body, name: str) -> Iterator[Destination]:
    link = body.link(name, "backendServices")
    if link is not None:
        weight = body.decimal("weight") if body.fields is WEIGHTED else None
        yield Destination(link, name == "mirror", weight, body.named().at(name))


def _added(bodies: tuple[Body, ...], name: str) -> Maybe[tuple[str | Unknown, ...]]:
    """The names of the headers that any of these adds."""
    names: list[str | Unknown] = []
    for body in bodies:
        for each in _each(body, name, HEADER):
            added = each if isinstance(each, Unknown) else each.text("name")
            names += [] if added is None else [added.lower() if isinstance(added, str) else added]
    return tuple(names) or None


def _each(body: Body, name: str, fields: Fields) -> tuple[Body | Unknown, ...]:
    bodies = body.each(name, fields)
    return (bodies,) if isinstance(bodies, Unknown) else bodies or ()
