"""``lint --format junit``, read back with a package that reads such reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml

from spillover.report.lint import LintResult
from spillover.report.lint_junit import write
from spillover.report.xml_text import legal

Written = Callable[[Any, LintResult], str]


def cases(text: str) -> list[tuple[Any, ...]]:
    """Class, name and results of each test of the only suite."""
    report = JUnitXml.fromstring(text.encode())
    (suite,) = report
    found = [
        (
            case.classname,
            case.name,
            [(type(each), each.type, each.message, each.text) for each in case.result],
        )
        for case in suite
    ]
    results = [each[0] for case in found for each in case[2]]
    for counted in (report, suite):
        assert (counted.tests, counted.failures, counted.errors, counted.skipped) == (
            len(found),
            results.count(Failure),
            results.count(Error),
            0,
        )
    return found


WHOLE = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="8" failures="4" errors="4" skipped="0">
  <testsuite name="spillover" tests="8" failures="4" errors="4" skipped="0">
    <testcase classname="../shared/main.tf" name="ZA005 module.lb[&quot;a&quot;].google_x.b" \
file="../shared/main.tf">
      <failure type="warning" message="&lt;published&gt; [here](https://evil.example) &amp; 100 % sure,\
\\u000a::error::no\\u001b[2J\\u202e (likely)">../shared/main.tf:20:1: warning: &lt;published&gt; \
[here](https://evil.example) &amp; 100 % sure,\\u000a::error::no\\u001b[2J\\u202e (likely)</failure>
    </testcase>
    <testcase classname="&lt;stdin&gt;" name="CF001 &lt;stdin&gt;: ignore" file="&lt;stdin&gt;">
      <failure type="note" message="hides nothing; remove it">\
&lt;stdin&gt;:30:3: note: hides nothing; remove it</failure>
    </testcase>
    <testcase classname="&lt;stdin&gt;" name="CF001 &lt;stdin&gt;: ignore #2" file="&lt;stdin&gt;">
      <failure type="note" message="has expired; remove it">\
&lt;stdin&gt;:31:3: note: has expired; remove it</failure>
    </testcase>
    <testcase classname="lb/a b:%[1].tf" name="ZA002 google_x.a: subsetting.policy" file="lb/a b:%[1].tf">
      <failure type="error" message="subsetting cannot be combined with STAY; drop one of the two">\
lb/a b:%[1].tf:12:5: error: subsetting cannot be combined with STAY; drop one of the two
../shared/main.tf:3: turned on here
https://docs.example.com/affinity</failure>
    </testcase>
    <testcase classname="broken.tf" name="unreadable" file="broken.tf">
      <error type="unreadable" message="the `{` is not closed">broken.tf:4:7: the `{` is not closed</error>
    </testcase>
    <testcase classname="gone.tf" name="unreadable" file="gone.tf">
      <error type="unreadable" message="no such file">gone.tf: no such file</error>
    </testcase>
    <testcase classname="google_x.b" name="ZA099" file="google_x.b">
      <error type="internal-error" message="KeyError: 'x'">\
internal error: ZA099 at google_x.b: KeyError: 'x'</error>
    </testcase>
    <testcase classname="modules/a" name="internal-error" file="modules/a">
      <error type="internal-error" message="LookupError: lost">\
internal error: reader at modules/a: LookupError: lost</error>
    </testcase>
  </testsuite>
</testsuites>
"""


def test_whole(result: LintResult, written: Written) -> None:
    assert written(write, result) == WHOLE


def test_no_two_tests_have_one_name(result: LintResult, written: Written) -> None:
    names = [(case[0], case[1]) for case in cases(written(write, result))]

    assert len(set(names)) == len(names) == 8


def test_nothing_is_one_test_that_passes(nothing: LintResult, written: Written) -> None:
    assert cases(written(write, nothing)) == [("spillover", "no findings", [])]


TEXTS = st.text(st.characters())


@given(path=TEXTS, message=TEXTS, address=TEXTS)
@example("\ud800\x00\ufffe", ']]>&<"\t\r\n', "&#0; \uffff")
def test_whatever_the_texts_are_they_come_back(
    finding: Callable[..., LintResult], written: Written, path: str, message: str, address: str
) -> None:
    given_back = cases(written(write, finding(path, message, "", address, "")))

    shown = f"{legal(path)}:1:1: error: {legal(message)}\n{legal(path)}:1: {legal(message)}"
    text = f"{shown}\nhttps://docs.example.com/affinity"
    assert given_back == [
        (legal(path), f"ZA002 {legal(address)}", [(Failure, "error", legal(message), text)])
    ]
