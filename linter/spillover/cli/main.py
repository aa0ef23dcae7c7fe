"""The command line: options, and nothing that is not about options."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Mapping
from typing import Annotated, Any, NoReturn

import typer

from spillover import __version__
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
)
from spillover.cli.output import OF_LINT, WITH_HTML, Color, Format, Outputs, to_stderr
from spillover.cli.status import Status, guarded

app = typer.Typer(
    name="spillover",
    help="Linter and planner for Google Cloud load-balancer configuration.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _invocations(*arguments: str) -> str:
    """The end of a command's help: what one would type. A backspace keeps click from joining the lines."""
    return "\n".join(("\b", "Examples:", *(f"  spillover {each}" for each in arguments)))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spillover {__version__}")
        raise typer.Exit


def _environment(wanted: bool) -> Mapping[str, str]:
    """The environment is read only when it is asked for: the same files give the same findings everywhere."""
    return os.environ if wanted else {}


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Linter and planner for Google Cloud load-balancer configuration."""


@app.command(
    epilog=_invocations(
        "lint infra",
        "lint infra --format sarif --output spillover.sarif --format github",
        "lint plan.json --source infra --new-only",
    )
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
            _environment(env_vars),
            source,
            stdin_filename,
            no_cache=no_cache,
        )
        if show_files:
            only_text = Outputs.of(format_ or [], output or [], color, (Format.TEXT,))
            return commands.list_files(request, only_text, config, debug=debug)
        return commands.lint(request, Outputs.of(format_ or [], output or [], color, OF_LINT), options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))


@app.command(
    epilog=_invocations(
        "plan infra --scenario scenario.yaml",
        "plan infra --sweep thresholds --load",
        "plan infra --down us-east1-b --why ilb-orders us-east1-c",
    )
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
            _environment(env_vars),
            source,
            no_cache=no_cache,
        )
        outputs = Outputs.of(format_ or [], output or [], color, WITH_HTML)
        return planning.make_plan(request, outputs, options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))


@app.command(
    epilog=_invocations(
        "diff before after --scenario scenario.yaml",
        "diff plan.json --source infra --format markdown --output comment.md",
    )
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
            _environment(env_vars),
            source,
            no_cache=no_cache,
        )
        outputs = Outputs.of(format_ or [], output or [], color, WITH_HTML)
        return diffing.make_diff(before, after, request, outputs, options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))


@app.command(epilog=_invocations("show infra", "show plan.json --format json"))
def show(
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
    jobs: Jobs = None,  # noqa: ARG001 - promised to scripts; reading does not pay for more yet
    no_cache: NoCache = False,
    timeout: Timeout = SECONDS,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Print what was read: resources, values, unknowns and their causes."""

    def command() -> Status:
        from spillover.cli import commands, given

        given.spec(spec)  # it changes nothing of what was read
        request = given.request(
            paths,
            var,
            var_file,
            health,
            instances,
            dns_zone,
            workspace,
            _environment(env_vars),
            source,
            no_cache=no_cache,
        )
        options = commands.ShowOptions(config, quiet=quiet, debug=debug)
        return commands.show(request, Outputs.of(format_ or [], output or [], color), options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))


@app.command(epilog=_invocations("explain ZA017"))
def explain(
    rule: Annotated[str, typer.Argument(help="A rule's code or name.")],
    *,
    debug: Debug = False,
) -> None:
    """Print a rule's page."""

    def command() -> Status:
        from spillover.cli import commands

        return commands.explain(rule)

    raise typer.Exit(guarded(command, debug=debug))


@app.command(epilog=_invocations("rules", "rules --format json"))
def rules(
    *,
    format_: Formats = None,
    output: OutputFiles = None,
    color: ColorOption = Color.AUTO,
    config: ConfigFile = None,
    debug: Debug = False,
) -> None:
    """List every rule: code, name, severity, one line."""

    def command() -> Status:
        from spillover.cli import commands

        return commands.list_rules(Outputs.of(format_ or [], output or [], color), config)

    raise typer.Exit(guarded(command, debug=debug))


@app.command(epilog=_invocations("cache info", "cache clear"))
def cache(
    action: Annotated[str, typer.Argument(help="info, or clear.")],
    *,
    debug: Debug = False,
) -> None:
    """Tell of what is kept between runs, or remove it."""

    def command() -> Status:
        from spillover.cli import caching, given

        return given.choice("cache", action, {"info": caching.info, "clear": caching.clear})()

    raise typer.Exit(guarded(command, debug=debug))


DEEPEST_CALLS = 3000
"""Python's own limit ends at a chain of some sixty values that are each made of the next."""

NEW_OBJECTS = 100_000
"""Between collections: nearly all that is read is kept, so that to look through it finds nothing."""

COLLECTIONS = 100
"""Of what is new between those of what is older, for the same reason: it was a sixth of a large run."""


_WrongUsage: Any = typer.BadParameter.__mro__[1]
"""What typer raises where an argument is wrong; of its kinds it only shows us this one."""


def run() -> NoReturn:
    """The console script."""
    before = sys.getrecursionlimit()
    collects = gc.get_threshold()
    sys.setrecursionlimit(max(before, DEEPEST_CALLS))
    gc.set_threshold(NEW_OBJECTS, COLLECTIONS, COLLECTIONS)
    try:
        sys.exit(app(prog_name="spillover", standalone_mode=False))
    except _WrongUsage as error:
        # Arguments may be names of files that a stranger chose, and typer prints them as they are.
        message = io.StringIO()
        error.show(message)
        to_stderr(message.getvalue())
        sys.exit(error.exit_code)
    finally:
        sys.setrecursionlimit(before)
        gc.set_threshold(*collects)
