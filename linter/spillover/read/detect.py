"""What a text is, by what it holds: where its name does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spillover.read.documents import Document

PLAN, STATE = "a Terraform plan", "a Terraform state"


def looks_like_hcl(text: str) -> bool:
    """Whether a text from standard input begins like a Terraform block."""
    from spillover.read.syntax.tokens import INLINE_COMMENT, LINE_COMMENT

    block = rf"""\ufeff?
        (?: \s++ | {LINE_COMMENT} | {INLINE_COMMENT} )*
        [a-z]+ (?: [ \t]+ "[^"\n]*" )* [ \t]* \{{"""
    return re.match(block, text, re.VERBOSE) is not None


STATE_FILE = "the file of a Terraform state: give what `terraform show -json` prints of it"
"""Why one is not read: Terraform promises nothing of its format."""


def is_state_file(value: object) -> bool:
    """Whether a document is a state as Terraform keeps it, and not as it is printed."""
    return isinstance(value, dict) and "values" not in value and "version" in value


def terraform_json(documents: Iterable[Document]) -> str:
    """What a document of Terraform's own is called; empty for anything else."""
    for document in documents:
        value = document.value
        if not isinstance(value, dict):
            continue
        if "format_version" in value and ("planned_values" in value or "resource_changes" in value):
            return PLAN
        is_printed = "format_version" in value and "values" in value
        is_file = "terraform_version" in value and ("values" in value or "resources" in value)
        # Of an empty state nothing but the version of the format is printed.
        if is_printed or is_file or value.keys() == {"format_version"}:
            return STATE
    return ""
