"""``spillover diff``: its options."""

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
    NoInlineIgnores,
    OutputFiles,
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
    "diff before after --scenario scenario.yaml",
    "diff plan.json --source infra --format markdown --output comment.md",
)


def diff(
    before: Annotated[str, typer.Argument(help="What there was; or a plan alone, which has both sides.")],
    after: Annotated[str | None, typer.Argument(help="What there will be.")] = None,
    *,
    format_: Formats = None,
    output: OutputFiles = None,
    color: ColorOption = Color.AUTO,
    var: Vars = None,
    var_file: VarFiles = None,
    before_var_file: Annotated[
        list[str] | None, typer.Option(help="Variables of BEFORE alone, after the others.")
    ] = None,
    health: Health = None,
    instances: Instances = None,
    dns_zone: DnsZones = None,
    spec: SpecOption = None,
    workspace: Workspace = None,
    env_vars: EnvVars = False,
    source: SourceFolder = None,
    config: ConfigFile = None,
    jobs: Jobs = None,  # noqa: ARG001 - promised to scripts; a change is small
    no_cache: NoCache = False,
    client_zone: Annotated[list[str] | None, typer.Option(help="Also clients in this zone.")] = None,
    scenario: Annotated[
        str | None, typer.Option(help="A scenario file, YAML or JSON, for both sides.")
    ] = None,
    down: Annotated[list[str] | None, typer.Option(help="Also with this zone down.")] = None,
    fail_on: Annotated[str, typer.Option(help="New findings: error, warning, note or never.")] = "warning",
    fail_on_change: Annotated[
        bool, typer.Option("--fail-on-change", help="End with 1 on any change.")
    ] = False,
    no_inline_ignores: NoInlineIgnores = False,
    today: Annotated[str | None, typer.Option(help="The date for until=, such as 2026-12-31.")] = None,
    timeout: Timeout = SECONDS,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Tell what a change does to clients: who gets other backends, and which findings are new."""

    def command() -> Status:
        from spillover.cli import diffing, given

        options = diffing.DiffOptions(
            scenario=scenario,
            down=tuple(down or ()),
            client_zones=tuple(client_zone or ()),
            before_var_files=tuple(before_var_file or ()),
            fail_on=given.severity("--fail-on", fail_on),
            fail_on_change=fail_on_change,
            spec=given.spec(spec),
            config=config,
            no_inline_ignores=no_inline_ignores,
            today=given.day(today),
            quiet=quiet,
            debug=debug,
        )
        request = given.request(
            None,
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
        return diffing.make_diff(before, after, request, outputs, options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))
