"""The list of rules, and the page of one."""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Rule, Severity, Spec
from spillover.report.rules import Listed, page, write_list
from spillover.report.style import Style
from spillover_rules import ALL


def check(_: object) -> Iterator[Finding]:
    """Nothing: these tests are about identity, and the page is this module's docstring."""
    yield from ()


def rule(code: str, name: str, severity: Severity, summary: str, **more: Any) -> AnyRule:
    return Rule(
        code=code,
        name=name,
        severity=severity,
        subject=object,
        check=check,
        since="0.3",
        summary=summary,
        **more,
    )


PLAIN = rule("CF001", "unused-suppression", Severity.NOTE, "a suppression that hides nothing")
SOURCED = rule(
    "ZA005",
    "published-service",
    Severity.WARNING,
    "published",
    sources=("docs.example.com/affinity, 2026-05", "docs.example.com/other, 2025-07"),
    severity_by_spec={Spec.R2025_07: Severity.ERROR},
)


class TestList:
    def test_text(self) -> None:
        stream = io.StringIO()

        write_list([Listed(PLAIN), Listed(SOURCED)], "text", stream, Style())

        assert stream.getvalue() == (
            "  code    name                severity\n"
            "  CF001   unused-suppression  note        a suppression that hides nothing\n"
            "  ZA005   published-service   warning     published\n"
        )

    CONFIGURED = (
        Listed(PLAIN, Severity.ERROR),
        Listed(SOURCED, Severity.WARNING),
        Listed(SOURCED, Severity.NOTE, selected=False),
    )

    def test_what_the_configuration_makes_of_them(self) -> None:
        stream = io.StringIO()

        write_list(self.CONFIGURED, "text", stream, Style())

        assert stream.getvalue() == (
            "  code    name                severity\n"
            "  CF001   unused-suppression  error (not note)  a suppression that hides nothing\n"
            "  ZA005   published-service   warning           published\n"
            "  ZA005   published-service   not checked       published\n"
        )

    def test_what_the_configuration_makes_of_them_in_json(
        self, check_output: Callable[[str, Any], None]
    ) -> None:
        stream = io.StringIO()

        write_list(self.CONFIGURED, "json", stream, Style())

        document = json.loads(stream.getvalue())
        check_output("rules", document)
        keys = ("severity", "default_severity", "selected")
        assert [{key: each[key] for key in keys if key in each} for each in document["rules"]] == [
            {"severity": "error", "default_severity": "note"},
            {"severity": "warning"},
            {"severity": "note", "default_severity": "warning", "selected": False},
        ]

    def test_codes_are_marked(self) -> None:
        stream = io.StringIO()

        write_list([Listed(PLAIN)], "text", stream, Style(colours=True))

        assert "\x1b[1mCF001\x1b[0m" in stream.getvalue()

    def test_json(self, check_output: Callable[[str, Any], None]) -> None:
        stream = io.StringIO()

        write_list([Listed(PLAIN), Listed(SOURCED)], "json", stream, Style())

        document = json.loads(stream.getvalue())
        check_output("rules", document)
        assert document == {
            "version": 1,
            "rules": [
                {
                    "code": "CF001",
                    "name": "unused-suppression",
                    "severity": "note",
                    "summary": "a suppression that hides nothing",
                },
                {"code": "ZA005", "name": "published-service", "severity": "warning", "summary": "published"},
            ],
        }


class TestPage:
    def test_whole(self) -> None:
        assert (
            page(SOURCED)
            == """\
# ZA005 published-service

**warning**, since 0.3; **error** with `--spec 2025-07`

The list of rules, and the page of one.


## Suppress it

In Terraform and YAML, a comment on the line of the finding, the line above it, or the line of a
block that holds it:

```hcl
# spillover:ignore[ZA005] reason
```

For any input, in `.spillover.toml`:

```toml
[[ignore]]
rule = "ZA005"
address = "*"
reason = "..."
```

## Sources

- docs.example.com/affinity, 2026-05
- docs.example.com/other, 2025-07
"""
        )

    def test_options_that_it_reads(self) -> None:
        assert """
## Options

In the table `options` of the configuration file:

- `minimum_zones`: The number of zones that backends have to be spread over; 2 if not set.

## Sources
""" in page(replace(SOURCED, options=("minimum_zones",)))

    def test_without_sources_or_other_severities(self) -> None:
        text = page(PLAIN)

        assert "\n**note**, since 0.3\n" in text
        assert text.endswith('reason = "..."\n```\n')

    @pytest.mark.parametrize("each", ALL, ids=lambda each: each.code)
    def test_of_every_rule_explains_it(self, each: AnyRule) -> None:
        text = page(each)
        docstring = inspect.cleandoc(getattr(inspect.getmodule(each.check), "__doc__", ""))

        assert text.startswith(f"# {each.code} {each.name}\n\n**{each.severity.value}**, since {each.since}")
        assert docstring in text
        assert docstring.split("\n")[0].endswith(".")
        assert all(f"- {source}\n" in text for source in each.sources)
