"""Regions and zones: the one place that knows how their names are made."""


def region_of(zone: str) -> str:
    """The region of a zone: everything before its last hyphen (``us-east1-b`` -> ``us-east1``)."""
    return zone.rpartition("-")[0]


def last_segment(url: str) -> str:
    """The name at the end of a self link or partial URL; a bare name is its own."""
    return url.rstrip("/").rpartition("/")[2]
