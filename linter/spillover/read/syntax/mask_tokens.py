"""HCL's tokens that the masker alone looks for; to make their patterns takes longer than most runs mask.

Source: as that of :mod:`spillover.read.syntax.tokens`.
"""

from __future__ import annotations

import re

from spillover.read.syntax.tokens import GAP, HEREDOC_MARK, IDENT, INLINE_COMMENT, LINE_COMMENT

LINE = re.compile(r"[^\n]*\n|[^\n]+")

# A sequence of a template that holds no expression, and the beginning of one that does.
BARE_DIRECTIVE = re.compile(rf"{GAP}*(else|endif|endfor){GAP}*(~?)\}}")
DIRECTIVE = re.compile(rf"{GAP}*(if|for)(?![\w-])")

# Spec, "For Expressions": a list or an object whose first word is "for" is one.
FOR = re.compile(rf"{GAP}*for(?![\w-])")
FOR_NAMES = re.compile(rf"for{GAP}+({IDENT}){GAP}*(?:(,){GAP}*({IDENT}){GAP}*)?in(?![\w-])")

SPLAT = re.compile(rf"\[{GAP}*\*{GAP}*\]")
BRACE_BELOW = re.compile(rf"{GAP}*\{{")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")

TOKEN = re.compile(
    rf"""
      (?P<space> [ \t]+ | \r(?=\n) | {INLINE_COMMENT} | {LINE_COMMENT} )
    | (?P<newline> \n )
    | (?P<name> {IDENT} (?: (?:{GAP}*::{GAP}*{IDENT})+ (?={GAP}*\() )? )
    | (?P<number> [0-9] (?: \.*+ (?: [0-9] | [eE][+-]?[0-9] ) )* )
    | (?P<quote> " )
    | {HEREDOC_MARK}
    | (?P<close> [)\]}}] | ~\}} )
    | (?P<parenthesis> \( )
    | (?P<bracket> \[ )
    | (?P<brace> \{{ )
    | (?P<punctuation> \.\.\. | => | [.,:] | =(?!=) )
    | (?P<operator> == | != | <= | >= | && | \|\| | [-+*/%<>?!] )
    """,
    re.VERBOSE,
)
