"""The revisions of Google's text on zonal affinity."""

from enum import StrEnum


class Spec(StrEnum):
    """The revision of Google's page that is followed."""

    R2026_05 = "2026-05"
    R2025_07 = "2025-07"
