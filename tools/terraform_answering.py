"""Our answers to the questions whose answers by Terraform are recorded."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from terraform_answers import MODULE
from terraform_questions import Conversion, Expression, Question

from spillover.errors import InputError
from spillover.read.cty.number import Number
from spillover.read.cty.types import DYNAMIC, ListOf, MapOf, ObjectOf, Primitive, SetOf, TupleOf, Type
from spillover.read.cty.value import EvaluationError, Pending, Value, object_of, pending, tuple_of
from spillover.read.evaluation.context import Written
from spillover.read.files import FoundFile
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Module
from spillover.read.modules.names import ModuleNames
from spillover.read.modules.variables import root_variables
from spillover.read.request import GivenVariables


@dataclass
class Typed:
    """The names of a module in which ``terraform_data`` has attributes of the types that it declares."""

    names: ModuleNames

    def name(self, name: str) -> Value:
        """The value of a name."""
        value = self.names.name(name)
        if name != "terraform_data":
            return value
        return pending(DYNAMIC, name, inside=lambda step: _typed(_at(value, step)))


def _at(value: Value, step: Value | str) -> Value:
    assert isinstance(value.content, Pending)
    assert value.content.inside
    return value.content.inside(step)


def _typed(value: Value) -> Value:
    if not value.pending:
        parts = (
            {name: _typed(each) for name, each in dict(value.content).items()}
            if isinstance(value.content, dict)
            else None
        )
        return object_of(parts) if parts is not None else tuple_of(map(_typed, value.parts()))

    def attribute(step: Value | str) -> Value:
        if step in ("input", "id", "triggers_replace"):
            return _at(value, step)
        if step == "output":
            return pending(_at(value, "input").type, "terraform_data.output")
        if isinstance(step, str):
            raise EvaluationError(f"terraform_data has no attribute {step}")
        return _at(value, step)

    return pending(DYNAMIC, value.content, not_null=True, inside=attribute)


def root_module() -> Module:
    """The module whose names the recorded expressions use."""
    files = [FoundFile(path.name, path) for path in sorted(MODULE.iterdir()) if path.is_file()]
    sources = (SourceFile.of(each.path, each.absolute.read_text("utf-8")) for each in files)
    folder = Folder(".", tuple(sources))
    inputs = root_variables(folder, files, GivenVariables()).inputs
    module = Module(folder, inputs, Configuration(".", lambda _: None, "default", MODULE))
    module.names = cast("ModuleNames", Typed(module.names))
    return module


def answer(asked: Question, module: Module) -> dict[str, Any]:
    """What we say of a question, in the form of a recorded line."""
    try:
        value = _expression(asked, module) if isinstance(asked, Expression) else _conversion(asked, module)
    except (EvaluationError, InputError) as error:
        return {"error": str(error)}
    kind = _type(value.type)
    sensitive = {"sensitive": True} if value.is_sensitive() else {}
    if value.pending:
        return {"unknown": True, "t": kind, "r": _refinement(value), **sensitive}
    return {"v": _plain(value), "t": kind, "u": _unknown(value), **sensitive}


def _expression(asked: Expression, module: Module) -> Value:
    written = _written(f"locals {{\n  asked = (\n{asked.text}\n)\n}}\n", "locals", "asked", module)
    return written.context.value(written.expression)


def _written(text: str, type_: str, name: str, module: Module) -> Written:
    """A setting of the only block of a text, as if it stood in the module."""
    file = SourceFile.of("asked.tf", text)
    folder = Folder(".", (file,))
    declared = next(folder.blocks(type_), None)
    parsed = folder.parse(declared) if declared else None
    if folder.errors or parsed is None:
        raise folder.errors[0]
    return Written(parsed.body.settings[name].expression, module.context(file))


def _conversion(asked: Conversion, module: Module) -> Value:
    written = {"type": asked.declared, "default": asked.default, "nullable": asked.nullable}
    body = "".join(f"  {name} = {text}\n" for name, text in written.items() if text is not None)
    folder = Folder(".", (SourceFile.of("variable.tf", f'variable "given" {{\n{body}}}\n'),))
    inputs = {}
    if asked.given is not None:
        inputs["given"] = _written(
            f"locals {{\n  given = (\n{asked.given}\n)\n}}\n", "locals", "given", module
        )
    configuration = Configuration(".", lambda _: None, errors=[])
    child = Module(folder, inputs, configuration)
    errors = inputs["given"].context.errors if inputs else []
    before = len(errors)
    value = child.names.name("var").content.inside("given")
    refused = [*folder.errors, *configuration.errors, *errors[before:]]
    if refused:
        raise refused[0]
    assert isinstance(value, Value)
    return value


def _type(type_: Type) -> Any:
    match type_:
        case Primitive():
            return type_.value
        case ListOf(element):
            return ["list", _type(element)]
        case SetOf(element):
            return ["set", _type(element)]
        case MapOf(element):
            return ["map", _type(element)]
        case TupleOf(elements):
            return ["tuple", [_type(each) for each in elements]]
        case ObjectOf(attributes):
            return ["object", {name: _type(each) for name, each in attributes}]


def _plain(value: Value) -> Any:
    content = value.content
    if value.pending:
        return None
    if isinstance(content, Number):
        return Decimal(str(content))
    if isinstance(content, tuple):
        return [_plain(each) for each in content]
    return {name: _plain(each) for name, each in content.items()} if isinstance(content, dict) else content


def _unknown(value: Value) -> Any:
    content = value.content
    if value.pending:
        return True
    if isinstance(content, tuple):
        return [_unknown(each) for each in content]
    return {name: _unknown(each) for name, each in content.items()} if isinstance(content, dict) else False


def _refinement(value: Value) -> dict[str, Any]:
    """What we know of an unknown value; Terraform may know more."""
    known = value.pending
    assert known is not None
    return {"null": False} if known.not_null else {}
