"""The zonal-affinity page of 2026-05, paragraph by paragraph, with its own examples.

The last two classes are the revision of 2025-07 and what follows from the page without
standing in it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members, Share
from spillover.plan.eligible import EligibleKind, Failover, Pools, identify_eligible
from spillover.plan.zonal import (
    Affinity,
    Change,
    Client,
    ClientKind,
    Decision,
    Reason,
    Spec,
    modified_eligible,
    zonal_match_test,
)

DISABLED, STAY, SPILL = ZonalAffinity
VM = ClientKind.VM
NO_POLICY = Failover()

Fleet = dict[str, tuple[int, int]]
"""Zone -> configured, healthy."""


def pool(role: str, fleet: Fleet) -> BackendSet:
    return BackendSet.of(
        Members(role, zone, healthy, Size.exactly(size))
        for zone, (configured, well) in fleet.items()
        for healthy, size in ((True, well), (False, configured - well))
    )


def decide(
    primary: Fleet,
    client: str | None,
    option: ZonalAffinity = SPILL,
    ratio: str | Unknown = "0",
    *,
    failover: Fleet | None = None,
    policy: Failover = NO_POLICY,
    kind: ClientKind = VM,
    spec: Spec = Spec.R2026_05,
) -> Decision:
    pools = Pools(pool("primary", primary), pool("failover", failover or {}))
    eligible = identify_eligible(pools, policy)
    affinity = Affinity(option, Fraction(ratio) if isinstance(ratio, str) else ratio)
    return modified_eligible(pools, eligible, Client(kind, client), affinity, spec)


def counted(backends: BackendSet | None) -> dict[str, int | None] | None:
    return None if backends is None else {zone: size.exact for zone, size in backends.zones().items()}


def told(decision: Decision) -> dict[str, Any]:
    """The whole decision, its sets as numbers by zone."""
    return {
        "test": counted(decision.zonal_match_test),
        "matched": counted(decision.zonal_matched),
        "intersection": counted(decision.intersection),
        "ratio": None if decision.ratio is None else str(decision.ratio.exact),
        "change": decision.change.value,
        "reason": decision.reason.value,
        "modified": counted(decision.modified_eligible),
    }


def outcome(decision: Decision) -> tuple[Change, Reason, dict[str, int | None] | None]:
    return decision.change, decision.reason, counted(decision.modified_eligible)


class TestCompatibleClients:
    """Zonal affinity is for VMs in the load balancer's region; for others it acts as if disabled."""

    FLEET: ClassVar[Fleet] = {"a": (2, 2), "b": (2, 2)}

    @pytest.mark.parametrize(
        ("kind", "spec", "compatible"),
        [
            pytest.param(VM, Spec.R2026_05, True, id="a VM"),
            pytest.param(VM, Spec.R2025_07, True, id="a VM, then"),
            pytest.param(ClientKind.PSC_ENDPOINT, Spec.R2026_05, True, id="to an endpoint, now"),
            pytest.param(ClientKind.PSC_ENDPOINT, Spec.R2025_07, False, id="to an endpoint, then"),
            pytest.param(ClientKind.VPN, Spec.R2026_05, False, id="through Cloud VPN"),
            pytest.param(ClientKind.INTERCONNECT, Spec.R2026_05, False, id="through Cloud Interconnect"),
            pytest.param(ClientKind.OTHER_REGION, Spec.R2026_05, False, id="in another region"),
            pytest.param(ClientKind.VM_BACKEND, Spec.R2026_05, False, id="itself a backend"),
        ],
    )
    def test_kind(self, kind: ClientKind, spec: Spec, compatible: bool) -> None:
        assert Client(kind, "a").is_compatible(spec) is compatible

    @pytest.mark.parametrize(
        ("kind", "zonal"),
        [
            (VM, True),
            (ClientKind.PSC_ENDPOINT, True),
            (ClientKind.VM_BACKEND, True),
            (ClientKind.VPN, False),
            (ClientKind.INTERCONNECT, False),
            (ClientKind.OTHER_REGION, False),
        ],
    )
    def test_only_some_are_in_a_zone(self, kind: ClientKind, zonal: bool) -> None:
        assert kind.is_zonal is zonal

    @pytest.mark.parametrize("option", [STAY, SPILL])
    def test_an_incompatible_client_keeps_the_original_set(self, option: ZonalAffinity) -> None:
        decision = decide(self.FLEET, "a", option, kind=ClientKind.VPN)

        assert told(decision) == {
            "test": None,
            "matched": None,
            "intersection": None,
            "ratio": None,
            "change": "unchanged",
            "reason": "client-incompatible",
            "modified": {"a": 2, "b": 2},
        }


