"""The module tree: which modules call which, and which instances their resources have.

Source: Terraform's "Modules Overview" and "Resource Behavior", 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property

from spillover.model.source import Unknown
from spillover.read.cty.value import Value
from spillover.read.evaluation.context import Context, Written
from spillover.read.module_files import ModuleFiles
from spillover.read.modules.calls import CalledModule, Found, find_module
from spillover.read.modules.configuration import MOST_MODULES, Configuration
from spillover.read.modules.expand import EvaluatedBlock, evaluate_block
from spillover.read.modules.folder import Declared, Folder, SourceFile
from spillover.read.modules.names import ModuleNames
from spillover.read.modules.repetition import Key, Repeated, repeated
from spillover.read.plain import bracketed
from spillover.read.syntax.expression import Setting
from spillover.records import dataclass


@dataclass(frozen=True)
class Instance:
    """One instance of a resource: its address, and its block evaluated in its own scope.

    ``repetition`` is set where ``count`` or ``for_each``, its own or that of a module call around
    it, is not known: the instance then stands for however many there are.
    """

    address: str
    type: str
    file: SourceFile
    block: EvaluatedBlock
    module: Module
    repetition: tuple[str, Unknown] | None = None


@dataclass(frozen=True)
class Call:
    """Who calls a module, by which name and with what; ``context`` is that of this instance of the call."""

    caller: Module
    name: str
    settings: Mapping[str, Setting]
    context: Context


@dataclass
class Module:
    """One instance of a module: a folder, with values for its variables.

    ``prefix`` begins the addresses of what is in it. ``repetition`` is that of :class:`Instance`.
    """

    folder: Folder
    inputs: Mapping[str, Written]
    configuration: Configuration
    prefix: str = ""
    call: Call | None = None
    repetition: tuple[str, Unknown] | None = None
    names: ModuleNames = field(init=False)
    _children: dict[str, dict[Key | None, Module]] = field(default_factory=dict)
    _calls: dict[str, CalledModule] = field(default_factory=dict)
    _repetitions: dict[tuple[str, ...], Repeated] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = ModuleNames(self)

    def context(self, file: SourceFile) -> Context:
        """Where an expression of one of this module's files stands."""
        return self.configuration.context(self.names, file.lines, self._files)

    def outputs(self, called: str) -> Value:
        """What a caller, which calls it so, can reach of this module."""
        return self.names.outputs(called)

    @cached_property
    def _files(self) -> ModuleFiles | None:
        return self.configuration.files(module.folder for module in self.callers())

    def callers(self) -> Iterator[Module]:
        """This module, the one that calls it, and so on up to the root."""
        module: Module | None = self
        while module:
            yield module
            module = module.call.caller if module.call else None

    def way(self) -> tuple[str, ...]:
        """The names of the calls that lead from the root to this module."""
        return (*self.call.caller.way(), self.call.name) if self.call else ()

    # Resources

    def instances(self, wanted: Callable[[str], bool]) -> Iterator[Instance]:
        """The instances of this module's resources of the wanted types, then those of its calls."""
        for declared in self.folder.blocks("resource"):
            if len(declared.block.labels) == 2 and wanted(declared.block.labels[0]):
                yield from self._instances(declared)
        for declared in self.folder.blocks("module"):
            for child in self.children(declared).values():
                yield from child.instances(wanted)

    def _instances(self, declared: Declared) -> Iterator[Instance]:
        type_, name = declared.block.labels
        parsed = self.folder.parse(declared)
        if parsed is None:
            return
        instances = self.repeated(declared, parsed.body.settings)
        for key, context in instances.contexts.items():
            block = evaluate_block(parsed, context, top=True)
            address = f"{self.prefix}{type_}.{name}{bracketed(key)}"
            repetition = instances.unknown or self.repetition
            yield Instance(address, type_, declared.file, block, self, repetition)

    def repeated(self, declared: Declared, settings: Mapping[str, Setting]) -> Repeated:
        """The instances of a resource or module call with these settings."""
        if declared.kind not in self._repetitions:
            self._repetitions[declared.kind] = Repeated({})  # while it is computed, it has none
            self._repetitions[declared.kind] = repeated(settings, self.context(declared.file))
        return self._repetitions[declared.kind]

    # Calls of other modules

    def folders(self) -> Iterator[Folder]:
        """The folder of this module, and those of the modules that were called so far."""
        yield self.folder
        for children in self._children.values():
            for child in children.values():
                yield from child.folders()

    def calls(self) -> Iterator[CalledModule]:
        """The module calls that were met so far, those of called modules after their own."""
        for name, call in self._calls.items():
            yield call
            for child in self._children[name].values():
                yield from child.calls()

    def children(self, declared: Declared) -> Mapping[Key | None, Module]:
        """The instances of a called module; none where it could not be read."""
        name = declared.block.labels[0] if declared.block.labels else ""
        if name not in self._children:
            self._children[name] = {}  # a call that depends on itself has no instance
            self._calls[name] = CalledModule(f"{self.prefix}module.{name}", "", _NOT_YET)
            parsed = self.folder.parse(declared)
            if parsed is not None:
                self._children[name] = self._follow(declared, name, parsed.body.settings)
        return self._children[name]

    def is_under_way(self, name: str) -> bool:
        """Whether nobody knows yet what a call leads to, for that is asked on the way to it."""
        return self._calls[name].because == _NOT_YET

    def _follow(
        self, declared: Declared, name: str, settings: Mapping[str, Setting]
    ) -> dict[Key | None, Module]:
        found = self._found(declared, name, settings)
        if found.folder is None:
            return {}
        instances = self.repeated(declared, settings)
        had_room = self.configuration.has_room_for(0)
        if not self.configuration.has_room_for(len(instances.contexts)):
            if had_room:  # once is enough: there may be a million of them
                message = f"module {name}: more than {MOST_MODULES} instances of modules"
                self.configuration.errors.append(declared.file.error(declared.block.start, message))
            self._calls[name] = replace(self._calls[name], because="too many modules")
            return {}
        return {
            key: Module(
                found.folder,
                {each: Written(setting.expression, context) for each, setting in _arguments(settings)},
                self.configuration,
                f"{self.prefix}module.{name}{bracketed(key)}.",
                Call(self, name, settings, context),
                instances.unknown or self.repetition,
            )
            for key, context in instances.contexts.items()
        }

    def _text(self, file: SourceFile, written: Setting | None) -> str:
        """What is written of where a module comes from; nothing where that is no text."""
        value = self.context(file).settle(written.expression).content if written else ""
        return value if isinstance(value, str) else ""

    def _found(self, declared: Declared, name: str, settings: Mapping[str, Setting]) -> Found:
        """The folder of a call; why there is none is noted, and an error where that is a mistake."""
        file, written = declared.file, settings.get("source")
        source, version = (self._text(file, settings.get(each)) for each in ("source", "version"))
        folders = tuple(module.folder.path for module in self.callers())
        found = find_module(source, version, (*self.way(), name), folders, self.configuration)
        start = written.start if written else declared.block.start
        line = file.lines.position(start).line
        address = f"{self.prefix}module.{name}"
        self._calls[name] = CalledModule(address, source, found.because, file.path, line)
        if found.is_wrong:
            self.configuration.errors.append(file.error(start, f"module {name}: {found.because}"))
        return found


_NOT_YET = "not read"
_OF_THE_CALL = ("source", "version", "count", "for_each", "providers", "depends_on")


def _arguments(settings: Mapping[str, Setting]) -> Iterator[tuple[str, Setting]]:
    return ((name, setting) for name, setting in settings.items() if name not in _OF_THE_CALL)
