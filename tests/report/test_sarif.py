"""``lint --format sarif``, checked by the published schema and by what the schema cannot say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

import spillover
from spillover.errors import InputError, InternalError
from spillover.report.lint import LintResult
from spillover.report.lint_sarif import document, write
from spillover.report.rules import description, page
from spillover.report.style import clean

Written = Callable[[Any, LintResult], str]

SCHEMA = Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json"
URI = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+")
"""A relative reference whose first segment has no colon (RFC 3986, 4.2)."""
LINK = re.compile(r"\[(?:[^\\\[\]]|\\[\\\[\]])*\]\(")
"""The beginning of an embedded link in a plain text message (3.11.6)."""


@pytest.fixture(scope="session")
def schema() -> Draft4Validator:
    return Draft4Validator(json.loads(SCHEMA.read_text("utf-8")))


def inside(node: Any, name: str) -> Iterator[Any]:
    """Every value in a document that stands under a name."""
    if isinstance(node, dict):
        for key, each in node.items():
            if key == name:
                yield each
            yield from inside(each, name)
    elif isinstance(node, list):
        for each in node:
            yield from inside(each, name)


def checked(text: str, schema: Draft4Validator) -> dict[str, Any]:
    """The run of a log, which holds what the schema and the specification want."""
    log = json.loads(text)
    assert [each.message for each in schema.iter_errors(log)] == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for each in run["results"]:
        assert rules[each["ruleIndex"]]["id"] == each["ruleId"]
        assert len({place["id"] for place in each["relatedLocations"]}) == len(each["relatedLocations"])
    for each in inside(run, "artifactLocation"):
        assert URI.fullmatch(each["uri"])
        assert urlsplit(each["uri"]).scheme == ""
        assert set(each.get("uriBaseId", "%SRCROOT%").split()) <= set(run["originalUriBaseIds"])
    assert not any(LINK.search(each["text"]) for each in inside(run, "message"))
    failed = any(
        each["level"] == "error" for each in inside(run, "toolExecutionNotifications") for each in each
    )
    assert run["invocations"][0]["executionSuccessful"] is not failed
    return dict(run)


def region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def artifact(uri: str, *, is_outside: bool = False) -> dict[str, str]:
    return {"uri": uri} if is_outside else {"uri": uri, "uriBaseId": "%SRCROOT%"}


SHARED = artifact("../shared/main.tf", is_outside=True)
STDIN = artifact("%3Cstdin%3E", is_outside=True)


def descriptor(result: LintResult, number: int, **more: Any) -> dict[str, Any]:
    """The rule of a finding."""
    rule = result.report.findings[number].rule
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"summary of {rule.code}"},
        "fullDescription": {"text": description(rule).partition("\n")[0]},
        "help": {"text": description(rule), "markdown": page(rule)},
        "defaultConfiguration": {"level": rule.severity.value},
        **more,
    }


def outcome(result: LintResult, number: int, about: dict[str, Any]) -> dict[str, Any]:
    """A finding, of which the rest is the same for all."""
    return {
        "relatedLocations": [],
        "partialFingerprints": {"spillover/v1": result.report.findings[number].fingerprint},
        **about,
    }


def location(at: dict[str, Any], where: dict[str, int], name: str) -> list[dict[str, Any]]:
    return [
        {
            "physicalLocation": {"artifactLocation": at, "region": where},
            "logicalLocations": [{"fullyQualifiedName": name, "kind": "resource"}],
        }
    ]


def results(result: LintResult) -> list[dict[str, Any]]:
    idle = [
        {
            "ruleId": "CF001",
            "ruleIndex": 0,
            "level": "note",
            "message": {"text": f"{message}; remove it\n<stdin>: ignore"},
            "locations": location(STDIN, region(line, 3, line, 33), "<stdin>"),
            "properties": {"certainty": "certain", "field": "ignore"},
        }
        for line, message in ((30, "hides nothing"), (31, "has expired"))
    ]
    published = {
        "ruleId": "ZA005",
        "ruleIndex": 2,
        "level": "warning",
        "message": {
            "text": "<published> [here] (https://evil.example) & 100 % sure,\\u000a::error::no"
            '\\u001b[2J\\u202e (likely)\nmodule.lb["a"].google_x.b'
        },
        "locations": location(SHARED, region(20, 1, 24, 2), 'module.lb["a"].google_x.b'),
        "baselineState": "unchanged",
        "properties": {"certainty": "likely", "field": ""},
    }
    subsetting = {
        "ruleId": "ZA002",
        "ruleIndex": 1,
        "level": "error",
        "message": {
            "text": "subsetting cannot be combined with STAY; drop one of the two\n"
            "google_x.a: subsetting.policy"
        },
        "locations": location(artifact("lb/a%20b%3A%25%5B1%5D.tf"), region(12, 5, 12, 40), "google_x.a"),
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {"artifactLocation": SHARED, "region": region(3, 1, 3, 9)},
                "message": {"text": "turned on here"},
            }
        ],
        "baselineState": "new",
        "properties": {"certainty": "certain", "field": "subsetting.policy"},
    }
    return [outcome(result, number, each) for number, each in enumerate((published, *idle, subsetting))]


NOTIFICATIONS: list[dict[str, Any]] = [
    {
        "descriptor": {"id": "unreadable"},
        "level": "error",
        "message": {"text": "the `{` is not closed"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact("broken.tf"),
                    "region": {"startLine": 4, "startColumn": 7},
                }
            }
        ],
    },
    {
        "descriptor": {"id": "unreadable"},
        "level": "error",
        "message": {"text": "no such file"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact("gone.tf")}}],
    },
    {
        "descriptor": {"id": "internal-error"},
        "level": "error",
        "message": {"text": "internal error: ZA099 at google_x.b: KeyError: 'x'"},
        "associatedRule": {"id": "ZA099"},
    },
    {
        "descriptor": {"id": "internal-error"},
        "level": "error",
        "message": {"text": "internal error: reader at modules/a: LookupError: lost"},
    },
    {
        "descriptor": {"id": "undetermined"},
        "level": "note",
        "message": {"text": "undetermined: google_x.b: policy.spillover depends on var.spill [ZA001, ZA017]"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact("lb/main.tf"),
                    "region": region(21, 3, 21, 9),
                }
            }
        ],
    },
    {
        "descriptor": {"id": "not-covered"},
        "level": "note",
        "message": {"text": "not covered: no forwarding rules were read [ZA003, ZA004]"},
    },
]


def log(
    rules: list[dict[str, Any]],
    notifications: list[dict[str, Any]],
    results: list[dict[str, Any]],
    *,
    successful: bool,
) -> dict[str, Any]:
    driver = {
        "name": "spillover",
        "version": spillover.__version__,
        "semanticVersion": spillover.__version__,
        "rules": rules,
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The working directory."}}},
        "invocations": [{"executionSuccessful": successful, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def test_whole(result: LintResult) -> None:
    rules = [
        descriptor(result, 1),
        descriptor(result, 3, helpUri="https://docs.example.com/affinity"),
        descriptor(result, 0),
    ]

    assert document(result) == log(rules, NOTIFICATIONS, results(result), successful=False)


def test_nothing(nothing: LintResult) -> None:
    assert document(nothing) == log([], [], [], successful=True)


@pytest.mark.parametrize("name", ["result", "nothing"])
def test_fits_the_schema(
    name: str, request: pytest.FixtureRequest, written: Written, schema: Draft4Validator
) -> None:
    checked(written(write, request.getfixturevalue(name)), schema)


@pytest.mark.parametrize(
    ("unreadable", "errors", "successful"),
    [
        ((), (), True),
        ((InputError("gone.tf", 0, 0, "no such file"),), (), False),
        ((), (InternalError("ZA099", "google_x.b", "KeyError: 'x'", ""),), False),
    ],
)
def test_a_run_that_may_miss_something_is_no_success(
    result: LintResult,
    unreadable: tuple[InputError, ...],
    errors: tuple[InternalError, ...],
    successful: bool,
) -> None:
    report = replace(result.report, internal_errors=errors)
    (run,) = document(replace(result, report=report, unreadable=unreadable))["runs"]

    assert run["invocations"][0]["executionSuccessful"] is successful


def test_the_schema_tells_faults(result: LintResult, schema: Draft4Validator) -> None:
    wrong = document(result)
    wrong["runs"][0]["results"][0]["level"] = "severe"

    assert [each.message for each in schema.iter_errors(wrong)] == [
        "'severe' is not one of ['none', 'note', 'warning', 'error']"
    ]


@given(
    path=st.text(min_size=1).filter(lambda path: path[0] != "/"),
    message=st.text(st.characters())
    | st.sampled_from(["[a](0)", "[[a]](0)", "x[0](b)", "\\[a](0)", "[a\\](0)", "[a\\\\](0)"]),
    address=st.text(),
)
@example("a:b//c#d?e%41 \u202e.tf", "\ud800\x00\ufffe", "[x](y)")
def test_whatever_the_texts_are_it_is_a_log(
    finding: Callable[..., LintResult],
    written: Written,
    schema: Draft4Validator,
    path: str,
    message: str,
    address: str,
) -> None:
    (found,) = checked(written(write, finding(path, message, "", address, "")), schema)["results"]

    place = found["locations"][0]
    assert unquote(place["physicalLocation"]["artifactLocation"]["uri"]) == path
    assert place["logicalLocations"][0]["fullyQualifiedName"] == clean(address)
    assert found["message"]["text"].startswith(clean(message).replace("](", "] ("))


class TestSuppressed:
    """Left out, or marked as suppressed if asked for."""

    @pytest.mark.parametrize(
        ("reason", "is_in_source", "expected"),
        [
            ("agreed \x1b[31m upon", True, {"kind": "inSource", "justification": "agreed \\u001b[31m upon"}),
            ("", True, {"kind": "inSource"}),
            ("one appliance", False, {"kind": "external", "justification": "one appliance"}),
        ],
    )
    def test_with_its_reason(
        self,
        reason: str,
        expected: dict[str, str],
        result: LintResult,
        schema: Draft4Validator,
        written: Written,
        *,
        is_in_source: bool,
    ) -> None:
        (known,) = result.report.suppressed
        hidden = replace(known, reason=reason, is_in_source=is_in_source)
        report = replace(result.report, findings=(), suppressed=(hidden,))

        asked = checked(written(write, replace(result, report=report, with_suppressed=True)), schema)
        silent = checked(written(write, replace(result, report=report)), schema)

        assert [each["suppressions"] for each in asked["results"]] == [[expected]]
        assert [each["ruleId"] for each in asked["results"]] == [known.finding.rule.code]
        assert silent["results"] == silent["tool"]["driver"]["rules"] == []
