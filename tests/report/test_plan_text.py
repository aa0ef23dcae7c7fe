"""The report of ``plan`` in text: a table for each scenario, with the reason in every row."""

from __future__ import annotations

import io
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from spillover.model.capacity import Autoscaler, InstanceGroupManager
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    Subsetting,
    ZonalAffinity,
)
from spillover.model.source import Maybe, Origin, Unknown
from spillover.plan.planned import Plan, Question
from spillover.plan.planner import plan
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind, Spec
from spillover.report.plan_json import PlanResult
from spillover.report.plan_text import HEADERS, write
from spillover.report.style import Style

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE


def group(zone: str) -> ResourceName:
    return ResourceName("instanceGroups", f"ig-{zone}", f"zones/{zone}", "demo")


def service(
    option: Maybe[ZonalAffinity],
    ratio: Maybe[Decimal] = None,
    primary: str = "bc",
    failover: str = "",
    **more: Any,
) -> BackendService:
    """A service with a group ``ig-b`` in zone ``b``, and so on, for each of these zones."""
    backends = [Backend(group(zone)) for zone in primary] + [Backend(group(zone), True) for zone in failover]
    about = {"name": "ilb", "region": "east", "backends": tuple(backends), **more}
    origin = Origin("google_x.ilb", "google_x", path="main.tf")
    return BackendService(zonal_affinity=option, spillover_ratio=ratio, origin=origin, **about)


def state(*clients: Client, **healthy: int) -> Scenario:
    """Five backends in each of these zones, of which so many are healthy."""
    groups = {f"ig-{zone}": {zone: ZoneState(5, number)} for zone, number in healthy.items()}
    return Scenario("as given", groups, tuple(ClientShare(each) for each in clients))


def planned(
    about: BackendService, *scenarios: Scenario, context: tuple[Any, ...] = (), **asked: Any
) -> PlanResult:
    question = Question(scenarios, **asked)
    return PlanResult((plan(Deployment(resources=(about, *context)), question),), question.spec)


def text(result: PlanResult, style: Style | None = None, *, quiet: bool = False) -> str:
    stream = io.StringIO()
    write(result, stream, style or Style(), quiet=quiet)
    return stream.getvalue()


def rows(shown: str) -> list[tuple[str, ...]]:
    """The cells of every table in a text, found under its headers; the lines of a cell are joined."""
    first = [header.split("\n")[0] for header in HEADERS]
    cells: list[tuple[str, ...]] = []
    starts: list[int] = []
    lines = iter(shown.split("\n"))
    for line in lines:
        if not line:
            starts = []
        elif all(header in line for header in first):
            starts = [2, *(line.index(header) for header in first[1:])]
            next(lines)
        elif starts and line.startswith("  "):
            ends = [*starts[1:], len(line)]
            row = tuple(line[start:end].strip() for start, end in zip(starts, ends, strict=True))
            if row[1]:
                cells.append(row)
            else:
                cells[-1] = tuple(" ".join(filter(None, pair)) for pair in zip(cells[-1], row, strict=True))
    return cells


