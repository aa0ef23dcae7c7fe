"""The family of errors that a user may see; the command line catches it in one place."""

import traceback
from dataclasses import dataclass


class SpilloverError(Exception):
    """Base of all errors that are the user's to mend, not a defect of the program."""


@dataclass(unsafe_hash=True)  # not frozen: Python sets an exception's traceback
class InputError(SpilloverError):
    """Some input could not be read. Reading goes on with the rest; the run ends with status 3.

    ``line`` and ``column`` count from 1 and are 0 where the fault has no place in the text
    (a file that cannot be opened).
    """

    path: str
    line: int
    column: int
    message: str

    @property
    def where(self) -> str:
        """The path, with line and column where there are some."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class ConfigError(SpilloverError):
    """A configuration or scenario file is wrong. The run ends with status 2."""


class UsageError(SpilloverError):
    """The command line is wrong. The run ends with status 2."""


class OutputError(SpilloverError):
    """A result could not be written. The run ends with status 4."""


@dataclass(frozen=True)
class InternalError:
    """A crash of ours in the middle of a run, which goes on with the rest and ends with status 70.

    ``rule`` is empty where a reader or the planner crashed; ``address`` is then the file,
    module or service that it was about. ``details`` is the traceback.
    """

    rule: str
    address: str
    message: str
    details: str

    @classmethod
    def of(cls, error: Exception, address: str, rule: str = "") -> "InternalError":
        """What is kept of an exception that is being handled."""
        return cls(rule, address, f"{type(error).__name__}: {error}", traceback.format_exc())
