"""How far the reading of a long file is, for someone who waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from spillover.report.style import clean

if TYPE_CHECKING:
    from spillover.read.data_files import Progress

_CLEAR = "\r\x1b[K"


@contextmanager
def progress() -> Iterator[Progress]:
    """What tells on standard error how many assets were read, and wipes it in the end.

    A file or a pipe that takes standard error gets nothing of it.
    """
    stream = sys.stderr
    is_seen = stream is not None and stream.isatty()
    has_told = False

    def tell(path: str, assets: int) -> None:
        nonlocal has_told
        if is_seen:
            has_told = True
            write(f"{_CLEAR}spillover: {clean(path)}: {assets:,} assets read")

    def write(text: str) -> None:
        with suppress(OSError):  # where nobody listens, the status must still be right
            stream.write(text)
            stream.flush()

    try:
        yield tell
    finally:
        if has_told:
            write(_CLEAR)
