"""Which provider a resource is written for, and which versions of it the configuration allows.

Source: Terraform's "Provider Requirements", 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from spillover.model.provider import Provider, Versions
from spillover.read.modules.constraint import allowed
from spillover.read.modules.folder import Folder
from spillover.read.modules.module import Instance
from spillover.read.modules.overrides import declared_in, is_override
from spillover.read.modules.providers import provider_name
from spillover.read.syntax.expression import Expression, Literal, NestedBlock, Object, Tuple
from spillover.records import dataclass


@dataclass(frozen=True)
class Requirements:
    """What the modules of one configuration require.

    ``names`` maps what a module calls a provider to the provider, by the module's folder. Of each
    provider those ``versions`` are allowed that all modules allow.
    """

    names: Mapping[str, Mapping[str, str]]
    versions: Mapping[str, Versions]

    def provider(self, instance: Instance) -> Provider:
        """The provider of a resource, by what its module calls it."""
        local = provider_name(instance).partition(".")[0]
        name = self.names.get(instance.module.folder.path, {}).get(local, local)
        return Provider(name, self.versions.get(name, Versions()))


def required(folders: Iterable[Folder]) -> Requirements:
    """The requirements of the modules in these folders, each of which may be there more than once."""
    names: dict[str, Mapping[str, str]] = {}
    versions: dict[str, Versions] = {}
    for folder in {each.path: each for each in folders}.values():
        requirements = {local: _members(written) for local, written in _requirements(folder)}
        own = {local: each.get("source", local).rpartition("/")[2] for local, each in requirements.items()}
        constraints = [(own[local], each.get("version", "")) for local, each in requirements.items()]
        constraints += ((own.get(local, local), written) for local, written in _in_provider_blocks(folder))
        for provider, constraint in constraints:
            versions[provider] = versions.get(provider, Versions()) & allowed(constraint)
        names[folder.path] = own
    return Requirements(names, versions)


def _requirements(folder: Folder) -> Iterator[tuple[str, Expression]]:
    """What a module calls each provider, and what it requires of it; a later one replaces an earlier one."""
    overriding = declared_in(file for file in folder.files if is_override(file.path))
    for declared in (*folder.blocks("terraform"), *overriding):
        if declared.block.type == "terraform" and _names_providers(declared.texts()):
            parsed = folder.parse(declared)
            yield from _required_providers(parsed) if parsed else ()


def _in_provider_blocks(folder: Folder) -> Iterator[tuple[str, str]]:
    """Constraints where they were written once."""
    for declared in folder.blocks("provider"):
        parsed = folder.parse(declared) if declared.block.labels in _GOOGLES else None
        setting = parsed.body.settings.get("version") if parsed else None
        if setting and isinstance(setting.expression, Literal):
            (local,) = declared.block.labels
            yield local, str(setting.expression.value)


_GOOGLES = (("google",), ("google-beta",))


def _names_providers(texts: Iterable[str]) -> bool:
    return any("required_providers" in text for text in texts)


def _required_providers(terraform: NestedBlock) -> Iterator[tuple[str, Expression]]:
    """Name and requirement of each provider; in JSON syntax a block may be read as an argument."""
    for block in terraform.body.blocks:
        if block.type == "required_providers":
            yield from ((name, setting.expression) for name, setting in block.body.settings.items())
    setting = terraform.body.settings.get("required_providers")
    written = setting.expression if setting else None
    for each in written.items if isinstance(written, Tuple) else (written,):
        yield from _items(each)


def _members(written: Expression) -> Mapping[str, str]:
    """The texts of a requirement; one that is a text alone is a constraint, as it was written once."""
    if isinstance(written, Literal):
        return {"version": str(written.value)}
    return {name: str(each.value) for name, each in _items(written) if isinstance(each, Literal)}


def _items(written: Expression | None) -> Iterator[tuple[str, Expression]]:
    items = written.items if isinstance(written, Object) else ()
    return ((str(item.key.value), item.value) for item in items if isinstance(item.key, Literal))
