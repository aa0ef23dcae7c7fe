"""Pairs of next hops in text: one table for all scenarios that agree."""

from __future__ import annotations

from dataclasses import replace

from spillover.model.service import BackendService
from spillover.model.source import Origin, Unknown
from spillover.plan.planned import ServicePlan
from spillover.plan.return_paths import Agreement, NextHopPair
from spillover.report.next_hops_text import next_hops
from spillover.report.style import Style


def service(name: str | Unknown) -> ServicePlan:
    return ServicePlan(BackendService(name=name, origin=Origin("bs.out", "bs")), ".", (), (), ())


MATRIX = {("a", "a"): True, ("a", "b"): False, ("b", "a"): None, ("b", "b"): True}
PAIR = NextHopPair(
    service("in"), service(Unknown("var.name")), ("a", "b"), (Agreement(("one", "two"), MATRIX),)
)


def test_a_pair() -> None:
    assert (
        "\n".join(next_hops(PAIR, Style()))
        == """\
next hops in and bs.out: one set for a connection and its replies?
  one, two
  senders in    to a    to b
  a             same    DIFFER
  b             ?       same"""
    )


def test_many_scenarios_are_counted() -> None:
    many = Agreement(tuple("abcde"), MATRIX)

    assert list(next_hops(replace(PAIR, agreements=(many,)), Style()))[1] == "  a, b, c and 2 more"


def test_a_doubt_is_told() -> None:
    assert list(next_hops(replace(PAIR, doubt="var.route"), Style()))[1] == (
        "  undetermined whether they share appliances: depends on var.route"
    )
