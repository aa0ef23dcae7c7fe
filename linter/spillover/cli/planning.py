"""``plan``: what it is asked for, what it warns of, and where it writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TextIO

from spillover.check.rule import Spec
from spillover.cli.output import Format, Outputs, warn
from spillover.cli.running import config_of, standard_input, status_without_findings
from spillover.cli.status import Status
from spillover.errors import InputError, UsageError
from spillover.model.capacity import GroupHealth, InstanceList
from spillover.model.dns import RecordSet
from spillover.model.service import BackendService
from spillover.plan.dns.policy import targets_of
from spillover.plan.dns.weather import is_called
from spillover.plan.failures import Sweep
from spillover.plan.groups import keys_of_service
from spillover.plan.planner import Plan, Question, plan, zones_of
from spillover.plan.scenario import Scenario
from spillover.read.files import FoundFile, read_text, reported
from spillover.read.reading import STDIN, Reading, Request, read
from spillover.read.scenario import ScenarioFile, read_scenarios
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
    quiet: bool = False
    debug: bool = False


def make_plan(request: Request, outputs: Outputs, options: PlanOptions) -> Status:
    """Print the effective sets of backends."""
    cwd = Path.cwd()
    config = config_of(request.paths, options.config, cwd)
    if options.max_failures is not None and options.sweep is not Sweep.FULL:
        raise UsageError("--max-failures belongs to --sweep full")
    given = _scenarios(options.scenario, cwd)
    reading = read(request, cwd, standard_input)
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
    plans = tuple(plan(deployment, question) for deployment in deployments)
    _warn_of_unused(reading, given.scenarios)
    _warn_of_targets(plans, given.scenarios)
    _warn_of_zones(plans, options)
    _warn_of_regions(plans, given.scenarios)
    if options.why:
        _warn_of_skipped(plans)
    _write_plan(plans, spec, reading, outputs, options)
    return status_without_findings(reading, debug=options.debug)


def _scenarios(path: str | None, cwd: Path) -> ScenarioFile:
    if path is None:
        return ScenarioFile(())
    if path == "-":
        try:
            return read_scenarios(STDIN, standard_input().decode("utf-8"))
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
    observed: list[InstanceList | GroupHealth] = [*reading.health, *reading.instances]
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


def _warn_of_zones(plans: tuple[Plan, ...], options: PlanOptions) -> None:
    """A zone that is down without a backend in it is a misspelling, most likely."""
    zones = {zone for each in plans for service in each.services for zone in zones_of(service.groups)}
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


def _write_plan(
    plans: tuple[Plan, ...], spec: Spec, reading: Reading, outputs: Outputs, options: PlanOptions
) -> None:
    from spillover.report import plan_json, plan_text, why_text

    result = plan_json.PlanResult(
        plans, spec, tuple(reading.unreadable), options.load, options.most_load_factor
    )

    def write(format_: Format, stream: TextIO, style: Style) -> None:
        if format_ is Format.JSON:
            plan_json.write(result, stream)
        elif options.why:
            name = Scenario().with_down(*options.down).name
            why_text.write(result, options.why[1], name, stream, style)
        else:
            plan_text.write(result, stream, style, quiet=options.quiet)

    outputs.write(write)
