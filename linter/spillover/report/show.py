"""``show``: what was read, in text and as JSON version 1 (contract)."""

from __future__ import annotations

import json
from typing import Any, TextIO

from spillover.check.locate import in_order, locate
from spillover.errors import InputError
from spillover.model.source import FieldRef
from spillover.read.modules.calls import CalledModule
from spillover.read.shown import Shown
from spillover.records import dataclass
from spillover.report.style import Style, clean
from spillover.report.values import plain, unreadable, write_document

VERSION = 1


@dataclass(frozen=True)
class ShowResult:
    """Resources and module calls that were read, and what was not."""

    resources: tuple[Shown, ...]
    calls: tuple[CalledModule, ...] = ()
    unreadable: tuple[InputError, ...] = ()

    @property
    def ordered(self) -> list[Shown]:
        """The resources by their places."""
        return in_order(self.resources, lambda each: each.origin)


def write_json(result: ShowResult, stream: TextIO) -> None:
    """Write the document."""
    write_document(document(result), stream)


def document(result: ShowResult) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "version": VERSION,
        "resources": [_resource(each) for each in result.ordered],
        "modules": [
            {
                "address": call.address,
                "source": call.source,
                "read": not call.because,
                "because": call.because or None,
            }
            for call in result.calls
        ],
        "unreadable": unreadable(result.unreadable),
    }


def _resource(shown: Shown) -> dict[str, Any]:
    place = locate(FieldRef(shown.origin))
    values, unknown = shown.contents()
    return {
        "address": place.address,
        "type": shown.origin.type,
        "root": place.root,
        "path": place.span.path,
        "line": place.span.start.line,
        "values": plain(values),
        "unknown": [{"field": field, "because": because} for field, because in unknown],
    }


def write_text(result: ShowResult, stream: TextIO, style: Style) -> None:
    """Write resource by resource: values, then what is unknown."""
    parts = [_paragraph(each, style) for each in result.ordered]
    for call in result.calls:
        read = "read" if not call.because else f"not read: {clean(call.because)}"
        parts.append(f"{style.strong(clean(call.address))} from {clean(call.source)}: {read}\n")
    stream.write("\n".join(parts))


def _paragraph(shown: Shown, style: Style) -> str:
    place = locate(FieldRef(shown.origin))
    values, unknown = shown.contents()
    heading = style.strong(clean(place.address))
    lines = [f"{heading} {style.quiet(f'{clean(place.span.path)}:{place.span.start.line}')}"]
    for name, value in values.items():
        lines.append(f"  {clean(name)} = {clean(json.dumps(plain(value), ensure_ascii=False))}")
    for field, because in unknown:
        lines.append(style.risky(f"  {clean(field)}: unknown, because of {clean(because)}"))
    return "\n".join(lines) + "\n"
