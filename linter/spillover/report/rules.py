"""The list of rules, and the page of one: its docstring, its identity, its examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TextIO

from spillover.check.rule import AnyRule
from spillover.model.suppression import Suppression
from spillover.report.style import Style
from spillover.report.tables import table
from spillover.report.values import write_document


def write_list(rules: Iterable[AnyRule], format_: str, stream: TextIO, style: Style) -> None:
    """Every rule: code, name, severity, one line."""
    rows = [(rule.code, rule.name, rule.severity.value, rule.summary) for rule in rules]
    if format_ == "json":
        keys = ("code", "name", "severity", "summary")
        entries = [dict(zip(keys, row, strict=True)) for row in rows]
        write_document({"version": 1, "rules": entries}, stream)
        return
    stream.write(
        table([(style.strong(code), *rest) for code, *rest in rows], ("code", "name", "severity", ""))
    )
    stream.write("\n")


def page(rule: AnyRule) -> str:
    """The page of a rule, in Markdown."""
    text = inspect.cleandoc(getattr(inspect.getmodule(rule.check), "__doc__", None) or "")
    title, _, rest = text.partition("\n")
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
        f"In Terraform, `# spillover:ignore[{rule.code}] reason` on the line of the finding, the line above",
        "it, or the line of a block that holds it. For any input, in `.spillover.toml`:",
        "",
        "```toml",
        "[[ignore]]",
        f'rule = "{rule.code}"',
        'address = "*"',
        'reason = "..."',
        "```",
    ]
