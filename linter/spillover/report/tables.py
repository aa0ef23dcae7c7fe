"""Tables: the one place that knows tabulate, which it imports late."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(rows: Iterable[Sequence[str]], headers: Sequence[str]) -> str:
    """A plain table, indented by two; cells stay text, whatever they look like."""
    from tabulate import tabulate

    text = tabulate(list(rows), headers, tablefmt="plain", disable_numparse=True)
    return "\n".join(f"  {line.rstrip()}" for line in text.split("\n"))