class TestWhole:
    def test_a_scenario(self) -> None:
        result = planned(service(SPILL, Decimal("0.80")), state(b=5, c=3))

        assert (
            text(result)
            == """\
ilb in east: ZONAL_AFFINITY_SPILL_CROSS_ZONE, spillover ratio 0.8
google_x.ilb at main.tf:1
  primary   ig-b: b 5
  primary   ig-c: c 5
  4 of 5 healthy in b, c is exactly the ratio 0.8: by Google's text connections stay

as given: original eligible: b 5, c 3 (healthy primary backends)
      clients in      healthy    ratio      new connections    because
                      in zone               go to
      b               5 of 5     1 >= 0.8   b 5                stays in its zone
  !   c               3 of 5     3/5 < 0.8  b 5, c 3           spills: too few healthy
                                                               backends in its zone; 62.5 %
                                                               of it crosses zones
      any other zone  -          -          b 5, c 3           no primary backend in this
                                                               zone; all of it crosses zones

tolerance, all healthy at first
      clients in    healthy to stay    then         after that    failures elsewhere
      b             4 of 5             spills at 3  -             change nothing
      c             4 of 5             spills at 3  -             change nothing

advice
  - the spillover ratio acts in steps here: 1/5, 2/5, 3/5, 4/5, 1
  - every spillover ratio above 3/5, up to 4/5 acts as 0.8 does; 0.7 acts alike and is on no step,
    so that no rounding can decide
"""
        )

    def test_several_scenarios(self) -> None:
        result = planned(service(STAY, primary="b", failover="c"), state(b=5, c=5), down=("b",))

        assert (
            text(result)
            == """\
ilb in east: ZONAL_AFFINITY_STAY_WITHIN_ZONE
google_x.ilb at main.tf:1
  primary   ig-b: b 5
  failover  ig-c: c 5

as given: original eligible: b 5 (healthy primary backends)
      clients in      healthy    ratio    new connections    because
                      in zone             go to
      b               5 of 5     -        b 5                stays in its zone
  !   c               -          -        b 5                no primary backend in this
                                                             zone; all of it crosses zones
      any other zone  -          -        b 5                no primary backend in this
                                                             zone; all of it crosses zones

b down: original eligible: c 5 (no primary backend is healthy: all healthy failover backends)
      clients in      healthy    ratio    new connections    because
                      in zone             go to
  !   b               -          -        c 5                no failover backend in this
                                                             zone; all of it crosses zones
      c               5 of 5     -        c 5                stays in its zone
      any other zone  -          -        c 5                no failover backend in this
                                                             zone; all of it crosses zones

tolerance, all healthy at first; fails over below 1 of 5 healthy primary backends, back at 1
      clients in    healthy to stay    then             after that    failures elsewhere
      b             1 of 5             fails over at 0  -             failover: leaves zone
      c             no backend here    -                -             failover: local with 1

advice
  - clients in b leave it after a failover: it needs a failover backend of its own
"""
        )

    def test_a_group_that_is_not_known(self) -> None:
        backends = (Backend(group("b")), Backend(Unknown("var.group")))

        assert (
            text(planned(service(STAY, backends=backends)))
            == """\
ilb in east: ZONAL_AFFINITY_STAY_WITHIN_ZONE
google_x.ilb at main.tf:1
  primary   ig-b: b ?
  primary   ?: members not known
  undetermined: depends on var.group

all healthy: original eligible backends undetermined
  undetermined for every client: see above for what would have to be known

b down: original eligible backends undetermined
  undetermined for every client: see above for what would have to be known

tolerance, all healthy at first
  ? undetermined: depends on var.group
"""
        )

    def test_several_services_and_one_without_a_plan(self) -> None:
        first = service(None, backends=(), name="one")
        second = replace(first, name=Unknown("var.name"), region=None)
        external = replace(first, scheme=LoadBalancingScheme.EXTERNAL)
        plans = (plan(Deployment(resources=(first, external)), Question()),)
        result = PlanResult((*plans, plan(Deployment(resources=(second,)), Question())), Spec.R2026_05)
        services = """\
one in east: ZONAL_AFFINITY_DISABLED
google_x.ilb at main.tf:1

all healthy: original eligible: none (no backend is configured)
      clients in      healthy    ratio    new connections    because
                      in zone             go to
  !!  any other zone  -          -        none               there is no backend to send to

google_x.ilb: ZONAL_AFFINITY_DISABLED
google_x.ilb at main.tf:1

all healthy: original eligible: none (no backend is configured)
      clients in      healthy    ratio    new connections    because
                      in zone             go to
  !!  any other zone  -          -        none               there is no backend to send to
"""

        assert (
            text(result) == f"{services}\nskipped: google_x.ilb: not an internal passthrough load balancer\n"
        )
        assert text(result, quiet=True) == services

    def test_nothing(self) -> None:
        assert text(PlanResult((Plan((), ()),), Spec.R2026_05)) == ""


ELSEWHERE = "all of it crosses zones"
DROPPED = "DROPPED: nothing is healthy, and the failover policy drops traffic then"
LOST = "BLACK HOLE: stays in its zone, where no backend is healthy"
FEW, LONE = "spills: too few healthy backends in its zone", "spills: no healthy backend in its zone"


