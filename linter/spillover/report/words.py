"""What ``plan`` and ``diff`` call things in text: clients, sets of backends, settings."""

from __future__ import annotations

from collections.abc import Mapping

from spillover.check.locate import Place
from spillover.model.capacity import Size
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Unknown
from spillover.plan.backends import BackendSet
from spillover.plan.zonal import Client, ClientKind
from spillover.report.style import clean
from spillover.report.tables import paragraph
from spillover.report.values import threshold

_KINDS = {
    ClientKind.PSC_ENDPOINT: "PSC endpoint, ",
    ClientKind.VPN: "VPN",
    ClientKind.INTERCONNECT: "Interconnect",
    ClientKind.OTHER_REGION: "another region",
    ClientKind.VM_BACKEND: "a backend itself, ",
}


def affinity(service: BackendService) -> str:
    """The zonal affinity of a service, with the spillover ratio where it is read."""
    if isinstance(service.affinity, Unknown):
        return f"zonal affinity not known ({clean(service.affinity.because)}), so each option is shown"
    if service.affinity is not ZonalAffinity.SPILL_CROSS_ZONE:
        return str(service.affinity.value)
    return f"{service.affinity.value}, spillover ratio {threshold(service.spillover_ratio) or 'not known'}"


def clients_in(client: Client) -> str:
    """Clients, by their zone, or else by the way that they come."""
    kind, zone = client.kind, client.zone
    if kind in (ClientKind.VM, ClientKind.PSC_ENDPOINT):
        return _KINDS.get(kind, "") + clean(zone or "any other zone")
    return (_KINDS[kind] + clean(zone or "")).removesuffix(", ")


def placed(place: Place) -> str:
    """The address of something, and the line that it is written at, both whole."""
    return paragraph(f"{clean(place.address)} at {clean(place.span.path)}:{place.span.start.line}")


def undetermined(because: str) -> str:
    """What would have to be known to decide."""
    return paragraph(f"  ? undetermined: depends on {clean(because)}")


def counted(backends: BackendSet) -> str:
    """A set of backends: the number in each zone."""
    return ", ".join(counts(backends.zones())) or "none"


def counts(zones: Mapping[str, Size]) -> list[str]:
    """Each zone with its number of backends."""
    return [f"{clean(zone)} {size}" for zone, size in zones.items()]
