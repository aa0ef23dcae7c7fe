"""The rules that one backend service decides: ZA001, ZA002, ZA015, ZA017 and ZA024."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import Certainty, Finding, Related, Severity
from spillover.model.service import BackendService, LoadBalancingScheme, Subsetting, ZonalAffinity
from spillover.model.source import FieldPath, Origin, Undetermined, Unknown
from spillover.read.body import Body, Dialect
from spillover.read.resources.service import BACKEND_SERVICE, backend_service
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
za001, za002, za015, za017, za024 = (RULES[code] for code in ("ZA001", "ZA002", "ZA015", "ZA017", "ZA024"))

ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
DISABLED, STAY, SPILL = ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE
HASHED = Subsetting.CONSISTENT_HASH_SUBSETTING

OPTION = Unknown("var.spillover")
SCHEME = Unknown("var.scheme")
RATIO = Unknown("var.ratio")
POLICY = Unknown("var.subsetting")
BLOCK = Unknown("var.blocks")

on = pytest.mark.parametrize("option", [STAY, SPILL])


def service(**values: Any) -> BackendService:
    return BackendService(origin=ORIGIN, **values)


def undetermined(
    check: Callable[[BackendService], Iterator[Finding]], subject: BackendService
) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(check(subject))
    return list(raised.value.unknowns)


class TestZonalAffinityOutsideInternalPassthrough:
    @on
    def test_on_a_global_service(self, option: ZonalAffinity) -> None:
        assert list(za001.check(service(zonal_affinity=option, is_global=True))) == [
            Finding(
                ORIGIN.at("zonal_affinity"),
                f"{option.value} on a global backend service: "
                "only internal passthrough load balancers have zonal affinity",
                "drop the zonal affinity, or use a regional backend service with scheme INTERNAL",
            )
        ]

    @pytest.mark.parametrize("scheme", [each for each in LoadBalancingScheme if each.value != "INTERNAL"])
    def test_with_another_scheme(self, scheme: LoadBalancingScheme) -> None:
        assert list(za001.check(service(zonal_affinity=SPILL, scheme=scheme))) == [
            Finding(
                ORIGIN.at("zonal_affinity"),
                f"ZONAL_AFFINITY_SPILL_CROSS_ZONE on load balancing scheme {scheme.value}: "
                "only internal passthrough load balancers have zonal affinity",
                "drop the zonal affinity, or use a regional backend service with scheme INTERNAL",
                (Related(ORIGIN.at("scheme"), "its scheme stands here"),),
            )
        ]

    @on
    @pytest.mark.parametrize("scheme", [None, LoadBalancingScheme.INTERNAL], ids=["unset", "INTERNAL"])
    def test_internal_passthrough_is_what_it_is_for(
        self, option: ZonalAffinity, scheme: LoadBalancingScheme | None
    ) -> None:
        assert list(za001.check(service(zonal_affinity=option, scheme=scheme))) == []

    @pytest.mark.parametrize("option", [None, DISABLED], ids=["unset", "DISABLED"])
    def test_affinity_that_is_off_may_stand_anywhere(self, option: ZonalAffinity | None) -> None:
        assert list(za001.check(service(zonal_affinity=option, scheme=LoadBalancingScheme.EXTERNAL))) == []
        assert list(za001.check(service(zonal_affinity=option, is_global=True))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"zonal_affinity": SPILL, "scheme": SCHEME}, [SCHEME], id="the scheme"),
            pytest.param({"zonal_affinity": OPTION, "is_global": True}, [OPTION], id="the option"),
            pytest.param({"zonal_affinity": OPTION, "scheme": SCHEME}, [OPTION, SCHEME], id="both"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za001.check, service(**values)) == causes

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"zonal_affinity": DISABLED, "scheme": SCHEME}, id="off, whatever the scheme"),
            pytest.param({"zonal_affinity": OPTION}, id="INTERNAL, whatever the option"),
        ],
    )
    def test_known_part_decides(self, values: dict[str, Any]) -> None:
        assert list(za001.check(service(**values))) == []


class TestSubsettingWithZonalAffinity:
    @on
    def test_together(self, option: ZonalAffinity) -> None:
        assert list(za002.check(service(zonal_affinity=option, subsetting=HASHED))) == [
            Finding(
                ORIGIN.at("subsetting"),
                f"CONSISTENT_HASH_SUBSETTING cannot be combined with {option.value}",
                "drop the subsetting or the zonal affinity",
                (Related(ORIGIN.at("zonal_affinity"), "zonal affinity is turned on here"),),
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"zonal_affinity": SPILL}, id="no subsetting"),
            pytest.param({"zonal_affinity": SPILL, "subsetting": Subsetting.NONE}, id="subsetting NONE"),
            pytest.param({"subsetting": HASHED}, id="no affinity"),
            pytest.param({"zonal_affinity": DISABLED, "subsetting": HASHED}, id="affinity is off"),
            pytest.param(
                {"zonal_affinity": SPILL, "subsetting": HASHED, "is_global": True}, id="ZA001 speaks of it"
            ),
            pytest.param({"zonal_affinity": OPTION}, id="no subsetting, whatever the option"),
            pytest.param(
                {"zonal_affinity": DISABLED, "subsetting": POLICY}, id="off, whatever the subsetting"
            ),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(za002.check(service(**values))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"zonal_affinity": OPTION, "subsetting": HASHED}, [OPTION], id="the option"),
            pytest.param({"zonal_affinity": STAY, "subsetting": POLICY}, [POLICY], id="the subsetting"),
            pytest.param({"zonal_affinity": OPTION, "subsetting": POLICY}, [OPTION, POLICY], id="both"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za002.check, service(**values)) == causes

    def test_unknown_scheme_saves_neither(self) -> None:
        """With INTERNAL this is an error, and with any other scheme the affinity is one."""
        subject = service(zonal_affinity=SPILL, subsetting=HASHED, scheme=SCHEME)

        assert [each.at for each in za002.check(subject)] == [ORIGIN.at("subsetting")]


class TestSpilloverRatioOutOfRange:
    @pytest.mark.parametrize(
        ("ratio", "hint"),
        [
            ("80", "write 0.8 for 80 %"),
            ("2", "write 0.02 for 2 %"),
            ("100", "write 1 for 100 %"),
            ("1.001", "write a share, such as 0.8"),
            ("101", "write a share, such as 0.8"),
            ("-0.1", "write a share, such as 0.8"),
        ],
    )
    def test_no_share(self, ratio: str, hint: str) -> None:
        assert list(za015.check(service(spillover_ratio=Decimal(ratio)))) == [
            Finding(ORIGIN.at("spillover_ratio"), f"spillover ratio {ratio} is outside of [0, 1]", hint)
        ]

    @pytest.mark.parametrize("ratio", [None, Decimal("0"), Decimal("0.8"), Decimal("1"), Decimal("1.0")])
    def test_share(self, ratio: Decimal | None) -> None:
        assert list(za015.check(service(spillover_ratio=ratio))) == []

    def test_undetermined(self) -> None:
        assert undetermined(za015.check, service(spillover_ratio=RATIO)) == [RATIO]


class TestSpilloverRatioWithoutSpill:
    @pytest.mark.parametrize(
        ("option", "words"),
        [
            (STAY, "ZONAL_AFFINITY_STAY_WITHIN_ZONE"),
            (DISABLED, "ZONAL_AFFINITY_DISABLED"),
            (None, "ZONAL_AFFINITY_DISABLED, the default"),
        ],
    )
    def test_option_that_reads_no_ratio(self, option: ZonalAffinity | None, words: str) -> None:
        assert list(za017.check(service(zonal_affinity=option, spillover_ratio=Decimal("0.5")))) == [
            Finding(
                ORIGIN.at("spillover_ratio"),
                f"spillover ratio 0.5 has no effect with {words}",
                "use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or drop the ratio",
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"zonal_affinity": SPILL, "spillover_ratio": Decimal("0.5")}, id="it spills"),
            pytest.param(
                {"zonal_affinity": STAY, "spillover_ratio": Decimal("0.0")}, id="0 is as good as unset"
            ),
            pytest.param({"zonal_affinity": STAY}, id="unset"),
            pytest.param({}, id="neither"),
            pytest.param({"zonal_affinity": OPTION}, id="no ratio, whatever the option"),
            pytest.param(
                {"zonal_affinity": SPILL, "spillover_ratio": RATIO}, id="it spills, whatever the ratio"
            ),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(za017.check(service(**values))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            ({"zonal_affinity": OPTION, "spillover_ratio": Decimal("0.5")}, [OPTION]),
            ({"zonal_affinity": STAY, "spillover_ratio": RATIO}, [RATIO]),
            ({"spillover_ratio": RATIO}, [RATIO]),
            ({"zonal_affinity": OPTION, "spillover_ratio": RATIO}, [OPTION, RATIO]),
        ],
        ids=["the option", "the ratio", "the ratio, without an option", "both"],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za017.check, service(**values)) == causes


class TestHaPolicyWithZonalAffinity:
    @pytest.mark.parametrize(
        ("option", "words", "certainty"),
        [
            pytest.param(SPILL, "", Certainty.CERTAIN, id="on"),
            pytest.param(OPTION, "", Certainty.CERTAIN, id="unknown"),
            pytest.param(DISABLED, ", even where that is off", Certainty.LIKELY, id="off"),
            pytest.param(None, ", even where that is off", Certainty.LIKELY, id="unset"),
        ],
    )
    def test_both_are_written(
        self, option: ZonalAffinity | Unknown | None, words: str, certainty: Certainty
    ) -> None:
        assert list(za024.check(service(ha_policy=True, traffic_policy=True, zonal_affinity=option))) == [
            Finding(
                ORIGIN.at("ha_policy"),
                f"haPolicy cannot be combined with zonal affinity{words}",
                "drop the haPolicy or the traffic policy that holds the zonal affinity",
                (Related(ORIGIN.at("traffic_policy"), "zonal affinity is written here"),),
                certainty=certainty,
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            {"ha_policy": True},
            {"traffic_policy": True, "zonal_affinity": SPILL},
            {"ha_policy": BLOCK},
            {"traffic_policy": BLOCK},
        ],
        ids=["only a haPolicy", "only affinity", "at most a haPolicy", "at most affinity"],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(za024.check(service(**values))) == []

    @pytest.mark.parametrize(
        "values", [{"ha_policy": BLOCK, "traffic_policy": True}, {"ha_policy": True, "traffic_policy": BLOCK}]
    )
    def test_undetermined(self, values: dict[str, Any]) -> None:
        assert undetermined(za024.check, service(**values)) == [BLOCK]


TERRAFORM: dict[str, Any] = {
    "name": "orders",
    "region": "us-east1",
    "load_balancing_scheme": "EXTERNAL",
    "ha_policy": [{}],
    "subsetting": [{"policy": "CONSISTENT_HASH_SUBSETTING"}],
    "network_pass_through_lb_traffic_policy": [
        {"zonal_affinity": [{"spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE", "spillover_ratio": "1.5"}]}
    ],
}
API: dict[str, Any] = {
    "name": "orders",
    "region": "https://www.googleapis.com/compute/v1/projects/demo-shop/regions/us-east1",
    "loadBalancingScheme": "EXTERNAL",
    "haPolicy": {},
    "subsetting": {"policy": "CONSISTENT_HASH_SUBSETTING"},
    "networkPassThroughLbTrafficPolicy": {
        "zonalAffinity": {
            "spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE",
            "spilloverRatio": Decimal("1.5"),
        }
    },
}


class TestBothDialects:
    """Terraform and the API spell one service differently; the rules say the same at its own fields."""

    def read(self, values: dict[str, Any], dialect: Dialect, type_: str) -> BackendService:
        return backend_service(Body(values, Origin("orders", type_), BACKEND_SERVICE, dialect))

    def test_same_findings_at_the_sources_own_fields(self) -> None:
        terraform = self.read(TERRAFORM, Dialect.TERRAFORM, "google_compute_region_backend_service")
        api = self.read(API, Dialect.API, "compute#backendService")
        checks = (za001.check, za015.check, za017.check, za024.check)

        found = [
            (one, other) for check in checks for one, other in zip(check(terraform), check(api), strict=True)
        ]

        assert [one.message for one, _ in found] == [other.message for _, other in found]
        assert [(str(one.at.path), str(other.at.path)) for one, other in found] == [
            (
                "network_pass_through_lb_traffic_policy.zonal_affinity.spillover",
                "networkPassThroughLbTrafficPolicy.zonalAffinity.spillover",
            ),
            *[
                (
                    "network_pass_through_lb_traffic_policy.zonal_affinity.spillover_ratio",
                    "networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio",
                )
            ]
            * 2,
            ("ha_policy", "haPolicy"),
        ]

    def test_internal_is_the_default_of_both(self) -> None:
        for values, dialect, scheme in (
            (TERRAFORM, Dialect.TERRAFORM, "load_balancing_scheme"),
            (API, Dialect.API, "loadBalancingScheme"),
        ):
            unset = {name: value for name, value in values.items() if name != scheme}
            subject = self.read(unset, dialect, "google_compute_region_backend_service")

            assert list(za001.check(subject)) == []
            assert [each.at.path for each in za002.check(subject)] == [FieldPath(("subsetting", "policy"))]

    def test_global_is_told_by_the_type_or_by_the_missing_region(self) -> None:
        no_region = {name: value for name, value in API.items() if name != "region"}
        for subject in (
            self.read(TERRAFORM, Dialect.TERRAFORM, "google_compute_backend_service"),
            self.read(no_region, Dialect.API, "compute#backendService"),
        ):
            (found,) = za001.check(subject)

            assert "on a global backend service" in found.message


class TestSeverity:
    def test_refused_or_incompatible_is_an_error_and_no_effect_a_warning(self) -> None:
        severities = {rule.code: rule.severity for rule in (za001, za002, za015, za017, za024)}

        assert severities == {
            "ZA001": Severity.ERROR,
            "ZA002": Severity.ERROR,
            "ZA015": Severity.ERROR,
            "ZA017": Severity.WARNING,
            "ZA024": Severity.ERROR,
        }
