"""Regions and zones: the one place that knows how their names are made."""

import re


def region_of(zone: str) -> str:
    """The region of a zone: everything before its last hyphen (``us-east1-b`` -> ``us-east1``)."""
    return zone.rpartition("-")[0]


def is_region(name: str) -> bool:
    """Whether a name is made as that of a region; which regions there are changes every year."""
    return _REGION.match(name) is not None


_REGION = re.compile(r"[a-z]+(?:-[a-z]+)+\d+\Z")


def continent_of(region: str) -> str:
    """The continent that the first part of a region's name tells; the Middle East is one of its own here."""
    first = region.partition("-")[0]
    return _CONTINENTS.get(first, first.capitalize())


_CONTINENTS = {
    "us": "North America",
    "northamerica": "North America",
    "southamerica": "South America",
    "me": "the Middle East",
}


def last_segment(url: str) -> str:
    """The name at the end of a self link or partial URL; a bare name is its own."""
    return url.rstrip("/").rpartition("/")[2]
