"""The whole of ``plan`` against a second model of the documented behaviour.

The first half of this file is that model: from what is configured and healthy to the rows that
the plan must hold. It shares no code and no type with the package and follows the words of the
specification, so that a misreading in the one is not repeated in the other. The second half
invents fleets, writes them as gcloud prints them, runs the command and compares everything that
the plan says of each state of health.

Where the contract leaves a choice, this is the reading:

- ``healthy`` names every zone that has a backend, with 0 where none is healthy; the other sets
  leave out zones in which they have none. A zonal group without members is still in its zone.
- without a zonal match ``zonal_match`` is false, whatever the cause; the steps before it that
  were not reached (disabled, incompatible, nothing eligible) are null.
- ``threshold`` is given where a ratio was computed, and only there.
- with a ratio of 0 the reasons are ``intersection`` and ``empty-intersection``, otherwise
  ``ratio-at-or-above-threshold`` and ``ratio-below-threshold``.
- ``cross_zone_share`` is null for clients that are in no zone of the region, and where nothing
  is left to send to.
- rows have one more field, ``spillover``, the option in force; VMs in zones that were asked for
  stand after those in the backends' zones, and one in another region is ``other-region``.
- where nothing is healthy and there is no primary backend, the reason is ``traffic-dropped`` if
  the policy drops and there is any backend at all, else ``no-backends``.
- scenarios of zones that are down are made from the first one given, and each name occurs once.
- a member that get-health does not list is not healthy; a service of which get-health says
  nothing is ``all healthy``.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from spillover.cli.main import app

# ---------------------------------------------------------------------------------------------
# What is configured, and the weather.

OFF = "ZONAL_AFFINITY_DISABLED"
STAY = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
SPILL = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"


@dataclass(frozen=True)
class State:
    """The VMs of one group in one zone."""

    configured: int
    healthy: int


@dataclass(frozen=True)
class Group:
    """An instance group and its VMs, by zone; a regional group has several zones."""

    name: str
    url: str
    failover: bool
    zones: dict[str, State]


@dataclass(frozen=True)
class Policy:
    """What is written in a failover policy; None where a field is not written."""

    ratio: str | None
    drop: bool | None


@dataclass(frozen=True)
class Service:
    """A backend service with all that has to do with who may reach it."""

    project: str
    region: str
    name: str
    groups: tuple[Group, ...]
    spillover: str | None
    ratio: str | None
    policy: Policy | None
    global_access: tuple[bool | None, ...] = ()  # of each of its forwarding rules
    published: bool = False

    @property
    def address(self) -> str:
        return f"projects/{self.project}/regions/{self.region}/backendServices/{self.name}"

    @property
    def option(self) -> str:
        return self.spillover or OFF

    @property
    def zones(self) -> list[str]:
        return sorted({zone for group in self.groups for zone in group.zones})


@dataclass(frozen=True)
class Weather:
    """A named state of health: every service as it stands, less the zones that are down."""

    name: str
    down: tuple[str, ...] = ()
    fleet: dict[str, Group] = field(default_factory=dict)  # group url -> the group in this state

    def over(self, service: Service) -> Service:
        """The service in this state of health."""
        return replace(service, groups=tuple(self._group(group) for group in service.groups))

    def _group(self, group: Group) -> Group:
        zones = self.fleet.get(group.url, group).zones
        return replace(
            group,
            zones={
                zone: State(state.configured, 0 if zone in self.down else state.healthy)
                for zone, state in zones.items()
            },
        )


# ---------------------------------------------------------------------------------------------
# The model.


@dataclass(frozen=True)
class Vm:
    """One VM; the sets of the text are sets of these."""

    name: str
    zone: str
    healthy: bool


Vms = frozenset[Vm]


def vms(groups: Iterable[Group]) -> Vms:
    return frozenset(
        Vm(f"{group.url} {number}", zone, number < state.healthy)
        for group in groups
        for zone, state in group.zones.items()
        for number in range(state.configured)
    )


def healthy(members: Vms) -> Vms:
    return frozenset(vm for vm in members if vm.healthy)


def by_zone(members: Vms) -> dict[str, int]:
    return dict(sorted(Counter(vm.zone for vm in members).items()))


@dataclass(frozen=True)
class Pools:
    """The configured backends by role and the original eligible set; if that is empty, why."""

    primary: Vms
    failover: Vms
    kind: str
    eligible: Vms
    why_none: str = ""


def identify_eligible(service: Service) -> Pools:
    """The arms of the table, first match wins."""
    primary = vms(group for group in service.groups if not group.failover)
    failover = vms(group for group in service.groups if group.failover)
    policy = service.policy or Policy(None, None)
    threshold = Fraction(policy.ratio or "0")
    hp, hf = healthy(primary), healthy(failover)
    if not hp and hf:
        return Pools(primary, failover, "healthy_failover", hf)
    if not hp and policy.drop and primary | failover:
        return Pools(primary, failover, "none", hp, "traffic-dropped")
    if not hp and not primary:
        return Pools(primary, failover, "none", hp, "no-backends")
    if not hp:
        return Pools(primary, failover, "all_primary", primary)
    if not hf or threshold == 0 or Fraction(len(hp), len(primary)) >= threshold:
        return Pools(primary, failover, "healthy_primary", hp)
    return Pools(primary, failover, "healthy_failover", hf)


@dataclass(frozen=True)
class Decision:
    """The modified eligible set and how it was come by."""

    change: str
    reason: str
    modified: Vms
    evidence: dict[str, Any] = field(default_factory=dict)


def modified_eligible(
    pools: Pools, service: Service, zone: str | None, compatible: bool, spec: str
) -> Decision:
    """Zonal affinity, step by step."""
    original = pools.eligible
    if not original:
        return Decision("unchanged", pools.why_none, original)
    if service.option == OFF:
        return Decision("unchanged", "affinity-disabled", original)
    if not compatible:
        return Decision("unchanged", "client-incompatible", original)
    test = pools.failover if pools.kind == "healthy_failover" else pools.primary
    matched = frozenset(vm for vm in test if vm.zone == zone)
    evidence: dict[str, Any] = {"zonal_match_test": by_zone(test), "zonal_matched": by_zone(matched)}
    if not matched:
        return Decision("unchanged", "no-zonal-match", original, evidence)
    evidence |= {"zonal_match": True, "intersection": by_zone(matched & original)}
    if service.option == STAY:
        decision = stay(matched, original)
    else:
        last_resort = spec == "2025-07" and pools.kind == "all_primary"
        decision = spill(matched, original, Fraction(service.ratio or "0"), last_resort)
        evidence["threshold"] = plain(service.ratio or "0")
    return replace(decision, evidence=evidence | decision.evidence)


def stay(matched: Vms, original: Vms) -> Decision:
    if matched & original:
        return Decision("refined", "intersection", matched & original)
    return Decision("replaced", "unhealthy-in-zone", matched)


def spill(matched: Vms, original: Vms, threshold: Fraction, last_resort: bool) -> Decision:
    if last_resort:  # the oldest text: its ratio counts healthy backends only
        return Decision("unchanged", "last-resort-2025-07", original, {"ratio": "0"})
    inside = matched & original
    ratio = Fraction(len(inside), len(matched))
    evidence = {"ratio": str(ratio)}
    if threshold == 0 and inside:
        return Decision("refined", "intersection", inside, evidence)
    if threshold == 0:
        return Decision("unchanged", "empty-intersection", original, evidence)
    if ratio >= threshold:
        return Decision("refined", "ratio-at-or-above-threshold", inside, evidence)
    return Decision("unchanged", "ratio-below-threshold", original, evidence)


def client_row(pools: Pools, service: Service, kind: str, zone: str | None, spec: str) -> dict[str, Any]:
    """One entry of ``clients``."""
    compatible = kind == "vm" or (kind == "psc-endpoint" and spec == "2026-05")
    decision = modified_eligible(pools, service, zone, compatible, spec)
    modified = decision.modified
    outside = [vm for vm in modified if vm.zone != zone]
    in_region = kind in ("vm", "psc-endpoint")
    row: dict[str, Any] = {
        "kind": kind,
        "zone": zone,
        "spillover": service.option,
        "compatible": compatible,
        "zonal_match": False,
        "change": decision.change,
        "reason": decision.reason,
        "modified_eligible": by_zone(modified),
        "healthy": bool(healthy(modified)),
        "cross_zone_share": str(Fraction(len(outside), len(modified))) if modified and in_region else None,
    }
    not_reached = ("zonal_match_test", "zonal_matched", "intersection", "ratio", "threshold")
    return row | dict.fromkeys(not_reached) | decision.evidence


def plain(decimal: str) -> str:
    """A decimal as it is written, but without zeros that say nothing and without an exponent."""
    value = Fraction(decimal)
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole, part = divmod(int(value * 10**digits), 10**digits)
    return f"{whole}.{part:0{digits}d}" if digits else str(whole)


Client = tuple[str, str | None]


def clients(service: Service, more: Sequence[Client]) -> list[Client]:
    """Who is in the plan: VMs by zone, those that were asked for, VMs elsewhere, then other kinds."""
    zones: list[Client] = [("vm", zone) for zone in service.zones]
    rows = [*zones, *(seen_from(service, client) for client in more), ("vm", None)]
    if any(service.global_access):
        rows.append(("other-region", None))
    if service.published and service.global_access:
        rows += [("psc-endpoint", zone) for zone in (*(zone for _, zone in zones), None)]
    return list(dict.fromkeys(rows))


def seen_from(service: Service, client: Client) -> Client:
    """A VM whose zone is not in the region of the service is a client in another region."""
    kind, zone = client
    elsewhere = kind == "vm" and zone is not None and zone.rpartition("-")[0] != service.region
    return ("other-region", zone) if elsewhere else client


def scenario(service: Service, weather: Weather, more: Sequence[Client], spec: str) -> dict[str, Any]:
    """One entry of ``scenarios``."""
    now = weather.over(service)
    pools = identify_eligible(now)
    up = by_zone(healthy(pools.primary | pools.failover))
    return {
        "name": weather.name,
        "down": list(weather.down),
        "healthy": {zone: up.get(zone, 0) for zone in now.zones},
        "original_eligible": {"kind": pools.kind, "zones": by_zone(pools.eligible)},
        "clients": [client_row(pools, now, kind, zone, spec) for kind, zone in clients(now, more)],
    }


def planned(
    service: Service, weathers: Sequence[Weather], more: Sequence[Client], spec: str
) -> dict[str, Any]:
    """What the plan says of one service, as far as this model goes."""
    policy = service.policy or Policy(None, None)
    first = weathers[0].over(service)
    return {
        "name": service.name,
        "project": service.project,
        "region": service.region,
        "zonal_affinity": {
            "spillover": service.option,
            "spillover_ratio": plain(service.ratio or "0"),
        },
        "failover_policy": {
            "failover_ratio": plain(policy.ratio or "0"),
            "drop_traffic_if_unhealthy": bool(policy.drop),
        },
        "backends": [
            {
                "group": group.name,
                "role": "failover" if group.failover else "primary",
                "zones": {zone: state.configured for zone, state in sorted(group.zones.items())},
            }
            for group in first.groups
        ],
        "undetermined": [],
        "scenarios": [scenario(service, weather, more, spec) for weather in weathers],
    }


# ---------------------------------------------------------------------------------------------
# Inventing fleets.

REGIONS = {
    "us-central1": ("us-central1-a", "us-central1-b", "us-central1-c", "us-central1-f"),
    "europe-west1": ("europe-west1-b", "europe-west1-c", "europe-west1-d"),
    "asia-east1": ("asia-east1-a", "asia-east1-b", "asia-east1-c"),
}
RATIOS = (
    *(None, "0", "0.0", "0.000001", "0.1", "0.25", "0.28", "0.333333", "0.3333333333333333", "0.5", "0.50"),
    *("0.6", "0.6000000238418579", "0.61", "0.75", "0.8", "0.800000011920929", "0.95", "1", "1.0"),
    *("8e-1", "1E-1", "5.0e-1", "28e-2", "0e0"),
)
ZONAL, REGIONAL, ENDPOINTS = "instanceGroups", "regional instanceGroups", "networkEndpointGroups"
SIZES = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 10, 25)
API = "https://www.googleapis.com/compute/v1"
PREFIXES = (API, "https://compute.googleapis.com/compute/v1", "https://www.googleapis.com/compute/beta")


def invent_group(
    rng: random.Random, base: str, name: str, zones: Sequence[str], kinds: Sequence[str]
) -> Group:
    kind = rng.choice(kinds)
    regional = kind == REGIONAL and len(zones) > 1
    spread = rng.sample(list(zones), rng.randint(2, len(zones))) if regional else [rng.choice(zones)]
    states = {}
    for zone in spread:
        size = rng.choice(SIZES) if regional else rng.choice((0, *SIZES))
        states[zone] = State(size, rng.choice((0, size, rng.randint(0, size))))
    place = f"regions/{spread[0][:-2]}" if regional else f"zones/{spread[0]}"
    collection = ENDPOINTS if kind == ENDPOINTS else ZONAL
    return Group(name, f"{base}/{place}/{collection}/{name}", rng.random() < 0.4, states)


def invent_service(rng: random.Random, number: int, kinds: Sequence[str]) -> Service:
    """Names of services recur in another project, names of groups in other zones too."""
    kinds = (
        [ENDPOINTS]
        if ENDPOINTS in kinds and rng.random() < 0.2
        else [each for each in kinds if each != ENDPOINTS]
    )
    region = rng.choice(tuple(REGIONS))
    zones = rng.sample(REGIONS[region], rng.randint(1, len(REGIONS[region])))
    project = ("demo-proj", "other-proj")[number % 2]
    name = f"ilb-{number // 2}"
    groups = [
        invent_group(rng, f"{API}/projects/{project}", f"{name}-g{each % 6}", zones, kinds)
        for each in range(rng.randint(0, 9))
    ]
    if rng.random() < 0.2:
        groups = [ailing(each) for each in groups]
    ratios = (*RATIOS, *boundaries(groups) * 4)
    policy = Policy(rng.choice(ratios), rng.choice((None, False, True)))
    return Service(
        project=project,
        region=region,
        name=name,
        groups=tuple({each.url: each for each in groups}.values()),
        spillover=rng.choice((None, OFF, STAY, STAY, STAY, SPILL, SPILL, SPILL, SPILL, SPILL)),
        ratio=rng.choice(ratios),
        policy=rng.choice((None, policy, policy)),
        global_access=tuple(rng.choice((None, False, True)) for _ in range(rng.choice((0, 1, 1, 2)))),
        published=rng.random() < 0.25,
    )


def boundaries(groups: Sequence[Group]) -> tuple[str, ...]:
    """Shares of healthy backends, in a zone or in all, that a decimal can meet exactly."""
    primary = vms(group for group in groups if not group.failover)
    pools = [primary, *(frozenset(vm for vm in primary if vm.zone == zone) for zone in by_zone(primary))]
    shares = {Fraction(len(healthy(pool)), len(pool)) for pool in pools if pool}
    return tuple(plain(str(share)) for share in sorted(shares) if 10**9 % share.denominator == 0)


def ailing(group: Group) -> Group:
    return replace(group, zones={zone: State(state.configured, 0) for zone, state in group.zones.items()})


def well(group: Group) -> Group:
    return replace(
        group, zones={zone: State(state.configured, state.configured) for zone, state in group.zones.items()}
    )


# ---------------------------------------------------------------------------------------------
# As gcloud prints them.


def decimal(text: str) -> str:
    """A number that is to be printed with just these characters."""
    return f"@@{text}@@"


def as_json(value: object) -> str:
    return json.dumps(value, indent=1).replace('"@@', "").replace('@@"', "")


def as_yaml(value: object) -> str:
    return yaml.safe_dump(value).replace("'@@", "").replace("@@'", "")


def backend_service(service: Service, rng: random.Random) -> dict[str, Any]:
    base = f"{API}/projects/{service.project}/regions/{service.region}"
    body: dict[str, Any] = {
        "kind": "compute#backendService",
        "loadBalancingScheme": "INTERNAL",
        "name": service.name,
        "protocol": "TCP",
        "region": base,
        "selfLink": f"{base}/backendServices/{service.name}",
        "sessionAffinity": "NONE",
    }
    if service.groups:
        body["backends"] = [backend(group, rng) for group in service.groups]
    if service.policy:
        body["failoverPolicy"] = {"disableConnectionDrainOnFailover": False}
        if service.policy.ratio is not None:
            body["failoverPolicy"]["failoverRatio"] = decimal(service.policy.ratio)
        if service.policy.drop is not None:
            body["failoverPolicy"]["dropTrafficIfUnhealthy"] = service.policy.drop
    affinity: dict[str, Any] = {}
    if service.spillover is not None:
        affinity["spillover"] = service.spillover
    if service.ratio is not None:
        affinity["spilloverRatio"] = decimal(service.ratio)
    if affinity or rng.random() < 0.5:
        body["networkPassThroughLbTrafficPolicy"] = {"zonalAffinity": affinity}
    return body


def backend(group: Group, rng: random.Random) -> dict[str, Any]:
    url = group.url.replace(API, rng.choice(PREFIXES))
    body: dict[str, Any] = {"balancingMode": "CONNECTION", "group": url}
    if group.failover:
        body["failover"] = True
    elif rng.random() < 0.3:
        body["failover"] = False
    return body


def forwarding_rules(service: Service) -> Iterator[dict[str, Any]]:
    base = f"{API}/projects/{service.project}/regions/{service.region}"
    for number, open_to_all in enumerate(service.global_access):
        rule: dict[str, Any] = {
            "kind": "compute#forwardingRule",
            "name": f"{service.name}-fr{number}",
            "IPAddress": "10.0.0.9",
            "IPProtocol": "TCP",
            "allPorts": True,
            "backendService": f"{base}/backendServices/{service.name}",
            "loadBalancingScheme": "INTERNAL",
            "region": base,
            "selfLink": f"{base}/forwardingRules/{service.name}-fr{number}",
        }
        if open_to_all is not None:
            rule["allowGlobalAccess"] = open_to_all
        yield rule


def service_attachment(service: Service, rng: random.Random) -> dict[str, Any]:
    base = f"{API}/projects/{service.project}/regions/{service.region}"
    rule = f"{base}/forwardingRules/{service.name}-fr{rng.randrange(max(1, len(service.global_access)))}"
    return {
        "kind": "compute#serviceAttachment",
        "name": f"{service.name}-sa",
        "connectionPreference": "ACCEPT_AUTOMATIC",
        "region": base,
        "selfLink": f"{base}/serviceAttachments/{service.name}-sa",
        "targetService": rule,
    }


def project_url(group: Group) -> str:
    return "/".join(group.url.split("/")[:7])


def instances(group: Group) -> Iterator[tuple[str, bool]]:
    """The VMs of a group: their addresses, and which of them are healthy."""
    for zone, state in group.zones.items():
        for number in range(state.configured):
            vm = f"{project_url(group)}/zones/{zone}/instances/{group.name}-{zone[-1]}{number}"
            yield vm, number < state.healthy


def group_health(group: Group, rng: random.Random, *, told_unhealthy: float = 1.0) -> dict[str, Any]:
    """An entry of get-health; an unhealthy VM may be missing from it where members are known otherwise."""
    status: list[dict[str, Any]] = []
    for number, (vm, is_healthy) in enumerate(instances(group)):
        if not is_healthy and rng.random() > told_unhealthy:
            continue
        entry = {
            "healthState": "HEALTHY" if is_healthy else "UNHEALTHY",
            "instance": vm,
            "ipAddress": f"10.0.1.{number}",
            "port": 80,
        }
        # one entry for each forwarding rule of the service
        status += [entry | {"forwardingRuleIp": f"10.0.0.{each}"} for each in range(rng.choice((1, 1, 2)))]
    rng.shuffle(status)
    body: dict[str, Any] = {"kind": "compute#backendServiceGroupHealth"}
    if status:
        body["healthStatus"] = status
    return {"backend": group.url, "status": body}


def health_of(services: Sequence[Service], rng: random.Random, **how: float) -> list[dict[str, Any]]:
    return [group_health(group, rng, **how) for service in services for group in service.groups]


def scenario_groups(
    services: Sequence[Service], rng: random.Random, *, always_url: bool = False
) -> dict[str, Any]:
    """Named where the name tells which is meant, else by address."""
    fleet = [group for service in services for group in service.groups]
    names = Counter(group.name for group in fleet)
    groups: dict[str, Any] = {}
    for group in fleet:
        zones = {
            zone: {"size": state.configured, "healthy": state.healthy} for zone, state in group.zones.items()
        }
        zone, state = next(iter(zones.items()))
        flat = len(zones) == 1 and rng.random() < 0.7
        key = group.url if always_url or names[group.name] > 1 else rng.choice((group.name, group.url))
        groups[key] = {"zone": zone, **state} if flat else {"zones": zones}
    return groups


# ---------------------------------------------------------------------------------------------
# Running the command.


@dataclass
class Run:
    """One call of the command and what it must say."""

    folder: Path
    rng: random.Random
    services: list[Service]
    arguments: list[str] = field(default_factory=list)
    given: list[Weather] = field(default_factory=list)  # none: everything is healthy
    scenario: bool = False
    down: tuple[str, ...] = ()
    sweep: bool = False
    more_clients: list[Client] = field(default_factory=list)
    spec: str = "2026-05"

    def write(self, name: str, value: object) -> str:
        text = as_yaml(value) if name.endswith(".yaml") else as_json(value)
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def read(self, name: str, value: object) -> None:
        """One more file on the command line."""
        self.arguments.append(self.write(name, value))

    def write_configuration(self) -> None:
        """The services, several to a file or alone, as an export is; and what points at them."""
        rest = self.services
        while rest:
            several = rest[: self.rng.choice((1, 7, 20))]
            rest = rest[len(several) :]
            bodies = [backend_service(service, self.rng) for service in several]
            alone = len(several) == 1 and not any("e" in each.lower() for each in decimals(several[0]))
            suffix, content = ("yaml", bodies[0]) if alone else ("json", bodies)
            self.read(f"services-{len(rest)}.{suffix}", content)
        self.read("rules.json", [rule for service in self.services for rule in forwarding_rules(service)])
        self.read(
            "attachments.json",
            [service_attachment(each, self.rng) for each in self.services if each.published],
        )

    def choose_options(self) -> None:
        zones = sorted({zone for service in self.services for zone in service.zones})
        if not zones:
            return
        if self.rng.random() < 0.3:
            self.down = tuple(self.rng.sample(zones, min(len(zones), self.rng.randint(1, 2))))
            self.arguments += [each for zone in self.down for each in ("--down", zone)]
        if self.rng.random() < 0.3:
            self.sweep = True
            self.arguments += ["--sweep", "zones"]
        for zone in self.rng.sample(zones, self.rng.choice((0, 0, 1))):
            self.more_clients.append(("vm", zone))
            self.arguments += ["--client-zone", zone]
        if self.rng.random() < 0.6:
            self.spec = self.rng.choice(("2026-05", "2025-07", "2025-07"))
            self.arguments += ["--spec", self.spec]

    def weathers(self, service: Service) -> list[Weather]:
        """The states of health, in the contract's order; of a service without groups nobody tells one."""
        told = self.given if service.groups or self.scenario else []
        weathers = list(told) or [Weather("all healthy", fleet=all_well(service))]
        first = weathers[0]
        extra: list[tuple[str, ...]] = []
        if self.sweep or not told:
            extra += [(zone,) for zone in service.zones]
        if self.down:
            extra.append(self.down)
        for down in extra:
            both = tuple(dict.fromkeys((*first.down, *down)))
            weathers.append(replace(first, name=f"{', '.join(down)} down", down=both))
        return list({weather.name: weather for weather in weathers}.values())

    def expected(self) -> dict[str, dict[str, Any]]:
        return {
            service.address: planned(service, self.weathers(service), self.more_clients, self.spec)
            for service in self.services
        }

    def actual(self, output: str) -> dict[str, dict[str, Any]]:
        """What the command says of the services; there is nothing else that it might say."""
        plan: dict[str, Any] = json.loads(output)
        assert {key: value for key, value in plan.items() if key != "services"} == {
            "version": 1,
            "spec": self.spec,
            "next_hops": [],
            "skipped": [],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [],
        }
        return {each["address"]: self.modelled(each) for each in plan["services"]}

    @staticmethod
    def modelled(service: dict[str, Any]) -> dict[str, Any]:
        """What is left out: where the service stands, names of VMs, and what follows from the rest."""
        beside = ("address", "root", "path", "line", "caveats", "tolerance", "load", "advice")
        backends = [{key: each[key] for key in ("group", "role", "zones")} for each in service["backends"]]
        return {key: value for key, value in service.items() if key not in beside} | {"backends": backends}


