"""A primary and its backup, each of one rule, proxy, URL map and service unless told otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest

from spillover.model.alb import ProxyProtocol, TargetProxy
from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.service import BackendService, LoadBalancingScheme
from spillover.model.settings import Setting
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import Targets
from spillover.model.url_map import Action, Destination, UrlMap
from spillover.plan.parity.compared import Compared
from spillover.plan.parity.record import parities

ADDRESSES = {"primary": "198.51.100.5", "backup": "203.0.113.10"}
SCOPES = {"primary": "global", "backup": "regions/europe-west1"}


def settings(**texts: str | Unknown) -> tuple[Setting, ...]:
    return tuple(Setting(name, text) for name, text in texts.items())


@dataclass(frozen=True)
class Side:
    """One of the two: what is told of each of its parts, and what else belongs to it."""

    name: str
    rule: dict[str, Any] = field(default_factory=dict)
    proxy: dict[str, Any] = field(default_factory=dict)
    url_map: dict[str, Any] = field(default_factory=dict)
    service: dict[str, Any] = field(default_factory=dict)
    others: tuple[Any, ...] = ()

    def called(self, collection: str, name: str = "shop") -> ResourceName:
        return ResourceName(collection, name, SCOPES[self.name])

    def origin(self, what: str) -> Origin:
        return Origin(f"{self.name}.{what}", what)

    def to(self, name: str = "shop", collection: str = "backendServices") -> Destination:
        return Destination(self.called(collection, name))

    @property
    def resources(self) -> tuple[Any, ...]:
        place = {
            "is_global": self.name == "primary",
            "region": None if self.name == "primary" else "europe-west1",
        }
        rule = ForwardingRule(
            **{
                "ip_address": ADDRESSES[self.name],
                "port_range": "443",
                "scheme": LoadBalancingScheme.EXTERNAL_MANAGED,
                "target": self.called("targetHttpsProxies"),
                "origin": self.origin("rule"),
                **place,
                **self.rule,
            }
        )
        proxy = TargetProxy(
            **{
                "protocol": ProxyProtocol.HTTPS,
                "url_map": self.called("urlMaps"),
                "identity": self.called("targetHttpsProxies"),
                "origin": self.origin("proxy"),
                **place,
                **self.proxy,
            }
        )
        url_map = UrlMap(
            **{
                "default": Action((self.to(),), origin=self.origin("default")),
                "identity": self.called("urlMaps"),
                "origin": self.origin("map"),
                **place,
                **self.url_map,
            }
        )
        service = BackendService(
            **{
                "name": "shop",
                "identity": self.called("backendServices"),
                "origin": self.origin("service"),
                **place,
                **self.service,
            }
        )
        return (rule, proxy, url_map, service, *self.others)


Rows: TypeAlias = list[Compared | Unknown]


def with_record(
    *sides: Side, name: Maybe[str] = "shop.example.test.", others: tuple[Any, ...] = ()
) -> Deployment:
    """A deployment with a record whose primary and backup these are."""
    policy = PrimaryBackup(
        Targets(external=(ADDRESSES["primary"],)),
        (GeoItem("europe-west1", Targets(external=(ADDRESSES["backup"],))),),
    )
    record = RecordSet(
        name, "A", routing_policy=RoutingPolicy(None, policy), origin=Origin("record", "record")
    )
    resources = (record, *(each for side in sides for each in side.resources), *others)
    return Deployment(resources=resources)


@pytest.fixture(scope="session")
def deployed() -> Callable[..., Deployment]:
    """A deployment of a primary and a backup of which something is told."""

    def build(primary: dict[str, Any] | None = None, backup: dict[str, Any] | None = None) -> Deployment:
        return with_record(Side("primary", **(primary or {})), Side("backup", **(backup or {})))

    return build


@pytest.fixture(scope="session")
def unlike() -> Callable[..., list[str]]:
    """What differs between two sides, in words; and the causes of what could not be compared."""

    def judge(primary: dict[str, Any], backup: dict[str, Any], **record: Any) -> list[str]:
        deployment = with_record(Side("primary", **primary), Side("backup", **backup), **record)
        (view,) = FailoverRecord.views_of(deployment)
        (pair,) = parities(view)
        found: list[str] = []
        for each in pair.comparison:
            if isinstance(each, Unknown):
                found.append(f"? {each.because}")
            elif isinstance(each.same, Unknown):
                found.append(f"? {each.feature}: {each.same.because}")
            elif not each.same:
                found.append(str(each))
        return found

    return judge
