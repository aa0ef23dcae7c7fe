"""The options that more than one command has, as typer declares them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

import typer

from spillover.cli.output import Color, Format

Paths = Annotated[list[str] | None, typer.Argument(help="Folders, files, or - for standard input.")]
Formats = Annotated[
    list[Format] | None,
    typer.Option("--format", help="Output format, of those the command has; may be repeated."),
]
OutputFiles = Annotated[
    list[str] | None, typer.Option("--output", help="File for the n-th format; - is stdout.")
]
ColorOption = Annotated[Color, typer.Option(help="When to colour text.")]
Vars = Annotated[list[str] | None, typer.Option("--var", help="NAME=VALUE for a Terraform variable.")]
VarFiles = Annotated[list[str] | None, typer.Option("--var-file", help="A .tfvars file.")]
Health = Annotated[list[str] | None, typer.Option(help="Output of backend-services get-health.")]
Instances = Annotated[list[str] | None, typer.Option(help="GROUP=FILE of instance-groups list-instances.")]
DnsZones = Annotated[list[str] | None, typer.Option("--dns-zone", help="ZONE=FILE of dns record-sets list.")]
SpecOption = Annotated[
    str | None, typer.Option("--spec", help="Revision of Google's text: 2026-05 or 2025-07.")
]
Workspace = Annotated[str | None, typer.Option(help="What terraform.workspace means.")]
EnvVars = Annotated[bool, typer.Option("--env-vars", help="Let TF_VAR_NAME give Terraform variables.")]
SourceFolder = Annotated[
    str | None, typer.Option("--source", help="The folder that a plan was made of: places and references.")
]
ConfigFile = Annotated[str | None, typer.Option("--config", help="The configuration file.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="At most so many processes; else all processors.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Neither use nor keep what is parsed.")]
NoInlineIgnores = Annotated[
    bool,
    typer.Option("--no-inline-ignores", help="Comments suppress nothing: for gates on what others write."),
]
Timeout = Annotated[int, typer.Option(min=0, help="Seconds after which to give up; 0 is never.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Text: results only.")]
Debug = Annotated[bool, typer.Option("--debug", help="Tracebacks of internal errors.")]


def invocations(*arguments: str) -> str:
    """The end of a command's help: what one would type. A backspace keeps click from joining the lines."""
    return "\n".join(("\b", "Examples:", *(f"  spillover {each}" for each in arguments)))


def environment(wanted: bool) -> Mapping[str, str]:
    """The environment is read only when it is asked for: the same files give the same findings everywhere."""
    return os.environ if wanted else {}
