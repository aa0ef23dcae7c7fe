"""Hashes of a text, and identifiers that are made of one.

Source: "Hash and Crypto Functions" of Terraform's documentation; RFC 4122, 4.3, 2026-05.
"""

from __future__ import annotations

import base64
import hashlib
import re
import uuid
from collections.abc import Callable, Mapping

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError
from spillover.read.functions.function import Function, simple

_NAMESPACES = {
    "dns": uuid.NAMESPACE_DNS,
    "url": uuid.NAMESPACE_URL,
    "oid": uuid.NAMESPACE_OID,
    "x500": uuid.NAMESPACE_X500,
}
_HEX = "[0-9a-fA-F]"
_HYPHENED = f"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"
# Whatever stands around the 36 characters of the third form is taken for braces.
_UUID = re.compile(
    rf"(?:(?i:urn:uuid:)?(?P<plain>{_HYPHENED})|.(?P<braced>{_HYPHENED}).|(?P<bare>{_HEX}{{32}}))\Z",
    re.DOTALL,
)


def encoded(value: str) -> bytes:
    """The bytes of a text."""
    return value.encode("utf-8", "surrogatepass")


def in_hexadecimal(algorithm: str, content: bytes) -> str:
    """A hash in lower-case hexadecimal digits."""
    return hashlib.new(algorithm, content, usedforsecurity=False).hexdigest()


def in_base64(algorithm: str, content: bytes) -> str:
    """A hash in base64, of its bytes and not of its digits."""
    digest = hashlib.new(algorithm, content, usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()


Hash = Callable[[bytes], str]

HASHES: Mapping[str, Hash] = {
    "base64sha256": lambda content: in_base64("sha256", content),
    "base64sha512": lambda content: in_base64("sha512", content),
    "md5": lambda content: in_hexadecimal("md5", content),
    "sha1": lambda content: in_hexadecimal("sha1", content),
    "sha256": lambda content: in_hexadecimal("sha256", content),
    "sha512": lambda content: in_hexadecimal("sha512", content),
}
"""The hash functions by name; each has a twin that hashes a file."""


def _of_text(name: str, digest: Hash) -> Function:
    return simple(name, lambda value: digest(encoded(value)), STRING, str=STRING)


def _uuidv5(namespace: str, name: str) -> str:
    found = _NAMESPACES.get(namespace) or _parsed(namespace)
    digest = hashlib.sha1(found.bytes + encoded(name), usedforsecurity=False).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def _parsed(namespace: str) -> uuid.UUID:
    match = _UUID.match(namespace)
    if match is None:
        raise EvaluationError("a namespace is dns, url, oid, x500 or a UUID")
    return uuid.UUID(match[match.lastgroup or 0])


FUNCTIONS: tuple[Function, ...] = (
    *(_of_text(name, digest) for name, digest in HASHES.items()),
    simple("uuidv5", _uuidv5, STRING, namespace=STRING, name=STRING),
)