def decimals(service: Service) -> set[str]:
    return {service.ratio or "", service.policy.ratio or "" if service.policy else ""}


def all_well(service: Service) -> dict[str, Group]:
    return {group.url: well(group) for group in service.groups}


def invoke(arguments: Sequence[str]) -> str:
    result = CliRunner().invoke(app, ["plan", *arguments, "--format", "json"])
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return result.stdout


# ---------------------------------------------------------------------------------------------
# The ways to tell the state of health and the members of the groups.


def by_health_option(run: Run) -> None:
    """One file for each of several services, or for all."""
    entries = health_of(run.services, run.rng)
    parts = run.rng.choice((1, 1, 3))
    for number in range(parts):
        run.arguments += ["--health", run.write(f"health-{number}.json", entries[number::parts])]
    run.given = [Weather("as given")]


def by_health_path(run: Run) -> None:
    run.read("health.json", health_of(run.services, run.rng))
    run.given = [Weather("as given")]


def by_scenario(run: Run) -> None:
    down = some_zone(run)
    asked = scenario_clients(run)
    body: dict[str, Any] = {"groups": scenario_groups(run.services, run.rng)}
    body |= {"down": list(down)} if down else {}
    body |= {"clients": [{"zone": zone} for _, zone in asked]} if asked else {}
    written = run.rng.choice((None, "2026-05", "2025-07"))
    if written:
        body["spec"] = written
        run.spec = run.spec if "--spec" in run.arguments else written
    run.arguments += ["--scenario", run.write(run.rng.choice(("weather.json", "weather.yaml")), body)]
    run.more_clients = [*run.more_clients, *asked]
    run.given, run.scenario = [Weather("as given", down)], True