class TestReasons:
    """Each reason of the contract, in the row of the clients in zone c."""

    @pytest.mark.parametrize(
        ("about", "healthy", "row"),
        [
            pytest.param(
                service(None),
                {"b": 5, "c": 3},
                ("", "-", "-", "b 5, c 3", "zonal affinity is off; 62.5 % of it crosses zones"),
                id="affinity-disabled",
            ),
            pytest.param(
                service(None, primary="c"),
                {"c": 5},
                ("", "-", "-", "c 5", "zonal affinity is off"),
                id="affinity-disabled, without effect",
            ),
            pytest.param(
                service(STAY, failover_policy=FailoverPolicy(None, True)),
                {"b": 0, "c": 0},
                ("!!", "-", "-", "none", DROPPED),
                id="traffic-dropped",
            ),
            pytest.param(
                service(STAY, primary="", failover="c"),
                {"c": 0},
                ("!!", "-", "-", "none", "there is no backend to send to"),
                id="no-backends",
            ),
            pytest.param(
                service(STAY, primary="b", failover="c"),
                {"b": 5, "c": 5},
                ("!", "-", "-", "b 5", f"no primary backend in this zone; {ELSEWHERE}"),
                id="no-zonal-match",
            ),
            pytest.param(
                service(STAY, primary="bc", failover="d"),
                {"b": 0, "c": 0, "d": 5},
                ("!", "-", "-", "d 5", f"no failover backend in this zone; {ELSEWHERE}"),
                id="no-zonal-match after failover",
            ),
            pytest.param(
                service(STAY),
                {"b": 5, "c": 3},
                ("", "3 of 5", "-", "c 3", "stays in its zone"),
                id="intersection",
            ),
            pytest.param(
                service(SPILL),
                {"b": 5, "c": 3},
                ("", "3 of 5", "3/5 >= 0", "c 3", "stays in its zone"),
                id="intersection, without a threshold",
            ),
            pytest.param(
                service(SPILL, Decimal("0.6")),
                {"b": 5, "c": 3},
                ("", "3 of 5", "3/5 >= 0.6", "c 3", "stays in its zone"),
                id="ratio-at-or-above-threshold",
            ),
            pytest.param(
                service(SPILL, Decimal("0.6")),
                {"b": 5, "c": 5},
                ("", "5 of 5", "1 >= 0.6", "c 5", "stays in its zone"),
                id="ratio-at-or-above-threshold, all healthy",
            ),
            pytest.param(
                service(SPILL, Unknown("var.ratio")),
                {"b": 5, "c": 5},
                ("", "5 of 5", "1 >= ?", "c 5", "stays in its zone"),
                id="ratio-at-or-above-threshold, whatever it is",
            ),
            pytest.param(
                service(SPILL, Decimal("0.61")),
                {"b": 1, "c": 3},
                ("!", "3 of 5", "3/5 < 0.61", "b 1, c 3", f"{FEW}; 25 % of it crosses zones"),
                id="ratio-below-threshold",
            ),
            pytest.param(
                service(SPILL, Decimal("0.5")),
                {"b": 5, "c": 0},
                ("!", "0 of 5", "0 < 0.5", "b 5", f"{FEW}; {ELSEWHERE}"),
                id="ratio-below-threshold, none healthy",
            ),
            pytest.param(
                service(SPILL),
                {"b": 5, "c": 0},
                ("!", "0 of 5", "0", "b 5", f"{LONE}; {ELSEWHERE}"),
                id="empty-intersection",
            ),
            pytest.param(
                service(STAY), {"b": 5, "c": 0}, ("!!", "0 of 5", "-", "c 5", LOST), id="unhealthy-in-zone"
            ),
            pytest.param(
                service(SPILL, Decimal("0.5")),
                {"b": 0, "c": 0},
                ("!!", "0 of 5", "1 >= 0.5", "c 5", "stays in its zone, on unhealthy backends"),
                id="last resort",
            ),
            pytest.param(
                service(SPILL, Unknown("var.ratio")),
                {"b": 5, "c": 3},
                ("?", "", "", "undetermined", "var.ratio"),
                id="undetermined",
            ),
        ],
    )
    def test_row(self, about: BackendService, healthy: dict[str, int], row: tuple[str, ...]) -> None:
        shown = rows(text(planned(about, state(**healthy))))

        assert [(cells[0], *cells[2:]) for cells in shown if cells[1] == "c"] == [row]

    def test_last_resort_2025_07(self) -> None:
        result = planned(service(SPILL, Decimal("0.5")), state(b=0, c=0), spec=Spec.R2025_07)

        assert rows(text(result))[1] == (
            "!!",
            "c",
            "0 of 5",
            "0",
            "b 5, c 5",
            "nothing is healthy; 50 % of it crosses zones, on unhealthy backends",
        )


