"""How many proxies a load needs, and whether they have addresses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.alb import Subnetwork
from spillover.model.capacity import Size
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.provider import Provider
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Origin, Reference, Unknown
from spillover.plan.proxies import Dimension, Need, ProxyPlan, Verdict, need_of, plan_proxies
from spillover.plan.scenario import Load, Scenario

NETWORK, RANGE = Unknown("var.network"), Unknown("var.range")
SHOP, OTHER = Reference("google_compute_network.shop"), Reference("google_compute_network.other")
FRONT = Origin("google_compute_forwarding_rule.shop", "google_compute_forwarding_rule")
SUBNET = Origin("google_compute_subnetwork.proxies", "google_compute_subnetwork", provider=Provider("google"))

numbers = st.fractions(min_value=0, max_value=10**6)
loads = st.builds(Load, numbers, numbers, numbers, numbers)


def load(requests: int = 0, http: int = 0, https: int = 0, active: int = 0) -> Load:
    return Load(Fraction(requests), Fraction(http), Fraction(https), Fraction(active))


class TestNeed:
    def test_the_vector(self) -> None:
        """D23: 2,700 new HTTPS connections a second, 8,000 active ones, 5,000 requests a second."""
        assert need_of(load(requests=5000, https=2700, active=8000)) == Need(18, Dimension.NEW_CONNECTIONS)

    @pytest.mark.parametrize(
        ("of", "proxies", "because"),
        [
            (load(http=600), 1, Dimension.NEW_CONNECTIONS),
            (load(http=601), 2, Dimension.NEW_CONNECTIONS),
            (load(https=150), 1, Dimension.NEW_CONNECTIONS),
            (load(https=151), 2, Dimension.NEW_CONNECTIONS),
            pytest.param(load(http=300, https=75), 1, Dimension.NEW_CONNECTIONS, id="half of each is one"),
            pytest.param(load(http=301, https=75), 2, Dimension.NEW_CONNECTIONS, id="and a bit is two"),
            (load(active=3001), 2, Dimension.ACTIVE_CONNECTIONS),
            (load(requests=1401), 2, Dimension.REQUESTS),
            pytest.param(load(requests=2800, active=3001), 2, Dimension.REQUESTS, id="both need two"),
            (load(), 0, Dimension.NEW_CONNECTIONS),
        ],
    )
    def test_figures(self, of: Load, proxies: int, because: Dimension) -> None:
        assert need_of(of) == Need(proxies, because)

    @given(loads, loads)
    def test_more_load_never_needs_fewer(self, one: Load, more: Load) -> None:
        both = Load(
            one.requests + more.requests,
            one.http_connections + more.http_connections,
            one.https_connections + more.https_connections,
            one.active_connections + more.active_connections,
        )

        assert need_of(both).proxies >= max(need_of(one).proxies, need_of(more).proxies)
        assert need_of(both).proxies <= need_of(one).proxies + need_of(more).proxies

    @given(loads)
    def test_no_dimension_is_above_what_the_proxies_take(self, of: Load) -> None:
        proxies = need_of(of).proxies

        assert of.http_connections / 600 + of.https_connections / 150 <= proxies
        assert of.active_connections <= 3000 * proxies
        assert of.requests <= 1400 * proxies

    @given(loads)
    def test_one_proxy_less_is_too_few_for_the_dimension_that_decides(self, of: Load) -> None:
        need = need_of(of)
        used = {
            Dimension.NEW_CONNECTIONS: of.http_connections / 600 + of.https_connections / 150,
            Dimension.ACTIVE_CONNECTIONS: of.active_connections / 3000,
            Dimension.REQUESTS: of.requests / 1400,
        }

        assert need.proxies == 0 or used[need.because] > need.proxies - 1


def rule(**values: Any) -> ForwardingRule:
    written = {
        "region": "europe-west1",
        "scheme": LoadBalancingScheme.EXTERNAL_MANAGED,
        "target": ResourceName("targetHttpsProxies", "shop", "regions/europe-west1"),
        "network": SHOP,
        "ip_address": "203.0.113.10",
        "origin": FRONT,
    }
    return ForwardingRule(**{**written, **values})


def proxies(**values: Any) -> Subnetwork:
    written = {
        "name": "proxies",
        "region": "europe-west1",
        "network": SHOP,
        "purpose": "REGIONAL_MANAGED_PROXY",
        "role": "ACTIVE",
        "ip_cidr_range": "10.4.8.0/26",
        "origin": SUBNET,
    }
    return Subnetwork(**{**written, **values})


VECTOR = load(requests=5000, https=2700, active=8000)
TOO_MUCH = load(https=150 * 65)


def planned(*resources: Any, of: Load = VECTOR, region: str = "europe-west1") -> list[ProxyPlan]:
    scenario = Scenario("primary down", load={region: of})
    return list(plan_proxies(Deployment(resources=resources), [scenario]))


def verdict(*resources: Any, of: Load = VECTOR) -> tuple[Verdict, int | None, list[str]]:
    (one,) = planned(*resources, of=of)
    return one.verdict, one.addresses, [each.because for each in one.undetermined]


class TestPlan:
    def test_one_that_fits(self) -> None:
        (one,) = planned(rule(), proxies())

        assert (one.scenario, one.region, one.network) == (
            "primary down",
            "europe-west1",
            "google_compute_network.shop",
        )
        assert (one.need.proxies, one.addresses, one.balancers) == (18, 64, Size.exactly(1))
        assert (one.verdict, one.subnetwork, one.undetermined) == (Verdict.FITS, proxies(), ())

    def test_as_many_addresses_as_are_needed_are_enough(self) -> None:
        assert verdict(rule(), proxies(), of=load(https=150 * 64)) == (Verdict.FITS, 64, [])
        assert verdict(rule(), proxies(), of=TOO_MUCH) == (Verdict.DOES_NOT_FIT, 64, [])

    def test_without_a_subnetwork(self) -> None:
        assert verdict(rule(), proxies(role="BACKUP")) == (Verdict.DOES_NOT_FIT, 0, [])

    def test_no_load_fits_everywhere(self) -> None:
        assert verdict(rule(), proxies(role="BACKUP"), of=load()) == (Verdict.FITS, 0, [])

    def test_a_subnetwork_whose_load_balancers_were_not_read(self) -> None:
        (one,) = planned(proxies())

        assert (one.verdict, one.balancers) == (Verdict.FITS, Size.exactly(0))

    @pytest.mark.parametrize(
        ("resources", "because"),
        [
            ((rule(),), "no subnetworks were read"),
            ((rule(), proxies(ip_cidr_range=RANGE)), "var.range"),
            ((rule(), proxies(network=OTHER, region="us-east1")), None),
            ((rule(network=NETWORK), proxies(region="us-east1")), "var.network"),
        ],
    )
    def test_undetermined(self, resources: tuple[Any, ...], because: str | None) -> None:
        because = because or (
            "the proxy-only subnetworks of network google_compute_network.shop, which were not read"
        )

        assert verdict(*resources) == (Verdict.UNDETERMINED, None, [because])

    def test_a_network_that_is_not_known(self) -> None:
        (one,) = planned(rule(network=NETWORK), proxies(region="us-east1"))

        assert one.network is None

    @pytest.mark.parametrize(
        "resources",
        [
            (),
            (rule(region="us-east1"), proxies(region="us-east1")),
            (rule(region=Unknown("var.region")),),
            (rule(scheme=LoadBalancingScheme.INTERNAL, target=None),),
        ],
    )
    def test_nothing_there_is_no_row(self, resources: tuple[Any, ...]) -> None:
        assert planned(*resources) == []

    def test_rules_and_subnetworks_of_one_network_are_one_row(self) -> None:
        stock = rule(scheme=LoadBalancingScheme.INTERNAL_MANAGED, ip_address="10.4.0.20")

        (one,) = planned(rule(), stock, proxies())

        assert one.balancers == Size.exactly(2)

    def test_each_scenario_and_region(self) -> None:
        resources = (rule(), proxies(), rule(region="us-east1"), proxies(region="us-east1"))
        scenarios = [
            Scenario("a", load={"us-east1": VECTOR, "europe-west1": VECTOR}),
            Scenario("b", load={"us-east1": VECTOR}),
            Scenario("c"),
        ]

        rows = plan_proxies(Deployment(resources=resources), scenarios)

        assert [(each.scenario, each.region) for each in rows] == [
            ("a", "europe-west1"),
            ("a", "us-east1"),
            ("b", "us-east1"),
        ]


class TestTwoNetworks:
    """The load is that of the region: how the networks divide it is not said."""

    def of(self, load: Load) -> list[tuple[Verdict, list[str]]]:
        here = (rule(), proxies(), rule(network=OTHER), proxies(network=OTHER, ip_cidr_range="10.9.0.0/24"))
        return [
            (each.verdict, [unknown.because for unknown in each.undetermined])
            for each in planned(*here, of=load)
        ]

    def test_all_of_it_fits_each(self) -> None:
        assert self.of(VECTOR) == [(Verdict.FITS, []), (Verdict.FITS, [])]

    def test_all_of_it_does_not_fit_one(self) -> None:
        assert self.of(TOO_MUCH) == [
            (Verdict.UNDETERMINED, ["which network takes how much of the load in europe-west1"]),
            (Verdict.FITS, []),
        ]
