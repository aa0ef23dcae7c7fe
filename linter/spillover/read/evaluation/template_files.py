"""``templatefile`` and ``templatestring``: templates that stand apart from what they are filled with.

Source: Terraform's documentation of both (lang/funcs/descriptions.go and filesystem.go where it is
silent), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from spillover.errors import InputError
from spillover.read.cty.convert import convert
from spillover.read.cty.types import DYNAMIC, STRING, MapOf, ObjectOf
from spillover.read.cty.value import EvaluationError, LimitError, Value, pending
from spillover.read.evaluation.context import Context
from spillover.read.lines import Lines
from spillover.read.module_files import OutsideError
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class _Variables:
    """The scope of a template: its variables, and nothing else."""

    variables: Mapping[str, Value]

    def name(self, name: str) -> Value:
        """The value of a variable.

        Raises:
            EvaluationError: there is none of this name.
        """
        if name not in self.variables:
            raise EvaluationError(f"the template is given no variable {name}")
        return self.variables[name]


def template_file(arguments: list[Value], context: Context) -> Value:
    """``templatefile(path, vars)``.

    Raises:
        EvaluationError: there is no such file, or Terraform refuses the template.
    """
    if len(arguments) != 2:
        raise EvaluationError(f"templatefile takes 2 arguments, and {len(arguments)} are given")
    path, variables = arguments
    if path.is_null:
        raise EvaluationError("the path is null")
    path = convert(path, STRING)
    unknown = path.pending or variables.pending
    if unknown:
        return pending(DYNAMIC, unknown)
    _check(variables)
    if context.files is None:
        return pending(DYNAMIC, f"templatefile({path.content!r}), which is not read here")
    try:
        found = context.files.text(path.content)
    except OutsideError as error:
        return pending(DYNAMIC, f"templatefile({path.content!r}), {error}").marked(path, variables)
    return _rendered(Lines(path.content, found), variables, context).marked(path, variables)


def template_string(template: Value, variables: Value, context: Context) -> Value:
    """``templatestring(template, vars)``.

    Raises:
        EvaluationError: Terraform refuses the template.
    """
    unknown = template.pending or variables.pending
    if unknown:
        return pending(STRING, unknown)
    if template.is_null or template.type is not STRING:
        raise EvaluationError("the template is not a string")
    _check(variables)
    rendered = _rendered(Lines("the template", template.content), variables, context)
    return convert(rendered, STRING).marked(template, variables)


_NAME = re.compile(r"[^\W\d][\w-]*\Z")


def _check(variables: Value) -> None:
    """The variables of a template must be names with values."""
    if variables.is_null:
        raise EvaluationError("the variables of the template are null")
    if not isinstance(variables.type, MapOf | ObjectOf):
        raise EvaluationError("the variables of a template must be a map")
    for name in variables.content:
        if not _NAME.match(name):
            raise EvaluationError(f"{name!r} is no name of a variable")


def _rendered(lines: Lines, variables: Value, context: Context) -> Value:
    if context.in_template:
        raise EvaluationError("a template cannot use another one")
    from spillover.read.syntax.hcl import parse_template

    try:
        template = parse_template(lines, lines.text, 0)
    except InputError as error:
        raise EvaluationError(f"{error.path}:{error.line}:{error.column}: {error.message}") from None
    inside = replace(context, scope=_Variables(variables.content), lines=lines, in_template=True)
    try:
        rendered = inside.value(template)
    except LimitError as error:
        raise LimitError(error.message) from None  # its place is in another file
    except EvaluationError as error:
        at = lines.position(error.at or 0)
        raise EvaluationError(f"{lines.path}:{at.line}:{at.column}: {error.message}") from None
    if rendered.is_null:
        raise EvaluationError(f"{lines.path}: the template gives null")
    return rendered