class TestOptions:
    """DISABLED, which is the default; STAY_WITHIN_ZONE; SPILL_CROSS_ZONE."""

    FLEET: ClassVar[Fleet] = {"a": (2, 0), "b": (2, 2)}

    def test_disabled_is_the_default(self) -> None:
        assert Affinity() == Affinity(DISABLED, Fraction(0))

    @pytest.mark.parametrize(
        ("option", "expected"),
        [
            pytest.param(DISABLED, (Change.UNCHANGED, Reason.AFFINITY_DISABLED, {"b": 2}), id="disabled"),
            pytest.param(
                STAY, (Change.REPLACED, Reason.UNHEALTHY_IN_ZONE, {"a": 2}), id="stay, even if unhealthy"
            ),
            pytest.param(SPILL, (Change.UNCHANGED, Reason.EMPTY_INTERSECTION, {"b": 2}), id="spill"),
        ],
    )
    def test_a_zone_without_a_healthy_backend(self, option: ZonalAffinity, expected: object) -> None:
        assert outcome(decide(self.FLEET, "a", option)) == expected


class TestZonalMatch:
    """The sequence of events: enabled, a compatible client, a match, and then the option's logic."""

    @pytest.mark.parametrize(
        ("option", "kind", "reason"),
        [
            pytest.param(DISABLED, ClientKind.VPN, Reason.AFFINITY_DISABLED, id="enabled is asked first"),
            pytest.param(STAY, ClientKind.VPN, Reason.CLIENT_INCOMPATIBLE, id="then the client"),
            pytest.param(STAY, VM, Reason.NO_ZONAL_MATCH, id="then the match"),
        ],
    )
    def test_order(self, option: ZonalAffinity, kind: ClientKind, reason: Reason) -> None:
        decision = decide({"b": (1, 1)}, "a", option, kind=kind)

        assert outcome(decision) == (Change.UNCHANGED, reason, {"b": 1})
        assert not decision.zonal_match

    @pytest.mark.parametrize("option", list(ZonalAffinity))
    @pytest.mark.parametrize(
        ("primary", "policy", "reason"),
        [
            pytest.param({"a": (1, 0)}, Failover(Fraction(0), True), Reason.TRAFFIC_DROPPED, id="dropped"),
            pytest.param({}, Failover(), Reason.NO_BACKENDS, id="no backends"),
        ],
    )
    def test_nothing_eligible_comes_before_all(
        self, option: ZonalAffinity, primary: Fleet, policy: Failover, reason: Reason
    ) -> None:
        decision = decide(primary, "a", option, policy=policy)

        assert decision == Decision(BackendSet(), Change.UNCHANGED, reason)

    def test_no_primary_backend_to_fall_back_on_is_no_backend(self) -> None:
        assert decide({}, "a", failover={"a": (1, 0)}).reason is Reason.NO_BACKENDS

    @pytest.mark.parametrize("option", [STAY, SPILL])
    def test_without_a_match_the_option_is_ignored(self, option: ZonalAffinity) -> None:
        assert told(decide({"a": (2, 1), "b": (3, 3)}, "c", option, "1")) == {
            "test": {"a": 2, "b": 3},
            "matched": {},
            "intersection": None,
            "ratio": None,
            "change": "unchanged",
            "reason": "no-zonal-match",
            "modified": {"a": 1, "b": 3},
        }

    def test_a_client_in_no_zone_matches_nothing(self) -> None:
        assert decide({"a": (2, 2)}, None, STAY).reason is Reason.NO_ZONAL_MATCH


