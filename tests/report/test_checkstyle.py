"""``lint --format checkstyle``, checked by the schema of Checkstyle's reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

from spillover.report.lint import LintResult
from spillover.report.lint_checkstyle import write
from spillover.report.xml_text import legal

Written = Callable[[Any, LintResult], str]


def checked(text: str) -> list[tuple[str, list[dict[str, str]]]]:
    """Files and their errors, by ``checkstyle-report-1.0.0.xsd`` of checkstyle/checkstyle (439ed4b)."""
    root = ElementTree.fromstring(text.encode())
    assert (root.tag, set(root.attrib)) == ("checkstyle", {"version"})
    for file in root:
        assert (file.tag, set(file.attrib)) == ("file", {"name"})
        for error in file:
            assert error.tag == "error"
            assert set(error.attrib) <= {"line", "column", "severity", "message", "source"}
            assert error.attrib["severity"] in {"error", "warning", "info"}
            assert all(int(error.attrib.get(name, "1")) >= 1 for name in ("line", "column"))
            assert len(error) == 0
    return [(file.attrib["name"], [error.attrib for error in file]) for file in root]


WHOLE = """\
<?xml version="1.0" encoding="UTF-8"?>
<checkstyle version="10.0">
  <file name="../shared/main.tf">
    <error line="20" column="1" severity="warning" message="module.lb[&quot;a&quot;].google_x.b: \
&lt;published&gt; [here](https://evil.example) &amp; 100 % sure,\
\\u000a::error::no\\u001b[2J\\u202e (likely)" \
source="spillover.ZA005" />
  </file>
  <file name="&lt;stdin&gt;">
    <error line="30" column="3" severity="info" message="&lt;stdin&gt;: ignore: hides nothing; remove it" \
source="spillover.CF001" />
    <error line="31" column="3" severity="info" message="&lt;stdin&gt;: ignore: has expired; remove it" \
source="spillover.CF001" />
  </file>
  <file name="lb/a b:%[1].tf">
    <error line="12" column="5" severity="error" message="google_x.a: subsetting.policy: \
subsetting cannot be combined with STAY; drop one of the two" source="spillover.ZA002" />
  </file>
  <file name="broken.tf">
    <error line="4" column="7" severity="error" message="the `{` is not closed" \
source="spillover.unreadable" />
  </file>
  <file name="gone.tf">
    <error severity="error" message="no such file" source="spillover.unreadable" />
  </file>
  <file name="google_x.b">
    <error severity="error" message="internal error: ZA099 at google_x.b: KeyError: 'x'" \
source="spillover.internal-error" />
  </file>
  <file name="modules/a">
    <error severity="error" message="internal error: reader at modules/a: LookupError: lost" \
source="spillover.internal-error" />
  </file>
</checkstyle>
"""


def test_whole(result: LintResult, written: Written) -> None:
    assert written(write, result) == WHOLE
    assert len(checked(WHOLE)) == 7


def test_nothing(nothing: LintResult, written: Written) -> None:
    assert written(write, nothing) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="10.0" />\n'
    )


TEXTS = st.text(st.characters())


@given(path=TEXTS, message=TEXTS, address=TEXTS)
@example("\ud800\x00\ufffe", ']]>&<"\t\r\n', "&#0; \uffff")
def test_whatever_the_texts_are_they_come_back(
    finding: Callable[..., LintResult], written: Written, path: str, message: str, address: str
) -> None:
    ((name, (error,)),) = checked(written(write, finding(path, message, "", address, "")))

    assert (name, error["message"]) == (legal(path), f"{legal(address)}: {legal(message)}")
