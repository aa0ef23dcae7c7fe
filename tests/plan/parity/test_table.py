"""A primary beside all of its backups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spillover.model.alb import TargetProxy
from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import FailoverRecord
from spillover.model.settings import Setting
from spillover.model.source import FieldRef, Origin, Unknown
from spillover.model.targets import Targets
from spillover.plan.parity.compared import Compared, Side
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity
from spillover.plan.parity.table import ParityTable, Verdict, parity_tables

CAUSE = Unknown("var.x")
AT = FieldRef(Origin("x", "x"))
SAME = Compared("p", "f", Side("a", AT), Side("a", AT), same=True)


@pytest.mark.parametrize(
    ("compared", "verdict"),
    [
        (SAME, Verdict.SAME),
        (replace(SAME, topic=Topic.TIER), Verdict.CHOICE),
        (replace(SAME, same=False), Verdict.DIFFERENT),
        (replace(SAME, same=False, lacking=True), Verdict.LACKING),
        (replace(SAME, same=CAUSE), Verdict.UNDETERMINED),
        (replace(SAME, same=CAUSE, topic=Topic.TIER), Verdict.UNDETERMINED),
    ],
)
def test_verdict(compared: Compared, verdict: Verdict) -> None:
    assert Verdict.of(compared) is verdict


def shown(table: ParityTable) -> dict[str, list[str]]:
    """The rows by what has which feature: the primary's value, and of each backup the value and verdict."""
    return {
        f"{row.part}, {row.feature}": [
            str(row.primary),
            *(f"{each.side}: {each.verdict}" if each else "" for each in row.backups),
        ]
        for row in table.rows
    }


class TestTables:
    @staticmethod
    def tables(deployment: Deployment) -> list[dict[str, list[str]]]:
        return [shown(each) for each in parity_tables(deployment)]

    def test_features_that_nobody_sets_are_left_out(self, deployed: Any) -> None:
        assert self.tables(deployed()) == [
            {
                "front end, port 443": ["open", "open: same"],
                "front end, network tier": ["PREMIUM", "PREMIUM: choice"],
                "port 443, protocol": ["HTTPS", "HTTPS: same"],
            }
        ]

    def test_a_feature_of_one_side_is_a_row(self, deployed: Any) -> None:
        (table,) = self.tables(deployed(backup={"service": {"settings": (Setting("timeout", "60"),)}}))

        assert table["service shop, timeout"] == ["30 s", "60 s: different"]

    def test_a_value_that_is_not_known(self, deployed: Any) -> None:
        deployment = deployed(primary={"service": {"iap": CAUSE}})
        (table,) = parity_tables(deployment)

        assert shown(table)["service shop, Identity-Aware Proxy"] == ["unknown (var.x)", "off: undetermined"]
        assert table.undetermined == (CAUSE,)

    def test_a_kind_of_which_nothing_was_read(self, deployed: Any) -> None:
        deployment = deployed()
        resources = tuple(each for each in deployment.resources if not isinstance(each, TargetProxy))
        (table,) = parity_tables(Deployment(resources=resources))

        assert table.rows == ()
        assert [each.because for each in table.undetermined] == ["target proxies, of which none was read"]

    def test_without_forwarding_rules_there_is_none(self, deployed: Any) -> None:
        records = tuple(each for each in deployed().resources if isinstance(each, RecordSet))

        assert list(parity_tables(Deployment(resources=records))) == []

    def test_columns_are_the_backups_of_a_primary(self, deployed: Any) -> None:
        """Each primary has a table of its own; a backup of which nothing was read leaves its cells empty."""
        items = (
            GeoItem("europe-west1", Targets(external=("203.0.113.10",))),
            GeoItem("us-east1", Targets(external=("203.0.113.99",))),
        )
        primary = Targets(external=("198.51.100.5", "198.51.100.99"))
        policy = RoutingPolicy(None, PrimaryBackup(primary, items))
        record = RecordSet("shop.example.test.", "A", routing_policy=policy)
        others = tuple(each for each in deployed().resources if not isinstance(each, RecordSet))
        first, second = parity_tables(Deployment(resources=(record, *others)))

        assert [each.address for each in first.backups] == ["203.0.113.10", "203.0.113.99"]
        assert shown(first)["front end, port 443"] == ["open", "open: same", ""]
        assert [each.because for each in first.undetermined] == [
            "the forwarding rule that has 203.0.113.99, which was not read"
        ]
        assert (second.primary.address, second.rows) == ("198.51.100.99", ())


def test_a_pair_is_compared_once(deployed: Any) -> None:
    deployment = deployed()
    record = next(FailoverRecord.views_of(deployment))
    pair = Parity(record, record.external_primary[0], record.external_backups[0])

    assert pair.comparison is pair.comparison
