"""What became of a load balancer or record set, in marks, words and the text of a diff."""

from __future__ import annotations

import io
from typing import Any

import pytest

from spillover.model.capacity import Size
from spillover.model.dns import RecordSet
from spillover.model.outage import OutageBound
from spillover.model.service import BackendService
from spillover.model.source import Origin, Unknown
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import AnswerChange, RecordDiff, SettingChange
from spillover.plan.diff.results import Destiny, Result
from spillover.plan.diff.services import RowChange, ServiceDiff
from spillover.plan.dns.answers import Reason, Response
from spillover.plan.dns.record import RecordPlan
from spillover.plan.dns.timing import Timing
from spillover.plan.planned import ServicePlan
from spillover.plan.zonal import Client, ClientKind, Spec
from spillover.report import diff_markdown, diff_text
from spillover.report.diff import DiffResult, folded, mark, meaning
from spillover.report.style import Style

ORIGIN = Origin("x.orders", "x", path="main.tf")
IN_B, ANYWHERE = Client(ClientKind.VM, "b"), Client(ClientKind.VM)


def row(before: Destiny, after: Destiny, client: Client = IN_B, scenario: str = "b down") -> RowChange:
    zones = {"b": Size.exactly(5)}
    return RowChange(scenario, client, Result(before, zones), Result(after, {**zones, "c": Size.exactly(1)}))


@pytest.mark.parametrize(
    ("before", "after", "marked", "means"),
    [
        (Destiny.LOCAL, Destiny.LOCAL, "", "as before, with other backends"),
        (Destiny.LOCAL, Destiny.ACROSS, "!", "leaves its zone now"),
        (Destiny.ACROSS, Destiny.LOCAL, "+", "stays in its zone now"),
        (Destiny.ACROSS, Destiny.UNHEALTHY, "!!", "reaches unhealthy backends only"),
        (Destiny.UNHEALTHY, Destiny.NOWHERE, "!!", "reaches no backend any more"),
        (Destiny.NOWHERE, Destiny.ACROSS, "+", "leaves its zone now"),
        (Destiny.LOCAL, Destiny.ITSELF, "+", "answers itself now"),
        (Destiny.LOCAL, Destiny.UNDETERMINED, "?", "is not known any more"),
        (Destiny.UNDETERMINED, Destiny.LOCAL, "?", "stays in its zone now"),
    ],
)
def test_what_a_row_means(before: Destiny, after: Destiny, marked: str, means: str) -> None:
    assert (mark(row(before, after)), meaning(row(before, after))) == (marked, means)


def test_a_client_without_a_zone_has_none_to_stay_in() -> None:
    assert meaning(row(Destiny.UNHEALTHY, Destiny.LOCAL, ANYWHERE)) == "reaches healthy backends now"


def test_rows_that_differ_only_in_the_scenario_are_one() -> None:
    lost = [row(Destiny.LOCAL, Destiny.ACROSS, scenario=each) for each in ("all healthy", "c down")]
    unknown = RowChange(
        "x", IN_B, Result(Destiny.UNDETERMINED), Result(Destiny.LOCAL, {"b": Size.exactly(5)})
    )

    assert [each.scenarios for each in folded([*lost, unknown])] == [("all healthy", "c down"), ("x",)]


def service(name: Any = "orders") -> ServicePlan:
    return ServicePlan(BackendService(name=name, origin=ORIGIN), ".", (), (), ())


def record() -> RecordPlan:
    bound = OutageBound(30, 30, 2)
    return RecordPlan(RecordSet("shop.test.", "A", 30, origin=ORIGIN), ".", None, Timing(bound, bound))


def result(*services: ServiceDiff, records: tuple[RecordDiff, ...] = ()) -> DiffResult:
    return DiffResult(services, records, (), (), Spec.R2026_05)


def text(found: DiffResult) -> str:
    stream = io.StringIO()
    diff_text.write(found, stream, Style())
    return stream.getvalue()


def markdown(found: DiffResult) -> str:
    stream = io.StringIO()
    diff_markdown.write(found, stream)
    return stream.getvalue()


PRIMARY = (Response(("198.51.100.5",), Reason.PRIMARY_HEALTHY),)
UNKNOWN = (Response(None, Reason.UNDETERMINED, undetermined=(Unknown("var.x"),)),)


class TestText:
    def test_of_rows(self) -> None:
        rows = (
            row(Destiny.LOCAL, Destiny.UNHEALTHY),
            RowChange("x", ANYWHERE, Result(Destiny.UNDETERMINED), Result(Destiny.NOWHERE, {})),
        )

        shown = text(result(ServiceDiff(service(), service(), rows, ("it is replaced",), 3)))

        assert (
            shown
            == """\
load balancers: 1 changed of 1

orders: changed
x.orders at main.tf:1
  - it is replaced
      scenario    clients in      before        after        new connections
  !!  b down      b               b 5           b 5, c 1     reaches unhealthy
                                                (unhealthy)  backends only
  ?   x           any other zone  undetermined  none         reaches no backend
                                                             any more
"""
        )

    def test_of_answers(self) -> None:
        changes = (SettingChange("TTL", None, "30 s"),)
        answers = (AnswerChange("all healthy", None, PRIMARY, UNKNOWN),)

        shown = text(result(records=(RecordDiff(record(), record(), changes, answers),)))

        assert (
            shown
            == """\
record sets: 1 changed of 1

shop.test. A: changed
x.orders at main.tf:1
  TTL: not known -> 30 s
  state        clients near    answered before    answered after
  all healthy  anywhere        198.51.100.5       undetermined
"""
        )

    def test_of_what_stays(self) -> None:
        assert text(result(ServiceDiff(service(), service()))) == (
            "nothing changes for clients\n\nunchanged: orders\n"
        )


class TestMarkdown:
    def test_of_answers(self) -> None:
        answers = (AnswerChange("all healthy", "us-east1", PRIMARY, UNKNOWN),)

        shown = markdown(result(records=(RecordDiff(record(), record(), (), answers),)))

        assert "| all healthy | us-east1 | 198.51.100.5 | undetermined |" in shown
        assert shown.startswith("**spillover:** record sets: 1 changed of 1\n")

    def test_of_nothing(self) -> None:
        assert markdown(result()) == "**spillover:** nothing changes for clients\n"


def test_status_of_a_record_that_stays() -> None:
    assert RecordDiff(record(), record()).status is Status.UNCHANGED
