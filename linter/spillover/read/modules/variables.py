"""The values of a root module's variables: the command line, variable files, and defaults.

Terraform's order of precedence, lowest first: the default, ``terraform.tfvars``,
``terraform.tfvars.json``, ``*.auto.tfvars(.json)`` by name, then ``--var`` and ``--var-file``
in the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from spillover.errors import InputError, UsageError
from spillover.model.source import Unknown
from spillover.read.evaluation.evaluate import Step, Value, evaluate, spelled
from spillover.read.files import FoundFile, is_loaded_unasked, read_text
from spillover.read.modules.folder import Folder, parse_values
from spillover.read.syntax.tf_json import parse_json_values

Inputs = dict[str, Callable[[], Value]]


@dataclass(frozen=True)
class Nothing:
    """The scope of a variable file, in which no name means anything."""

    def resolve(self, root: str, steps: tuple[Step, ...]) -> Value:
        """Unknown: variable files hold literal values only."""
        return Unknown(spelled(root, steps))


@dataclass(frozen=True)
class GivenVariables:
    """What the command line says of variables, in its order: ``(NAME, VALUE)`` or a file.

    ``workspace`` is what ``terraform.workspace`` means; without it that is unknown.
    """

    given: tuple[tuple[str, str] | FoundFile, ...] = ()
    workspace: str | None = None


@dataclass
class RootVariables:
    """The inputs of a root module, and what could not be read of them."""

    inputs: Inputs = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)


def root_variables(folder: Folder, files: Iterable[FoundFile], given: GivenVariables) -> RootVariables:
    """The inputs of a root module whose folder holds these variable files."""
    variables = RootVariables()
    loaded = [file for file in files if is_loaded_unasked(_name(file))]
    for file in sorted(loaded, key=_precedence):
        _load(file, variables)
    for each in given.given:
        if isinstance(each, FoundFile):
            _load(each, variables)
        elif folder.declared("variable", each[0]):
            variables.inputs[each[0]] = partial(_given_value, folder, *each)
    return variables


def check_declared(folders: Iterable[Folder], given: GivenVariables) -> None:
    """Make sure that every ``--var`` is a variable of some root module.

    Raises:
        UsageError: one is not.
    """
    roots = list(folders)
    for each in given.given:
        if not isinstance(each, FoundFile) and not any(root.declared("variable", each[0]) for root in roots):
            raise UsageError(f"--var {each[0]}: no root module declares this variable")


def _name(file: FoundFile) -> str:
    return file.absolute.name


def _precedence(file: FoundFile) -> tuple[int, str]:
    order = {"terraform.tfvars": 0, "terraform.tfvars.json": 1}
    return order.get(_name(file), 2), _name(file)


def _load(file: FoundFile, variables: RootVariables) -> None:
    try:
        variables.inputs.update(_values(file))
    except InputError as error:
        variables.errors.append(error)


def _values(file: FoundFile) -> Mapping[str, Callable[[], Value]]:
    text = read_text(file)
    parse = parse_json_values if file.path.endswith(".json") else parse_values
    body, lines = parse(file.path, text)
    return {
        name: partial(evaluate, setting.expression, Nothing(), lines)
        for name, setting in body.settings.items()
    }


def _given_value(folder: Folder, name: str, text: str) -> Value:
    """``--var``: text as it is for a variable of a primitive type, else an expression."""
    declared = folder.declared("variable", name)
    parsed = folder.parse(declared) if declared else None
    kind = parsed.body.settings.get("type") if parsed else None
    if declared is None or kind is None:
        return text
    written = declared.file.lines.text[kind.expression.start : kind.expression.end]
    if written.strip('"') in ("string", "number", "bool"):  # quotes were wanted once
        return text
    try:
        body, lines = parse_values(f"<--var {name}>", f"{name}={text}")
    except InputError as error:
        raise UsageError(str(error)) from None
    if list(body.settings) != [name]:
        raise UsageError(f"--var {name}: more than one value is given")
    return evaluate(body.settings[name].expression, Nothing(), lines)
