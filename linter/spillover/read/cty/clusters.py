"""Grapheme clusters: what a reader takes for one character, and Terraform counts as one.

Source: Unicode Standard Annex 29, "Grapheme Cluster Boundaries", of Unicode 15.0, which is the
version that Terraform 1.11 follows; cty's docs/refinements.md on the prefix of a string, 2026-05.
"""

from __future__ import annotations

from collections.abc import Sequence

from spillover.read.cty.pattern import pattern

_CONTROL = r"\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}"
_HANGUL = r"\p{GCB=L}*(?:\p{GCB=V}+|\p{GCB=LV}\p{GCB=V}*|\p{GCB=LVT})\p{GCB=T}*|\p{GCB=L}+|\p{GCB=T}+"
_EMOJI = r"\p{Extended_Pictographic}(?:\p{GCB=Extend}*\p{GCB=ZWJ}\p{Extended_Pictographic})*"
_FLAG = r"\p{GCB=Regional_Indicator}{2}"
_CLUSTER = (
    rf"\r\n|[{_CONTROL}]|"
    rf"\p{{GCB=Prepend}}*(?:{_HANGUL}|{_FLAG}|{_EMOJI}|[^{_CONTROL}])"
    r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*"
)

_ENDS_A_CLUSTER = frozenset("-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'")
"""What Terraform trusts not to be the beginning of a longer cluster."""


def clusters(text: str) -> Sequence[str]:
    """The grapheme clusters of a text, in order."""
    if text.isascii() and "\r\n" not in text:
        return text
    found: list[str] = pattern(_CLUSTER).findall(text)
    return found


def safe_prefix(text: str) -> str:
    """How a text certainly begins that begins with this one, and goes on with nobody knows what.

    What follows may combine with the last cluster, unless that is one of a few delimiters.
    """
    found = clusters(text)
    if not found or found[-1] in _ENDS_A_CLUSTER:
        return text
    return text[: len(text) - len(found[-1])]
