"""The command ``cache``: what is kept between runs, and how to be rid of it."""

from __future__ import annotations

from spillover.cli.output import to_stdout
from spillover.cli.status import Status
from spillover.errors import OutputError
from spillover.read.cache import MOST_BYTES, Cache, cache_folder
from spillover.read.files import MIB
from spillover.report.style import clean


def info() -> Status:
    """Print where the cache is, and how much it holds."""
    cache = Cache(cache_folder)
    files = cache.files()
    size = sum(bytes_ for _, bytes_, _ in files)
    to_stdout(
        f"folder: {clean(str(cache.folder))}\n"
        f"module folders: {len(files)}\n"
        f"size: {size / MIB:.1f} MiB, at most {MOST_BYTES // MIB} MiB\n"
    )
    return Status.OK


def clear() -> Status:
    """Remove what the cache holds."""
    try:
        removed = Cache(cache_folder).clear()
    except OSError as error:
        raise OutputError(f"the cache cannot be cleared: {error.strerror}") from None
    to_stdout(f"removed: {removed}\n")
    return Status.OK
