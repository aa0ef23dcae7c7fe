"""The report of ``plan`` as JSON: what the contract shows, and what is null where."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.model.capacity import (
    Autoscaler,
    GroupHealth,
    InstanceGroupManager,
    InstanceList,
    Member,
)
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    ZonalAffinity,
)
from spillover.model.source import FieldPath, Maybe, Origin, Position, SourceSpan, Unknown
from spillover.plan.failures import Sweep
from spillover.plan.planned import Plan, Question
from spillover.plan.planner import plan
from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind, Spec
from spillover.report.plan_json import PlanResult, document, write

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE


class Text:
    """A text in which the service begins in line 3, and its backends in line 9."""

    def span(self, path: FieldPath, /) -> SourceSpan:
        line = 9 if len(path) else 3
        return SourceSpan("main.tf", Position(line, 1), Position(line, 9))

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ()

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return ()


ORIGIN = Origin("google_x.orders", "google_x", "prod", "main.tf", places=Text())


def group(zone: str) -> ResourceName:
    return ResourceName("instanceGroups", f"ig-{zone}", f"zones/{zone}", "demo")


def service(
    option: Maybe[ZonalAffinity], ratio: Maybe[Decimal] = None, zones: str = "bc", **more: Any
) -> BackendService:
    backends = tuple(Backend(group(zone)) for zone in zones)
    about = {"name": "ilb", "region": "east", "project": "demo", "backends": backends, **more}
    return BackendService(zonal_affinity=option, spillover_ratio=ratio, origin=ORIGIN, **about)


def state(*clients: Client, **healthy: int) -> Scenario:
    groups = {f"ig-{zone}": {zone: ZoneState(5, number)} for zone, number in healthy.items()}
    return Scenario("as given", groups, tuple(ClientShare(each) for each in clients))


@pytest.fixture
def planned(check_output: Callable[[str, Any], None]) -> Callable[..., Any]:
    """The document for a service, after a look at its schema."""

    def make(
        about: BackendService, *scenarios: Scenario, deployment: Deployment | None = None, **asked: Any
    ) -> dict[str, Any]:
        question = Question(scenarios, **asked)
        plans = (plan(deployment or Deployment("prod", (about,)), question),)
        result = document(PlanResult(plans, question.spec))
        check_output("plan", result)
        return result

    return make


@pytest.fixture
def only(planned: Callable[..., Any]) -> Callable[..., Any]:
    """The one service of a document."""

    def make(*args: Any, **asked: Any) -> Any:
        (found,) = planned(*args, **asked)["services"]
        return found

    return make


DERIVED = ("tolerance", "load", "advice")
"""What is worked out of a service beyond the contract, which has tests of its own."""


def without_derived(found: dict[str, Any]) -> dict[str, Any]:
    for each in found["services"]:
        for member in DERIVED:
            del each[member]
    return found


SPILLED: dict[str, Any] = {
    "kind": "vm",
    "zone": "c",
    "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
    "compatible": True,
    "zonal_match": True,
    "zonal_match_test": {"b": 5, "c": 5},
    "zonal_matched": {"c": 5},
    "intersection": {"c": 3},
    "ratio": "3/5",
    "threshold": "0.8",
    "change": "unchanged",
    "reason": "ratio-below-threshold",
    "modified_eligible": {"b": 5, "c": 3},
    "healthy": True,
    "cross_zone_share": "5/8",
}


class TestWhole:
    def test_the_contracts_example(self, planned: Callable[..., Any]) -> None:
        assert without_derived(planned(service(SPILL, Decimal("0.80")), state(b=5, c=3))) == {
            "version": 1,
            "spec": "2026-05",
            "services": [
                {
                    "address": "google_x.orders",
                    "name": "ilb",
                    "project": "demo",
                    "region": "east",
                    "root": "prod",
                    "path": "main.tf",
                    "line": 3,
                    "zonal_affinity": {
                        "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                        "spillover_ratio": "0.8",
                    },
                    "failover_policy": {"failover_ratio": "0", "drop_traffic_if_unhealthy": False},
                    "backends": [
                        {"group": "ig-b", "role": "primary", "zones": {"b": 5}},
                        {"group": "ig-c", "role": "primary", "zones": {"c": 5}},
                    ],
                    "undetermined": [],
                    "caveats": [],
                    "scenarios": [
                        {
                            "name": "as given",
                            "down": [],
                            "healthy": {"b": 5, "c": 3},
                            "original_eligible": {"kind": "healthy_primary", "zones": {"b": 5, "c": 3}},
                            "clients": [
                                {
                                    **SPILLED,
                                    "zone": "b",
                                    "zonal_matched": {"b": 5},
                                    "intersection": {"b": 5},
                                    "ratio": "1",
                                    "change": "refined",
                                    "reason": "ratio-at-or-above-threshold",
                                    "modified_eligible": {"b": 5},
                                    "cross_zone_share": "0",
                                },
                                SPILLED,
                                {
                                    **SPILLED,
                                    "zone": None,
                                    "zonal_match": False,
                                    "zonal_matched": {},
                                    "intersection": None,
                                    "ratio": None,
                                    "threshold": None,
                                    "reason": "no-zonal-match",
                                    "cross_zone_share": "1",
                                },
                            ],
                        }
                    ],
                }
            ],
            "next_hops": [],
            "skipped": [],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [],
        }

    def test_nothing_is_known(self, planned: Callable[..., Any]) -> None:
        unknown = Unknown("var.group", at=ORIGIN.at("backend", 0, "group"))
        about = service(
            STAY,
            Unknown("var.ratio"),
            name=Unknown("var.name"),
            region=Unknown("var.region"),
            project=None,
            backends=(Backend(unknown),),
            failover_policy=FailoverPolicy(Unknown("var.failover"), Unknown("var.drop")),
        )
        nothing = dict.fromkeys(SPILLED)

        (found,) = without_derived(planned(about))["services"]

        assert found == {
            "address": "google_x.orders",
            "name": None,
            "project": None,
            "region": None,
            "root": "prod",
            "path": "main.tf",
            "line": 3,
            "zonal_affinity": {"spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE", "spillover_ratio": None},
            "failover_policy": {"failover_ratio": None, "drop_traffic_if_unhealthy": None},
            "backends": [{"group": None, "role": "primary", "zones": {}}],
            "undetermined": [
                {
                    "address": "google_x.orders",
                    "field": "backend[0].group",
                    "because": "var.group",
                    "path": "main.tf",
                    "line": 9,
                }
            ],
            "caveats": [],
            "scenarios": [
                {
                    "name": "all healthy",
                    "down": [],
                    "healthy": {},
                    "original_eligible": {"kind": None, "zones": None},
                    "clients": [
                        {
                            **nothing,
                            "kind": "vm",
                            "spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE",
                            "compatible": True,
                            "reason": "undetermined",
                        }
                    ],
                }
            ],
        }

    def test_what_has_no_plan_and_what_was_not_read(self, check_output: Callable[[str, Any], None]) -> None:
        external = service(STAY, scheme=LoadBalancingScheme.EXTERNAL)
        plans = (plan(Deployment(resources=(external,)), Question()), Plan((), ()))
        result = PlanResult(plans, Spec.R2025_07, (InputError("x.tf", 4, 7, "the `{` is not closed"),))

        assert document(result) == {
            "version": 1,
            "spec": "2025-07",
            "services": [],
            "next_hops": [],
            "skipped": [
                {
                    "address": "google_x.orders",
                    "because": "not an internal passthrough load balancer",
                    "path": "main.tf",
                    "line": 3,
                }
            ],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [{"path": "x.tf", "line": 4, "column": 7, "message": "the `{` is not closed"}],
        }
        check_output("plan", document(result))

    def test_written(self) -> None:
        result = PlanResult((), Spec.R2026_05)
        stream = io.StringIO()

        write(result, stream)

        assert stream.getvalue() == json.dumps(document(result), indent=1) + "\n"


class TestAffinity:
    def test_not_written_means_disabled_and_the_steps_are_not_reached(self, only: Callable[..., Any]) -> None:
        found = only(service(None, Decimal("0.5"), zones="c"), state(c=5))

        assert found["zonal_affinity"] == {"spillover": "ZONAL_AFFINITY_DISABLED", "spillover_ratio": "0.5"}
        assert found["scenarios"][0]["clients"][0] == {
            **dict.fromkeys(SPILLED),
            "kind": "vm",
            "zone": "c",
            "spillover": "ZONAL_AFFINITY_DISABLED",
            "compatible": True,
            "zonal_match": False,
            "change": "unchanged",
            "reason": "affinity-disabled",
            "modified_eligible": {"c": 5},
            "healthy": True,
            "cross_zone_share": "0",
        }

    def test_an_unknown_option_is_null_and_gives_one_row_for_each(self, only: Callable[..., Any]) -> None:
        found = only(service(Unknown("var.option"), zones="c"), state(c=5))

        clients = found["scenarios"][0]["clients"]
        assert found["zonal_affinity"] == {"spillover": None, "spillover_ratio": "0"}
        assert [each["because"] for each in found["undetermined"]] == ["var.option"]
        assert [(each["zone"], each["spillover"]) for each in clients] == [
            (zone, option.value) for zone in ("c", None) for option in ZonalAffinity
        ]

    def test_under_stay_there_is_no_ratio_and_no_threshold(self, only: Callable[..., Any]) -> None:
        row = only(service(STAY, Decimal("0.5"), zones="c"), state(c=0))["scenarios"][0]["clients"][0]

        assert {key: row[key] for key in ("ratio", "threshold", "change", "reason", "healthy")} == {
            "ratio": None,
            "threshold": None,
            "change": "refined",
            "reason": "intersection",
            "healthy": False,
        }

    def test_replaced_by_the_unhealthy_backends_of_the_zone(self, only: Callable[..., Any]) -> None:
        row = only(service(STAY), state(b=5, c=0))["scenarios"][0]["clients"][1]

        assert {
            key: row[key] for key in ("intersection", "change", "reason", "modified_eligible", "healthy")
        } == {
            "intersection": {},
            "change": "replaced",
            "reason": "unhealthy-in-zone",
            "modified_eligible": {"c": 5},
            "healthy": False,
        }

    def test_a_row_that_needs_an_unknown_ratio(self, only: Callable[..., Any]) -> None:
        row = only(service(SPILL, Unknown("var.ratio")), state(b=5, c=3))["scenarios"][0]["clients"][1]

        assert row == {
            **dict.fromkeys(SPILLED),
            "kind": "vm",
            "zone": "c",
            "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
            "compatible": True,
            "reason": "undetermined",
        }


class TestFailover:
    def test_policy_and_roles(self, only: Callable[..., Any]) -> None:
        about = service(
            None,
            backends=(Backend(group("b")), Backend(group("c"), True)),
            failover_policy=FailoverPolicy(Decimal("0.50"), True),
        )

        found = only(about, state(b=0, c=0))

        assert found["failover_policy"] == {"failover_ratio": "0.5", "drop_traffic_if_unhealthy": True}
        assert [each["role"] for each in found["backends"]] == ["primary", "failover"]
        assert found["scenarios"][0]["original_eligible"] == {"kind": "none", "zones": {}}
        assert found["scenarios"][0]["clients"][0] == {
            **dict.fromkeys(SPILLED),
            "kind": "vm",
            "zone": "b",
            "spillover": "ZONAL_AFFINITY_DISABLED",
            "compatible": True,
            "zonal_match": False,
            "change": "unchanged",
            "reason": "traffic-dropped",
            "modified_eligible": {},
            "healthy": False,
        }


class TestClients:
    def test_a_backend_answers_itself(self, only: Callable[..., Any]) -> None:
        about, itself = service(STAY, zones="c"), Client(ClientKind.VM_BACKEND, "c")

        row = only(about, state(itself, c=5))["scenarios"][0]["clients"][1]

        assert {key: row[key] for key in ("kind", "modified_eligible", "healthy", "cross_zone_share")} == {
            "kind": "vm-backend",
            "modified_eligible": None,
            "healthy": None,
            "cross_zone_share": "0",
        }

    def test_outside_of_every_zone_there_is_no_share(self, only: Callable[..., Any]) -> None:
        row = only(service(STAY, zones="c"), state(Client(ClientKind.VPN), c=5))["scenarios"][0]["clients"][1]

        assert (row["kind"], row["compatible"], row["cross_zone_share"]) == ("vpn", False, None)


class TestBackends:
    NAME = ResourceName("instanceGroupManagers", "ig-c", "zones/c", "demo")
    MANAGER = InstanceGroupManager(
        "ig-c", None, identity=group("c"), manager=NAME, origin=Origin("google_m.c", "m")
    )

    @pytest.mark.parametrize(("most", "upper"), [(4, 4), (Unknown("var.max"), None)])
    def test_within_bounds(self, only: Callable[..., Any], most: Maybe[int], upper: int | None) -> None:
        about = service(SPILL, zones="c")
        resources = (about, self.MANAGER, Autoscaler(self.NAME, 2, most))

        found = only(about, deployment=Deployment("prod", resources))

        assert found["backends"] == [
            {"group": "ig-c", "role": "primary", "zones": {"c": None}, "min": {"c": 2}, "max": {"c": upper}}
        ]
        assert found["scenarios"][0]["healthy"] == {"c": None}
        assert found["scenarios"][0]["clients"][0] == {
            **SPILLED,
            "zonal_match_test": {"c": None},
            "zonal_matched": {"c": None},
            "intersection": {"c": None},
            "ratio": "1",
            "threshold": "0",
            "change": "refined",
            "reason": "intersection",
            "modified_eligible": {"c": None},
            "cross_zone_share": "0",
        }

    def test_health_that_is_not_known_is_null(self, only: Callable[..., Any]) -> None:
        about = service(STAY, zones="c")
        members = (Member("vm-1", "c", None), Member("vm-2", "c", None))
        seen = Deployment("prod", (about,), observations=(GroupHealth(group("c"), members),))

        scenario = only(about, deployment=seen)["scenarios"][0]

        assert (scenario["name"], scenario["healthy"]) == ("as given", {"c": None})
        assert scenario["original_eligible"] == {"kind": None, "zones": None}

    def test_names_of_members_where_they_are_known(self, only: Callable[..., Any]) -> None:
        about = service(STAY)
        listed = InstanceList(group("c"), (Member("vm-2", "c"), Member("vm-3", "c"), Member("vm-1", "c")))
        health = GroupHealth(group("c"), (Member("vm-3", "c", True), Member("vm-1", "c", False)))
        seen = Deployment("prod", (about,), observations=(listed, health))

        backends = only(about, Scenario("as given", state(b=5).groups), deployment=seen)["backends"]

        assert backends == [
            {"group": "ig-b", "role": "primary", "zones": {"b": 5}},
            {
                "group": "ig-c",
                "role": "primary",
                "zones": {"c": 3},
                "members": {"c": ["vm-1", "vm-2", "vm-3"]},
            },
        ]


class TestScenarios:
    def test_names_and_zones_that_are_down(self, only: Callable[..., Any]) -> None:
        found = only(service(STAY), state(b=5, c=5), down=("c", "b"), sweep=Sweep.ZONES)

        assert [(each["name"], each["down"]) for each in found["scenarios"]] == [
            ("as given", []),
            ("b down", ["b"]),
            ("c down", ["c"]),
            ("c, b down", ["c", "b"]),
        ]

    def test_the_share_across_zones_may_not_be_known(self, only: Callable[..., Any]) -> None:
        about = service(None, zones="bc")
        maybe = GroupHealth(group("c"), (Member("vm-1", "c", None),))
        seen = Deployment("prod", (about,), observations=(maybe,))

        rows = only(about, Scenario("x", {"ig-b": {"b": ZoneState(1, 1)}}), deployment=seen)["scenarios"][0][
            "clients"
        ]

        assert [(each["healthy"], each["cross_zone_share"]) for each in rows] == [
            (True, None),
            (True, None),
            (True, "1"),
        ]
