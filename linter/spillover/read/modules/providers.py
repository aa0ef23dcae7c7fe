"""Provider blocks: the project, region and zone of resources that do not say so themselves.

Source: Terraform's "Provider Configuration" and "The Module providers Meta-Argument", 2026-05.
"""

from __future__ import annotations

from spillover.read.lines import Lines
from spillover.read.modules.module import Instance, Module
from spillover.read.plain import Plain, plain
from spillover.read.syntax.expression import Expression, Object

_READ = ("project", "region", "zone")
_ZONAL = ("instance_group", "instance_group_manager", "autoscaler", "network_endpoint_group")


def provider_defaults(instance: Instance) -> dict[str, Plain]:
    """What the resource's provider says of the project and the place, where it does not itself."""
    wanted = ["project", "region"]
    if instance.type.removeprefix("google_compute_") in _ZONAL:
        wanted.append("zone")
    name = provider_name(instance)
    for module in instance.module.callers():
        configured = _configured(module, name)
        if configured is not None:
            return {key: configured[key] for key in wanted if key in configured}
        name = _passed(module, name)
    return {}


def provider_name(instance: Instance) -> str:
    """What the module of a resource calls its provider, such as ``google.west``."""
    chosen = instance.block.source.body.settings.get("provider")
    return _spelling(chosen.expression, instance.file.lines) if chosen else "google"


def _configured(module: Module, name: str) -> dict[str, Plain] | None:
    """The settings of the provider block for a name such as ``google.west``, if the module has one."""
    provider, _, alias = name.partition(".")
    for declared in module.folder.blocks("provider"):
        parsed = module.folder.parse(declared) if declared.block.labels == (provider,) else None
        settings = dict(parsed.body.settings) if parsed else {}
        context = module.context(declared.file)
        written = settings.pop("alias", None)
        if parsed and (plain(context.settle(written.expression)) if written else "") == alias:
            values = {
                key: plain(context.settle(settings[key].expression)) for key in _READ if key in settings
            }
            return values if settings else None  # an empty one stands for the caller's
    return None


def _passed(module: Module, name: str) -> str:
    """What the caller of a module calls the provider with this name, which is the same by default."""
    call = module.call
    passed = call.settings.get("providers") if call else None
    if call and passed and isinstance(passed.expression, Object):
        for item in passed.expression.items:
            if _spelling(item.key, call.context.lines) == name:
                return _spelling(item.value, call.context.lines)
    return name


def _spelling(expression: Expression, lines: Lines) -> str:
    """A provider's name as it is written; quotes were allowed once."""
    return lines.text[expression.start : expression.end].strip('"')
