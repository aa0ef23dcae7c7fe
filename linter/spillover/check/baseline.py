"""A baseline: the findings of an earlier day, which a run need not report again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from spillover.check.report import Reported
from spillover.errors import ConfigError, InputError
from spillover.read.files import FoundFile, read_text, reported
from spillover.records import dataclass

VERSION = 1


@dataclass(frozen=True)
class Baseline:
    """Known findings: the rule and the address of each, by its fingerprint."""

    entries: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def holds(self, finding: Reported) -> bool:
        """Whether a finding was known."""
        return finding.fingerprint in self.entries

    def without(self, findings: Iterable[Reported]) -> list[tuple[str, str]]:
        """The entries that none of the findings has: what was mended, or is called otherwise now."""
        found = {each.fingerprint for each in findings}
        return [entry for fingerprint, entry in self.entries.items() if fingerprint not in found]


def load_baseline(path: str, cwd: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        ConfigError: it cannot be read, or is no baseline.
    """
    from spillover.read.documents import read_documents
    from spillover.read.validate import check_document

    file = FoundFile(reported(Path(path), cwd), cwd / path)
    try:
        (document,) = read_documents(file.path, read_text(file), "json")
    except InputError as error:
        raise ConfigError(str(error)) from None
    for violation in check_document("baseline.schema.json", document.value):
        raise ConfigError(str(document.error(violation.path, violation.message)))
    content: Any = document.value
    return Baseline(
        {entry["fingerprint"]: (entry["rule"], entry["address"]) for entry in content["findings"]}
    )


def baseline_text(findings: Iterable[Reported]) -> str:
    """The text of a baseline that holds these findings, sorted and readable in a diff."""
    entries = [
        {
            "rule": each.rule.code,
            "address": each.place.address,
            "field": each.place.field,
            "fingerprint": each.fingerprint,
        }
        for each in findings
    ]
    entries.sort(key=lambda entry: (entry["address"], entry["rule"], entry["field"]))
    return json.dumps({"version": VERSION, "findings": entries}, indent=1, ensure_ascii=False) + "\n"
