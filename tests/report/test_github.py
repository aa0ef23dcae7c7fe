"""``lint --format github``, read back as the runner of GitHub Actions reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from spillover.report.lint import LintResult
from spillover.report.lint_github import write
from spillover.report.style import clean

Written = Callable[[Any, LintResult], str]


@dataclass(frozen=True)
class Command:
    """A workflow command, as the runner understands it."""

    name: str
    properties: dict[str, str] = field(default_factory=dict)
    message: str = ""


DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


def unescaped(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for written, meant in pairs:
        text = text.replace(written, meant)
    return text


def commands(log: str) -> list[Command | str]:
    """Each line of a log: a command, or the line. By ``TryParseV2`` of actions/runner (079cdb1)."""
    return [parsed(line) for line in re.split("\r\n|\r|\n", log.rstrip("\n"))]


def parsed(line: str) -> Command | str:
    message = line.lstrip()
    end = message.find("::", 2)
    if not message.startswith("::") or end < 0:
        return line
    name, _, rest = message[2:end].partition(" ")
    properties = {}
    for each in filter(None, rest.strip().split(",")):
        key, _, value = each.partition("=")
        value = value.lstrip("=")  # it leaves out what is empty between two marks
        if key and value:
            properties[key] = unescaped(value, PROPERTY)
    return Command(name, properties, unescaped(message[end + 2 :], DATA))


LOG = """\
::error title=internal-error::internal error: ZA099 at google_x.b: KeyError: 'x'
::error title=internal-error::internal error: reader at modules/a: LookupError: lost
::error file=broken.tf,line=4,col=7,title=unreadable::the `{` is not closed
::error file=gone.tf,title=unreadable::no such file
::error file=lb/a b%3A%25[1].tf,line=12,endLine=12,col=5,endColumn=40,title=ZA002 \
subsetting-with-zonal-affinity::subsetting cannot be combined with STAY; drop one of the two\
%0Agoogle_x.a: subsetting.policy
::warning file=../shared/main.tf,line=20,endLine=24,title=ZA005 published-service::<published> \
[here](https://evil.example) & 100 %25 sure,\\u000a::error::no\\u001b[2J\\u202e (likely)\
%0Amodule.lb["a"].google_x.b
::notice file=<stdin>,line=30,endLine=30,col=3,endColumn=33,title=CF001 unused-suppression::hides nothing; \
remove it%0A<stdin>: ignore
::notice file=<stdin>,line=31,endLine=31,col=3,endColumn=33,title=CF001 unused-suppression::has expired; \
remove it%0A<stdin>: ignore
"""


def test_whole(result: LintResult, written: Written) -> None:
    assert written(write, result) == LOG


def test_nothing(nothing: LintResult, written: Written) -> None:
    assert written(write, nothing) == ""


def test_every_line_is_a_command(result: LintResult, written: Written) -> None:
    kinds = [each.name if isinstance(each, Command) else each for each in commands(written(write, result))]

    assert kinds == ["error"] * 5 + ["warning"] + ["notice"] * 2


@given(
    # the runner loses an equals sign that a value begins with
    path=st.text(min_size=1).filter(lambda path: not path.startswith("=")),
    message=st.text(),
    hint=st.text(min_size=1),
    address=st.text(),
    field_=st.text(min_size=1),
)
@example("a,line=9::b", "x%0A::error::y\r\n::add-mask::z", "##[error]%25", "::stop-commands::t", "\u2028")
def test_whatever_the_texts_are_one_command_tells_them(
    finding: Callable[..., LintResult],
    written: Written,
    path: str,
    message: str,
    hint: str,
    address: str,
    field_: str,
) -> None:
    given_back = commands(written(write, finding(path, message, hint, address, field_)))

    place = {"file": clean(path), "line": "1", "endLine": "1", "col": "1", "endColumn": "2"}
    assert given_back == [
        Command(
            "error",
            {**place, "title": "ZA002 subsetting-with-zonal-affinity"},
            f"{clean(message)}; {clean(hint)}\n{clean(address)}: {clean(field_)}",
        )
    ]
