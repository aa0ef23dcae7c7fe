"""What names mean in a module: its variables, locals, resources and module calls.

Resources refer to one another symbolically: an attribute that is not written stays a reference,
which is enough to join by before anything exists.

Source: Terraform's "References to Named Values", 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial
from typing import ClassVar

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, STRING
from spillover.read.cty.value import NULL, EvaluationError, Value, pending, text
from spillover.read.evaluation.context import Context
from spillover.read.modules.attributes import refined
from spillover.read.modules.folder import Declared, SourceFile
from spillover.read.modules.hops import Hop, Step, module_hop
from spillover.read.modules.inputs import variable_value
from spillover.read.modules.references import by_key, not_written, unread
from spillover.read.modules.repetition import Key, Repeated, instance_key
from spillover.read.modules.surroundings import Surroundings
from spillover.read.plain import bracketed
from spillover.read.syntax.expression import Setting
from spillover.records import dataclass


@dataclass
class ModuleNames:
    """The scope of a module's files. Each value is computed once, when it is asked for."""

    module: Surroundings
    _values: dict[tuple[str, ...], Value] = field(default_factory=dict)
    _under_way: set[tuple[str, ...]] = field(default_factory=set)
    _collections: dict[str, Value] = field(default_factory=dict)

    def name(self, name: str) -> Value:
        """What a name at the beginning of a traversal stands for: all that can be reached through it."""
        reach = self._REACHES.get(name)
        return _named(name, partial(reach, self) if reach else partial(self._resource, name))

    def hop(self, root: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
        """Where a variable's value, a local's or a module's output is written: see ``origins``."""
        return module_hop(self.module, root, steps)

    def _once(
        self, key: tuple[str, ...], compute: Callable[[], Value], file: SourceFile, start: int
    ) -> Value:
        """Compute a named value once; that it depends on itself is an error, at its place."""
        if key in self._values:
            return self._values[key]
        called = ".".join(key)
        if key in self._under_way:
            self.module.configuration.errors.append(file.error(start, f"{called} depends on itself"))
            return pending(DYNAMIC, f"{called}, which depends on itself")
        self._under_way.add(key)
        try:
            value = compute()
        finally:
            self._under_way.discard(key)
        self._values[key] = value
        return value

    def _variable(self, name: str) -> Value:
        folder, given, called = self.module.folder, self.module.inputs.get(name), self._full(f"var.{name}")
        declared = folder.declared("variable", name)
        parsed = folder.parse(declared) if declared else None
        if declared is None or parsed is None:
            return given.context.settle(given.expression) if given else unread(called)
        context = self.module.context(declared.file)
        compute = partial(variable_value, name, parsed.body.settings, given, context, called)
        return self._once(("var", name), compute, declared.file, declared.block.start)

    def _local(self, name: str) -> Value:
        found = self.module.folder.local(name)
        if found is None:
            return unread(self._full(f"local.{name}"))
        setting, file = found
        return self._settled(("local", name), setting, self.module.context(file), file)

    def _settled(self, key: tuple[str, ...], setting: Setting, context: Context, file: SourceFile) -> Value:
        return self._once(key, partial(context.settle, setting.expression), file, setting.start)

    def _path(self, name: str) -> Value:
        if name == "module":
            return text(self.module.configuration.path_of(self.module.folder))
        return text(".") if name == "root" else pending(STRING, f"path.{name}", not_null=True)

    def _terraform(self, name: str) -> Value:
        workspace = self.module.configuration.workspace
        if name == "workspace" and workspace is not None:
            return text(workspace)
        return pending(STRING, f"terraform.{name}", not_null=True)

    # Resources and data sources

    def _managed(self, type_: str) -> Value:
        """``resource.TYPE``, for a type whose name alone would mean something else."""
        return _named(f"resource.{type_}", partial(self._resource, type_))

    def _data(self, type_: str) -> Value:
        return _named(f"data.{type_}", partial(self._declared, "data", type_))

    def _resource(self, type_: str, name: str) -> Value:
        return self._declared("resource", type_, name)

    def _declared(self, kind: str, type_: str, name: str) -> Value:
        """A resource or data source: one instance, or all of them by their keys."""
        folder = self.module.folder
        called = f"{type_}.{name}" if kind == "resource" else f"{kind}.{type_}.{name}"
        declared = folder.declared(kind, type_, name)
        parsed = folder.parse(declared) if declared else None
        if declared is None or parsed is None:
            return unread(self._full(called))
        settings = parsed.body.settings
        instances = self.module.repeated(declared, settings)

        def make(key: Key | None) -> Value:
            is_any = bool(instances.unknown or self.module.repetition)
            address, context = called + bracketed(key), instances.contexts[key]
            return self._instance(address, settings, context, declared, is_any)

        return self._by_key(called, instances, make)

    def _by_key(self, called: str, instances: Repeated, make: Callable[[Key | None], Value]) -> Value:
        """All instances as one value, made once: each of many may refer to all of another's."""
        if called not in self._collections:
            made = by_key(called, {key: make(key) for key in instances.contexts}, instances)
            if not instances.contexts:  # there may be some, once that is computed
                return made
            self._collections[called] = made
        return self._collections[called]

    def _instance(
        self,
        address: str,
        settings: Mapping[str, Setting],
        context: Context,
        declared: Declared,
        is_any: bool,
    ) -> Value:
        """One instance of a resource: an attribute has its value where it is written, else is a reference.

        So it is a reference where its value is null, for then the provider chooses one. A data source
        is looked up by what is written, and the rest of it is not known: it is no resource to refer to.
        """
        type_ = declared.block.labels[0]
        full = self._full(address)

        def attribute(step: Value | str) -> Value:
            name = instance_key(step)
            if name is None or name == 0:  # an index of one that has no count is passed over
                return instance
            if isinstance(name, int):
                raise EvaluationError(f"{address} has no instance {name}")
            setting = settings.get(name)
            value = self._settled((address, name), setting, context, declared.file) if setting else NULL
            refers_to = Reference(full, name, is_any) if declared.block.type == "resource" else None
            if value.is_null:
                return not_written(full, type_, name, refers_to)
            known = value.pending
            if known and known.refers_to is None:
                value = replace(value, content=replace(known, refers_to=refers_to))
            return refined(value, type_, name) if known else value

        instance = pending(DYNAMIC, full, not_null=True, inside=attribute, is_object=True)
        return instance

    def _full(self, called: str) -> str:
        """What is called so in this module, as the root module would call it."""
        return self.module.prefix + called

    # Calls of other modules

    def _module(self, name: str) -> Value:
        """The outputs of a called module: of one instance, or of all by their keys."""
        folder = self.module.folder
        declared = folder.declared("module", name)
        children = self.module.children(declared) if declared else {}
        parsed = folder.parse(declared) if declared else None
        if declared is None or parsed is None or self.module.is_under_way(name):
            return unread(self._full(f"module.{name}"))

        def make(key: Key | None) -> Value:
            called = self._full(f"module.{name}{bracketed(key)}")
            return children[key].outputs(called) if children else unread(called, is_object=True)

        return self._by_key(f"module.{name}", self.module.repeated(declared, parsed.body.settings), make)

    def outputs(self, called: str) -> Value:
        """What a caller can reach of this module."""
        return _named(called, partial(self._output, called), is_object=True)

    def _output(self, called: str, name: str) -> Value:
        folder = self.module.folder
        declared = folder.declared("output", name)
        parsed = folder.parse(declared) if declared else None
        setting = parsed.body.settings.get("value") if parsed else None
        if declared is None or setting is None:
            return unread(f"{called}.{name}")
        return self._settled(("output", name), setting, self.module.context(declared.file), declared.file)

    _REACHES: ClassVar[Mapping[str, Callable[[ModuleNames, str], Value]]]


def _named(name: str, reach: Callable[[str], Value], *, is_object: bool = False) -> Value:
    """A name, through which ``reach`` leads on; an object if it alone is a value."""

    def inside(step: Value | str) -> Value:
        key = instance_key(step)
        return reach(str(key)) if key is not None else pending(DYNAMIC, name)

    return pending(DYNAMIC, name, not_null=True, inside=inside, is_object=is_object)


def _not_here(root: str) -> Callable[[ModuleNames, str], Value]:
    """A name that means something only in other places: a block with ``for_each``, a provisioner."""
    return lambda _, name: unread(f"{root}.{name}")


ModuleNames._REACHES = {
    "count": _not_here("count"),
    "data": ModuleNames._data,
    "each": _not_here("each"),
    "local": ModuleNames._local,
    "module": ModuleNames._module,
    "path": ModuleNames._path,
    "resource": ModuleNames._managed,
    "self": _not_here("self"),
    "terraform": ModuleNames._terraform,
    "var": ModuleNames._variable,
}
