"""The list of rules, and the page of one: its docstring, its identity, its examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from spillover.check.config import option_texts
from spillover.check.rule import AnyRule, Severity
from spillover.model.suppression import Suppression
from spillover.records import dataclass
from spillover.report.style import Style
from spillover.report.tables import table
from spillover.report.values import write_document


@dataclass(frozen=True)
class Listed:
    """A rule with what the configuration makes of it: another severity, or none because it is not checked."""

    rule: AnyRule
    severity: Severity | None = None
    selected: bool = True

    @property
    def changed(self) -> bool:
        """Whether the configuration gives it another severity than its own."""
        return self.severity not in (None, self.rule.severity)


def write_list(rules: Iterable[Listed], format_: str, stream: TextIO, style: Style) -> None:
    """Every rule: code, name, severity, one line."""
    if format_ == "json":
        write_document({"version": 1, "rules": [dict(_entry(each)) for each in rules]}, stream)
        return
    rows = [
        (style.strong(each.rule.code), each.rule.name, _severity(each), each.rule.summary) for each in rules
    ]
    stream.write(table(rows, ("code", "name", "severity", "")))
    stream.write("\n")


def _entry(each: Listed) -> Iterator[tuple[str, Any]]:
    rule = each.rule
    yield "code", rule.code
    yield "name", rule.name
    yield "severity", (each.severity or rule.severity).value
    if each.changed:
        yield "default_severity", rule.severity.value
    if not each.selected:
        yield "selected", False
    yield "summary", rule.summary


def _severity(each: Listed) -> str:
    if not each.selected:
        return "not checked"
    own = each.rule.severity.value
    return f"{each.severity.value} (not {own})" if each.severity and each.changed else own


def description(rule: AnyRule) -> str:
    """What is wrong, why, and how to fix it: the docstring of the rule's module."""
    return inspect.cleandoc(getattr(inspect.getmodule(rule.check), "__doc__", None) or "")


def page(rule: AnyRule) -> str:
    """The page of a rule, in Markdown."""
    title, _, rest = description(rule).partition("\n")
    lines = [
        f"# {rule.code} {rule.name}",
        "",
        f"**{rule.severity.value}**, since {rule.since}",
        "",
        title,
        rest.rstrip(),
    ]
    if rule.subject is not Suppression:  # what is wrong with a suppression cannot be suppressed
        lines += _how_to_suppress(rule)
    if rule.options:
        lines += ["", "## Options", "", "In the table `options` of the configuration file:", ""]
        lines += [f"- `{name}`: {option_texts()[name]}" for name in rule.options]
    for spec, severity in rule.severity_by_spec.items():
        lines[2] += f"; **{severity.value}** with `--spec {spec.value}`"
    if rule.sources:
        lines += ["", "## Sources", "", *(f"- {source}" for source in rule.sources)]
    return "\n".join(lines) + "\n"


def _how_to_suppress(rule: AnyRule) -> list[str]:
    return [
        "",
        "## Suppress it",
        "",
        "In Terraform and YAML, a comment on the line of the finding, the line above it, or the line of a",
        "block that holds it:",
        "",
        "```hcl",
        f"# spillover:ignore[{rule.code}] reason",
        "```",
        "",
        "For any input, in `.spillover.toml`:",
        "",
        "```toml",
        "[[ignore]]",
        f'rule = "{rule.code}"',
        'address = "*"',
        'reason = "..."',
        "```",
    ]