def by_several_scenarios(run: Run) -> None:
    """Each with groups of its own; the same VMs in another state of health."""
    bodies = []
    for number in range(run.rng.randint(1, 3)):
        services = [revive(service, run.rng) for service in run.services]
        down = some_zone(run)
        bodies.append(
            {
                "name": f"weather {number}",
                "groups": scenario_groups(services, run.rng),
                "down": list(down),
            }
        )
        fleet = {group.url: group for service in services for group in service.groups}
        run.given.append(Weather(f"weather {number}", down, fleet))
    run.arguments += ["--scenario", run.write("weathers.yaml", {"scenarios": bodies})]
    run.scenario = True


def by_scenario_over_health(run: Run) -> None:
    """A scenario that speaks of some groups only: of the others, get-health tells."""
    observed = [revive(service, run.rng) for service in run.services]
    stated = [replace(each, groups=tuple(some_of(each.groups, run.rng))) for each in run.services]
    run.arguments += ["--health", run.write("health.json", health_of(observed, run.rng))]
    body = {"groups": scenario_groups(stated, run.rng, always_url=True)}
    run.arguments += ["--scenario", run.write("weather.json", body)]
    fleet = [group for services in (observed, stated) for each in services for group in each.groups]
    run.given, run.scenario = [Weather("as given", fleet={group.url: group for group in fleet})], True


