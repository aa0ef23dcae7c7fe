"""The command line: its commands, of which the larger ones are declared beside, and how it is run."""

from __future__ import annotations

import gc
import io
import sys
from typing import Annotated, Any, NoReturn

import typer

from spillover import __version__
from spillover.cli import command_diff, command_lint, command_plan
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
from spillover.cli.output import Color, Outputs, to_stderr
from spillover.cli.status import Status, guarded

app = typer.Typer(
    name="spillover",
    help="Linter and planner for Google Cloud load-balancer configuration.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spillover {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Linter and planner for Google Cloud load-balancer configuration."""


app.command(epilog=command_lint.HELP_ENDS)(command_lint.lint)
app.command(epilog=command_plan.HELP_ENDS)(command_plan.plan)
app.command(epilog=command_diff.HELP_ENDS)(command_diff.diff)


@app.command(epilog=invocations("show infra", "show plan.json --format json"))
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
            environment(env_vars),
            source,
            no_cache=no_cache,
        )
        options = commands.ShowOptions(config, quiet=quiet, debug=debug)
        return commands.show(request, Outputs.of(format_ or [], output or [], color), options)

    raise typer.Exit(guarded(command, debug=debug, timeout=timeout))


@app.command(epilog=invocations("explain ZA017"))
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


@app.command(epilog=invocations("rules", "rules --format json"))
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


@app.command(epilog=invocations("cache info", "cache clear"))
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
