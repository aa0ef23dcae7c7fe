"""The load of zones and backends: by example, and against every single backend counted on its own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Failover, Pools, identify_eligible
from spillover.plan.load import Distribution, Sent, ZoneLoad, even_shares, load
from spillover.plan.zonal import Affinity, Client, ClientKind, modified_eligible

HALF, ALL, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
A, B = Client(ClientKind.VM, "a"), Client(ClientKind.VM, "b")


def backends(healthy: bool = True, **zones: int) -> BackendSet:
    return BackendSet.of(Members(zone, zone, healthy, Size.exactly(number)) for zone, number in zones.items())


class TestLoad:
    def test_local_connections_press_on_the_smaller_zone(self) -> None:
        sent = [Sent(A, HALF, backends(a=4)), Sent(B, HALF, backends(b=1))]

        assert load(sent, backends(a=4, b=1)) == Distribution(
            {
                "a": ZoneLoad(HALF, Fraction(1, 8), Fraction(5, 8)),
                "b": ZoneLoad(HALF, HALF, Fraction(5, 2)),
            },
            crossing=NONE,
            crossing_without_affinity=Fraction(1, 2) * Fraction(1, 5) + Fraction(1, 2) * Fraction(4, 5),
            unserved=NONE,
        )

    def test_the_page_s_example_spills(self) -> None:
        """3 of 5 are healthy in zone b: its clients use all eight."""
        found = load([Sent(A, HALF, backends(a=5)), Sent(B, HALF, backends(a=5, b=3))], backends(a=5, b=3))

        assert {zone: each.share for zone, each in found.zones.items()} == {
            "a": Fraction(13, 16),
            "b": Fraction(3, 16),
        }
        assert found.busiest == ("a", Fraction(13, 10))
        assert found.crossing == Fraction(5, 16)

    def test_a_black_hole_is_no_load_of_eligible_backends(self) -> None:
        lost = backends(healthy=False, b=2)
        found = load([Sent(A, HALF, backends(a=2)), Sent(B, HALF, lost)], backends(a=2))

        assert found.zones["b"] == ZoneLoad(HALF, Fraction(1, 4), None)
        assert found.unserved == HALF
        assert found.busiest == ("a", HALF)

    def test_dropped_traffic_reaches_nobody(self) -> None:
        assert load([Sent(A, ALL, BackendSet())], BackendSet()) == Distribution({}, NONE, NONE, ALL)
        assert load([], BackendSet()).busiest is None

    @pytest.mark.parametrize("kind", [ClientKind.VPN, ClientKind.OTHER_REGION])
    def test_clients_outside_of_the_zones_cross_none(self, kind: ClientKind) -> None:
        found = load([Sent(Client(kind), ALL, backends(a=1, b=1))], backends(a=1, b=1))

        assert (found.crossing, found.crossing_without_affinity) == (NONE, NONE)

    @pytest.mark.parametrize(
        ("client", "size", "because"),
        [
            pytest.param(A, Size(1, 3, Unknown("the size of a")), "the size of a", id="a size"),
            pytest.param(
                Client(ClientKind.VM_BACKEND, "a"),
                Size.exactly(1),
                "which backends the clients are that answer themselves",
                id="clients that are backends",
            ),
        ],
    )
    def test_undetermined(self, client: Client, size: Size, because: str) -> None:
        some = BackendSet.of([Members("a", "a", True, size)])

        with pytest.raises(Undetermined) as error:
            load([Sent(client, ALL, some)], some)

        assert [each.because for each in error.value.unknowns] == [because]

    def test_even_shares(self) -> None:
        assert even_shares("ab") == ((A, HALF), (B, HALF))
        assert even_shares(()) == ()


NUMBERS = st.dictionaries(st.sampled_from("abc"), st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)
OPTIONS = st.builds(Affinity, st.sampled_from(ZonalAffinity), st.fractions(0, 1, max_denominator=6))


@settings(max_examples=300, deadline=None)
@given(NUMBERS, OPTIONS, st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_the_same_as_backend_by_backend(
    zones: dict[str, tuple[int, int]], affinity: Affinity, weights: list[int]
) -> None:
    pools = Pools(
        BackendSet.of(
            Members("g", zone, healthy, Size.exactly(number))
            for zone, numbers in zones.items()
            for healthy, number in zip((True, False), numbers, strict=True)
        )
    )
    eligible = identify_eligible(pools, Failover())
    clients = [Client(ClientKind.VM, zone) for zone in "abc"]
    kept = [modified_eligible(pools, eligible, client, affinity).modified_eligible for client in clients]
    sent = [
        Sent(client, Fraction(weight, sum(weights)), backends)
        for client, weight, backends in zip(clients, weights, kept, strict=True)
    ]

    found = load(sent, eligible.backends)

    parts: dict[tuple[str, bool, int], Fraction] = {}
    crossing = NONE
    for each in sent:
        single = [(m.zone, m.healthy, n) for m in each.backends for n in range(m.size.least)]
        for backend in single:
            parts[backend] = parts.get(backend, NONE) + each.share / len(single)
            crossing += each.share / len(single) if backend[0] != each.client.zone else 0
    assert {zone: load.share for zone, load in found.zones.items()} == {
        zone: sum((part for backend, part in parts.items() if backend[0] == zone), NONE)
        for zone in {backend[0] for backend in parts}
    }
    assert {zone: load.per_backend for zone, load in found.zones.items()} == {
        zone: max(part for backend, part in parts.items() if backend[0] == zone)
        for zone in {backend[0] for backend in parts}
    }
    assert found.crossing == crossing
    assert found.unserved == 1 - sum((part for backend, part in parts.items() if backend[1]), NONE)
