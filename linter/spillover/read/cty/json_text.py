"""Values as JSON, as Terraform spells it: without spaces, and safe inside of HTML.

Source: cty's json/marshal.go, Go's encoding/json (Marshal), 2026-05.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from spillover.read.cty.value import Value

_ESCAPED = str.maketrans({each: f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"})


def json_text(value: Value) -> str:
    """The JSON of a value that is known as a whole."""
    return "".join(_pieces(value))


def _pieces(value: Value) -> Iterator[str]:
    content = value.content
    if content is None:
        yield "null"
    elif isinstance(content, bool):
        yield "true" if content else "false"
    elif isinstance(content, str):
        yield json_string(content)
    elif isinstance(content, Mapping):
        for index, (name, part) in enumerate(content.items()):
            yield f"{',' if index else '{'}{json_string(name)}:"
            yield from _pieces(part)
        yield "}" if content else "{}"
    elif isinstance(content, tuple):
        for index, part in enumerate(content):
            yield "," if index else "["
            yield from _pieces(part)
        yield "]" if content else "[]"
    else:
        yield str(content)


def json_string(text: str) -> str:
    """A text between quotation marks."""
    return json.dumps(text, ensure_ascii=False).translate(_ESCAPED)
