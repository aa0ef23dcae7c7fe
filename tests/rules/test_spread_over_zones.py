"""The rules about zonal affinity and the zones and sizes of groups: ZA012, ZA013, ZA016 and ZA019."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Severity
from spillover.model.capacity import Autoscaler, InstanceGroupManager
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, LoadBalancingScheme, ZonalAffinity
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
za012, za013, za016, za019 = (RULES[code] for code in ("ZA012", "ZA013", "ZA016", "ZA019"))

ORIGIN = Origin("google_compute_region_backend_service.cache", "google_compute_region_backend_service")
AT = FieldRef(ORIGIN)
OPTION, SCHEME, GROUP, RATIO, SIZE = (
    Unknown(f"var.{name}", at=AT) for name in ("spillover", "scheme", "group", "ratio", "size")
)
SPILL, STAY, DISABLED = (
    ZonalAffinity.SPILL_CROSS_ZONE,
    ZonalAffinity.STAY_WITHIN_ZONE,
    ZonalAffinity.DISABLED,
)
Sizes = Mapping[str, Maybe[int]]


def named(group: str) -> ResourceName:
    return ResourceName("instanceGroups", group, f"zones/us-east1-{group[0]}", "demo")


BOTH = (Backend(named("b")), Backend(named("c")))
FAILOVER_B = Backend(named("b-f"), failover=True)


def balancer(primary: Sizes, failover: Sizes | None = None, *others: object, **values: Any) -> LoadBalancer:
    """Managed groups with their sizes; a group is called by its zone."""
    failover = failover or {}
    given: dict[str, Any] = {
        "zonal_affinity": SPILL,
        "backends": (
            *(Backend(named(group)) for group in primary),
            *(Backend(named(group), failover=True) for group in failover),
        ),
        "origin": ORIGIN,
    }
    service = BackendService(**given | values)
    groups = (
        InstanceGroupManager(
            group,
            size,
            identity=named(group),
            manager=ResourceName("instanceGroupManagers", group, f"zones/us-east1-{group[0]}", "demo"),
        )
        for group, size in {**primary, **failover}.items()
    )
    return LoadBalancer(service, Deployment(resources=(service, *groups, *others)))


def scaler(group: str, least: int, most: int) -> Autoscaler:
    target = ResourceName("instanceGroupManagers", group, f"zones/us-east1-{group[0]}", "demo")
    return Autoscaler(target, least, most)


def messages(rule: AnyRule, subject: LoadBalancer) -> list[str]:
    return [finding.message for finding in rule.check(subject)]


def undetermined(rule: AnyRule, subject: LoadBalancer) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


NOT_CONCERNED = [
    pytest.param({"zonal_affinity": None}, id="off by default"),
    pytest.param({"zonal_affinity": DISABLED}, id="off"),
    pytest.param({"scheme": LoadBalancingScheme.EXTERNAL}, id="ZA001 speaks"),
    pytest.param({"backends": None}, id="no backends"),
]
NOT_KNOWN = [
    pytest.param({"zonal_affinity": OPTION}, [OPTION], id="the option"),
    pytest.param({"scheme": SCHEME}, [SCHEME], id="the scheme"),
    pytest.param({"zonal_affinity": OPTION, "scheme": SCHEME}, [OPTION, SCHEME], id="both"),
]


class TestPrimaryInSingleZone:
    """ZA012."""

    @pytest.mark.parametrize(
        ("primary", "failover", "elsewhere"),
        [
            pytest.param({"b": 5}, {"c": 5}, "us-east1-c", id="one group"),
            pytest.param({"b-1": 5, "b-2": None}, {"c": None}, "us-east1-c", id="two groups"),
            pytest.param({"b": 5, "c": 0}, {"c-f": 1}, "us-east1-c", id="beside an empty one"),
            pytest.param({"b": 5}, {"b-f": 1, "c": 1, "d": 1}, "us-east1-c, us-east1-d", id="several zones"),
        ],
    )
    def test_finding(self, primary: Sizes, failover: Sizes, elsewhere: str) -> None:
        assert list(za012.check(balancer(primary, failover))) == [
            Finding(
                ORIGIN.at("zonal_affinity"),
                "ZONAL_AFFINITY_SPILL_CROSS_ZONE changes nothing: all primary backends are in us-east1-b, "
                f"and clients in {elsewhere} have no zonal match",
                "add primary backends in the zones of the clients, or drop the zonal affinity",
            )
        ]
        assert za012.severity is Severity.WARNING

    @pytest.mark.parametrize(
        ("primary", "failover"),
        [
            pytest.param({"b": 5, "c": 1}, {"c-f": 1}, id="two zones"),
            pytest.param({"b": None, "c": SIZE}, {"c-f": 1}, id="of sizes that are not known"),
            pytest.param({"b": 5}, {}, id="no failover backends: LB012 speaks"),
            pytest.param({"b": 5}, {"b-f": 1}, id="all in one zone: LB012 speaks"),
            pytest.param({"b": 5}, {"c": 0}, id="an empty failover group"),
            pytest.param({}, {"c": 1}, id="no primary backends"),
        ],
    )
    def test_zones(self, primary: Sizes, failover: Sizes) -> None:
        assert messages(za012, balancer(primary, failover)) == []

    @pytest.mark.parametrize("values", NOT_CONCERNED)
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert messages(za012, balancer({"b": 5}, {"c": 5}, **values)) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            *NOT_KNOWN,
            pytest.param({"backends": GROUP}, [GROUP], id="the backends"),
            pytest.param(
                {"backends": (Backend(named("b")), Backend(GROUP), Backend(named("c"), failover=True))},
                [GROUP],
                id="a primary group",
            ),
            pytest.param(
                {"backends": (Backend(named("b")), Backend(GROUP, failover=True))},
                [GROUP],
                id="the failover group",
            ),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za012, balancer({"b": 5}, {"c": 5}, **values)) == causes

    def test_one_zone_elsewhere_decides(self) -> None:
        backends = (Backend(named("b")), Backend(named("c"), failover=True), Backend(GROUP, failover=True))

        assert len(messages(za012, balancer({"b": 5}, {"c": 5}, backends=backends))) == 1


class TestWithoutFailoverBackend:
    """ZA013."""

    def test_finding(self) -> None:
        assert list(za013.check(balancer({"b": 5, "c": 5, "d": 5}, {"b-f": 2, "c-f": 0}))) == [
            Finding(
                ORIGIN.at("zonal_affinity"),
                "ZONAL_AFFINITY_SPILL_CROSS_ZONE is ignored while failed over for clients in "
                "us-east1-c, us-east1-d: no failover backend is there",
                "add a failover backend in each zone whose connections are to stay there even then",
            )
        ]
        assert za013.severity is Severity.NOTE

    @pytest.mark.parametrize(
        ("primary", "failover"),
        [
            pytest.param({"b": 5, "c": 5}, {"b-f": 1, "c-f": 1}, id="in each zone"),
            pytest.param({"b": 5, "c": 5}, {"b-f": 1, "c-f": None}, id="of a size that is not known"),
            pytest.param({"b": 5, "c": 5}, {}, id="none at all"),
            pytest.param({"b": 5, "c": 5}, {"b-f": 0}, id="none in the group"),
            pytest.param({"b": 5}, {"c-f": 5}, id="in one zone: ZA012 speaks"),
            pytest.param({}, {"c-f": 5}, id="no primary backends"),
        ],
    )
    def test_near_miss(self, primary: Sizes, failover: Sizes) -> None:
        assert messages(za013, balancer(primary, failover)) == []

    @pytest.mark.parametrize("values", NOT_CONCERNED)
    def test_not_concerned(self, values: dict[str, Any]) -> None:
        assert messages(za013, balancer({"b": 5, "c": 5}, {"b-f": 1}, **values)) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            *NOT_KNOWN,
            pytest.param({"backends": GROUP}, [GROUP], id="the backends"),
            pytest.param(
                {"backends": (*BOTH, Backend(GROUP, failover=True))}, [GROUP], id="a failover group"
            ),
            pytest.param(
                {"backends": (*BOTH[:1], Backend(GROUP), FAILOVER_B)}, [GROUP], id="a primary group"
            ),
            pytest.param(
                {"backends": (*BOTH, Backend(GROUP), FAILOVER_B, Backend(named("c-f"), failover=True))},
                [GROUP],
                id="a primary group beside those that are covered",
            ),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za013, balancer({"b": 5, "c": 5}, {"b-f": 1}, **values)) == causes

    def test_one_zone_decides_whatever_another_group_is(self) -> None:
        backends = (*BOTH, Backend(GROUP), FAILOVER_B)

        assert len(messages(za013, balancer({"b": 5, "c": 5}, {"b-f": 1}, backends=backends))) == 1


class TestUnsetRatio:
    """ZA016."""

    def found(self, example: str) -> list[str]:
        return [
            "ZONAL_AFFINITY_SPILL_CROSS_ZONE without a spillover ratio means 0: "
            f"the last healthy backend of a zone takes all of its connections{example}"
        ]

    @pytest.mark.parametrize(
        ("primary", "failover", "example"),
        [
            pytest.param({"b": 3, "c": 5}, {}, ", 1 of 5 in us-east1-c", id="the largest zone"),
            pytest.param({"b": 3, "c": 3}, {}, ", 1 of 3 in us-east1-b", id="the first of equals"),
            pytest.param({"b": 3, "c": None}, {}, ", 1 of 3 in us-east1-b", id="of those that are known"),
            pytest.param({"b": None, "c": SIZE}, {}, "", id="no size is known"),
            pytest.param({"b": 1, "c": None}, {}, "", id="a single one is no example"),
            pytest.param({"b": 1, "c": 1}, {"b-f": 2}, "", id="several in a failover zone"),
        ],
    )
    def test_zones(self, primary: Sizes, failover: Sizes, example: str) -> None:
        assert messages(za016, balancer(primary, failover)) == self.found(example)

    def test_finding(self) -> None:
        (found,) = za016.check(balancer({"b": 3, "c": 3}))

        assert found.at == ORIGIN.at("zonal_affinity")
        assert (
            found.hint == "write the ratio below which connections are to leave a zone, or 0 if they are not"
        )
        assert za016.severity is Severity.NOTE

    def test_a_group_that_is_not_known(self) -> None:
        """All may be in one zone, and each zone may have a single one."""
        one = (Backend(named("b")), Backend(GROUP))
        several = (Backend(named("b")), Backend(named("c")), Backend(GROUP))

        assert undetermined(za016, balancer({"b": 5}, backends=one)) == [GROUP]
        assert undetermined(za016, balancer({"b": 1, "c": 1}, backends=several)) == [GROUP]
        assert messages(za016, balancer({"b": 5, "c": 1}, backends=several)) == self.found(
            ", 1 of 5 in us-east1-b"
        )

    def test_a_size_that_depends_on_a_value(self) -> None:
        assert undetermined(za016, balancer({"b": 1, "c": SIZE})) == [SIZE]
        assert len(messages(za016, balancer({"b": 2, "c": SIZE}))) == 1

    def test_a_size_that_an_autoscaler_sets(self) -> None:
        assert len(messages(za016, balancer({"b": 1, "c": None}, None, scaler("c", 1, 3)))) == 1

    @pytest.mark.parametrize(
        "values",
        [
            *NOT_CONCERNED,
            pytest.param({"zonal_affinity": STAY}, id="STAY_WITHIN_ZONE reads no ratio"),
            pytest.param({"spillover_ratio": Decimal(0)}, id="0 is written"),
            pytest.param({"spillover_ratio": Decimal("0.5")}, id="another ratio is written"),
            pytest.param({"name": "k8s2-7f3d0a1b-shop-orders-x2m4q9"}, id="GKE has no ratio"),
            pytest.param({"description": '{"networking.gke.io/service-name":"shop/orders"}'}, id="GKE, too"),
            pytest.param({"ha_policy": True}, id="ZA024 speaks"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert messages(za016, balancer({"b": 5, "c": 5}, **values)) == []

    @pytest.mark.parametrize("primary", [{"b": 1, "c": 1}, {"b": 5}, {"b": 5, "c": 0}])
    def test_zones_where_no_ratio_matters(self, primary: Sizes) -> None:
        assert messages(za016, balancer(primary)) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [*NOT_KNOWN, pytest.param({"spillover_ratio": RATIO}, [RATIO], id="whether a ratio is written")],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za016, balancer({"b": 5, "c": 5}, **values)) == causes


class TestFinerThanZone:
    """ZA019."""

    ZERO = "0 in every zone: connections leave a zone only when it has no healthy backend"

    def one(self, sizes: str) -> str:
        return f"1 in {sizes}: one unhealthy backend sends the zone's connections elsewhere"

    @pytest.mark.parametrize(
        ("ratio", "primary", "effect"),
        [
            pytest.param("0.5", {"b": 2, "c": 2}, ZERO, id="1 of 2 is at 0.5"),
            pytest.param(
                "0.51", {"b": 2, "c": 2}, "us-east1-b with 2, us-east1-c with 2", id="and below 0.51"
            ),
            pytest.param("0.3", {"b": 3, "c": 1}, ZERO, id="1 of 3 is above 0.3"),
            pytest.param("0.8", {"b": 5, "c": 4}, "us-east1-c with 4", id="4 of 5 is at 0.8, 3 of 4 below"),
            pytest.param("0.8", {"b": 4, "c": None}, "us-east1-b with 4", id="one zone is enough"),
            pytest.param("0.9", {"b": 1, "c": 1}, ZERO, id="single ones"),
        ],
    )
    def test_effect(self, ratio: str, primary: Sizes, effect: str) -> None:
        words = effect if effect == self.ZERO else self.one(effect)

        assert list(za019.check(balancer(primary, spillover_ratio=Decimal(ratio)))) == [
            Finding(
                ORIGIN.at("spillover_ratio"),
                f"spillover ratio {ratio} works like {words}",
                f"write {words[0]} if that is meant, else choose another ratio, or more backends in a zone",
            )
        ]
        assert za019.severity is Severity.NOTE

    @pytest.mark.parametrize(
        ("ratio", "primary", "failover"),
        [
            pytest.param("0.8", {"b": 5, "c": 5}, {}, id="4 of 5 is at 0.8"),
            pytest.param("0.3", {"b": 4, "c": 2}, {}, id="1 of 4 is below 0.3"),
            pytest.param("0.3", {"b": 2, "c": 2}, {"b-f": 4}, id="1 of 4 failover backends, too"),
            pytest.param("1", {"b": 3, "c": 3}, {}, id="1 says so itself"),
            pytest.param("0", {"b": 3, "c": 3}, {}, id="so does 0"),
            pytest.param("80", {"b": 3, "c": 3}, {}, id="ZA015 speaks"),
        ],
    )
    def test_near_miss(self, ratio: str, primary: Sizes, failover: Sizes) -> None:
        assert messages(za019, balancer(primary, failover, spillover_ratio=Decimal(ratio))) == []

    @pytest.mark.parametrize(
        "values",
        [
            *NOT_CONCERNED,
            pytest.param({"zonal_affinity": STAY}, id="ZA017 speaks"),
            pytest.param({"spillover_ratio": None}, id="ZA016 speaks"),
        ],
    )
    def test_not_concerned(self, values: dict[str, Any]) -> None:
        given = {"spillover_ratio": Decimal("0.8"), **values}

        assert messages(za019, balancer({"b": 3, "c": 3}, **given)) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            *NOT_KNOWN,
            pytest.param({"spillover_ratio": RATIO}, [RATIO], id="the ratio"),
            pytest.param({"backends": GROUP}, [GROUP], id="the backends"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        given = {"spillover_ratio": Decimal("0.8"), **values}

        assert undetermined(za019, balancer({"b": 3, "c": 3}, **given)) == causes

    def test_size_that_depends_on_a_value(self) -> None:
        assert undetermined(za019, balancer({"b": 5, "c": SIZE}, spillover_ratio=Decimal("0.8"))) == [SIZE]

    def test_size_that_nothing_tells(self) -> None:
        ratio = Decimal("0.3")

        assert messages(za019, balancer({"b": 5, "c": None}, spillover_ratio=ratio)) == []
        with pytest.raises(NotCovered):
            list(za019.check(balancer({"b": None, "c": 2}, spillover_ratio=ratio)))
        with pytest.raises(NotCovered):
            list(za019.check(balancer({"b": 2, "c": 2}, {"b-f": None}, spillover_ratio=ratio)))

    def test_every_size_that_an_autoscaler_allows(self) -> None:
        few = balancer({"b": None, "c": 2}, None, scaler("b", 1, 3), spillover_ratio=Decimal("0.3"))

        assert messages(za019, few) == [f"spillover ratio 0.3 works like {self.ZERO}"]

    @pytest.mark.parametrize(
        ("ratio", "least", "most", "effect"),
        [
            pytest.param("0.9", 2, 6, "us-east1-b with 2 to 6", id="one of six is too many already"),
            pytest.param("0.5", 3, 9, "", id="neither with three nor with nine"),
        ],
    )
    def test_within_the_bounds_of_an_autoscaler(self, ratio: str, least: int, most: int, effect: str) -> None:
        subject = balancer({"b": None}, None, scaler("b", least, most), spillover_ratio=Decimal(ratio))
        words = [f"spillover ratio {ratio} works like {self.one(effect)}"] if effect else []

        assert messages(za019, subject) == words

    @pytest.mark.parametrize(("ratio", "least", "most"), [("0.8", 2, 6), ("0.3", 2, 6), ("0.9", 1, 6)])
    def test_where_the_bounds_differ(self, ratio: str, least: int, most: int) -> None:
        subject = balancer({"b": None}, None, scaler("b", least, most), spillover_ratio=Decimal(ratio))

        assert [each.because for each in undetermined(za019, subject)] == [
            "the size of group b, which an autoscaler sets"
        ]

    @pytest.mark.parametrize(("ratio", "number"), [("0.9", 1), ("0.5", 0)])
    def test_zones_that_are_not_known(self, ratio: str, number: int) -> None:
        """Four or, where the two groups share a zone, eight."""
        groups = [
            InstanceGroupManager(name, 4, zone=Unknown(f"var.{name}", at=AT), identity=link)
            for name in ("one", "two")
            if (link := ResourceName("instanceGroups", name, None, "demo"))
        ]
        backends = tuple(Backend(each.identity) for each in groups)
        subject = balancer({}, None, *groups, backends=backends, spillover_ratio=Decimal(ratio))

        assert len(messages(za019, subject)) == number
