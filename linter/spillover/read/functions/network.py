"""Arithmetic with IP prefixes, in the very numbers that Terraform gets.

A prefix may be written with leading zeros, which Go once took for decimal and which Terraform still
does. What Terraform computes of a host or network number that does not fit is at times no error
but another network's address; so it is here.

Source: "IP Network Functions" of Terraform's documentation; where it is silent, what Terraform 1.11.4
answers, 2026-05.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address

from spillover.read.cty.number import Number
from spillover.read.cty.types import NUMBER, STRING, ListOf
from spillover.read.cty.value import EvaluationError, Value, list_of, text
from spillover.read.functions.function import Function, Parameter, simple
from spillover.records import dataclass

_MOST_NEW_BITS = 32
"""A call of cidrsubnets adds at most so many bits to a prefix."""

_MAPPED = 0xFFFF << 32
"""An IPv6 address that begins with this, ``::ffff:0:0/96``, is an IPv4 address in disguise."""


@dataclass(frozen=True, slots=True)
class _Network:
    """An address with the bits behind its prefix cleared; ``size`` is 32 or 128 bits."""

    address: int
    length: int
    size: int

    @property
    def is_mapped(self) -> bool:
        return self.size == 128 and _is_mapped(self.address)


def _is_mapped(address: int) -> bool:
    return address >> 32 == 0xFFFF


def _mask(length: int, size: int) -> int:
    return (1 << size) - (1 << (size - length))


def _spelled(address: int, size: int) -> str:
    if size == 32 or _is_mapped(address):
        return str(IPv4Address(address & 0xFFFFFFFF))
    return str(IPv6Address(address))


def _spelled_network(address: int, length: int, size: int) -> str:
    if length < 0:
        return "<nil>"  # what Go prints of a network without a mask
    if size == 128 and _is_mapped(address):
        length = max(length - 96, 0)
    return f"{_spelled(address, size)}/{length}"


# --- parsing

_OCTET = "0*(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}\Z")
_IPV6 = re.compile(r"[0-9a-fA-F:]+(?:[0-9.]+)?\Z")
_LEADING_ZEROS = re.compile(r"(?<![0-9a-fA-F])0+(?=[0-9a-fA-F])")


def _parsed(prefix: str) -> _Network:
    written, slash, mask = prefix.partition("/")
    address, size = _address(written)
    significant = mask.lstrip("0") or mask[:1]
    if not slash or address is None or not re.match(r"[0-9]{1,3}\Z", significant) or int(significant) > size:
        raise EvaluationError("this is not a prefix such as 10.0.0.0/8")
    length = int(significant)
    return _Network(address & _mask(length, size), length, size)


def _address(written: str) -> tuple[int | None, int]:
    plain = _LEADING_ZEROS.sub("", written)
    if _IPV4.match(written):
        return int(IPv4Address(plain)), 32
    if not _IPV6.match(written):
        return None, 128
    try:
        return int(IPv6Address(plain)), 128
    except ValueError:
        return None, 128


def _whole(value: Number) -> int:
    if not value.is_whole:
        raise EvaluationError("a whole number is required")
    return int(value)


def _int64(value: Number) -> int:
    whole = _whole(value)
    if not -(1 << 63) <= whole < 1 << 63:
        raise EvaluationError("a number of at most 64 bits is required")
    return whole


def _as_int64(value: int) -> int:
    """What is left of a number in 64 bits with a sign."""
    return ((value + (1 << 63)) % (1 << 64)) - (1 << 63)


# --- functions


def _inserted(network: _Network, number: int, shift: int) -> int:
    """The network's address with a number in it."""
    address = abs(network.address | (number << shift))
    if address >> network.size:
        raise EvaluationError("the number is too large for the address")
    return address


def _cidrhost(prefix: str, hostnum: Number) -> str:
    number = _whole(hostnum)
    network = _parsed(prefix)
    most = (1 << (network.size - network.length)) - 1
    from_end = -number - 1
    if (from_end if number < 0 else _as_int64(number)) > most:
        raise EvaluationError(f"a prefix of {network.length} bits has no host {number}")
    shift = 96 if network.is_mapped else 0
    return _spelled(_inserted(network, most - from_end if number < 0 else number, shift), network.size)


def _cidrnetmask(prefix: str) -> str:
    network = _parsed(prefix)
    if network.size == 128 and not network.is_mapped:
        raise EvaluationError("an IPv6 prefix has no netmask")
    return _spelled(_mask(network.length, network.size), network.size)


def _cidrsubnet(prefix: str, newbits: Number, netnum: Number) -> str:
    bits, number = _int64(newbits), _whole(netnum)
    network = _parsed(prefix)
    length = _as_int64(network.length + bits)
    if length > network.size:
        raise EvaluationError(f"a prefix of {network.length} bits cannot be extended by {bits}")
    if 0 <= bits < 64 and abs(number) % (1 << 64) >= 1 << bits:
        raise EvaluationError(f"an extension by {bits} bits has no network {number}")
    if length < 0:
        return _spelled_network(0, length, network.size)
    return _spelled_network(_inserted(network, number, network.size - length), length, network.size)


def _cidrsubnets(prefix: Value, *newbits: Value) -> Value:
    network = _parsed(prefix.content)
    if not newbits:
        return list_of(STRING, ())
    lengths = [_extended(network, _int64(each.content)) for each in newbits]
    if network.is_mapped:
        raise EvaluationError("a prefix of an IPv4 address in IPv6 has no subnets")
    last = (network.address - 1) % (1 << network.size) | ~_mask(lengths[0], network.size) % (
        1 << network.size
    )
    found: list[Value] = []
    for length in lengths:
        host_bits = ~_mask(length, network.size) % (1 << network.size)
        start = ((last | host_bits) + 1) % (1 << network.size)
        outside = start & _mask(network.length, network.size) != network.address
        # An address that Go takes for zero is what follows after the last one.
        if outside or start in (0, _MAPPED):
            raise EvaluationError(f"no address space is left for a prefix of {length} bits")
        found.append(text(_spelled_network(start, length, network.size)))
        last = start | host_bits
    return list_of(STRING, found)


def _extended(network: _Network, bits: int) -> int:
    if not 1 <= bits <= _MOST_NEW_BITS:
        raise EvaluationError(f"a prefix is extended by 1 to {_MOST_NEW_BITS} bits")
    if network.length + bits > network.size:
        raise EvaluationError(f"a prefix of {network.length} bits cannot be extended by {bits}")
    return network.length + bits


FUNCTIONS: tuple[Function, ...] = (
    simple("cidrhost", _cidrhost, STRING, prefix=STRING, hostnum=NUMBER),
    simple("cidrnetmask", _cidrnetmask, STRING, prefix=STRING),
    simple("cidrsubnet", _cidrsubnet, STRING, prefix=STRING, newbits=NUMBER, netnum=NUMBER),
    Function(
        "cidrsubnets",
        (Parameter("prefix", STRING),),
        _cidrsubnets,
        ListOf(STRING),
        variadic=Parameter("newbits", NUMBER),
    ),
)
