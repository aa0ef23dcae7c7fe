"""Derive the JSON Schemas of Google's resources from Google's discovery documents.

The documents come with a package that is not needed for anything else::

    pip download --no-deps google-api-python-client
    unzip google_api_python_client-*.whl
    python tools/derive_schemas.py googleapiclient/discovery_cache/documents

``--check`` writes nothing and ends with 1 if the schemas are not what the documents
give, which is also so when Google has published newer ones: each schema tells the
revision that it was derived from.

A schema keeps what a value may be (types, values of enumerations, members) and no prose.
It is more lenient than the document in three ways, for each of them is met in what
gcloud prints and people write:

- everything below the top may be null, which the API reads as not set;
- a 64-bit integer, a string in JSON, may be an integer;
- members that the document does not know are no fault.

The first of several types is the one that the API expects; messages name that one.
A schema that is referred to from one place stands there, which makes checks a quarter
faster; one that is referred to from several, or from itself, stands in ``$defs``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "linter" / "spillover" / "read" / "schemas" / "google"
COMMAND = "python tools/derive_schemas.py DISCOVERY_DIR"

KINDS: Mapping[str, Sequence[str]] = {
    "compute.v1": (
        "Address",
        "Autoscaler",
        "BackendBucket",
        "BackendService",
        "BackendServiceGroupHealth",
        "ForwardingRule",
        "HealthCheck",
        "InstanceGroup",
        "InstanceGroupManager",
        "InstanceWithNamedPorts",
        "InterconnectAttachment",
        "NetworkEndpointGroup",
        "NetworkEndpointWithHealthStatus",
        "PacketMirroring",
        "Route",
        "SecurityPolicy",
        "ServiceAttachment",
        "SslCertificate",
        "SslPolicy",
        "Subnetwork",
        "TargetGrpcProxy",
        "TargetHttpProxy",
        "TargetHttpsProxy",
        "TargetSslProxy",
        "TargetTcpProxy",
        "UrlMap",
        "VpnTunnel",
    ),
    "dns.v1": ("ManagedZone", "ResourceRecordSet"),
    "networkconnectivity.v1": ("PolicyBasedRoute",),
    "networksecurity.v1": ("InterceptDeployment", "MirroringDeployment"),
}

_IN_STRINGS = {"int64", "uint64", "sint64", "fixed64", "sfixed64"}

Schema = dict[str, Any]


def derive(document: Mapping[str, Any], name: str) -> Schema:
    """The JSON Schema of the resource that ``document`` calls ``name``."""
    schemas: Mapping[str, Schema] = document["schemas"]
    shared = {each for each, uses in _uses(schemas, name).items() if uses > 1}
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"{document['id']}, revision {document['revision']}",
        **_trimmed(schemas[name], schemas, shared),
        "type": "object",
    }
    if shared:
        schema["$defs"] = {each: _trimmed(schemas[each], schemas, shared) for each in shared}
    return schema


def _uses(schemas: Mapping[str, Schema], name: str) -> Counter[str]:
    """How often each schema that ``name`` leads to is referred to; the start counts as one."""
    uses = Counter([name])
    pending = [name]
    while pending:
        for target in _references(schemas[pending.pop()]):
            if target not in uses:
                pending.append(target)
            uses[target] += 1
    return uses


def _references(schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        yield schema["$ref"]
    for inner in (schema.get("items"), schema.get("additionalProperties")):
        if inner:
            yield from _references(inner)
    for inner in schema.get("properties", {}).values():
        yield from _references(inner)


def _trimmed(schema: Schema, schemas: Mapping[str, Schema], shared: set[str]) -> Schema:
    if "$ref" in schema:
        target = schema["$ref"]
        if target in shared:
            return {"$ref": f"#/$defs/{target}"}
        return _trimmed(schemas[target], schemas, shared)

    kept: Schema = {}
    if schema["type"] == "string" and schema.get("format") in _IN_STRINGS:
        kept |= {"type": ["integer", "string", "null"], "pattern": "^-?[0-9]+$"}
    elif schema["type"] != "any":
        kept["type"] = [schema["type"], "null"]
    if "enum" in schema:
        kept["enum"] = [*sorted(schema["enum"]), None]
    for key in ("items", "additionalProperties"):
        if key in schema:
            kept[key] = _trimmed(schema[key], schemas, shared)
    if "properties" in schema:
        kept["properties"] = {
            key: _trimmed(inner, schemas, shared) for key, inner in schema["properties"].items()
        }
    return kept


def derive_all(folder: Path, kinds: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """File name and text of each schema."""
    files = {}
    for document_name, names in kinds.items():
        document = json.loads((folder / f"{document_name}.json").read_text(encoding="utf-8"))
        for name in names:
            text = json.dumps(derive(document, name), indent=1, sort_keys=True, ensure_ascii=False)
            files[f"{name}.json"] = f"{text}\n"
    return files


def main(
    arguments: Sequence[str] | None = None,
    *,
    target: Path = TARGET,
    kinds: Mapping[str, Sequence[str]] = KINDS,
) -> int:
    """Write the schemas, or check that they are what the discovery documents give."""
    parser = argparse.ArgumentParser(description="Derive the JSON Schemas of Google's resources.")
    parser.add_argument("folder", metavar="DISCOVERY_DIR", type=Path, help="where compute.v1.json lies")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if files differ")
    options = parser.parse_args(arguments)

    files = derive_all(options.folder, kinds)
    present = {path.name: path.read_text(encoding="utf-8") for path in target.glob("*.json")}
    stale = sorted(name for name in files.keys() | present.keys() if files.get(name) != present.get(name))

    if options.check:
        if stale:
            print(f"not what the discovery documents give: {', '.join(stale)}; run `{COMMAND}`")
        return 1 if stale else 0

    target.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in files:
            (target / name).write_text(files[name], encoding="utf-8", newline="\n")
        else:
            (target / name).unlink()
    size = sum(len(text.encode()) for text in files.values())
    print(f"{len(files)} schemas, {size / 1000:.0f} kB, {len(stale)} of them changed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
