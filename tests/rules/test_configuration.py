"""The rules about the configuration itself: suppressions (CF001 to CF003) and values (CF010, CF011)."""

from __future__ import annotations

import pytest

from spillover.check.rule import Finding, Severity
from spillover.model.source import FieldRef, Origin, WrongValue
from spillover.model.suppression import Suppression
from spillover_rules import (
    cf001_unused_suppression,
    cf002_unknown_rule,
    cf003_suppression_without_reason,
    cf010_wrong_type,
    cf011_unknown_enum_value,
    cf012_unknown_block,
)

AT = FieldRef(Origin("main.tf", "suppression"))


def suppression(
    rule: str = "ZA014",
    reason: str = "one appliance per zone",
    *,
    is_known: bool = True,
    used: bool = True,
    expired: bool = False,
) -> Suppression:
    return Suppression(AT, rule, reason, is_known=is_known, used=used, expired=expired)


class TestUnusedSuppression:
    def test_hides_nothing(self) -> None:
        assert list(cf001_unused_suppression.check(suppression(used=False))) == [
            Finding(AT, "the suppression of ZA014 hides nothing", "remove it")
        ]

    def test_has_expired(self) -> None:
        assert list(cf001_unused_suppression.check(suppression(used=False, expired=True))) == [
            Finding(AT, "the suppression of ZA014 has expired", "remove it")
        ]

    @pytest.mark.parametrize(
        "silent",
        [
            pytest.param(suppression(), id="it was of use"),
            pytest.param(suppression("ZA999", is_known=False, used=False), id="CF002 speaks of it"),
        ],
    )
    def test_near_miss(self, silent: Suppression) -> None:
        assert list(cf001_unused_suppression.check(silent)) == []


class TestUnknownRule:
    @pytest.mark.parametrize(
        ("rule", "message"),
        [
            ("ZA999", "there is no rule 'ZA999' in this suppression"),
            ("", "no rule is named in this suppression"),
        ],
    )
    def test_names_no_rule(self, rule: str, message: str) -> None:
        hint = "name it as in spillover:ignore[ZA014] reason"

        found = list(cf002_unknown_rule.check(suppression(rule, is_known=False, used=False)))

        assert found == [Finding(AT, message, hint)]

    @pytest.mark.parametrize("used", [True, False])
    def test_near_miss(self, used: bool) -> None:
        assert list(cf002_unknown_rule.check(suppression(used=used))) == []


class TestSuppressionWithoutReason:
    @pytest.mark.parametrize("used", [True, False])
    def test_gives_no_reason(self, used: bool) -> None:
        assert list(cf003_suppression_without_reason.check(suppression(reason="", used=used))) == [
            Finding(AT, "the suppression of ZA014 gives no reason", "say why after it")
        ]

    @pytest.mark.parametrize(
        "silent",
        [
            pytest.param(suppression(), id="a reason"),
            pytest.param(suppression("ZA999", "", is_known=False), id="CF002 speaks of it"),
        ],
    )
    def test_near_miss(self, silent: Suppression) -> None:
        assert list(cf003_suppression_without_reason.check(silent)) == []


class TestWrongValues:
    """Each wrong value is a finding of one of the three rules."""

    TYPE = WrongValue(AT, "spilloverRatio is a string, the API expects a number")
    ENUM = WrongValue(AT, '"SPILL" is not a value of spillover that is known here', is_enum=True)
    BLOCK = WrongValue(AT, 'there is no block "secondary" here', is_block=True)

    def test_wrong_type(self) -> None:
        assert list(cf010_wrong_type.check(self.TYPE)) == [Finding(AT, self.TYPE.message)]
        assert list(cf010_wrong_type.check(self.ENUM)) == []
        assert list(cf010_wrong_type.check(self.BLOCK)) == []

    def test_unknown_enum_value(self) -> None:
        assert list(cf011_unknown_enum_value.check(self.ENUM)) == [Finding(AT, self.ENUM.message)]
        assert list(cf011_unknown_enum_value.check(self.TYPE)) == []
        assert list(cf011_unknown_enum_value.check(self.BLOCK)) == []

    def test_unknown_block(self) -> None:
        assert list(cf012_unknown_block.check(self.BLOCK)) == [Finding(AT, self.BLOCK.message)]
        assert list(cf012_unknown_block.check(self.TYPE)) == []


def test_severities() -> None:
    """Of what is wrong for sure an error; of what may be newer than this program, or is only idle, a note."""
    severities = {
        cf001_unused_suppression: Severity.NOTE,
        cf002_unknown_rule: Severity.WARNING,
        cf003_suppression_without_reason: Severity.WARNING,
        cf010_wrong_type: Severity.ERROR,
        cf011_unknown_enum_value: Severity.NOTE,
        cf012_unknown_block: Severity.ERROR,
    }

    assert {module: module.RULE.severity for module in severities} == severities