def by_instances(run: Run) -> None:
    """The members only: everything is healthy."""
    fleet = [group for service in run.services for group in service.groups]
    names = Counter(group.name for group in fleet)
    for number, group in enumerate(fleet):
        members = [{"instance": vm, "status": "RUNNING"} for vm, _ in instances(group)]
        file = run.write(f"members-{number}.json", members)
        run.arguments += ["--instances", f"{group.name if names[group.name] == 1 else group.url}={file}"]


def by_instances_and_health(run: Run) -> None:
    """What is a member but not in get-health is not healthy."""
    by_instances(run)
    entries = health_of(run.services, run.rng, told_unhealthy=0.5)
    run.arguments += ["--health", run.write("health.json", entries)]
    run.given = [Weather("as given")]


def by_inventory(run: Run) -> None:
    """The sizes of zonal groups, from instance-groups list."""
    groups = [group for service in run.services for group in service.groups]
    run.read("groups.json", [instance_group(group) for group in groups])


def instance_group(group: Group) -> dict[str, Any]:
    (zone, state), *_ = group.zones.items()
    return {
        "kind": "compute#instanceGroup",
        "name": group.name,
        "selfLink": group.url,
        "size": state.configured,
        "zone": f"{project_url(group)}/zones/{zone}",
    }


