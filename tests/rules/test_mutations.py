"""One setting decides: what is clean fires with the flagged setting, and is undetermined without its value.

A finding names the field that is wrong, and other fields that it depends on. The text of one of them, or else
of another setting of their resources, is taken from the flagged example into the clean one, or away from it.
Then the rule fires. With `var.unset` for a value there, it is undetermined: it guesses in neither direction.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from spillover.check.config import load_config
from spillover.check.rule import AnyRule, Finding
from spillover.model.deployment import Deployment, NotCovered, subjects
from spillover.model.options import Options
from spillover.model.source import FieldPath, FieldRef, Origin, SourceSpan, Undetermined
from spillover.model.suppression import Suppression
from spillover.read.reading import read
from spillover.read.request import Request
from spillover.read.shown import Shown
from spillover_rules import ALL

EXAMPLES = Path(__file__).parents[2] / "examples"

NOT_BY_ONE_SETTING = {
    "FO001": "a load balancer is of its kind by its whole front end",
    "FO002": "a load balancer is of its kind by its whole front end",
    "FO014": "a file of gcloud tells that nothing uses an address",
    "FO017": "a rule of a URL map is a block of its own",
    "FO023": "a backup item is a block of its own",
    "FO033": "a plan tells what there was, and no setting",
    "FO038": "a plan tells what there was, and no setting",
    "FO037": "a backup is checked or not by the block that its addresses stand in",
    "FO040": "the version of the provider is no setting of a resource",
    "FO116": "a backend service is regional by its type",
    "LB007": "a backend service is global by its type",
    "LB010": "a health check is regional by its type",
    "LB108": "in a migration the schemes differ, so that only one of the two ways is wrong",
    "LB011": "the version of the provider is no setting of a resource",
    "ZA020": "a plan tells what there was, and no setting",
    "ZA008": "it takes a second load balancer in front of the same groups",
    "ZA014": "the sizes of both pools decide, and who else is there to fail over to",
    "ZA019": "the ratio and the sizes of all zones decide together",
}
"""Rules for which no setting of a finding's resources makes the difference between the examples, and why."""

DECIDED_ANYWAY = {
    "CF010": "a value that is not known has no wrong type",
    "CF011": "a value that is not known is none of a newer list",
    "CF012": "there is no such block, whatever it holds",
    "FO020": "only a literal name tells that GKE made a load balancer",
    "LB014": "only a literal name tells that GKE made a group",
    "ZA027": "a group of which no size is known counts as none, else most services were undetermined",
}
"""Rules that are silent, or fire, although the value is not known, and why."""

RULES = [rule for rule in ALL if rule.subject is not Suppression]
UNSET = 'variable "unset" {}\n'


@dataclass(frozen=True)
class Example:
    """A folder of Terraform that was read."""

    folder: Path
    deployments: tuple[Deployment, ...]
    shown: tuple[Shown, ...]
    readable: bool

    @classmethod
    def of(cls, folder: Path) -> Example:
        reading = read(Request((str(folder),)), folder, lambda: iter(()))
        config = folder / ".spillover.toml"
        options = load_config(config, folder, ALL).options if config.is_file() else Options()
        deployments = tuple(replace(each, options=options) for each in reading.deployments)
        return cls(folder, deployments, tuple(reading.shown), not reading.unreadable)

    def judged(self, rule: AnyRule) -> tuple[list[Finding], set[str]]:
        """What a rule finds, and the causes for which it cannot decide."""
        found: list[Finding] = []
        causes: set[str] = set()
        for deployment in self.deployments:
            for subject in subjects(deployment, rule.subject):
                try:
                    found += rule.check(subject)
                except Undetermined as undetermined:
                    causes |= {each.because for each in undetermined.unknowns}
                except NotCovered as missing:
                    causes.add(missing.kind)
        return found, causes

    def like(self, origin: Origin) -> list[Origin]:
        """The resources of a type, the one at the same address first."""
        of_type = [each.origin for each in self.shown if each.origin.type == origin.type]
        return sorted(of_type, key=lambda each: each.address != origin.address)

    def fields(self, origin: Origin) -> Iterator[FieldPath]:
        """The settings of a resource."""
        for each in self.shown:
            if each.origin.address == origin.address:
                values, unknown = each.contents()
                yield from leaves(values, FieldPath())
                yield from (FieldPath.parse(path) for path, _ in unknown)

    def text(self, span: SourceSpan) -> str:
        return (self.folder / span.path).read_text(encoding="utf-8")


