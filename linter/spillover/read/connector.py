"""Config Connector's objects: resources of Google Cloud as objects of Kubernetes.

An object becomes what a builder reads: a reference by name is unknown and refers to the object that it
names, as one is in Terraform, and one that is ``external`` is its text. Source of kinds, fields and of what
they refer to: the custom resources of GoogleCloudPlatform/k8s-config-connector, 2026-08.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from spillover.model.names import scope_of
from spillover.model.places import last_segment
from spillover.model.source import FieldPath, Reference, Unknown
from spillover.read.body import Dialect, Fields
from spillover.read.kinds import KINDS, Kind
from spillover.records import dataclass

_GROUP = re.compile(r"\w+\.cnrm\.cloud\.google\.com/")
_OF_API = {kind.name: kind for kind in KINDS}

_PLACED = ("location",)
_REQUIRED = {
    "ComputeAddress": ("compute#address", _PLACED),
    "ComputeAutoscaler": ("compute#autoscaler", ("autoscalingPolicy", "targetRef", "zone")),
    "ComputeBackendBucket": ("compute#backendBucket", ("bucketRef",)),
    "ComputeBackendService": ("compute#backendService", _PLACED),
    "ComputeForwardingRule": ("compute#forwardingRule", _PLACED),
    "ComputeHealthCheck": ("compute#healthCheck", _PLACED),
    "ComputeInstanceGroup": ("compute#instanceGroup", ("zone",)),
    "ComputeInstanceGroupManager": ("compute#instanceGroupManager", _PLACED),
    "ComputeNetwork": ("compute#network", ()),
    "ComputeNetworkEndpointGroup": ("compute#networkEndpointGroup", _PLACED),
    "ComputePacketMirroring": ("compute#packetMirroring", ("collectorIlb", "location")),
    "ComputeRegionAutoscaler": ("compute#autoscaler", ("autoscalingPolicy", "region", "targetRef")),
    "ComputeRoute": ("compute#route", ("destRange", "networkRef")),
    "ComputeSecurityPolicy": ("compute#securityPolicy", ()),
    "ComputeServiceAttachment": ("compute#serviceAttachment", ("location", "targetServiceRef")),
    "ComputeSSLCertificate": ("compute#sslCertificate", _PLACED),
    "ComputeSSLPolicy": ("compute#sslPolicy", ()),
    "ComputeSubnetwork": ("compute#subnetwork", ("ipCidrRange", "networkRef", "region")),
    "ComputeTargetHTTPProxy": ("compute#targetHttpProxy", ("location", "urlMapRef")),
    "ComputeTargetHTTPSProxy": ("compute#targetHttpsProxy", ("location", "urlMapRef")),
    "ComputeURLMap": ("compute#urlMap", _PLACED),
    "DNSManagedZone": ("dns#managedZone", ("dnsName",)),
    "DNSRecordSet": ("dns#resourceRecordSet", ("managedZoneRef", "name", "type")),
    "NetworkSecurityInterceptDeployment": (
        "networksecurity#interceptDeployment",
        ("forwardingRuleRef", "location"),
    ),
    "NetworkSecurityMirroringDeployment": (
        "networksecurity#mirroringDeployment",
        ("forwardingRuleRef", "location"),
    ),
}
"""The kinds that are read: the API's own kind of each, and what no object of it can do without."""

