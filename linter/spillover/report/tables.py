"""Tables: the one place that knows tabulate, which it imports late."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(rows: Iterable[Sequence[str]], headers: Sequence[str]) -> str:
    """A plain table, indented by two; cells stay text, whatever they look like."""
    from tabulate import tabulate

    text = tabulate(list(rows), headers, tablefmt="plain", disable_numparse=True)
    return "\n".join(f"  {line.rstrip()}" for line in text.split("\n"))


def cut(text: str, width: int) -> str:
    """The text in at most so many columns: of a longer one the middle is left out."""
    if len(text) <= width:
        return text
    end = (width - len(GAP)) // 2
    return f"{text[: width - len(GAP) - end]}{GAP}{text[-end:]}"


GAP = "..."
