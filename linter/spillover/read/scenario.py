"""A scenario file -> scenarios (contract, "Scenario file")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from spillover.errors import ConfigError, InputError
from spillover.model.source import FieldPath
from spillover.plan.scenario import ClientShare, Load, Scenario, TargetState, ZoneState
from spillover.plan.zonal import Client, ClientKind, Spec
from spillover.read.documents import Document, read_text
from spillover.read.validate import check_document
from spillover.records import dataclass


@dataclass(frozen=True)
class ScenarioFile:
    """What a scenario file says; ``spec`` is None where it does not."""

    scenarios: tuple[Scenario, ...]
    spec: Spec | None = None


def read_scenarios(path: str, text: str) -> ScenarioFile:
    """The scenarios in a file.

    Raises:
        ConfigError: with path, line and column, where it is not a scenario.
    """
    try:
        documents = read_text(path, text)
    except InputError as error:
        raise ConfigError(str(error)) from None
    if len(documents) != 1:
        raise ConfigError(f"{path}: a scenario file is one document")
    (document,) = documents
    for violation in check_document("scenario.schema.json", document.value):
        raise _error(document, violation.path, violation.message)
    content: Any = document.value
    common = {key: content[key] for key in ("groups", "clients", "down", "dns") if key in content}
    given = content.get("scenarios") or [{"name": content.get("name", "as given")}]
    scenarios = tuple(
        _scenario({**common, **each}, document, _where(index, each)) for index, each in enumerate(given)
    )
    names = [scenario.name for scenario in scenarios]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise _error(
                document, FieldPath(("scenarios", index, "name")), f"two scenarios are named {name!r}"
            )
    return ScenarioFile(scenarios, Spec(content["spec"]) if "spec" in content else None)


def _where(index: int, own: Mapping[str, Any]) -> Mapping[str, FieldPath]:
    """Where each key of a scenario stands: in itself, or common to all scenarios of the file."""
    return {
        key: FieldPath(("scenarios", index, key) if key in own else (key,)) for key in ("groups", "clients")
    }


def _scenario(content: Mapping[str, Any], document: Document, where: Mapping[str, FieldPath]) -> Scenario:
    clients = tuple(_clients(content.get("clients", []), document, where["clients"]))
    groups = {
        name: _zones(state, document, where["groups"] / name)
        for name, state in content.get("groups", {}).items()
    }
    down = tuple(dict.fromkeys(content.get("down", [])))
    dns = content.get("dns", {})
    load = {region: _load(each) for region, each in dns.get("load", {}).items()}
    targets = {name: _target(each) for name, each in dns.get("targets", {}).items()}
    return Scenario(content["name"], groups, clients, down, load, targets)


def _target(state: Mapping[str, Any]) -> TargetState:
    return TargetState(_number(state, "failing_source_regions"), state.get("healthy"))


def _load(load: Mapping[str, Any]) -> Load:
    """Numbers are exact, as they are written."""
    return Load(
        Fraction(load.get("requests_per_s", 0)),
        Fraction(load.get("http_new_connections_per_s", 0)),
        Fraction(load.get("https_new_connections_per_s", 0)),
        Fraction(load.get("active_connections", 0)),
    )


def _zones(state: Mapping[str, Any], document: Document, at: FieldPath) -> Mapping[str, ZoneState]:
    own = {key: value for key, value in state.items() if key in ("size", "healthy")}
    if ("zone" in state) == ("zones" in state) or ("zones" in state and own):
        raise _error(document, at, "give either zone with size and healthy, or zones")
    zones = state["zones"] if "zones" in state else {state["zone"]: own}
    states = {
        zone: ZoneState(_number(each, "size"), _number(each, "healthy")) for zone, each in zones.items()
    }
    for zone, each in states.items():
        if each.size is not None and each.healthy is not None and each.healthy > each.size:
            inside = at / "zones" / zone if "zones" in state else at
            raise _error(document, inside / "healthy", f"{each.healthy} healthy of {each.size}")
    return states


def _number(state: Mapping[str, Any], key: str) -> int | None:
    """A whole number; the schema takes 5.0 as one too."""
    return int(state[key]) if key in state else None


def _clients(clients: list[Mapping[str, Any]], document: Document, at: FieldPath) -> Iterator[ClientShare]:
    shares = [client["share"] for client in clients if "share" in client]
    if shares and (len(shares) < len(clients) or sum(map(Fraction, shares)) != 1):
        raise _error(document, at, "the shares of the clients must sum to 1, or none be given")
    for index, client in enumerate(clients):
        kind = ClientKind(client.get("kind", "vm"))
        zone = client.get("zone")
        if kind is ClientKind.VM and zone is None:
            raise _error(document, at / index, "a client of kind vm needs a zone")
        share = Fraction(client["share"]) if "share" in client else None
        yield ClientShare(Client(kind, zone), share)


def _error(document: Document, path: FieldPath, message: str) -> ConfigError:
    return ConfigError(str(document.error(path, message)))