_REFERENTS = {
    "addressRef": "ComputeAddress",
    "backendBucketRef": "ComputeBackendBucket",
    "backendServiceRef": "ComputeBackendService",
    "certificateManagerCertificates": "CertificateManagerCertificate",
    "certificateMapRef": "CertificateManagerCertificateMap",
    "edgeSecurityPolicyRef": "ComputeSecurityPolicy",
    "forwardingRuleRef": "ComputeForwardingRule",
    "healthCheckRef": "ComputeHealthCheck",
    "httpHealthCheckRef": "ComputeHTTPHealthCheck",
    "instanceGroupRef": "ComputeInstanceGroup",
    "instances": "ComputeInstance",
    "ipAddressRef": "ComputeAddress",
    "managedZoneRef": "DNSManagedZone",
    "networkEndpointGroupRef": "ComputeNetworkEndpointGroup",
    "networkRef": "ComputeNetwork",
    "nextHopILBRef": "ComputeForwardingRule",
    "projectRef": "Project",
    "rrdatasRefs": "ComputeAddress",
    "securityPolicyRef": "ComputeSecurityPolicy",
    "serviceAttachmentRef": "ComputeServiceAttachment",
    "sslCertificates": "ComputeSSLCertificate",
    "sslPolicyRef": "ComputeSSLPolicy",
    "subnetworkRef": "ComputeSubnetwork",
    "targetGRPCProxyRef": "ComputeTargetGRPCProxy",
    "targetHTTPProxyRef": "ComputeTargetHTTPProxy",
    "targetHTTPSProxyRef": "ComputeTargetHTTPSProxy",
    "targetRef": "ComputeInstanceGroupManager",  # of an autoscaler
    "targetSSLProxyRef": "ComputeTargetSSLProxy",
    "targetServiceRef": "ComputeForwardingRule",
    "targetTCPProxyRef": "ComputeTargetTCPProxy",
    "targetVPNGatewayRef": "ComputeTargetVPNGateway",
    "urlMapRef": "ComputeURLMap",
    "urlRef": "ComputeForwardingRule",  # of a packet mirroring's collector
}
"""What a reference refers to that does not say its kind, by the field that it stands at."""

_CHOICES = frozenset(["defaultService", "group", "healthChecks", "ipAddress", "service", "target"])
"""Fields with one member of several: a reference of one kind or another, or a value in place of it."""

_INSTEAD = frozenset(["googleAPIBundle", "ip"])
"""What may stand there in place of a reference."""

_PROJECT = FieldPath(("metadata", "annotations", "cnrm.cloud.google.com/project-id"))
_SPEC = FieldPath(("spec",))
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\$\{.*?\}|\$\([\w.-]+\)", re.DOTALL)
"""What Helm, Flux and Kustomize put a value in place of."""

Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class ConnectorObject:
    """An object of Config Connector's; ``values`` are for a builder, ``written`` for people.

    ``lacks`` names the first of the fields that are missing which no object of its kind can do without.
    """

    name: str
    kind: Kind
    address: str
    written: Values
    lacks: str | None = None

    @property
    def fields(self) -> Fields:
        """The table that it is read by: that of its kind, from its outside."""
        spec = self.written.get("spec")
        rows = {name: _SPEC / path for name, path in self.kind.fields.paths[Dialect.CONNECTOR].items()}
        rows |= {name: path for name, path in _identity(self.name, spec) if name in rows}
        return Fields({Dialect.CONNECTOR: rows})

    @property
    def values(self) -> Values:
        """What it holds, where a reference is a text or unknown."""
        namespace = self.address.partition("/")[0]
        return {**self.written, "spec": _linked(self.written.get("spec"), namespace, "")}

    @property
    def unknown(self) -> tuple[tuple[str, str], ...]:
        """The fields that are not known, each with its cause."""
        return tuple((str(path), each.because) for path, each in _unknown(self.written, FieldPath()))


def is_of_kubernetes(value: Any) -> bool:
    """Whether an object is one of Kubernetes: of Config Connector's, or of any other kind."""
    told = (value.get("apiVersion"), value.get("kind")) if isinstance(value, dict) else ()
    return bool(told) and all(isinstance(each, str) and "#" not in each for each in told)


