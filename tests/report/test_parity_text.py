"""The table of parity, in text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.source import FieldRef, Origin, Unknown
from spillover.model.targets import Targets
from spillover.plan.parity.compared import Side
from spillover.plan.parity.table import Cell, ParityTable, TableRow, Verdict
from spillover.report.parity_text import parity
from spillover.report.style import Style

AT = FieldRef(Origin("google_dns_record_set.shop", "google_dns_record_set"))
POLICY = RoutingPolicy(None, PrimaryBackup(Targets(), ()))
RECORD = FailoverRecord(RecordSet("shop.example.test.", routing_policy=POLICY), Deployment())
EU = Answer("203.0.113.10", AT, GeoItem("europe-west1"))
PLAN = ParityTable(RECORD, Answer("198.51.100.5", AT), (EU,), ())


def side(text: str | Unknown) -> Side:
    return Side(text, AT)


def lines(plan: ParityTable, style: Style | None = None) -> list[str]:
    return "\n".join(parity(plan, style or Style())).split("\n")


def row(verdict: Verdict, value: str | Unknown = "30 s") -> TableRow:
    return TableRow("service shop", "timeout", side("300 s"), (Cell(side(value), verdict),))


class TestTable:
    @pytest.mark.parametrize(
        ("verdict", "mark"),
        [
            (Verdict.SAME, "  "),
            (Verdict.CHOICE, "  "),
            (Verdict.DIFFERENT, "! "),
            (Verdict.LACKING, "!!"),
            (Verdict.UNDETERMINED, "? "),
        ],
    )
    def test_marks(self, verdict: Verdict, mark: str) -> None:
        (last,) = lines(replace(PLAN, rows=(row(verdict),)))[2:]

        assert last.rstrip().startswith(f"  {mark}".rstrip())
        assert last.split()[-6:] == ["shop", "timeout", "300", "s", "30", "s"]

    def test_the_worst_of_a_row_marks_it(self) -> None:
        cells = (Cell(side("a"), Verdict.UNDETERMINED), Cell(side("b"), Verdict.LACKING), None)
        wide = replace(PLAN, backups=(EU, EU, EU), rows=(TableRow("p", "f", side("c"), cells),))

        assert lines(wide)[2].split() == ["!!", "p", "f", "c", "a", "b"]

    def test_whole(self) -> None:
        plan = replace(
            PLAN, rows=(row(Verdict.UNDETERMINED, Unknown("var.x")),), undetermined=(Unknown("var.x"),)
        )

        assert lines(plan) == [
            "shop.example.test.: primary 198.51.100.5 and its backups side by side",
            "  undetermined: depends on var.x",
            "      of            feature    primary    backup europe-west1",
            "  ?   service shop  timeout    300 s      unknown (var.x)",
        ]

    def test_without_rows_there_is_no_table(self) -> None:
        assert lines(PLAN) == ["shop.example.test.: primary 198.51.100.5 and its backups side by side"]

    def test_a_backup_without_a_location_is_called_by_its_address(self) -> None:
        nowhere = replace(EU, backup=GeoItem(Unknown("var.region")))
        plan = replace(PLAN, backups=(nowhere,), rows=(row(Verdict.SAME),))

        assert "backup 203.0.113.10" in lines(plan)[1]

    def test_nothing_in_a_name_turns_the_terminal_around(self) -> None:
        record = RecordSet("shop\x1b[2J.", routing_policy=POLICY)

        assert "\x1b" not in lines(replace(PLAN, record=FailoverRecord(record, Deployment())))[0]

    def test_colours(self) -> None:
        plan = replace(PLAN, rows=(row(Verdict.DIFFERENT), row(Verdict.LACKING)))
        different, lacking = lines(plan, Style(colours=True))[2:]

        assert "\x1b[33m30 s\x1b[0m" in different
        assert "\x1b[1;31m30 s\x1b[0m" in lacking
