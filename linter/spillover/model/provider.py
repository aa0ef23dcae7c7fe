"""The provider that a Terraform resource is written for, and the versions of it that may be used."""

from __future__ import annotations

from typing import TypeAlias

from spillover.records import dataclass

Version: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions from ``least`` on and, if that is set, before ``before``."""

    least: Version = (0, 0, 0)
    before: Version | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is none, which Terraform refuses."""
        return self.before is not None and self.before <= self.least

    def since(self, version: Version) -> bool | None:
        """Whether all of them are this version or later; None where some are and some are not."""
        if self.is_empty:
            return None
        if self.least >= version:
            return True
        return False if self.before is not None and self.before <= version else None

    def straddle(self, version: Version) -> bool:
        """Whether some of them are before a version, and others are not."""
        return self.least < version and (self.before is None or self.before > version)

    def __and__(self, other: Versions) -> Versions:
        ends = [each.before for each in (self, other) if each.before is not None]
        return Versions(max(self.least, other.least), min(ends, default=None))


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider, such as ``google-beta``, and the versions of it that the configuration allows."""

    name: str
    versions: Versions = Versions()

    @property
    def left_open(self) -> str:
        """Why a default that depends on its version is not known."""
        return f"the version of the {self.name} provider, which required_providers leaves open"
