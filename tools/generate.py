"""Write what the rules and the examples give: outputs, pages, and what the documents show.

    python tools/generate.py            # writes
    python tools/generate.py --check    # writes nothing, ends with 1 if a file is not up to date

An example is a folder of inputs, ``examples/<rule>/<kind>``, ``examples/plan/<scenario>``,
``examples/diff/<change>``, ``examples/terraform/<style>``, ``examples/plan-json/<name>``,
``examples/stacks/<stack>`` or ``examples/tutorial/<step>``. It is linted, unless its ``command.txt`` says
what to give to ``spillover`` instead. What is printed is its ``expected.txt``, with the exit status on the
last line; for some plans and for changes the JSON document is ``expected.json``, for changes Markdown is
``expected.md``, and of a stack the plan is ``plan.txt``. A rule's page is what ``spillover explain``
prints, and its examples. All other documents under ``docs`` are written by hand; ``documents.py`` fills in
what they show.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unittest import mock

from catalogue import catalogue_page
from documents import filled
from input_tables import TABLES as INPUT_TABLES
from schema_tables import TABLES as SCHEMA_TABLES

from spillover.check.rule import AnyRule
from spillover.cli.main import run
from spillover.plan.dns.regions import REGIONS
from spillover.read.evaluation.calling import OF_EXPRESSIONS
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.outside import REASONS
from spillover.report.rules import page
from spillover_rules import ALL

ROOT = Path(__file__).parents[1]
COMMAND = "python tools/generate.py"
TABLES = {**SCHEMA_TABLES, **INPUT_TABLES}

COMMAND_FILE, TEXT_FILE, JSON_FILE, PLAN_FILE = "command.txt", "expected.txt", "expected.json", "plan.txt"
MARKDOWN_FILE, PAGE_FILE = "expected.md", "expected.html"
WITH_PAGE = ("plan/tolerance-with-failover", "plan/dns-failover-three-regions", "diff/stay-within-zone")
"""Examples with a page beside their text."""
EXPECTED = tuple(
    f"examples/*/*/{name}" for name in (TEXT_FILE, JSON_FILE, PLAN_FILE, MARKDOWN_FILE, PAGE_FILE)
)
PAGES = ("docs/rules/*.md", "docs/catalogue.md", "docs/functions.md", "docs/geography.md")
DIFFS, PLANS, STACKS = "diff", "plan", "stacks"
NOT_OF_RULES = (DIFFS, PLANS, STACKS, "plan-json", "terraform", "tutorial")
JSON_TOO = (
    "official-example",
    "official-example-gcloud",
    "official-example-inventory",
    "failover-match",
    "proxies-during-failover",
    "parity-of-failover",
    "dns-failover-three-regions",
    "dns-failover-fenced",
    "dns-trickle-drill",
    "dns-private-zone",
    "tolerance-with-failover",
    "load-of-clients",
    "next-hop-pair",
    "rows-affinity-disabled",
    "rows-by-the-older-text",
    "rows-spill-at-nonzero-ratio",
    "rows-spill-at-ratio-0",
    "rows-stay-within-zone",
)

SHOWN = {"Flagged": "flagged", "Not flagged": "clean"}
FORMATS = {
    ".tf": "Terraform",
    ".json": "JSON of gcloud and Google's APIs",
    ".yaml": "YAML of gcloud and Google's APIs",
}
LANGUAGES = {".tf": "hcl", ".yaml": "yaml", ".json": "json", ".toml": "toml"}


def example_folders(root: Path) -> list[Path]:
    """The folders of examples: of rules, of plans, of Terraform's styles and JSON, and of whole stacks."""
    return sorted(each for each in (root / "examples").glob("*/*") if each.is_dir())


def arguments(folder: Path, root: Path) -> list[str]:
    """What an example gives to ``spillover``, which is run from the project's root."""
    command = folder / COMMAND_FILE
    if command.is_file():
        return shlex.split(command.read_text(encoding="utf-8"))
    return ["lint", folder.relative_to(root).as_posix()]


