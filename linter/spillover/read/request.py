"""What is asked to be read, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from spillover.errors import InputError, InternalError
from spillover.records import dataclass

if TYPE_CHECKING:  # a run that finds nothing needs none of these
    from spillover.model.capacity import GroupHealth, InstanceList
    from spillover.model.deployment import Deployment
    from spillover.read.files import FoundFile
    from spillover.read.modules.calls import CalledModule
    from spillover.read.shown import Shown

NO_VALUES = "{}"
"""A plan that was made without values of variables, as JSON."""


@dataclass(frozen=True)
class Request:
    """What the command line asks to be read.

    ``instances`` and ``dns_zones`` are pairs of a group, or a zone, and the file that speaks
    of it. ``variables`` are ``--var`` and ``--var-file`` in their order. ``checks_values`` asks for
    the values of Google's objects that its API would not take. ``source`` is the folder that plans
    were made of. ``stdin_filename`` is the file whose unsaved text standard input is. ``is_past`` asks for
    an earlier state, which need not declare every variable that is given. ``caches`` tells whether trees may
    be kept between runs. ``trees`` are folders that links may lead into, beside those of the paths.
    """

    paths: tuple[str, ...] = (".",)
    variables: tuple[tuple[str, str] | str, ...] = ()
    health: tuple[str, ...] = ()
    instances: tuple[tuple[str, str], ...] = ()
    dns_zones: tuple[tuple[str, str], ...] = ()
    workspace: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    checks_values: bool = True
    source: str | None = None
    stdin_filename: str | None = None
    is_past: bool = False
    caches: bool = False
    trees: tuple[Path, ...] = ()


@dataclass(frozen=True)
class GivenVariables:
    """What the command line says of variables, in its order: ``(NAME, VALUE)`` or a file.

    ``workspace`` is what ``terraform.workspace`` means; without it that is not known. Of
    ``environment`` only what begins with ``TF_VAR_`` counts. ``of_plan`` are the values that a plan was
    made with, as JSON.
    """

    given: tuple[tuple[str, str] | FoundFile, ...] = ()
    workspace: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    of_plan: str = NO_VALUES


@dataclass(frozen=True)
class CommentAt:
    """A comment that is meant for us, with its place; it may end on a later line.

    ``block_line`` is set for one that is a member of a block, in JSON: where that begins.
    """

    path: str
    line: int
    column: int
    text: str
    block_line: int | None = None


@dataclass
class Reading:
    """What was read. ``notes`` are for standard error; ``unreadable`` ends the run with status 3.

    ``internal_errors`` are crashes of a reader: what it was reading is missing, the rest is here.
    ``before`` are the deployments that there were before each plan, in the order of the plans.
    """

    deployments: list[Deployment] = field(default_factory=list)
    instances: list[InstanceList] = field(default_factory=list)
    health: list[GroupHealth] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    calls: list[tuple[str, CalledModule]] = field(default_factory=list)
    comments: list[CommentAt] = field(default_factory=list)
    unreadable: list[InputError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    before: list[Deployment] = field(default_factory=list)
    internal_errors: list[InternalError] = field(default_factory=list)
