"""Baselines: written so that a diff can be read, and read back with every fault told."""

from __future__ import annotations

from pathlib import Path

import pytest

from spillover.check.baseline import Baseline, baseline_text, load_baseline
from spillover.check.locate import Place
from spillover.check.rule import Certainty, Rule, Severity
from spillover.check.run import Reported
from spillover.errors import ConfigError
from spillover.model.source import Position, SourceSpan


def reported(code: str, address: str, field: str, line: int = 1) -> Reported:
    rule = Rule(
        code=code,
        name="a-mistake",
        severity=Severity.ERROR,
        subject=object,
        check=lambda _: iter(()),
        since="0.1",
        summary="s",
    )
    at = SourceSpan("main.tf", Position(line, 1), Position(line, 9))
    return Reported(rule, Severity.ERROR, Certainty.CERTAIN, "m", "", Place(address, field, ".", at))


FIRST = reported("ZA002", "google_x.a", "subsetting.policy")
OTHERS = (
    reported("ZA017", "google_x.a", "ratio"),
    reported("ZA017", "google_x.a", "policy.ratio"),
    reported("ZA001", "google_x.b", "café"),
)


class TestText:
    def test_sorted_by_address_rule_and_field(self) -> None:
        lines = [line.strip(" ,") for line in baseline_text([*OTHERS[::-1], FIRST]).split("\n")]

        assert [line for line in lines if line.startswith(('"address"', '"rule"', '"field"'))] == [
            '"rule": "ZA002"',
            '"address": "google_x.a"',
            '"field": "subsetting.policy"',
            '"rule": "ZA017"',
            '"address": "google_x.a"',
            '"field": "policy.ratio"',
            '"rule": "ZA017"',
            '"address": "google_x.a"',
            '"field": "ratio"',
            '"rule": "ZA001"',
            '"address": "google_x.b"',
            '"field": "café"',
        ]

    def test_whole(self) -> None:
        assert (
            baseline_text([FIRST])
            == f"""{{
 "version": 1,
 "findings": [
  {{
   "rule": "ZA002",
   "address": "google_x.a",
   "field": "subsetting.policy",
   "fingerprint": "{FIRST.fingerprint}"
  }}
 ]
}}
"""
        )


class TestReadingBack:
    def test_holds_what_was_written_wherever_its_lines_move(self, tmp_path: Path) -> None:
        (tmp_path / "baseline.json").write_text(baseline_text([FIRST, OTHERS[0]]), encoding="utf-8")

        known = load_baseline("baseline.json", tmp_path)

        moved = reported("ZA002", "google_x.a", "subsetting.policy", line=77)
        assert known == Baseline(
            {each.fingerprint: (each.rule.code, each.place.address) for each in (FIRST, OTHERS[0])}
        )
        assert [known.holds(each) for each in (FIRST, moved, *OTHERS)] == [True, True, True, False, False]

    def test_tells_what_nothing_matches_any_more(self, tmp_path: Path) -> None:
        (tmp_path / "baseline.json").write_text(baseline_text([FIRST, OTHERS[0]]), encoding="utf-8")

        known = load_baseline("baseline.json", tmp_path)

        assert known.without([FIRST, *OTHERS]) == []
        assert known.without([OTHERS[0]]) == [(FIRST.rule.code, FIRST.place.address)]

    def test_an_empty_one_holds_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "baseline.json").write_text(baseline_text([]), encoding="utf-8")

        assert load_baseline("baseline.json", tmp_path) == Baseline()


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            pytest.param("", ":1:1: the text ends too early", id="empty"),
            pytest.param(b"\xff", ":1:1: not UTF-8", id="not UTF-8"),
            pytest.param("[]", ":1:1: the document is an array, an object is expected", id="no object"),
            pytest.param('{"version": 1}', ':1:1: missing key "findings"', id="no findings"),
            pytest.param(
                '{"version": 2,\n "findings": []}', ":1:2: version is 2, 1 is expected", id="another version"
            ),
            pytest.param(
                '{"version": 1, "findings": [\n {"rule": "ZA002", "address": "a", "field": "f"}]}',
                ':2:2: missing key "fingerprint"',
                id="no fingerprint",
            ),
            pytest.param(
                '{"version": 1, "findings": [\n'
                ' {"rule": "ZA002", "address": "a", "field": "f", "fingerprint": "main.tf:3"}]}',
                ':2:50: fingerprint is "main.tf:3", which does not match ^[0-9a-f]{32}$',
                id="no fingerprint of ours",
            ),
        ],
    )
    def test_with_their_place(self, tmp_path: Path, text: str | bytes, message: str) -> None:
        (tmp_path / "b.json").write_bytes(text if isinstance(text, bytes) else text.encode())

        with pytest.raises(ConfigError) as fault:
            load_baseline("b.json", tmp_path)

        assert str(fault.value) == f"b.json{message}"

    def test_no_such_file(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError) as fault:
            load_baseline("b.json", tmp_path)

        assert str(fault.value) == "b.json: no such file or directory"
