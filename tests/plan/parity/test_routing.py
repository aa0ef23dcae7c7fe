"""Which path matcher is for a host."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Unknown
from spillover.model.url_map import Action, HostRule, PathMatcher, RequestRule, UrlMap
from spillover.plan.parity.routing import by_path, doubts_of, hosts_under, matcher_for

CAUSE = Unknown("var.x")


def url_map(*rules: Any, matchers: Any = None) -> UrlMap:
    """A URL map of which each host rule has a path matcher that is called as its first host."""
    host_rules = tuple(
        each if isinstance(each, Unknown | HostRule) else HostRule(each, str(each[0])) for each in rules
    )
    names = [each.path_matcher for each in host_rules if isinstance(each, HostRule)]
    return UrlMap(host_rules=host_rules, path_matchers=matchers or tuple(PathMatcher(name) for name in names))


def found(host: str | Unknown, *rules: Any, **values: Any) -> str | None:
    matcher = matcher_for(url_map(*rules, **values), host)
    if isinstance(matcher, Unknown):
        return f"? {matcher.because}"
    return matcher.name if isinstance(matcher.name, str) else None


class TestMatcherFor:
    @pytest.mark.parametrize(
        ("host", "rules", "expected"),
        [
            ("a.test", [], None),
            ("a.test", [("b.test",)], None),
            ("a.test", [("a.test",)], "a.test"),
            ("A.test", [("a.TEST",)], "a.TEST"),
            ("a.test", [("x.test", "a.test")], "x.test"),
            ("a.test", [("*",)], "*"),
            ("a.test", [("*",), ("*.test",)], "*.test"),
            ("a.test", [("*.test",), ("*",)], "*.test"),
            ("a.test", [("*.test",), ("a.test",)], "a.test"),
            ("x.a.test", [("*.test",), ("*.a.test",)], "*.a.test"),
            ("a.test", [("*.a.test",)], None),
            ("a.test", [("a.test:8080",)], "a.test:8080"),
            ("my-a.test", [("*-a.test",)], "*-a.test"),
            ("*.test", [("*.test",)], "*.test"),
        ],
    )
    def test_the_best_fit(self, host: str, rules: list[Any], expected: str | None) -> None:
        assert found(host, *rules) == expected

    def test_a_literal_host_decides_whatever_the_others_are(self) -> None:
        assert found("a.test", CAUSE, (CAUSE,), ("a.test",)) == "a.test"

    @pytest.mark.parametrize("doubt", [CAUSE, HostRule(CAUSE, "m"), HostRule((CAUSE,), "m")])
    def test_one_that_is_not_known_may_fit_better(self, doubt: Any) -> None:
        assert found("a.test", ("*.test",), doubt) == "? var.x"
        assert found("a.test", doubt) == "? var.x"

    def test_a_rule_with_a_host_that_is_not_known_and_the_right_one(self) -> None:
        assert found("a.test", HostRule((CAUSE, "a.test"), "m")) == "m"

    def test_a_matcher_that_is_not_known(self) -> None:
        assert found("a.test", HostRule(("a.test",), CAUSE)) == "? var.x"
        assert found("a.test", ("a.test",), matchers=(CAUSE,)) == "? var.x"
        assert found("a.test", ("a.test",), matchers=(PathMatcher(CAUSE),)) == "? var.x"

    def test_a_matcher_that_is_not_there(self) -> None:
        assert found("a.test", ("a.test",), matchers=(PathMatcher("b"),)) == (
            "? path matcher a.test, which the URL map has not"
        )

    def test_a_host_that_is_not_known_matters_where_there_are_host_rules(self) -> None:
        assert found(CAUSE) is None
        assert found(CAUSE, ("*",)) == "? var.x"


class TestHostsUnder:
    def test_a_name_is_one_host(self) -> None:
        assert hosts_under("a.test", url_map(("b.a.test",))) == ("a.test",)

    def test_a_wildcard_is_also_what_has_a_host_rule(self) -> None:
        rules = url_map(("B.a.test", "c.test"), HostRule((CAUSE,)), HostRule(CAUSE), CAUSE)

        assert hosts_under("*.a.test", rules) == ("b.a.test", "*.a.test")


class TestPaths:
    def test_rules_by_their_paths(self) -> None:
        one, other = Action(), Action()
        matcher = PathMatcher(
            rules=(
                RequestRule(("/a", "/b"), one),
                RequestRule(("/c", CAUSE), other),
                RequestRule(CAUSE),
                CAUSE,
            )
        )

        assert by_path(matcher) == {"/a": one, "/b": one, "/c": other}
        assert list(doubts_of(matcher)) == [CAUSE, CAUSE, CAUSE]