def some_of(groups: Sequence[Group], rng: random.Random) -> Iterator[Group]:
    return (group for group in groups if rng.random() < 0.5)


def some_zone(run: Run) -> tuple[str, ...]:
    zones = sorted({zone for service in run.services for zone in service.zones})
    return (run.rng.choice(zones),) if zones and run.rng.random() < 0.5 else ()


def scenario_clients(run: Run) -> list[Client]:
    zones = [zone for zones in REGIONS.values() for zone in zones]
    return [("vm", zone) for zone in run.rng.sample(zones, run.rng.choice((0, 1, 2)))]


def revive(service: Service, rng: random.Random) -> Service:
    """The same VMs, others of them healthy."""
    return replace(
        service,
        groups=tuple(
            replace(
                group,
                zones={
                    zone: State(state.configured, rng.randint(0, state.configured))
                    for zone, state in group.zones.items()
                },
            )
            for group in service.groups
        ),
    )


INSTANCES = (ZONAL, ZONAL, ZONAL, ZONAL, REGIONAL)
WAYS: dict[Callable[[Run], None], Sequence[str]] = {
    by_health_option: (*INSTANCES, ENDPOINTS),
    by_health_path: (*INSTANCES, ENDPOINTS),
    by_scenario: (*INSTANCES, ENDPOINTS),
    by_several_scenarios: (*INSTANCES, ENDPOINTS),
    by_scenario_over_health: (*INSTANCES, ENDPOINTS),
    by_instances: INSTANCES,
    by_instances_and_health: INSTANCES,
    by_inventory: (ZONAL,),  # the size of a regional group does not tell its spread
}


def invent_run(folder: Path, seed: int, way: Callable[[Run], None], number: int) -> Run:
    """Services, their files and the options."""
    rng = random.Random(f"{way.__name__} {seed}")
    services = [invent_service(rng, each, WAYS[way]) for each in range(number)]
    run = Run(folder, rng, services)
    run.write_configuration()
    run.choose_options()
    way(run)
    return run


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_plan_agrees_with_the_model(
    way: Callable[[Run], None], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = invent_run(tmp_path, seed, way, 20)

    assert run.actual(invoke(run.arguments)) == run.expected()


def test_the_command_says_the_same_from_a_shell(tmp_path: Path) -> None:
    run = invent_run(tmp_path, 0, by_health_option, 5)
    call = [sys.executable, "-c", "from spillover.cli.main import run; run()", "plan", *run.arguments]

    done = subprocess.run(
        [*call, "--format", "json"], cwd=tmp_path, capture_output=True, check=True, text=True
    )

    assert run.actual(done.stdout) == run.expected()
    assert done.stderr == ""
