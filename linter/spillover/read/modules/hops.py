"""Where in a module tree a variable's value, a local's and an output's is written."""

from __future__ import annotations

from dataclasses import dataclass

from spillover.read.evaluation.context import Written
from spillover.read.modules.inputs import what_counts
from spillover.read.modules.surroundings import Surroundings

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
    found = {"var": _variable, "local": _local}.get(root)
    hop = found(module, str(name)) if found else None
    return (hop, tuple(rest)) if hop else None


def _variable(module: Surroundings, name: str) -> Hop | None:
    given = module.inputs.get(name)
    declared = module.folder.declared("variable", name)
    parsed = module.folder.parse(declared) if declared else None
    if declared is None or parsed is None:
        written = given
    else:
        written = what_counts(parsed.body.settings, given, module.context(declared.file))
    if written is None:
        return None
    return Hop(f"var.{name} is given here" if written is given else f"the default of var.{name}", written)


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
