"""Encodings of text: base64, in a character set or not, and that of a URL's query.

Source: "Encoding Functions" of Terraform's documentation; RFC 4648, 4; Go's ``net/url``, 2026-05.
"""

from __future__ import annotations

import base64
import re
import urllib.parse
from collections.abc import Callable

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, Value, pending, text
from spillover.read.functions import charsets
from spillover.read.functions.function import Function, Parameter, simple
from spillover.read.functions.hashes import encoded

_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_LINE_ENDS = str.maketrans("", "", "\r\n")


def from_base64(value: str) -> bytes:
    """The bytes that base64 spells; line ends may stand anywhere.

    Raises:
        EvaluationError: it is not base64.
    """
    written = value.translate(_LINE_ENDS)
    if len(written) % 4 or not _BASE64.fullmatch(written):
        raise EvaluationError("this is not base64")
    return base64.b64decode(written)


def _base64decode(value: str) -> str:
    try:
        return from_base64(value).decode()
    except UnicodeDecodeError:
        raise EvaluationError("the decoded bytes are not UTF-8") from None


def _base64encode(value: str) -> str:
    return base64.b64encode(encoded(value)).decode()


def _in_charset(name: str, compute: Callable[[str, str], str], parameter: str) -> Function:
    def checked(value: Value, charset: Value) -> Value:
        canonical = charsets.canonical(charset.content)
        if canonical in charsets.NOT_COMPUTED:
            return pending(STRING, f"{name}(), which does not compute with {canonical} here", not_null=True)
        return text(compute(value.content, canonical))

    return Function(name, (Parameter(parameter, STRING), Parameter("encoding", STRING)), checked, STRING)


def _textdecodebase64(value: str, charset: str) -> str:
    return charsets.decode(from_base64(value), charset)


def _textencodebase64(value: str, charset: str) -> str:
    return base64.b64encode(charsets.encode(value, charset)).decode()


def _urlencode(value: str) -> str:
    return urllib.parse.quote_plus(encoded(value))


FUNCTIONS: tuple[Function, ...] = (
    simple("base64decode", _base64decode, STRING, str=STRING),
    simple("base64encode", _base64encode, STRING, str=STRING),
    _in_charset("textdecodebase64", _textdecodebase64, "source"),
    _in_charset("textencodebase64", _textencodebase64, "string"),
    simple("urlencode", _urlencode, STRING, str=STRING),
)
