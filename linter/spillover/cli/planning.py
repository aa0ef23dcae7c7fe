"""``plan``: what it is asked for, what it warns of, and where it writes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TextIO

from spillover.check.locate import in_order
from spillover.check.rule import Spec
from spillover.cli.output import Format, Outputs, warn
from spillover.cli.running import config_of, read_all, standard_input, status_without_findings
from spillover.cli.status import Status
from spillover.cli.workers import usable_processors, worked
from spillover.errors import InputError, UsageError
from spillover.model.capacity import GroupHealth, InstanceList
from spillover.model.dns import RecordSet
from spillover.model.service import BackendService
from spillover.model.views import LoadBalancer
from spillover.plan.dns.policy import targets_of
from spillover.plan.dns.weather import is_called
from spillover.plan.failures import Sweep
from spillover.plan.groups import keys_of_service
from spillover.plan.planned import Plan, Question, ServicePlan, zones_of
from spillover.plan.planner import plan_beside_services, plan_service, to_plan
from spillover.plan.scenario import Scenario
from spillover.read.data_files import STDIN
from spillover.read.files import FoundFile, read_text, reported
from spillover.read.request import Reading, Request
from spillover.read.scenario import ScenarioFile, read_scenarios
from spillover.records import dataclass
from spillover.report.plan_json import PlanResult
from spillover.report.style import Style


@dataclass(frozen=True)
class PlanOptions:
    """What ``plan`` is asked for, beyond what is read and where it goes."""

    services: tuple[str, ...] = ()
    client_zones: tuple[str, ...] = ()
    scenario: str | None = None
    down: tuple[str, ...] = ()
    sweep: Sweep | None = None
    max_failures: int | None = None
    why: tuple[str, str] | None = None
    load: bool = False
    most_load_factor: Fraction | None = None
    spec: Spec | None = None
    config: str | None = None
    jobs: int | None = None
    quiet: bool = False
    debug: bool = False


def make_plan(request: Request, outputs: Outputs, options: PlanOptions) -> Status:
    """Print the effective sets of backends."""
    cwd = Path.cwd()
    config = config_of(request.paths, options.config, cwd)
    if options.max_failures is not None and options.sweep is not Sweep.FULL:
        raise UsageError("--max-failures belongs to --sweep full")
    given = read_scenario_file(options.scenario, cwd)
    reading = read_all(replace(request, checks_values=False), cwd)  # these are lint's
    spec = options.spec or given.spec or Spec.R2026_05
    question = Question(
        given.scenarios,
        options.down,
        options.sweep,
        options.max_failures,
        (*options.client_zones, *(options.why or ())[1:]),
        options.services if options.why is None else options.why[:1],
        spec,
    )
    _check_asked_for(reading, question.services, given.scenarios, "--why" if options.why else "--service")
    deployments = [replace(each, options=config.options) for each in reading.deployments]
    plans = tuple(plan_beside_services(each, question) for each in deployments)
    result = PlanResult(plans, spec, tuple(reading.unreadable), options.load, options.most_load_factor)
    balancers = in_order(
        (each for deployment in deployments for each in to_plan(deployment, question)),
        lambda each: each.service.origin,
    )
    told = tuple(
        worked(
            lambda number: _tell(balancers[number], question, result, outputs, options),
            len(balancers),
            options.jobs or usable_processors(),
        )
    )
    _warn_of_unused(reading, given.scenarios)
    _warn_of_targets(plans, given.scenarios)
    _warn_of_zones(told, options)
    _warn_of_regions(plans, given.scenarios)
    if options.why:
        _warn_of_skipped(plans)
    next_hops = tuple(
        plan_service(balancer, question)
        for balancer, about in zip(balancers, told, strict=True)
        if about.shares_appliances
    )
    _write_plan(replace(result, plans=(*plans, Plan(next_hops, ()))), told, outputs, options)
    return status_without_findings(reading, debug=options.debug)


def read_scenario_file(path: str | None, cwd: Path) -> ScenarioFile:
    """What a scenario file says; nothing where none is named.

    Raises:
        UsageError: it is no scenario.
    """
    if path is None:
        return ScenarioFile(())
    if path == "-":
        try:
            return read_scenarios(STDIN, b"".join(standard_input()).decode("utf-8"))
        except UnicodeDecodeError:
            raise UsageError(f"{STDIN}: not UTF-8") from None
    file = FoundFile(reported(Path(path), cwd), cwd / path)
    try:
        text = read_text(file)
    except InputError as error:
        raise UsageError(str(error)) from None
    return read_scenarios(file.path, text)


def _check_asked_for(
    reading: Reading, names: tuple[str, ...], scenarios: tuple[Scenario, ...], option: str
) -> None:
    services = [each for deployment in reading.deployments for each in deployment.own(BackendService)]
    records = any(deployment.own(RecordSet) for deployment in reading.deployments)
    if not services and not records and not reading.unreadable and not any(each.load for each in scenarios):
        warn("no backend service was read")
    known = {service.origin.address for service in services}
    known |= {service.name for service in services if isinstance(service.name, str)}
    for name in names:
        if name not in known:
            raise UsageError(f"{option} {name}: no such backend service was read")


def _warn_of_unused(reading: Reading, scenarios: tuple[Scenario, ...]) -> None:
    """A group in a scenario that no backend has is a misspelling, most likely."""
    observed: list[InstanceList | GroupHealth] = [*reading.health, *reading.instances]
    if not scenarios and not observed:
        return
    used = {
        key
        for deployment in reading.deployments
        for service in deployment.own(BackendService)
        for key in keys_of_service(service, deployment)
    }
    for key in dict.fromkeys(key for scenario in scenarios for key in scenario.groups):
        if key not in used and "/" not in key:
            warn(f"the scenario's group {key} is no backend of any service that was read")
    known = used | {key.rpartition("/")[2] for key in used}
    for seen in observed:
        if used and seen.group.name not in known:
            warn(f"{seen.path}: group {seen.group.name} is no backend of any service that was read")


def _warn_of_targets(plans: tuple[Plan, ...], scenarios: tuple[Scenario, ...]) -> None:
    """A target in a scenario that no record answers is a misspelling, most likely."""
    answered = [
        target.name
        for each in plans
        for record in each.records
        if record.policy is not None
        for target in targets_of(record.policy)
    ]
    for name in dict.fromkeys(name for scenario in scenarios for name in scenario.targets):
        if not any(is_called(target, name) for target in answered):
            warn(f"the scenario's target {name} is an address of no record that was planned")


def _warn_of_zones(services: tuple[Told, ...], options: PlanOptions) -> None:
    """A zone that is down without a backend in it is a misspelling, most likely."""
    zones = {zone for each in services for zone in each.zones}
    for zone in options.down:
        if zones and zone not in zones:
            warn(f"--down {zone}: no backend of any service is in this zone")


def _warn_of_skipped(plans: tuple[Plan, ...]) -> None:
    """A service without a plan has no row to derive."""
    for each in plans:
        for skipped in each.skipped:
            warn(f"{skipped.at.origin.address} has no plan: {skipped.because}")


def _warn_of_regions(plans: tuple[Plan, ...], scenarios: tuple[Scenario, ...]) -> None:
    """A region with a load that nothing takes is a misspelling, or its load balancers were not read."""
    planned = {proxies.region for each in plans for proxies in each.proxies}
    for region in dict.fromkeys(region for scenario in scenarios for region in scenario.load):
        if region not in planned:
            warn(
                f"the scenario has a load in {region}, where no regional load balancer with proxies was read"
            )


@dataclass(frozen=True)
class Told:
    """What is left of the plan of a service once it is written; the plans of all would fill the memory.

    ``texts`` has what stands of it in each output.
    """

    texts: tuple[str, ...]
    zones: tuple[str, ...]
    shares_appliances: bool


def _tell(
    lb: LoadBalancer, question: Question, result: PlanResult, outputs: Outputs, options: PlanOptions
) -> Told:
    planned = plan_service(lb, question)
    return Told(
        tuple(_text(planned, result, format_, style, options) for format_, style in outputs.styles),
        zones_of(planned.groups),
        bool(planned.partners.items or planned.partners.possible),
    )


def _text(
    planned: ServicePlan, result: PlanResult, format_: Format, style: Style, options: PlanOptions
) -> str:
    from spillover.report import plan_json, plan_markdown, plan_text, why_text

    if format_ is Format.JSON:
        return plan_json.service(planned, result)
    if format_ is Format.MARKDOWN:
        return plan_markdown.service(planned, result)
    if format_ is Format.HTML:
        from spillover.report.page.service import service

        return service(planned, result)
    if options.why:
        name = Scenario().with_down(*options.down).name
        return why_text.service(planned, options.why[1], name, result.spec, style)
    return plan_text.service(planned, result, style)


def _write_plan(result: PlanResult, told: tuple[Told, ...], outputs: Outputs, options: PlanOptions) -> None:
    from spillover.report import plan_json, plan_markdown, plan_text, why_text

    def write(number: int, format_: Format, stream: TextIO, style: Style) -> None:
        services = (each.texts[number] for each in told)
        if format_ is Format.JSON:
            plan_json.write(result, stream, services)
        elif format_ is Format.MARKDOWN:
            plan_markdown.write(result, stream, services)
        elif format_ is Format.HTML:
            from spillover.report.page import plan_page

            plan_page.write(result, stream, services)
        elif options.why:
            why_text.write(services, stream)
        else:
            plan_text.write(result, stream, style, services, quiet=options.quiet)

    outputs.write_numbered(write)
