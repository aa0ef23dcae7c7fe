"""How bad a finding is, and how sure."""

from enum import StrEnum


class Severity(StrEnum):
    """SARIF's levels: refused or documented as incompatible; a risk; something to know."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Certainty(StrEnum):
    """How sure Google's documentation makes us, apart from how bad it is."""

    CERTAIN = "certain"
    LIKELY = "likely"