class TestFailoverRatio:
    @pytest.mark.parametrize(
        ("healthy", "because"),
        [
            pytest.param(
                2,
                "c 5 (2 of 6 primary backends are healthy, < 0.4: all healthy failover\n  backends)",
                id="below",
            ),
            pytest.param(
                4,
                "b 4 (4 of 6 primary backends are healthy, >= 0.4: all healthy primary\n  backends)",
                id="at or above",
            ),
        ],
    )
    def test_the_numbers_that_decide(self, healthy: int, because: str) -> None:
        about = service(STAY, primary="b", failover="c", failover_policy=FailoverPolicy(Decimal("0.40")))
        given = Scenario("as given", {"ig-b": {"b": ZoneState(6, healthy)}, "ig-c": {"c": ZoneState(5, 5)}})

        assert f"as given: original eligible: {because}\n" in text(planned(about, given))


class TestClients:
    def test_an_endpoint_in_any_other_zone(self) -> None:
        shown = rows(text(planned(service(STAY, primary="b"), state(Client(ClientKind.PSC_ENDPOINT), b=5))))

        assert shown[1][1] == "PSC endpoint, any other zone"

    def test_kinds(self) -> None:
        clients = [Client(kind, "b" if kind.is_zonal else None) for kind in ClientKind]

        shown = rows(text(planned(service(STAY, primary="b"), state(*clients, b=5))))

        assert [(client, target, because) for _, client, _, _, target, because in shown] == [
            ("b", "b 5", "stays in its zone"),
            ("PSC endpoint, b", "b 5", "stays in its zone"),
            ("VPN", "b 5", "zonal affinity never applies to these clients"),
            ("Interconnect", "b 5", "zonal affinity never applies to these clients"),
            ("another region", "b 5", "zonal affinity never applies to these clients"),
            ("a backend itself, b", "itself", "a backend answers its own packets, whatever its health"),
            ("any other zone", "b 5", "no primary backend in this zone; all of it crosses zones"),
        ]

    def test_each_option_where_it_is_not_known(self) -> None:
        result = planned(service(Unknown("var.option"), primary="c"), state(c=4))

        assert text(result).startswith(
            "ilb in east: zonal affinity not known (var.option), so each option is shown\n"
        )
        assert [(client, ratio, because) for _, client, _, ratio, _, because in rows(text(result))][:3] == [
            ("c (DISABLED)", "-", "zonal affinity is off"),
            ("c (STAY_WITHIN_ZONE)", "-", "stays in its zone"),
            ("c (SPILL_CROSS_ZONE)", "4/5 >= 0", "stays in its zone"),
        ]


