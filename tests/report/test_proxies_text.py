"""The table of proxies, in text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spillover.model.alb import Subnetwork
from spillover.model.capacity import Size
from spillover.model.names import ResourceName
from spillover.model.proxies import ProxyPool
from spillover.model.source import Origin, Unknown
from spillover.plan.proxies import ProxyPlan, Verdict, need_of
from spillover.plan.scenario import Load
from spillover.report.proxies_text import decisive, proxies
from spillover.report.style import Style

SHOP = ResourceName("networks", "shop", "global")
SUBNET = Subnetwork(name="proxies-eu", origin=Origin("google_compute_subnetwork.eu", ""))
UNKNOWN = Unknown("var.role")


def of(
    verdict: Verdict,
    subnetwork: Subnetwork | None = SUBNET,
    addresses: int | None = 64,
    *undetermined: Unknown,
    network: ResourceName | Unknown = SHOP,
    balancers: Size | None = None,
    scenario: str = "primary down",
) -> ProxyPlan:
    load = Load(https_connections=Fraction(2700))
    return ProxyPlan(
        scenario,
        ProxyPool(network, "europe-west1"),
        "europe-west1",
        load,
        need_of(load),
        balancers or Size.exactly(1),
        subnetwork,
        addresses,
        verdict,
        Origin("x", ""),
        undetermined,
    )


def text(*plans: ProxyPlan, style: Style | None = None) -> str:
    return "\n".join(proxies(plans, style or Style()))


def test_a_table() -> None:
    rows = (
        of(Verdict.FITS),
        of(Verdict.DOES_NOT_FIT, balancers=Size.exactly(2)),
        of(Verdict.DOES_NOT_FIT, None, 0),
        of(Verdict.UNDETERMINED, None, None, UNKNOWN, network=UNKNOWN, balancers=Size(0, 2, UNKNOWN)),
    )

    assert (
        text(*rows)
        == """\
primary down: proxies for the load of regional load balancers
      region        network    proxies         addresses         load         verdict
                               needed                            balancers
      europe-west1  shop       18: 2700 / 150  64 in proxies-eu  1            fits
                               HTTPS new
                               connections/s
  !!  europe-west1  shop       18: 2700 / 150  64 in proxies-eu  2            DOES NOT FIT:
                               HTTPS new                                      too few
                               connections/s                                  addresses
  !!  europe-west1  shop       18: 2700 / 150  none              1            DOES NOT FIT: no
                               HTTPS new                                      active
                               connections/s                                  proxy-only
                                                                              subnetwork
  ?   europe-west1  ?          18: 2700 / 150  ?                 0 to 2       undetermined:
                               HTTPS new                                      depends on
                               connections/s                                  var.role"""
    )


def test_one_table_for_each_scenario() -> None:
    lines = text(of(Verdict.FITS), of(Verdict.FITS, scenario="west down")).splitlines()

    assert [line.partition(":")[0] for line in (lines[0], lines[6])] == ["primary down", "west down"]


def test_nothing_without_a_load() -> None:
    assert text() == ""


def test_a_subnetwork_without_a_known_name_is_called_by_its_address() -> None:
    unnamed = Subnetwork(name=Unknown("var.name"), origin=SUBNET.origin)

    assert " google_compute_subnetwork.eu\n" in text(of(Verdict.FITS, unnamed))


def test_colours() -> None:
    assert "\x1b[1;31mDOES NOT FIT" in text(of(Verdict.DOES_NOT_FIT), style=Style(colours=True))


@pytest.mark.parametrize(
    ("load", "expected"),
    [
        (
            Load(http_connections=Fraction(600), https_connections=Fraction(5, 2)),
            "600 / 600 HTTP + 2.5 / 150 HTTPS new connections/s",
        ),
        (Load(http_connections=Fraction(600)), "600 / 600 HTTP new connections/s"),
        (Load(active_connections=Fraction(8000)), "8000 / 3000 active connections"),
        (Load(requests=Fraction(5000)), "5000 / 1400 requests/s"),
        (Load(), "no load"),
    ],
)
def test_what_decides(load: Load, expected: str) -> None:
    assert decisive(load, need_of(load).because) == expected