def output(args: Sequence[str], root: Path) -> tuple[str, int]:
    """What ``spillover`` prints, and its exit status.

    Raises:
        RuntimeError: it has something to say on standard error, which no example wants.
    """
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    status: object = None
    with (
        contextlib.chdir(root),
        mock.patch.object(sys, "argv", ["spillover", *args]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            run()
        except SystemExit as ended:
            status = ended.code
    if err.getvalue():
        raise RuntimeError(f"spillover {shlex.join(args)}: {err.getvalue()}")
    out.seek(0)
    return out.read(), int(str(status or 0))


def expected(folder: Path, root: Path) -> Iterator[tuple[Path, str]]:
    """The files of expected output of an example, and their text."""
    args = arguments(folder, root)
    text, status = output(args, root)
    yield folder / TEXT_FILE, f"{text}status: {status}\n"
    if folder.parent.name == DIFFS or (folder.parent.name == PLANS and folder.name in JSON_TOO):
        yield folder / JSON_FILE, output([*args, "--format", "json"], root)[0]
    if folder.parent.name == DIFFS:
        yield folder / MARKDOWN_FILE, output([*args, "--format", "markdown"], root)[0]
    if f"{folder.parent.name}/{folder.name}" in WITH_PAGE:
        yield folder / PAGE_FILE, output([*args, "--format", "html"], root)[0]
    if folder.parent.name == STACKS:
        yield folder / PLAN_FILE, output(plan_of(folder, root), root)[0]


def plan_of(stack: Path, root: Path) -> list[str]:
    """How a stack is planned: with its scenario, if it has one."""
    args = ["plan", stack.relative_to(root).as_posix()]
    scenario = stack / "scenario.yaml"
    return [*args, "--scenario", scenario.relative_to(root).as_posix()] if scenario.is_file() else args


def pages(outputs: Mapping[Path, str], root: Path, rules: Sequence[AnyRule] = ALL) -> dict[Path, str]:
    """The pages of the rules, their index, the catalogue, and the pages of the functions and of the regions.

    ``outputs`` are the files of expected output.
    """
    written = {f"{rule.code}.md": page(rule) + "".join(_examples(rule, outputs, root)) for rule in rules}
    documents = {f"rules/{name}": text for name, text in {"README.md": _index(rules), **written}.items()}
    documents |= {"catalogue.md": catalogue_page(rules), "functions.md": functions_page()}
    documents |= {"geography.md": geography_page()}
    return {root / "docs" / name: text for name, text in documents.items()}


def _index(rules: Iterable[AnyRule]) -> str:
    head = ["# Rules", "", "| code | name | severity | what it finds |", "|---|---|---|---|"]
    rows = [(f"[{each.code}]({each.code}.md)", each.name, _severity(each), each.summary) for each in rules]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def _severity(rule: AnyRule) -> str:
    others = "".join(f"; {severity} with `--spec {spec}`" for spec, severity in rule.severity_by_spec.items())
    return f"{rule.severity}{others}"


def _examples(rule: AnyRule, outputs: Mapping[Path, str], root: Path) -> Iterator[str]:
    examples = root / "examples" / rule.name
    for title, kind in SHOWN.items():
        folder = examples / kind
        yield f"\n## {title}\n"
        for file in sorted(folder.iterdir()):
            if file.name not in (COMMAND_FILE, TEXT_FILE):
                yield f"\n`{file.relative_to(root).as_posix()}`\n"
                yield _fenced(LANGUAGES[file.suffix], file.read_text(encoding="utf-8"))
        command = f"$ spillover {shlex.join(arguments(folder, root))}\n"
        yield _fenced("console", command + outputs[folder / TEXT_FILE])
    yield "\n## Inputs\n\nExamples decide it from:\n\n"
    yield from _inputs(examples)
    others = sorted(each.name for each in examples.iterdir() if each.name not in SHOWN.values())
    if others:
        links = ", ".join(f"[{name}](../../examples/{rule.name}/{name})" for name in others)
        yield f"\nFurther examples: {links}.\n"


def _inputs(examples: Path) -> Iterator[str]:
    """The kinds of input that one of the flagged examples is read from."""
    flagged = [each for each in sorted(examples.iterdir()) if each.name.startswith("flagged")]
    for folder in flagged:
        files = [file for file in sorted(folder.iterdir()) if file.suffix in FORMATS]
        formats = dict.fromkeys(map(_format, files))
        listed = ", ".join(f"`{file.name}`" for file in files)
        link = f"[{folder.name}](../../examples/{examples.name}/{folder.name})"
        yield f"- {' and '.join(formats)}: {listed} in {link}\n"


def _format(file: Path) -> str:
    if file.suffix == ".yaml" and "cnrm.cloud.google.com" in file.read_text(encoding="utf-8"):
        return "Config Connector"
    return FORMATS[file.suffix]


def _fenced(language: str, text: str) -> str:
    return f"\n```{language}\n{text}```\n"


def functions_page() -> str:
    """The table of Terraform's built-in functions, and what becomes of each here."""
    names = sorted({*FUNCTIONS, *OF_EXPRESSIONS, "templatefile"})
    head = f"""# Functions

Terraform 1.11 has {len(names)} built-in functions. What is computed is what Terraform computes, but for the
[differences that are listed](terraform.md#differences-from-terraform); `core::NAME` means the same. A
function of a provider is not known.

| function | here |
|---|---|
"""
    return head + "".join(f"| `{name}` | {_becomes(name)} |\n" for name in names)


def geography_page() -> str:
    """The table of the regions of Google Cloud, by which the nearest is found."""
    head = """# Geography

A geographic policy of Cloud DNS, and the backup of a failover policy, answers the item that is nearest to
where the query comes from. How Cloud DNS measures that is not documented. `spillover plan` takes the great
circle between the places of the regions, and of equally near items the first by name; an item of the client's
own region is always the nearest, and one item alone needs no measuring.

The places are those that Google publishes for its regions (2026-10), with the coordinates of the town. A
region that is missing here, or has moved, can be told in the [configuration](configuration.md#options); until
then what depends on it is undetermined:

```toml
[options.region_locations]
my-region1 = [46.10, 7.07]
```

| region | place | latitude | longitude |
|---|---|---|---|
"""
    rows = (
        f"| `{name}` | {each.place} | {each.at.latitude} | {each.at.longitude} |\n"
        for name, each in REGIONS.items()
    )
    return head + "".join(rows)


def _becomes(name: str) -> str:
    if name in REASONS:
        known = "; a path that does not begin with `~` is itself" if name == "pathexpand" else ""
        return f"not known: {REASONS[name].removeprefix('which ')}{known}"
    if name == "templatefile" or (name in FUNCTIONS and FUNCTIONS[name].reads_files):
        return "computed, from files of the module's tree"
    return "computed"


def documents(root: Path, written: Iterable[Path]) -> dict[Path, str]:
    """The documents that are written by hand, filled in; ``written`` are those that are made here."""
    others = sorted({*root.glob("docs/**/*.md")} - {*written})
    return {path: filled(path.read_text(encoding="utf-8"), root, TABLES) for path in others}


def stale(files: Mapping[Path, str], present: Mapping[Path, str]) -> list[Path]:
    """The files that are missing, out of date, or no longer wanted."""
    return sorted(path for path in {*files, *present} if files.get(path) != present.get(path))


def generated(root: Path, patterns: Iterable[str] = (*EXPECTED, *PAGES)) -> dict[Path, str]:
    """The files that are there and came from here, and their text."""
    return {path: path.read_text("utf-8") for pattern in patterns for path in root.glob(pattern)}


def main(args: Sequence[str] | None = None, *, root: Path = ROOT, rules: Sequence[AnyRule] = ALL) -> int:
    """Write the files, or check that they are up to date."""
    parser = argparse.ArgumentParser(description="Write the expected outputs and the pages of the rules.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if files differ")
    check: bool = parser.parse_args(args).check

    outputs = dict(pair for folder in example_folders(root) for pair in expected(folder, root))
    files = {**outputs, **pages(outputs, root, rules)}
    present = generated(root)
    by_hand = documents(root, {*files, *present})
    files |= by_hand
    differing = stale(files, present | {path: path.read_text("utf-8") for path in by_hand})
    if check:
        if differing:
            names = ", ".join(path.relative_to(root).as_posix() for path in differing)
            print(f"not up to date: {names}; run `{COMMAND}` and read what changes")
        return 1 if differing else 0

    for path in differing:
        if path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    print(f"{len(files)} files, {len(differing)} of them changed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