class TestSizes:
    @staticmethod
    def manager(size: Maybe[int]) -> InstanceGroupManager:
        name = ResourceName("instanceGroupManagers", "ig-b", "zones/b", "demo")
        return InstanceGroupManager(
            "ig-b", size, identity=group("b"), manager=name, origin=Origin("google_m.b", "m")
        )

    @pytest.mark.parametrize(
        ("least", "most", "shown"),
        [
            pytest.param(2, 2, "b 2", id="exact"),
            pytest.param(1, 3, "b 1 to 3", id="within bounds"),
            pytest.param(0, 3, "b 0 to 3", id="with an upper bound"),
            pytest.param(2, Unknown("var.max"), "b 2 or more", id="with a lower bound"),
            pytest.param(0, Unknown("var.max"), "b ?", id="without bounds"),
        ],
    )
    def test_as_an_autoscaler_bounds_them(self, least: int, most: Maybe[int], shown: str) -> None:
        manager = self.manager(None)
        scaler = Autoscaler(manager.manager, least, most)

        result = planned(service(STAY, primary="b"), context=(manager, scaler))

        assert text(result).split("\n")[2] == f"  primary   ig-b: {shown}"

    def test_that_are_not_known_at_all_leave_it_undetermined(self) -> None:
        result = planned(service(STAY, primary="b"), context=(self.manager(Unknown("var.size")),))

        shown = text(result)
        assert "all healthy: original eligible backends undetermined\n" in shown
        assert "  undetermined: depends on var.size\n" in shown

    def test_of_a_share_that_is_not_known(self) -> None:
        manager = self.manager(None)
        scaler = Autoscaler(manager.manager, 1, 3)

        result = planned(service(SPILL, Decimal("0.5")), state(c=2), context=(manager, scaler))

        assert rows(text(result))[:2] == [
            ("", "b", "1 to 3 of 1 to 3", "1 >= 0.5", "b 1 to 3", "stays in its zone"),
            (
                "!",
                "c",
                "2 of 5",
                "2/5 < 0.5",
                "b 1 to 3, c 2",
                "spills: too few healthy backends in its zone",
            ),
        ]

    def test_of_an_empty_group(self) -> None:
        result = planned(service(STAY, primary="b"), Scenario("as given", {"ig-b": {"b": ZoneState(0, 0)}}))

        assert "  primary   ig-b: b 0\n" in text(result)


class TestCaveats:
    def test_are_told_before_the_scenarios(self) -> None:
        about = service(STAY, primary="b", subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING)

        assert text(planned(about, state(b=5))).split("\n")[3] == (
            "  not exact: backend subsetting is on: each client sees a subset of the eligible backends"
        )


class TestRemarks:
    def test_are_told_before_the_caveats(self) -> None:
        about = service(
            STAY,
            primary="b",
            subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING,
            description='{"networking.gke.io/service-name":"shop/orders"}',
        )

        assert text(planned(about, state(b=5))).split("\n")[3:6] == [
            "  GKE manages it: its nodes are the backends, its spillover ratio is 0, and a node may send a",
            "    connection on to another zone",
            "  not exact: backend subsetting is on: each client sees a subset of the eligible backends",
        ]


class TestStyle:
    def test_colours(self) -> None:
        about = service(SPILL, Decimal("0.8"), subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING)
        result = planned(about, state(b=5, c=3), down=("b", "c"))

        shown = text(result, Style(colours=True))

        assert "\x1b[1milb in east: ZONAL_AFFINITY_SPILL_CROSS_ZONE, spillover ratio 0.8\x1b[0m\n" in shown
        assert "\x1b[2mgoogle_x.ilb at main.tf:1\x1b[0m\n" in shown
        assert "\x1b[33m  not exact: backend subsetting is on" in shown
        assert "\x1b[1mb, c down\x1b[0m: original eligible" in shown
        assert "\x1b[33m!\x1b[0m" in shown
        assert "\x1b[33mb 5, c 3\x1b[0m" in shown
        assert "\x1b[1;31m!!\x1b[0m" in shown

    def test_names_reach_a_terminal_only_in_safe_form(self) -> None:
        evil = "\x1b[2J\u202e\n"
        backends = (Backend(ResourceName("instanceGroups", f"g{evil}", f"zones/z{evil}", "p")),)
        about = replace(
            service(STAY, name=evil, region=evil, backends=backends), origin=Origin(evil, evil, evil, evil)
        )
        skipped = replace(about, scheme=Unknown(evil))
        states = Scenario(f"s{evil}", {f"g{evil}": {f"z{evil}": ZoneState(2, 1)}})
        result = PlanResult(
            (plan(Deployment(resources=(about, skipped)), Question((states,))),), Spec.R2026_05
        )

        shown = text(result)

        assert not [char for char in shown if char in "\x1b\u202e"]
        safe = "\\u001b[2J\\u202e\\u000a"
        assert f"  primary   g{safe}: z{safe} 2\n" in shown
        assert f"\ns{safe}: original eligible: z{safe} 1 (healthy primary backends)\n" in shown
        assert f"skipped: {safe}: its load balancing scheme is not known: {safe}\n" in shown
