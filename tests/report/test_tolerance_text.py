"""The table of tolerance: who stays with how many, what comes then, and what failures elsewhere change."""

from __future__ import annotations

from fractions import Fraction

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Failover, Pools
from spillover.plan.tolerance import tolerance
from spillover.plan.tolerances import ZoneTolerance
from spillover.plan.zonal import Affinity, Client, ClientKind
from spillover.report.style import Style
from spillover.report.tolerance_text import tolerances

DISABLED, STAY, SPILL = ZonalAffinity


def pool(role: str, zones: dict[str, int | Size]) -> BackendSet:
    return BackendSet.of(
        Members(role, zone, True, each if isinstance(each, Size) else Size.exactly(each))
        for zone, each in zones.items()
    )


def shown(
    primary: dict[str, int | Size],
    failover: dict[str, int | Size] | None = None,
    *options: ZonalAffinity,
    ratio: str = "0",
    policy: Failover | None = None,
    style: Style | None = None,
) -> list[str]:
    """The lines of the table for the clients in all of the zones."""
    pools = Pools(pool("primary", primary), pool("failover", failover or {}))
    zones = [
        ZoneTolerance(
            zone,
            option,
            tolerance(
                pools,
                policy or Failover(),
                Affinity(option, Fraction(ratio)),
                Client(ClientKind.VM, zone),
            ),
        )
        for zone in sorted({*primary, *(failover or {})})
        for option in options or (SPILL,)
    ]
    return "\n".join(tolerances(zones, style or Style())).split("\n")


def test_spills_then_fails_over() -> None:
    found = shown({"a": 5, "b": 1}, {"a": 1}, ratio="0.8", policy=Failover(Fraction(1, 2)))

    assert found == [
        "tolerance, all healthy at first; fails over below 3 of 6 healthy primary backends, back at 3",
        "      clients in    healthy to stay    then         after that       failures elsewhere",
        "      a             4 of 5             spills at 3  fails over at 1  failover: local with 1",
        "      b             1 of 1             spills at 0  -                failover: leaves zone",
    ]


def test_without_affinity_only_failover_is_worth_a_row() -> None:
    assert shown({"a": 2}, {}, DISABLED) == [""]
    assert shown({"a": 2}, {"b": 1}, DISABLED)[2:] == [
        "      a             affinity is off    fails over at 0  -             failover",
        "      b             affinity is off    -                -             failover",
    ]


def test_failover_backends_that_serve_from_the_start_do_not_take_over() -> None:
    assert shown({}, {"a": 2, "b": 1}, ratio="1")[2] == (
        "      a             2 of 2             spills at 1  -             change nothing"
    )


def test_sizes_within_bounds() -> None:
    sizes: dict[str, int | Size] = {"a": Size(2, 4, Unknown("size")), "b": 1}

    found = shown(sizes, {"b": Size(1, 3, Unknown("size"))}, STAY)

    assert found[0].endswith("; fails over below 1 healthy primary backends, back at 1")
    assert (
        found[2]
        == "  !!  a             1                  BLACK HOLE at 0  -             failover: leaves zone"
    )


def test_each_option_where_none_is_known() -> None:
    found = shown({"a": 1, "b": 1}, {}, STAY, SPILL)

    assert [" ".join(line.removeprefix("  !!").split()[:2]) for line in found[2:]] == [
        "a (STAY_WITHIN_ZONE)",
        "a (SPILL_CROSS_ZONE)",
        "b (STAY_WITHIN_ZONE)",
        "b (SPILL_CROSS_ZONE)",
    ]


def test_undetermined() -> None:
    pools = Pools(pool("primary", {"a": 1, "b": 1}))
    known = tolerance(pools, Failover(), Affinity(STAY), Client(ClientKind.VM, "a"))
    zones = [ZoneTolerance("a", STAY, known), ZoneTolerance("b", STAY, None, (Unknown("var.x\x1b"),))]

    assert list(tolerances(zones, Style()))[2:] == [r"  ? undetermined: depends on var.x\u001b"]
    assert "  ?   b             undetermined" in "\n".join(tolerances(zones, Style()))


def test_what_is_lost_is_bad() -> None:
    found = "\n".join(shown({"a": 1, "b": 1}, {}, STAY, style=Style(colours=True)))

    assert "\x1b[1;31mBLACK HOLE at 0\x1b[0m" in found
    assert "!!" not in "\n".join(shown({"a": 1, "b": 1}, {}, SPILL))
