"""``plan --why``: the derivation of one row, a numbered step for each of the specification."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TextIO

from spillover.plan.backends import BackendSet
from spillover.plan.planned import Row, ScenarioPlan, ServicePlan
from spillover.plan.why import Derived, derivation, verdict
from spillover.plan.zonal import ClientKind, Spec
from spillover.report.style import Style, clean
from spillover.report.tables import paragraph
from spillover.report.values import threshold
from spillover.report.words import undetermined

VMS = (ClientKind.VM, ClientKind.OTHER_REGION)
WRAPPER = textwrap.TextWrapper(
    width=100, subsequent_indent="     ", break_on_hyphens=False, break_long_words=False
)


def write(services: Iterable[str], stream: TextIO) -> None:
    """Write the texts of services, but for those that have none."""
    parts = [text for text in services if text]
    stream.write("\n\n".join(parts) + "\n" if parts else "")


def service(plan: ServicePlan, zone: str, scenario: str, spec: Spec, style: Style) -> str:
    """Why the VMs of a zone get what they get in a scenario, or else in the first."""
    return "\n\n".join(
        "\n".join(_why(plan, _scenario(plan, scenario), row, spec, style))
        for row in _scenario(plan, scenario).rows
        if row.client.zone == zone and row.client.kind in VMS
    )


def _scenario(plan: ServicePlan, name: str) -> ScenarioPlan:
    return next((each for each in plan.scenarios if each.scenario.name == name), plan.scenarios[0])


def _why(plan: ServicePlan, scenario: ScenarioPlan, row: Row, spec: Spec, style: Style) -> Iterator[str]:
    name = plan.service.origin.called(plan.service.name)
    question = f"why {clean(name)} sends clients in {clean(row.client.zone or '')} where it does"
    yield style.strong(paragraph(question))
    where = f"{clean(scenario.scenario.name)}, by Google's text of {spec.value}"
    yield style.quiet(paragraph(f"{where}; numbers of backends are healthy of all"))
    steps = list(derivation(scenario, row))
    if row.decision is not None:
        steps.append(verdict(row.decision))
    for number, step in enumerate(steps, 1):
        yield from _step(number, step, _ratio(plan, row) if step.name == "intersection" else "", style)
    for unknown in () if row.decision is not None else (*scenario.undetermined, *row.undetermined):
        yield style.risky(undetermined(unknown.because))


def _step(number: int, step: Derived, ratio: str, style: Style) -> Iterator[str]:
    """The set and what decided; under it the paragraph."""
    if step.backends is None:
        yield from WRAPPER.wrap(f"  {number}. {step.name}: {step.because}")
    else:
        yield from WRAPPER.wrap(f"  {number}. {step.name}: {_numbers(step.backends)}")
        yield from WRAPPER.wrap(f"     {step.because}{ratio}")
    yield from (style.quiet(line) for line in WRAPPER.wrap(f"     [{step.source}]"))


def _ratio(plan: ServicePlan, row: Row) -> str:
    """The intersection over the zonal matched backends, and the threshold; nothing where none is defined."""
    if row.decision is None or row.decision.ratio is None:
        return ""
    ratio = row.decision.ratio.exact
    written = threshold(plan.service.spillover_ratio) or "not known"
    return f"; {'?' if ratio is None else ratio} of the matched ones, spillover ratio {written}"


def _numbers(backends: BackendSet) -> str:
    """Such as ``us-east1-b 3 of 5``."""
    healthy, parts = backends.healthy.zones(), []
    for zone, size in backends.zones().items():
        good = healthy[zone].exact if zone in healthy else 0
        numbers = ("?" if each is None else str(each) for each in (good, size.exact))
        parts.append(f"{clean(zone)} {' of '.join(numbers)}")
    return ", ".join(parts) or "none"
