"""Lists of what is read, from the readers themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from spillover.read.kinds import KINDS
from spillover.read.terraform import READERS


def of_terraform() -> str:
    """The types of resources that are read from Terraform, plans and states."""
    return _listed(sorted(READERS))


def of_google() -> str:
    """The collections of Google's APIs of which objects are read."""
    return _listed(sorted(kind.collection for kind in KINDS))


def _listed(names: Iterable[str]) -> str:
    return ",\n".join(f"`{name}`" for name in names) + "\n"


TABLES: Mapping[str, Callable[[], str]] = {"inputs.terraform": of_terraform, "inputs.google": of_google}