def read_connector(value: Values) -> ConnectorObject | None:
    """An object of Kubernetes, if it is one of a kind of Config Connector's that is read."""
    if not _GROUP.match(value["apiVersion"]) or value["kind"] not in _REQUIRED:
        return None
    name = value["kind"]
    of_api, required = _REQUIRED[name]
    metadata, spec = value.get("metadata"), value.get("spec")
    metadata = metadata if isinstance(metadata, dict) else {}
    lacks = [f"spec.{each}" for each in required if not isinstance(spec, dict) or each not in spec]
    if not isinstance(metadata.get("name"), str):
        lacks.insert(0, "metadata.name")
    address = f"{metadata.get('namespace') or 'default'}/{name}/{metadata.get('name') or '-'}"
    return ConnectorObject(name, _OF_API[of_api], address, _untemplated(value), next(iter(lacks), None))


def is_template(text: str) -> bool:
    """Whether a text holds objects of Config Connector's, but has yet to be rendered."""
    return "{{" in text and "cnrm.cloud.google.com" in text


def _identity(name: str, spec: Any) -> Iterator[tuple[str, FieldPath]]:
    """Where an object says what it is called, and where it is.

    The project of a namespace's annotation is not looked for: without its own, an object's is not known.
    """
    spec = spec if isinstance(spec, Mapping) else {}
    if name != "DNSRecordSet":  # the name of which is a domain's
        yield "name", _SPEC / "resourceID" if "resourceID" in spec else FieldPath(("metadata", "name"))
    yield "project", _SPEC / "projectRef" if "projectRef" in spec else _PROJECT
    yield "self_link", FieldPath(("status", "selfLink"))
    location = spec.get("location")
    if isinstance(location, Unknown):
        yield "region", _SPEC / "location"
    if isinstance(location, str) and location != "global":
        yield "zone" if str(scope_of(location)).startswith("zones/") else "region", _SPEC / "location"
    if "rrdatasRefs" in spec:
        yield "data", _SPEC / "rrdatasRefs"


def _linked(value: Any, namespace: str, field: str) -> Any:
    """A value of a specification with its references followed as far as to what they name."""
    if isinstance(value, list):
        return [_linked(each, namespace, field) for each in value]
    if not isinstance(value, dict):
        return value
    if (field in _REFERENTS or field.endswith("Ref")) and ("name" in value or "external" in value):
        return _referent(value, namespace, field)
    inside = {name: _linked(each, namespace, name) for name, each in value.items()}
    if field in _CHOICES:
        chosen = (each for name, each in inside.items() if name.endswith("Ref") or name in _INSTEAD)
        return next((each for each in chosen if each is not None), inside)
    return inside


def _referent(reference: Values, namespace: str, field: str) -> Any:
    """What a reference leads to: a text of the API's, or the object that it names."""
    if external := reference.get("external"):
        return last_segment(external) if field == "projectRef" and isinstance(external, str) else external
    name, kind = reference.get("name"), reference.get("kind") or _REFERENTS.get(field)
    place = reference.get("namespace") or namespace
    unknown = next((each for each in (name, kind, place) if isinstance(each, Unknown)), None)
    if unknown is not None or not isinstance(name, str) or not name:
        return unknown or reference
    address = f"{place}/{kind}/{name}"
    if kind == "ComputeAddress":  # is asked for the address that it has
        return Unknown(f"{address}.address", Reference(address, "address"))
    return Unknown(address, Reference(address))


def _untemplated(value: Any) -> Any:
    """A value in which what is still to be replaced is unknown."""
    if isinstance(value, dict):
        return {name: _untemplated(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_untemplated(each) for each in value]
    if isinstance(value, str) and _TEMPLATE.search(value):
        return Unknown(value.strip())
    return value


def _unknown(value: Any, path: FieldPath) -> Iterator[tuple[FieldPath, Unknown]]:
    if isinstance(value, Unknown):
        yield path, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _unknown(each, path / name)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _unknown(each, path / index)


def known(value: Any) -> Any:
    """A value without what is not known in it; in a list that is null."""
    if isinstance(value, dict):
        return {name: known(each) for name, each in value.items() if not isinstance(each, Unknown)}
    if isinstance(value, list):
        return [known(each) for each in value]
    return None if isinstance(value, Unknown) else value
