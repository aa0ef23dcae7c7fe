"""``lint --format gitlab``, checked by what GitLab's page says of a report of Code Quality."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from spillover.report.lint import LintResult
from spillover.report.lint_gitlab import write

Written = Callable[[Any, LintResult], str]

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def checked(text: str) -> list[dict[str, Any]]:
    """The entries of a report, by GitLab's page "Code Quality" (gitlabhq/gitlabhq, 01eae35)."""
    entries: list[dict[str, Any]] = json.loads(text)  # which refuses a byte order mark, as GitLab does
    assert isinstance(entries, list)
    for each in entries:
        assert all(isinstance(each[name], str) for name in ("description", "check_name", "fingerprint"))
        assert each["severity"] in SEVERITIES
        assert not each["location"]["path"].startswith(("./", "/"))
        assert each["location"]["lines"]["begin"] >= 1
    fingerprints = [each["fingerprint"] for each in entries]
    assert len(set(fingerprints)) == len(fingerprints)
    return entries


def entry(description: str, check: str, severity: str, path: str, line: int) -> dict[str, Any]:
    return {
        "description": description,
        "check_name": check,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    }


def test_whole(result: LintResult, written: Written) -> None:
    found = checked(written(write, result))

    fingerprints = [each.pop("fingerprint") for each in found]
    assert found == [
        entry(
            'module.lb["a"].google_x.b: <published> [here](https://evil.example) & 100 % sure,'
            "\\u000a::error::no\\u001b[2J\\u202e (likely)",
            "ZA005",
            "minor",
            "../shared/main.tf",
            20,
        ),
        entry("<stdin>: ignore: hides nothing; remove it", "CF001", "info", "<stdin>", 30),
        entry("<stdin>: ignore: has expired; remove it", "CF001", "info", "<stdin>", 31),
        entry(
            "google_x.a: subsetting.policy: subsetting cannot be combined with STAY; drop one of the two",
            "ZA002",
            "major",
            "lb/a b:%[1].tf",
            12,
        ),
        entry("cannot be read: the `{` is not closed", "unreadable", "critical", "broken.tf", 4),
        entry("cannot be read: no such file", "unreadable", "critical", "gone.tf", 1),
        entry(
            "internal error: ZA099 at google_x.b: KeyError: 'x'",
            "internal-error",
            "critical",
            "google_x.b",
            1,
        ),
        entry(
            "internal error: reader at modules/a: LookupError: lost",
            "internal-error",
            "critical",
            "modules/a",
            1,
        ),
    ]
    own = [each.fingerprint for each in result.report.findings]
    assert fingerprints[:4] == [own[0], own[1], f"{own[1]} #2", own[3]]


def test_nothing(nothing: LintResult, written: Written) -> None:
    assert written(write, nothing) == "[]\n"


@given(message=st.text(st.characters()), address=st.text())
@example("\ud800\x00\ufffe", "[0]")
def test_whatever_the_texts_are_it_is_a_report(
    finding: Callable[..., LintResult], written: Written, message: str, address: str
) -> None:
    (found,) = checked(written(write, finding("./main.tf", message, "", address, "")))

    assert found["check_name"] == "ZA002"
    assert not set(found["description"]) & set("\n\r\x1b\u202e")
