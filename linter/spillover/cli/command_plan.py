"""``spillover plan``: its options."""

from __future__ import annotations

from typing import Annotated

import typer

from spillover.cli.deadline import SECONDS
from spillover.cli.options import (
    ColorOption,
    ConfigFile,
    Debug,
    DnsZones,
    EnvVars,
    Formats,
    Health,
    Instances,
    Jobs,
    NoCache,
    OutputFiles,
    Paths,
    Quiet,
    SourceFolder,
    SpecOption,
    Timeout,
    VarFiles,
    Vars,
    Workspace,
    environment,
    invocations,
)
from spillover.cli.output import WITH_HTML, Color, Outputs
from spillover.cli.status import Status, guarded

HELP_ENDS = invocations(
    "plan infra --scenario scenario.yaml",
    "plan infra --sweep thresholds --load",
    "plan infra --down us-east1-b --why ilb-orders us-east1-c",
)


def plan(
    paths: Paths = None,
    *,
    format_: Formats = None,
    output: OutputFiles = None,
    color: ColorOption = Color.AUTO,
    var: Vars = None,
    var_file: VarFiles = None,
    health: Health = None,
    instances: Instances = None,
    dns_zone: DnsZones = None,
    spec: SpecOption = None,
    workspace: Workspace = None,
    env_vars: EnvVars = False,
    source: SourceFolder = None,
    config: ConfigFile = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    service: Annotated[
        list[str] | None, typer.Option(help="Only this backend service; may be repeated.")
    ] = None,
    client_zone: Annotated[list[str] | None, typer.Option(help="Also clients in this zone.")] = None,
    scenario: Annotated[str | None, typer.Option(help="A scenario file, YAML or JSON.")] = None,
    down: Annotated[list[str] | None, typer.Option(help="A zone whose backends are unhealthy.")] = None,
    sweep: Annotated[
        str | None,
        typer.Option(help="zones: each zone down; thresholds, full: numbers of failures in a zone."),
    ] = None,
    max_failures: Annotated[
        int | None, typer.Option(min=1, help="Of one zone, in a full sweep; all of them by default.")
    ] = None,
    why: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="SERVICE ZONE", help="Text: only how the row of a zone's clients comes about."),
    ] = None,
    load: Annotated[
        bool, typer.Option("--load", help="Text: the load of backends, even without shares of clients.")
    ] = False,
    max_load_factor: Annotated[
        str | None,
        typer.Option(help="Advise the spillover ratio that keeps each backend below so many even parts."),
    ] = None,
    timeout: Timeout = SECONDS,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Print which backends are eligible, for each client zone and state of health."""

    def command() -> Status:
        from spillover.cli import given, planning
        from spillover.plan.failures import Sweep

        options = planning.PlanOptions(
            services=tuple(service or ()),
            client_zones=tuple(client_zone or ()),
            scenario=scenario,
            down=tuple(down or ()),
            sweep=None if sweep is None else given.choice("--sweep", sweep, {each: each for each in Sweep}),
            max_failures=max_failures,
            why=why,
            load=load,
            most_load_factor=given.number("--max-load-factor", max_load_factor),
            spec=given.spec(spec),
            config=config,
            jobs=jobs,
            quiet=quiet,
            debug=debug,
        )
        request = given.request(
            paths,
            var,
            var_file,
            health,
            instances,
            dns_zone,
            workspace,
            environment(env_vars),
            source,
            no_cache=no_cache,
        )
        outputs = Outputs.of(format_ or [], output or [], color, WITH_HTML)
        return planning.make_plan(request, outputs, options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))