class TestZonalMatchConditions:
    """The table of the zonal match test backends: configured ones of the kind that is eligible."""

    POOLS = Pools(pool("primary", {"a": (2, 1)}), pool("failover", {"b": (2, 1)}))

    @pytest.mark.parametrize(
        ("kind", "zones"),
        [
            pytest.param(EligibleKind.HEALTHY_PRIMARY, {"a": 2}, id="all configured primary backends"),
            pytest.param(EligibleKind.HEALTHY_FAILOVER, {"b": 2}, id="all configured failover backends"),
            pytest.param(EligibleKind.ALL_PRIMARY, {"a": 2}, id="all, which are unhealthy primary backends"),
        ],
    )
    def test_row(self, kind: EligibleKind, zones: dict[str, int]) -> None:
        assert counted(zonal_match_test(self.POOLS, kind)) == zones

    def test_one_unhealthy_backend_makes_a_match(self) -> None:
        assert decide({"a": (1, 0), "b": (9, 9)}, "a").zonal_match


class TestZonalMatchExample:
    """Primary backends in A and B, failover backends in C and D, a client in A."""

    FAILOVER: ClassVar[Fleet] = {"C": (2, 2), "D": (2, 2)}

    def test_scenario_1_healthy_primary_backends(self) -> None:
        decision = decide({"A": (2, 2), "B": (2, 2)}, "A", STAY, failover=self.FAILOVER)

        assert told(decision) == {
            "test": {"A": 2, "B": 2},
            "matched": {"A": 2},
            "intersection": {"A": 2},
            "ratio": None,
            "change": "refined",
            "reason": "intersection",
            "modified": {"A": 2},
        }

    def test_all_of_the_zone_are_unhealthy(self) -> None:
        """Beyond the page's scenarios: what leads to unhealthy backends is shown, step by step."""
        assert told(decide({"A": (2, 0), "B": (3, 3)}, "A", STAY)) == {
            "test": {"A": 2, "B": 3},
            "matched": {"A": 2},
            "intersection": {},
            "ratio": None,
            "change": "replaced",
            "reason": "unhealthy-in-zone",
            "modified": {"A": 2},
        }

    @pytest.mark.parametrize("option", [STAY, SPILL])
    def test_scenario_2_healthy_failover_backends(self, option: ZonalAffinity) -> None:
        decision = decide({"A": (2, 0), "B": (2, 0)}, "A", option, failover=self.FAILOVER)

        assert told(decision) == {
            "test": {"C": 2, "D": 2},
            "matched": {},
            "intersection": None,
            "ratio": None,
            "change": "unchanged",
            "reason": "no-zonal-match",
            "modified": {"C": 2, "D": 2},
        }


ROWS = ("primary", "failover", "expected")
"""Columns of the page's three tables: what decides which row and cell it is, and the cell."""


