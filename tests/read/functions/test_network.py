"""Laws of prefixes, by the standard library."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.types import NUMBER, STRING, ListOf
from spillover.read.cty.value import EvaluationError, number, pending, text
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call

PREFIXES = st.one_of(
    st.tuples(st.ip_addresses(v=4), st.integers(0, 32)), st.tuples(st.ip_addresses(v=6), st.integers(0, 128))
).map(lambda pair: ipaddress.ip_network(f"{pair[0]}/{pair[1]}", strict=False))


def is_plain(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    """Whether no IPv4 address hides in it."""
    return network.version == 4 or int(network.network_address) >> 48 != 0


@given(PREFIXES.filter(is_plain), st.integers(0, 1 << 62))
def test_hosts_are_counted_from_both_ends(
    network: ipaddress.IPv4Network | ipaddress.IPv6Network, position: int
) -> None:
    position %= network.num_addresses
    prefix = text(str(network))

    assert call(FUNCTIONS["cidrhost"], [prefix, number(position)]) == text(str(network[position]))
    assert call(FUNCTIONS["cidrhost"], [prefix, number(-position - 1)]) == text(str(network[-position - 1]))


@given(PREFIXES.filter(is_plain), st.integers(1, 8), st.integers(0, 255))
def test_subnets_follow_each_other(
    network: ipaddress.IPv4Network | ipaddress.IPv6Network, bits: int, position: int
) -> None:
    position %= 1 << bits
    arguments = [text(str(network)), number(bits), number(position)]
    if network.prefixlen + bits > network.max_prefixlen:
        with pytest.raises(EvaluationError):
            call(FUNCTIONS["cidrsubnet"], arguments)
        return

    expected = list(network.subnets(bits))

    assert call(FUNCTIONS["cidrsubnet"], arguments) == text(str(expected[position]))
    if int(network.network_address):
        count = min(len(expected), 4)
        found = call(FUNCTIONS["cidrsubnets"], [text(str(network)), *[number(bits)] * count])
        assert found.content == tuple(text(str(each)) for each in expected[:count])


@given(st.text(alphabet="0123456789abcf.:/", max_size=20), st.integers())
def test_never_crashes(prefix: str, position: int) -> None:
    for function, rest in (
        ("cidrhost", [position]),
        ("cidrsubnet", [position % 200, position]),
        ("cidrnetmask", []),
    ):
        try:
            result = call(FUNCTIONS[function], [text(prefix), *map(number, rest)])
        except EvaluationError:
            continue
        assert result.type == STRING


def test_an_unknown_number_keeps_its_cause() -> None:
    result = call(FUNCTIONS["cidrsubnets"], [text("10.0.0.0/8"), pending(NUMBER, "var.bits")])

    assert result.type == ListOf(STRING)
    assert result.pending is not None
    assert result.pending.because == "var.bits"
