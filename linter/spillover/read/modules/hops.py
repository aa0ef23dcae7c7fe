"""Where in a module tree a variable's value, a local's and an output's is written."""

from __future__ import annotations

from spillover.model.source import FieldPath
from spillover.read.cty.value import Value
from spillover.read.evaluation.context import Context, Written
from spillover.read.modules.constraints import default_at
from spillover.read.modules.inputs import what_counts
from spillover.read.modules.surroundings import Surroundings
from spillover.read.syntax.expression import Expression, Setting
from spillover.records import dataclass

Step = str | int


@dataclass(frozen=True)
class Hop:
    """What a name stands for, in words, and where that is written; no words where it is just beside."""

    message: str
    written: Written


def module_hop(
    module: Surroundings, root: str, steps: tuple[Step, ...]
) -> tuple[Hop, tuple[Step, ...]] | None:
    """What ``root.steps`` stands for in a module, and the steps that are left; None where nobody knows."""
    if not steps:
        return None
    name, *rest = steps
    if root == "module":
        return _output(module, str(name), tuple(rest))
    if root == "var":
        return _variable(module, str(name), tuple(rest))
    hop = _local(module, str(name)) if root == "local" else None
    return (hop, tuple(rest)) if hop else None


def _variable(
    module: Surroundings, name: str, steps: tuple[Step, ...]
) -> tuple[Hop, tuple[Step, ...]] | None:
    """What a variable is given, or its default; inside of it perhaps a default that its type has."""
    given = module.inputs.get(name)
    declared = module.folder.declared("variable", name)
    parsed = module.folder.parse(declared) if declared else None
    if declared is None or parsed is None:
        return (Hop(f"var.{name} is given here", given), steps) if given else None
    context, settings = module.context(declared.file), parsed.body.settings
    written = what_counts(settings, given, context)
    if written is None:
        return None
    found = _default_in_type(settings.get("type"), written, steps, context)
    if found:
        default, depth = found
        called = FieldPath(("var", name, *steps[:depth]))
        return Hop(f"the default of {called}", Written(default, context)), steps[depth:]
    message = f"var.{name} is given here" if written is given else f"the default of var.{name}"
    return Hop(message, written), steps


def _default_in_type(
    type_: Setting | None, written: Written, steps: tuple[Step, ...], context: Context
) -> tuple[Expression, int] | None:
    value = written.context.attempt(written.expression) if type_ and steps else None
    return default_at(type_.expression, value, steps, context) if type_ and isinstance(value, Value) else None


def _local(module: Surroundings, name: str) -> Hop | None:
    found = module.folder.local(name)
    if found is None:
        return None
    setting, file = found
    return Hop(f"local.{name}", Written(setting.expression, module.context(file)))


def _output(module: Surroundings, name: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
    call = module.folder.declared("module", name)
    parsed = module.folder.parse(call) if call else None
    if call is None or parsed is None:
        return None
    children = module.children(call)
    key, left = None, steps
    if not module.repeated(call, parsed.body.settings).is_single and steps:
        key, left = (None if None in children else steps[0]), steps[1:]
    child = children.get(key)
    written = _value_of_output(child, str(left[0])) if child and left else None
    return (Hop(f"the output {left[0]} of module.{name}", written), left[1:]) if written else None


def _value_of_output(module: Surroundings, name: str) -> Written | None:
    declared = module.folder.declared("output", name)
    parsed = module.folder.parse(declared) if declared else None
    setting = parsed.body.settings.get("value") if parsed else None
    if declared is None or setting is None:
        return None
    return Written(setting.expression, module.context(declared.file))