def leaves(value: Any, path: FieldPath) -> Iterator[FieldPath]:
    """The paths to everything that is no object; an element of a list stands for its list."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from leaves(each, path / key)
    elif isinstance(value, (list, tuple)) and any(isinstance(each, Mapping) for each in value):
        for index, each in enumerate(value):
            yield from leaves(each, path / index)
    else:
        yield path


@dataclass(frozen=True)
class Setting:
    """A setting as it is written: from ``start`` to ``end`` of a text, its name first."""

    path: str
    text: str
    start: int
    end: int

    @property
    def written(self) -> str:
        return self.text[self.start : self.end]


def setting(example: Example, origin: Origin, path: FieldPath) -> Setting | None:
    """The attribute or block at a path; None where it is not written."""
    assert origin.places is not None
    span = origin.places.span(path)
    text = example.text(span)
    lines = text.splitlines(keepends=True)
    start, end = (sum(map(len, lines[: at.line - 1])) + at.column - 1 for at in (span.start, span.end))
    name = next((step for step in reversed(path.steps) if isinstance(step, str)), "resource")
    match = re.compile(rf"{re.escape(name)}\b[^\n]*?(?P<kind>[={{])").match(text, start)
    if match is None:
        return None
    return Setting(span.path, text, start, _closing(text, match.end()) if match["kind"] == "{" else end)


def _closing(text: str, at: int) -> int:
    """The end of a block whose brace has been opened before ``at``."""
    depth = 1
    for each in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if each[0] == "{" else -1
        if depth == 0:
            return each.end()
    raise AssertionError("a block without an end")


def mutants(flagged: Example, ref: FieldRef, clean: Example, home: Origin) -> Iterator[tuple[str, str, str]]:
    """A file of the clean example, its text with the flagged setting, and with an unknown value.

    What is missing on the way to a setting comes with it; one that is flagged for not being there goes.
    An element of a list is changed with its list.
    """
    path = ref.path
    while path.steps and isinstance(path.steps[-1], int):
        path = FieldPath(path.steps[:-1])
    if not path.steps:
        return
    theirs, ours = setting(flagged, ref.origin, path), setting(clean, home, path)
    unknown = f"{path.steps[-1]} = var.unset"
    if ours is not None:
        before, after = ours.text[: ours.start], ours.text[ours.end :]
        yield ours.path, before + (theirs.written if theirs else "") + after, before + unknown + after
        return
    if theirs is None:
        return
    depth = len(path)
    while (holder := setting(clean, home, FieldPath(path.steps[: depth - 1]))) is None:
        depth -= 1
    added = setting(flagged, ref.origin, FieldPath(path.steps[:depth]))
    assert added is not None
    opened = holder.text.index("{", holder.start) + 1
    before, after = holder.text[:opened], holder.text[opened:]
    hidden = added.written.replace(theirs.written, unknown)
    yield holder.path, f"{before}\n{added.written}\n{after}", f"{before}\n{hidden}\n{after}"


def changed(clean: Example, target: Path, file: str, text: str) -> Example:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(clean.folder, target)
    (target / file).write_text(text, encoding="utf-8")
    return Example.of(target)


def tried(rule: AnyRule, folder: Path) -> Iterator[tuple[list[Finding], set[str]]]:
    """What the rule says of an unknown value, for each setting with which the clean example fires.

    A field that a finding names is the judge if it makes the difference; else any setting that does.
    """
    flagged, clean = (Example.of(EXAMPLES / rule.name / kind) for kind in ("flagged", "clean"))
    findings = flagged.judged(rule)[0]
    related = [each.at for finding in findings for each in finding.related]
    named = [*(finding.at for finding in findings), *related]
    by_name = list(islice(_tried(rule, flagged, clean, named, folder), 1))
    yield from by_name or _tried(rule, flagged, clean, settings(flagged, clean, named), folder)


def settings(flagged: Example, clean: Example, named: list[FieldRef]) -> Iterator[FieldRef]:
    """All settings of some resources, in either example."""
    for origin in dict.fromkeys(ref.origin for ref in named):
        homes = [path for home in clean.like(origin) for path in clean.fields(home)]
        yield from (FieldRef(origin, path) for path in dict.fromkeys([*flagged.fields(origin), *homes]))


def _tried(
    rule: AnyRule, flagged: Example, clean: Example, refs: Iterable[FieldRef], folder: Path
) -> Iterator[tuple[list[Finding], set[str]]]:
    for ref in refs:
        for home in clean.like(ref.origin):
            for file, text, unknown in mutants(flagged, ref, clean, home):
                mutant = changed(clean, folder / "mutant", file, text)
                if mutant.readable and mutant.judged(rule)[0]:
                    yield changed(clean, folder / "unknown", file, unknown + UNSET).judged(rule)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_one_setting_decides(rule: AnyRule, tmp_path: Path) -> None:
    outcomes = list(tried(rule, tmp_path))

    assert bool(outcomes) != (rule.code in NOT_BY_ONE_SETTING), "make the clean example a nearer miss"
    undetermined = [found == [] and "var.unset" in causes for found, causes in outcomes]
    assert any(undetermined) != (rule.code in {**NOT_BY_ONE_SETTING, **DECIDED_ANYWAY})


def test_every_exception_is_a_rule_with_a_reason() -> None:
    assert {*NOT_BY_ONE_SETTING, *DECIDED_ANYWAY} <= {rule.code for rule in RULES}
    assert all([*NOT_BY_ONE_SETTING.values(), *DECIDED_ANYWAY.values()])
