"""``spillover lint``: its options."""

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
from spillover.cli.output import OF_LINT, Color, Format, Outputs
from spillover.cli.status import Status, guarded

HELP_ENDS = invocations(
    "lint infra",
    "lint infra --format sarif --output spillover.sarif --format github",
    "lint plan.json --source infra --new-only",
)


def lint(
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
    stdin_filename: Annotated[
        str | None, typer.Option(metavar="FILE", help="The file whose unsaved text - is, as editors give it.")
    ] = None,
    config: ConfigFile = None,
    jobs: Jobs = None,  # noqa: ARG001 - promised to scripts; reading does not pay for more yet
    no_cache: NoCache = False,
    select: Annotated[list[str] | None, typer.Option(help="Rules to check: codes, names, prefixes.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Rules not to check.")] = None,
    fail_on: Annotated[str, typer.Option(help="error, warning, note or never.")] = "warning",
    fail_on_undetermined: Annotated[bool, typer.Option("--fail-on-undetermined")] = False,
    new_only: Annotated[
        bool, typer.Option("--new-only", help="Of a plan: only findings that were not there before.")
    ] = False,
    new_since: Annotated[
        str | None, typer.Option(metavar="REF", help="Only findings that git's files at REF do not have.")
    ] = None,
    baseline: Annotated[str | None, typer.Option(help="Leave out the findings of this file.")] = None,
    write_baseline: Annotated[str | None, typer.Option(help="Write the findings to this file.")] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Text: how often each rule speaks, not each finding.")
    ] = False,
    show_suppressed: Annotated[
        bool, typer.Option("--show-suppressed", help="SARIF: also what is suppressed, marked as such.")
    ] = False,
    show_files: Annotated[
        bool, typer.Option("--show-files", help="Only the paths of the files that are read.")
    ] = False,
    no_inline_ignores: NoInlineIgnores = False,
    today: Annotated[str | None, typer.Option(help="The date for until=, such as 2026-12-31.")] = None,
    timeout: Timeout = SECONDS,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Find settings that exclude each other, have no effect, or hide a risk."""

    def command() -> Status:
        from spillover.cli import commands, given
        from spillover.plan.spec import Spec

        options = commands.LintOptions(
            select=given.rules(select),
            ignore=given.rules(ignore),
            fail_on=given.severity("--fail-on", fail_on),
            fail_on_undetermined=fail_on_undetermined,
            new_only=new_only,
            new_since=new_since,
            baseline=baseline,
            write_baseline=write_baseline,
            statistics=statistics,
            show_suppressed=show_suppressed,
            config=config,
            no_inline_ignores=no_inline_ignores,
            today=given.day(today),
            spec=given.spec(spec) or Spec.R2026_05,
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
            stdin_filename,
            no_cache=no_cache,
        )
        if show_files:
            only_text = Outputs.of(format_ or [], output or [], color, (Format.TEXT,))
            return commands.list_files(request, only_text, config, debug=debug)
        return commands.lint(request, Outputs.of(format_ or [], output or [], color, OF_LINT), options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))
