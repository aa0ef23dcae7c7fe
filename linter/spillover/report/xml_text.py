"""XML as the formats of others want it: indented, with a declaration, and of characters that XML has."""

from __future__ import annotations

import re
from typing import TextIO
from xml.etree.ElementTree import Element, indent, tostring

from spillover.report.style import clean

# XML 1.0, 2.2 "Characters": beside control characters it has neither surrogates nor these two.
_FORBIDDEN = re.compile("[\ud800-\udfff\ufffe\uffff]")


def legal(text: str) -> str:
    """A line of text: control and direction characters written out, what XML forbids replaced."""
    return _FORBIDDEN.sub("\ufffd", clean(text))


def write_xml(root: Element, stream: TextIO) -> None:
    """Write a document, whose attributes and texts are ``legal``."""
    indent(root)
    stream.write(f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n')
