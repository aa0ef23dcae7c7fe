"""The page around its content: style and script inside of it, and nothing from anywhere else.

The policy names the one script and the one style by their hashes (W3C, Content Security Policy Level 3).
Without the script all is shown, one below the other.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from importlib.resources import files
from typing import TextIO

from spillover import __version__
from spillover.report.page.markup import Html, element


def write(title: str, content: Iterable[Html], stream: TextIO) -> None:
    """Write the page."""
    style, script = (_resource(name) for name in ("style.css", "script.js"))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)}",
            f"style-src {_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} - spillover"),
        Html(f"<style>{style}</style>"),
    )
    stream.write(f'<!DOCTYPE html>\n<html lang="en">\n{head}\n<body>\n')
    for part in content:
        stream.write(f"{part}\n")
    stream.write(
        f"{element('footer', f'spillover {__version__}')}\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _resource(name: str) -> str:
    return (files("spillover.report.page") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