class TestStayWithinZone:
    """The process and the table of ZONAL_AFFINITY_STAY_WITHIN_ZONE; the client is in zone a."""

    @pytest.mark.parametrize(
        ROWS,
        [
            pytest.param(
                {"a": (2, 2), "b": (2, 2)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
                id="healthy primary: the intersection, a subset",
            ),
            pytest.param(
                {"a": (3, 1), "b": (2, 2)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 1}),
                id="healthy primary: only the healthy ones of the zone",
            ),
            pytest.param(
                {"a": (2, 2), "b": (2, 0)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
                id="healthy primary: the intersection, the same as the original",
            ),
            pytest.param(
                {"a": (2, 0), "b": (2, 2)},
                {},
                (Change.REPLACED, Reason.UNHEALTHY_IN_ZONE, {"a": 2}),
                id="healthy primary: empty, so the unhealthy ones of the zone",
            ),
            pytest.param(
                {"c": (1, 0)},
                {"a": (2, 1), "b": (2, 2)},
                (Change.REFINED, Reason.INTERSECTION, {"a": 1}),
                id="healthy failover: the intersection",
            ),
            pytest.param(
                {"a": (1, 0)},
                {"a": (2, 0), "b": (2, 2)},
                (Change.REPLACED, Reason.UNHEALTHY_IN_ZONE, {"a": 2}),
                id="healthy failover: empty, so the unhealthy failover ones of the zone",
            ),
            pytest.param(
                {"a": (2, 0), "b": (3, 0)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
                id="unhealthy primary: never empty",
            ),
            pytest.param(
                {"a": (2, 0)},
                {"b": (3, 0)},
                (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
                id="unhealthy primary: the same as the original",
            ),
        ],
    )
    def test_cell(self, primary: Fleet, failover: Fleet, expected: object) -> None:
        assert outcome(decide(primary, "a", STAY, failover=failover)) == expected

    @pytest.mark.parametrize("ratio", ["0.5", "1", pytest.param(Unknown("var.ratio"), id="unknown")])
    def test_the_spillover_ratio_is_not_read(self, ratio: str | Unknown) -> None:
        fleet = {"a": (4, 1), "b": (4, 4)}

        assert decide(fleet, "a", STAY, ratio) == decide(fleet, "a", STAY)


class TestZeroSpilloverRatio:
    """The table of ZONAL_AFFINITY_SPILL_CROSS_ZONE with ratio 0.0, which is the default."""

    @pytest.mark.parametrize(
        ROWS,
        [
            pytest.param(
                {"a": (4, 1), "b": (2, 2)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 1}),
                id="healthy primary: the intersection, down to its last backend",
            ),
            pytest.param(
                {"a": (2, 2), "b": (2, 0)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
                id="healthy primary: the intersection, the same as the original",
            ),
            pytest.param(
                {"a": (4, 0), "b": (2, 2)},
                {},
                (Change.UNCHANGED, Reason.EMPTY_INTERSECTION, {"b": 2}),
                id="healthy primary: empty, so the original",
            ),
            pytest.param(
                {"a": (4, 0)},
                {"a": (4, 1), "b": (2, 2)},
                (Change.REFINED, Reason.INTERSECTION, {"a": 1}),
                id="healthy failover: the intersection",
            ),
            pytest.param(
                {"a": (4, 0)},
                {"a": (4, 0), "b": (2, 2)},
                (Change.UNCHANGED, Reason.EMPTY_INTERSECTION, {"b": 2}),
                id="healthy failover: empty, so the original",
            ),
            pytest.param(
                {"a": (4, 0), "b": (2, 0)},
                {},
                (Change.REFINED, Reason.INTERSECTION, {"a": 4}),
                id="unhealthy primary: never empty",
            ),
        ],
    )
    def test_cell(self, primary: Fleet, failover: Fleet, expected: object) -> None:
        assert outcome(decide(primary, "a", SPILL, "0", failover=failover)) == expected

    @pytest.mark.parametrize(
        ("healthy", "ratio"),
        [pytest.param(0, "0", id="empty: zero"), pytest.param(1, "1/4", id="one of four")],
    )
    def test_the_ratio_is_told_though_it_is_not_compared(self, healthy: int, ratio: str) -> None:
        assert told(decide({"a": (4, healthy), "b": (1, 1)}, "a"))["ratio"] == ratio


class TestNonzeroSpilloverRatio:
    """The table of ZONAL_AFFINITY_SPILL_CROSS_ZONE with a ratio in (0, 1]; here it is 0.5."""

    @pytest.mark.parametrize(
        ROWS,
        [
            pytest.param(
                {"a": (4, 3), "b": (2, 2)},
                {},
                (Change.REFINED, Reason.RATIO_AT_OR_ABOVE_THRESHOLD, {"a": 3}),
                id="healthy primary: above",
            ),
            pytest.param(
                {"a": (4, 2), "b": (2, 2)},
                {},
                (Change.REFINED, Reason.RATIO_AT_OR_ABOVE_THRESHOLD, {"a": 2}),
                id="healthy primary: equal",
            ),
            pytest.param(
                {"a": (4, 1), "b": (2, 2)},
                {},
                (Change.UNCHANGED, Reason.RATIO_BELOW_THRESHOLD, {"a": 1, "b": 2}),
                id="healthy primary: below, the zone's own stay eligible",
            ),
            pytest.param(
                {"a": (4, 0), "b": (2, 2)},
                {},
                (Change.UNCHANGED, Reason.RATIO_BELOW_THRESHOLD, {"b": 2}),
                id="healthy primary: empty, a ratio of zero",
            ),
            pytest.param(
                {"a": (4, 0)},
                {"a": (4, 2), "b": (2, 2)},
                (Change.REFINED, Reason.RATIO_AT_OR_ABOVE_THRESHOLD, {"a": 2}),
                id="healthy failover: equal, of the failover backends",
            ),
            pytest.param(
                {"a": (4, 0)},
                {"a": (4, 1), "b": (2, 2)},
                (Change.UNCHANGED, Reason.RATIO_BELOW_THRESHOLD, {"a": 1, "b": 2}),
                id="healthy failover: below",
            ),
            pytest.param(
                {"a": (4, 0), "b": (2, 0)},
                {},
                (Change.REFINED, Reason.RATIO_AT_OR_ABOVE_THRESHOLD, {"a": 4}),
                id="unhealthy primary: the ratio is one",
            ),
        ],
    )
    def test_cell(self, primary: Fleet, failover: Fleet, expected: object) -> None:
        assert outcome(decide(primary, "a", SPILL, "0.5", failover=failover)) == expected

    @pytest.mark.parametrize(
        ("configured", "healthy", "ratio", "stays"),
        [
            pytest.param(25, 7, "0.28", True, id="7/25 is 0.28, though not in floating point"),
            pytest.param(25, 7, "0.2800000001", False, id="a little above"),
            pytest.param(10, 7, "0.7", True, id="0.7, which is less as a binary fraction"),
            pytest.param(10, 6, "0.6", True, id="0.6, which is more as a binary fraction"),
            pytest.param(3, 1, "0.3333333333333333", True, id="not a decimal: below 1/3"),
            pytest.param(3, 1, "0.3333333333333334", False, id="not a decimal: above 1/3"),
            pytest.param(1, 1, "1", True, id="one of one"),
        ],
    )
    def test_the_comparison_is_exact(self, configured: int, healthy: int, ratio: str, stays: bool) -> None:
        decision = decide({"a": (configured, healthy), "b": (1, 1)}, "a", SPILL, ratio)

        assert (decision.change is Change.REFINED) is stays


class TestSpilloverRatioExamples:
    """What ratios of 1.0, 0.8 and 0.0 mean, in the page's words."""

    @pytest.mark.parametrize(
        ("ratio", "healthy", "kept"),
        [
            pytest.param("1.0", 5, {"a": 5}, id="1.0: the same set"),
            pytest.param("1.0", 4, {"a": 4, "b": 5}, id="1.0: not the same set"),
            pytest.param("0.8", 4, {"a": 4}, id="0.8: at least 80 %"),
            pytest.param("0.8", 3, {"a": 3, "b": 5}, id="0.8: less than 80 %"),
            pytest.param("0.0", 1, {"a": 1}, id="0.0: not empty"),
            pytest.param("0.0", 0, {"b": 5}, id="0.0: empty"),
        ],
    )
    def test_example(self, ratio: str, healthy: int, kept: dict[str, int]) -> None:
        decision = decide({"a": (5, healthy), "b": (5, 5)}, "a", SPILL, ratio)

        assert counted(decision.modified_eligible) == kept


class TestWorkedExample:
    """Ten primary backends in two zones, eight of them healthy, and a ratio of 0.8."""

    FLEET: ClassVar[Fleet] = {"zone 1": (5, 5), "zone 2": (5, 3)}

    def test_scenario_a_a_client_in_zone_1(self) -> None:
        assert told(decide(self.FLEET, "zone 1", SPILL, "0.8")) == {
            "test": {"zone 1": 5, "zone 2": 5},
            "matched": {"zone 1": 5},
            "intersection": {"zone 1": 5},
            "ratio": "1",
            "change": "refined",
            "reason": "ratio-at-or-above-threshold",
            "modified": {"zone 1": 5},
        }

    def test_scenario_b_a_client_in_zone_2(self) -> None:
        assert told(decide(self.FLEET, "zone 2", SPILL, "0.8")) == {
            "test": {"zone 1": 5, "zone 2": 5},
            "matched": {"zone 2": 5},
            "intersection": {"zone 2": 3},
            "ratio": "3/5",
            "change": "unchanged",
            "reason": "ratio-below-threshold",
            "modified": {"zone 1": 5, "zone 2": 3},
        }


class TestRevisionOf2025:
    """The revision of 2025-07 counted healthy backends, so nothing stayed where nothing was healthy."""

    UNHEALTHY: ClassVar[Fleet] = {"a": (2, 0), "b": (3, 0)}

    @pytest.mark.parametrize("ratio", ["0", "0.5", "1", pytest.param(Unknown("var.ratio"), id="unknown")])
    def test_spill_leaves_the_last_resort_as_it_is(self, ratio: str | Unknown) -> None:
        assert told(decide(self.UNHEALTHY, "a", SPILL, ratio, spec=Spec.R2025_07)) == {
            "test": {"a": 2, "b": 3},
            "matched": {"a": 2},
            "intersection": {"a": 2},
            "ratio": "0",
            "change": "unchanged",
            "reason": "last-resort-2025-07",
            "modified": {"a": 2, "b": 3},
        }

    @pytest.mark.parametrize("ratio", ["0", "0.5", "1"])
    @pytest.mark.parametrize("healthy", [1, 2])
    def test_where_anything_is_healthy_both_revisions_agree(self, healthy: int, ratio: str) -> None:
        fleet = {"a": (2, healthy), "b": (3, 0)}

        assert decide(fleet, "a", SPILL, ratio, spec=Spec.R2025_07) == decide(fleet, "a", SPILL, ratio)

    def test_stay_stays_all_the_same(self) -> None:
        decision = decide(self.UNHEALTHY, "a", STAY, spec=Spec.R2025_07)

        assert outcome(decision) == (Change.REFINED, Reason.INTERSECTION, {"a": 2})

    def test_a_client_of_an_endpoint_keeps_the_original_set(self) -> None:
        fleet = {"a": (2, 2), "b": (3, 3)}
        by_spec = {
            spec: outcome(decide(fleet, "a", STAY, kind=ClientKind.PSC_ENDPOINT, spec=spec)) for spec in Spec
        }

        assert by_spec == {
            Spec.R2026_05: (Change.REFINED, Reason.INTERSECTION, {"a": 2}),
            Spec.R2025_07: (Change.UNCHANGED, Reason.CLIENT_INCOMPATIBLE, {"a": 2, "b": 3}),
        }


class TestWhatFollows:
    """Consequences that no paragraph states and that surprise."""

    def test_one_unhealthy_backend_turns_a_working_zone_into_a_black_hole(self) -> None:
        without = decide({"b": (4, 4)}, "a", STAY)
        with_one = decide({"a": (1, 0), "b": (4, 4)}, "a", STAY)

        assert counted(without.modified_eligible) == {"b": 4}
        assert counted(with_one.modified_eligible) == {"a": 1}

    def test_failing_over_takes_the_match_from_zones_without_failover_backends(self) -> None:
        well, ailing = ({"a": (2, healthy), "b": (2, healthy)} for healthy in (2, 0))
        failover = {"b": (2, 2)}

        assert decide(well, "a", STAY, failover=failover).zonal_match
        assert not decide(ailing, "a", STAY, failover=failover).zonal_match

    def test_a_healthy_failover_backend_does_not_help_its_zone_while_primary_ones_are_eligible(self) -> None:
        decision = decide({"a": (1, 0), "b": (1, 1)}, "a", STAY, failover={"a": (5, 5)})

        assert outcome(decision) == (Change.REPLACED, Reason.UNHEALTHY_IN_ZONE, {"a": 1})

    def test_a_ratio_finer_than_the_zone_is_large_is_decoration(self) -> None:
        """With two backends only (0, 1/2] and (1/2, 1] differ."""
        fleet = {"a": (2, 1), "b": (2, 2)}
        changes = [
            decide(fleet, "a", SPILL, ratio).change for ratio in ("0.01", "0.25", "0.5", "0.51", "0.75", "1")
        ]

        assert changes == [Change.REFINED] * 3 + [Change.UNCHANGED] * 3


class TestSettingsThatAreNotKnown:
    """A spillover ratio that is not known matters only where the answer depends on it."""

    RATIO = Unknown("var.ratio")

    @pytest.mark.parametrize(
        ("healthy", "expected"),
        [
            pytest.param(
                0, (Change.UNCHANGED, Reason.EMPTY_INTERSECTION, {"b": 2}), id="empty: never at a threshold"
            ),
            pytest.param(
                4, (Change.REFINED, Reason.RATIO_AT_OR_ABOVE_THRESHOLD, {"a": 4}), id="a ratio of one: always"
            ),
        ],
    )
    def test_it_is_not_asked(self, healthy: int, expected: object) -> None:
        assert outcome(decide({"a": (4, healthy), "b": (2, 2)}, "a", SPILL, self.RATIO)) == expected

    def test_it_is_asked(self) -> None:
        with pytest.raises(Undetermined) as raised:
            decide({"a": (4, 3), "b": (2, 2)}, "a", SPILL, self.RATIO)

        assert raised.value.unknowns == (self.RATIO,)


class TestSizesThatAreNotKnown:
    """A size within bounds matters only where two of its values give two answers."""

    CAUSE = Unknown("var.size")

    def decide(self, well: Size, ailing: Size, affinity: Affinity) -> Decision:
        here = (Members("ig", "a", True, well), Members("ig", "a", False, ailing))
        there = Members("ig", "b", True, Size.exactly(1))
        pools = Pools(BackendSet.of((*here, there)))
        return modified_eligible(pools, identify_eligible(pools, Failover()), Client(VM, "a"), affinity)

    @pytest.mark.parametrize("affinity", [Affinity(STAY), Affinity(SPILL), Affinity(SPILL, Fraction(1))])
    def test_all_of_a_zone_is_healthy_however_many_they_are(self, affinity: Affinity) -> None:
        decision = self.decide(Size(1, None, self.CAUSE), Size.exactly(0), affinity)

        assert (decision.change, decision.modified_eligible.zones()) == (
            Change.REFINED,
            {"a": Size(1, None, self.CAUSE)},
        )

    @pytest.mark.parametrize(
        ("ratio", "reason"),
        [
            pytest.param("0.5", Reason.RATIO_AT_OR_ABOVE_THRESHOLD, id="1/2 to 1 of 0.5"),
            pytest.param("0", Reason.INTERSECTION, id="there is one"),
        ],
    )
    def test_every_size_gives_the_same_answer(self, ratio: str, reason: Reason) -> None:
        decision = self.decide(Size(2, 3, self.CAUSE), Size(0, 2), Affinity(SPILL, Fraction(ratio)))

        assert decision.reason is reason
        assert decision.ratio == Share(Fraction(1, 2), Fraction(1), because=self.CAUSE)

    @pytest.mark.parametrize(
        ("well", "ailing", "affinity"),
        [
            pytest.param(Size(0, 1, CAUSE), Size.exactly(0), Affinity(STAY), id="a match, or none"),
            pytest.param(Size(0, 1, CAUSE), Size.exactly(1), Affinity(STAY), id="refined, or replaced"),
            pytest.param(Size(0, 1, CAUSE), Size.exactly(1), Affinity(SPILL), id="refined, or unchanged"),
            pytest.param(
                Size(1, 2, CAUSE), Size.exactly(1), Affinity(SPILL, Fraction("0.6")), id="1/2 or 2/3 of 0.6"
            ),
        ],
    )
    def test_two_sizes_give_two_answers(self, well: Size, ailing: Size, affinity: Affinity) -> None:
        with pytest.raises(Undetermined) as raised:
            self.decide(well, ailing, affinity)

        assert raised.value.unknowns == (self.CAUSE,)
