"""The module tree: what names mean in a module, and which instances its resources have.

Variables take their value from the caller or, in a root module, from ``--var``, variable
files and their default. Resources refer to one another symbolically: an attribute that is
not written stays a reference, which is enough to join by before anything exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from spillover.model.source import Reference, Unknown
from spillover.read.evaluation.evaluate import (
    Key,
    Names,
    Scope,
    Step,
    Value,
    bracketed,
    descend,
    evaluate,
    spelled,
    whole,
)
from spillover.read.lines import Lines
from spillover.read.modules.expand import EvaluatedBlock, evaluate_block
from spillover.read.modules.folder import Declared, Folder, SourceFile
from spillover.read.syntax.expression import Literal, Setting

DEEPEST_MODULE = 20
"""Module calls nested deeper than this are not followed."""


@dataclass(frozen=True)
class Instance:
    """One instance of a resource: its address, and its block evaluated in its own scope.

    ``repetition`` is set where ``count`` or ``for_each`` is not known: the instance then
    stands for however many there are.
    """

    address: str
    type: str
    file: SourceFile
    block: EvaluatedBlock
    module: Module
    repetition: tuple[str, Unknown] | None = None


@dataclass(frozen=True)
class CalledModule:
    """A module call, and why it was not read if it was not."""

    address: str
    source: str
    because: str = ""


@dataclass(frozen=True)
class Call:
    """Who calls a module, in which file, and with what."""

    caller: Module
    lines: Lines
    settings: Mapping[str, Setting]


@dataclass(frozen=True)
class _Repeated:
    """What a resource's or module call's names mean in each of its instances, by their keys.

    Where ``count`` or ``for_each`` is ``unknown``, the only one has no key.
    """

    scopes: Mapping[Step | None, Scope]
    unknown: tuple[str, Unknown] | None = None


@dataclass
class Module:
    """One instance of a module: a folder, with values for its variables. It is a :class:`Scope`."""

    folder: Folder
    inputs: Mapping[str, Callable[[], Value]]
    load: Callable[[str, str], Folder | None]
    prefix: str = ""
    call: Call | None = None
    workspace: str | None = None
    _values: dict[tuple[str, ...], Value] = field(default_factory=dict)
    _under_way: set[tuple[str, ...]] = field(default_factory=set)
    _children: dict[str, list[tuple[Step | None, Module]]] = field(default_factory=dict)
    _calls: dict[str, CalledModule] = field(default_factory=dict)
    _repetitions: dict[tuple[str, ...], _Repeated] = field(default_factory=dict)

    # Names

    def resolve(self, root: str, steps: tuple[Step, ...]) -> Value:
        """The value of a traversal in this module."""
        called = spelled(root, steps)
        if not steps:
            return Unknown(called)
        name = str(steps[0])
        if root == "var":
            return descend(self._once(("var", name), self._variable), steps[1:], f"var.{name}")
        if root == "local":
            return descend(self._once(("local", name), self._local), steps[1:], f"local.{name}")
        if root == "module":
            return self._output(steps)
        if (root, *steps) == ("terraform", "workspace") and self.workspace is not None:
            return self.workspace
        if root in ("each", "count", "path", "terraform", "self", "data"):
            return Unknown(called)
        return self._resource(root, name, steps[1:])

    def _once(self, key: tuple[str, ...], compute: Callable[[str], Value]) -> Value:
        """Compute a named value once; one that depends on itself is unknown."""
        if key in self._values:
            return self._values[key]
        if key in self._under_way:
            return Unknown(f"{'.'.join(key)}, which depends on itself")
        self._under_way.add(key)
        try:
            value = compute(key[-1])
        except RecursionError:
            value = Unknown(f"{'.'.join(key)}, which depends on too long a chain of values")
        finally:
            self._under_way.discard(key)
        self._values[key] = value
        return value

    def _variable(self, name: str) -> Value:
        declared = self.folder.declared("variable", name)
        parsed = self.folder.parse(declared) if declared else None
        settings = parsed.body.settings if parsed else {}
        if name in self.inputs:
            given = self.inputs[name]()
            if given is not None or not _is_false(settings.get("nullable")):
                return given
        if declared is None or "default" not in settings:
            return Unknown(f"var.{name}")
        return evaluate(settings["default"].expression, self, declared.file.lines)

    def _local(self, name: str) -> Value:
        found = self.folder.local(name)
        if found is None:
            return Unknown(f"local.{name}")
        setting, file = found
        return evaluate(setting.expression, self, file.lines)

    # References to resources

    def _resource(self, type_: str, name: str, steps: tuple[Step, ...]) -> Value:
        """An attribute of a resource: its value where it is written, else a reference."""
        key, rest = _key_of(steps)
        called = spelled(f"{type_}.{name}{bracketed(key)}", rest)
        declared = self.folder.declared("resource", type_, name)
        parsed = self.folder.parse(declared) if declared else None
        if declared is None or not rest:
            return Unknown(called)
        settings = parsed.body.settings if parsed else {}
        repeated = self._repeated(settings, declared)
        key = None if repeated.unknown else key
        if key not in repeated.scopes:
            return Unknown(called)
        address = f"{type_}.{name}{bracketed(key)}"
        unknown = Unknown(called, Reference(self.prefix + address, spelled("", rest).removeprefix(".")))
        setting = settings.get(str(rest[0]))
        if setting is None:
            return unknown

        def written(_: str) -> Value:
            return evaluate(setting.expression, repeated.scopes[key], declared.file.lines)

        value = self._once((f"{address}.{setting.name}",), written)
        if value is None:
            return unknown  # null is as if it were not written: the provider may fill it in
        # A link that is written through another resource's attribute is still that link.
        return descend(value, rest[1:], spelled(address, rest[:1]))

    def _repeated(self, settings: Mapping[str, Setting], declared: Declared) -> _Repeated:
        """The instances of a resource or module call."""
        if declared.kind not in self._repetitions:
            self._repetitions[declared.kind] = self._repetition(settings, declared)
        return self._repetitions[declared.kind]

    def _repetition(self, settings: Mapping[str, Setting], declared: Declared) -> _Repeated:
        name = next((name for name in ("count", "for_each") if name in settings), None)
        if name is None:
            return _Repeated({None: self})

        def value_of(name: str) -> Value:
            return evaluate(settings[name].expression, self, declared.file.lines)

        value = self._once((".".join(declared.kind).removeprefix("resource."), name), value_of)
        if name == "count" and (count := whole(value)) is not None:
            indexes = range(min(count, MOST))
            return _Repeated({index: Names({"count": {"index": index}}, self) for index in indexes})
        if name == "for_each" and isinstance(value, dict):
            return _Repeated(
                {key: Names({"each": {"key": key, "value": value[key]}}, self) for key in sorted(value)}
            )
        cause = value.because if isinstance(value, Unknown) else f"a {name} that is no map or number"
        return _Repeated({None: self}, (name, Unknown(cause)))

    # Instances

    def instances(self, wanted: Callable[[str], bool]) -> Iterator[Instance]:
        """The instances of this module's resources of the wanted types, then those of its calls."""
        for declared in self.folder.blocks("resource"):
            if len(declared.block.labels) == 2 and wanted(declared.block.labels[0]):
                yield from self._instances(declared)
        for declared in self.folder.blocks("module"):
            for _, child in self._call(declared):
                yield from child.instances(wanted)

    def calls(self) -> Iterator[CalledModule]:
        """The module calls that were met so far, those of called modules after their own."""
        for name, call in self._calls.items():
            yield call
            for _, child in self._children[name]:
                yield from child.calls()

    def _instances(self, declared: Declared) -> Iterator[Instance]:
        type_, name = declared.block.labels
        parsed = self.folder.parse(declared)
        if parsed is None:
            return
        repeated = self._repeated(parsed.body.settings, declared)
        for key, scope in repeated.scopes.items():
            block = evaluate_block(parsed, scope, declared.file.lines, top=True)
            address = f"{self.prefix}{type_}.{name}{bracketed(key)}"
            yield Instance(address, type_, declared.file, block, self, repeated.unknown)

    # Calls of other modules

    def _output(self, steps: tuple[Step, ...]) -> Value:
        """``module.NAME.OUTPUT``, from the called module."""
        key, rest = _key_of(steps[1:])
        called = spelled("module", steps)
        declared = self.folder.declared("module", str(steps[0]))
        children = self._call(declared) if declared else []
        child = next((child for child_key, child in children if child_key == key), None)
        if child is None or not rest:
            return Unknown(called)
        value = child._once(("output", str(rest[0])), child._output_value)
        return descend(value, rest[1:], spelled("module", steps[: len(steps) - len(rest) + 1]))

    def _output_value(self, name: str) -> Value:
        declared = self.folder.declared("output", name)
        parsed = self.folder.parse(declared) if declared else None
        if declared is None or parsed is None or "value" not in parsed.body.settings:
            return Unknown(f"{self.prefix}{name}")
        return evaluate(parsed.body.settings["value"].expression, self, declared.file.lines)

    def _call(self, declared: Declared) -> list[tuple[Step | None, Module]]:
        """The instances of a called module; none where it could not be read."""
        name = declared.block.labels[0] if declared.block.labels else ""
        if name not in self._children:
            self._children[name] = []  # a call that depends on itself has no instance
            parsed = self.folder.parse(declared)
            if parsed is not None:
                self._children[name] = self._called(declared, name, parsed.body.settings)
        return self._children[name]

    def _called(
        self, declared: Declared, name: str, settings: Mapping[str, Setting]
    ) -> list[tuple[Step | None, Module]]:
        address, lines = f"{self.prefix}module.{name}", declared.file.lines
        source = evaluate(settings["source"].expression, self, lines) if "source" in settings else None
        source = source if isinstance(source, str) else ""
        folder, because = self._folder_of(source)
        repeated = self._repeated(settings, declared)
        if repeated.unknown:
            repetition, unknown = repeated.unknown
            because = because or f"{repetition} is not known: {unknown.because}"
        self._calls[name] = CalledModule(address, source, because)
        if folder is None or because:
            return []
        return [
            (key, self._child(f"{address}{bracketed(key)}.", folder, settings, scope, declared))
            for key, scope in repeated.scopes.items()
        ]

    def _folder_of(self, source: str) -> tuple[Folder | None, str]:
        """The folder of a module call, or why there is none."""
        if not source.startswith(("./", "../")):
            return None, "not present"
        if sum(1 for _ in self.callers()) > DEEPEST_MODULE:
            return None, "nested too deeply"
        folder = self.load(self.folder.path, source)
        if folder and any(module.folder.path == folder.path for module in self.callers()):
            return None, "calls itself"
        return folder, "" if folder else "no such folder"

    def callers(self) -> Iterator[Module]:
        """This module, the one that calls it, and so on up to the root."""
        module: Module | None = self
        while module:
            yield module
            module = module.call.caller if module.call else None

    def _child(
        self, prefix: str, folder: Folder, settings: Mapping[str, Setting], scope: Scope, declared: Declared
    ) -> Module:
        lines = declared.file.lines
        inputs: dict[str, Callable[[], Value]] = {
            name: partial(evaluate, setting.expression, scope, lines)
            for name, setting in settings.items()
            if name not in _OF_THE_CALL
        }
        return Module(folder, inputs, self.load, prefix, Call(self, lines, settings), self.workspace)


def _is_false(setting: Setting | None) -> bool:
    written = setting.expression if setting else None
    return isinstance(written, Literal) and written.value is False


_OF_THE_CALL = ("source", "version", "count", "for_each", "providers", "depends_on")

MOST = 10_000
"""More instances than this of one resource are not listed."""


def _key_of(steps: tuple[Step, ...]) -> tuple[Step | None, tuple[Step, ...]]:
    """The instance key at the beginning of the steps, if there is one, and the rest.

    ``x.y["a"].id`` and ``x.y[0].id`` have one; an attribute is never a number, and a key that
    is text is told from an attribute by what follows it.
    """
    if steps and isinstance(steps[0], int):
        return steps[0], steps[1:]
    if steps and isinstance(steps[0], Key):
        return str(steps[0]), steps[1:]
    return None, steps
