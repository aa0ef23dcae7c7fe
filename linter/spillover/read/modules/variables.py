"""The values of a root module's variables: the command line, variable files, and defaults.

Terraform's order of precedence, lowest first: the default, ``terraform.tfvars``,
``terraform.tfvars.json``, ``*.auto.tfvars(.json)`` by name, then ``--var`` and ``--var-file``
in the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from spillover.errors import InputError, UsageError
from spillover.read.cty.value import EvaluationError, Value
from spillover.read.evaluation.context import Context, Written
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.files import FoundFile, is_loaded_unasked, read_text
from spillover.read.lines import Lines
from spillover.read.modules.folder import Folder, parse_values
from spillover.read.request import NO_VALUES, GivenVariables
from spillover.read.syntax.expression import Body, Literal
from spillover.records import dataclass

_ENVIRONMENT = "TF_VAR_"


@dataclass(frozen=True)
class Nothing:
    """The scope of a variable file, in which no name means anything."""

    def name(self, name: str) -> Value:
        """None has a value.

        Raises:
            EvaluationError: always, for variable files hold values only.
        """
        raise EvaluationError(f"{name}: a name means nothing in a variable's value")


@dataclass
class RootVariables:
    """The inputs of a root module, and what could not be read of them."""

    inputs: dict[str, Written] = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)


def root_variables(folder: Folder, files: Iterable[FoundFile], given: GivenVariables) -> RootVariables:
    """The inputs of a root module whose folder holds these variable files."""
    variables = RootVariables()
    for name, value in given.environment.items():
        if name.startswith(_ENVIRONMENT) and (declared := name.removeprefix(_ENVIRONMENT)):
            _give(folder, declared, value, f"<{name}>", variables)
    loaded = [file for file in files if is_loaded_unasked(_name(file))]
    for file in sorted(loaded, key=_precedence):
        _load(file, variables)
    if given.of_plan != NO_VALUES:
        from spillover.read.syntax.tf_json import parse_json_values

        _add(*parse_json_values("<the plan's variables>", given.of_plan), variables)
    for each in given.given:
        if isinstance(each, FoundFile):
            _load(each, variables)
        else:
            _give(folder, *each, f"<--var {each[0]}>", variables)
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
        text = read_text(file)
        body, lines = _parser(file.path)(file.path, text)
    except InputError as error:
        variables.errors.append(error)
        return
    _add(body, lines, variables)


def _parser(path: str) -> Callable[[str, str], tuple[Body, Lines]]:
    if not path.endswith(".json"):
        return parse_values
    from spillover.read.syntax.tf_json import parse_json_values

    return parse_json_values


def _add(body: Body, lines: Lines, variables: RootVariables) -> None:
    context = Context(Nothing(), lines, evaluate, errors=variables.errors)
    for name, setting in body.settings.items():
        variables.inputs[name] = Written(setting.expression, context)


def _give(folder: Folder, name: str, text: str, where: str, variables: RootVariables) -> None:
    """``--var`` or the environment: text as it is for a variable of a primitive type, else an expression."""
    declared = folder.declared("variable", name)
    if declared is None:
        return
    parsed = folder.parse(declared)
    kind = parsed.body.settings.get("type") if parsed else None
    lines = Lines(where, f"{name}={text}")
    context = Context(Nothing(), lines, evaluate, errors=variables.errors)
    start = len(name) + 1
    written = declared.file.lines.text[kind.expression.start : kind.expression.end] if kind else "string"
    if written.strip('"') in ("string", "number", "bool"):  # quotes were wanted once
        variables.inputs[name] = Written(Literal(text, start, start + len(text)), context)
        return
    try:
        body, _ = parse_values(where, lines.text)
    except InputError as error:
        raise UsageError(str(error)) from None
    if list(body.settings) != [name]:
        raise UsageError(f"{where.strip('<>')}: more than one value is given")
    variables.inputs[name] = Written(body.settings[name].expression, context)
