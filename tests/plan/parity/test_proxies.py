"""Two proxies that listen on one port."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spillover.model.alb import ProxyProtocol, SslCertificate, SslPolicy
from spillover.model.names import ResourceName
from spillover.model.settings import Setting
from spillover.model.source import Unknown
from spillover.plan.parity.proxies import covers

Unlike = Callable[..., list[str]]
CAUSE = Unknown("var.x")


def of(**values: Any) -> dict[str, Any]:
    return {"proxy": values}


def setting(name: str, text: str | Unknown) -> dict[str, Any]:
    return of(settings=(Setting(name, text),))


class TestProtocol:
    def test_differs(self, unlike: Unlike) -> None:
        assert unlike({}, of(protocol=ProxyProtocol.HTTP)) == [
            "port 443, protocol: HTTP on this backup, HTTPS on the primary"
        ]

    def test_without_tls_nothing_of_tls_is_compared(self, unlike: Unlike) -> None:
        plain = {"protocol": ProxyProtocol.HTTP}

        assert unlike(of(settings=(Setting("server_tls_policy", "x"),), **plain), of(**plain)) == []


class TestSettings:
    def test_connections_are_kept_as_long(self, unlike: Unlike) -> None:
        """Longest and default of regional ones is 600 s."""
        assert unlike(setting("http_keep_alive_timeout_sec", "600"), of()) == []

    def test_connections_are_kept_shorter(self, unlike: Unlike) -> None:
        assert unlike(setting("http_keep_alive_timeout_sec", "1200"), of()) == [
            "port 443, client keep-alive timeout: 600 s on this backup, 1200 s on the primary"
        ]

    def test_client_certificates(self, unlike: Unlike) -> None:
        assert unlike(setting("server_tls_policy", "mtls"), setting("server_tls_policy", "mtls-eu")) == []
        assert unlike(setting("server_tls_policy", "mtls"), of()) == [
            "port 443, client authentication (mTLS): none on this backup, on on the primary"
        ]

    @pytest.mark.parametrize(
        ("name", "text", "shown"),
        [("quic_override", "ENABLE", "HTTP/3 (QUIC)"), ("tls_early_data", "STRICT", "TLS early data")],
    )
    def test_what_no_backup_has(self, unlike: Unlike, name: str, text: str, shown: str) -> None:
        (found,) = unlike(setting(name, text), of())

        assert found.startswith(f"port 443, {shown}: ")

    @pytest.mark.parametrize("text", ["NONE", "DISABLE"])
    def test_what_the_primary_does_without(self, unlike: Unlike, text: str) -> None:
        assert unlike(setting("quic_override", text), of()) == []


def policy(name: str, **texts: str) -> SslPolicy:
    link = ResourceName("sslPolicies", name)
    return SslPolicy(name, settings=tuple(Setting(*each) for each in texts.items()), identity=link)


class TestSslPolicies:
    A, B = ResourceName("sslPolicies", "a"), ResourceName("sslPolicies", "b")

    def test_none_is_one_that_sets_nothing(self, unlike: Unlike) -> None:
        assert unlike(of(ssl_policy=self.A), of(), others=(policy("a"),)) == []

    def test_are_compared_by_what_they_allow(self, unlike: Unlike) -> None:
        others = (policy("a", min_tls_version="TLS_1_2"), policy("b", min_tls_version="TLS_1_2"))

        assert unlike(of(ssl_policy=self.A), of(ssl_policy=self.B), others=others) == []
        assert unlike(of(ssl_policy=self.A), of(), others=others) == [
            "port 443, minimum TLS version: TLS_1_0 on this backup, TLS_1_2 on the primary"
        ]

    def test_one_that_was_not_read(self, unlike: Unlike) -> None:
        assert unlike(of(ssl_policy=self.A), of()) == ["? SSL policy: a, which was not read"]

    def test_one_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike(of(), of(ssl_policy=CAUSE)) == ["? SSL policy: var.x"]


def certificate(name: str, domains: Any) -> SslCertificate:
    return SslCertificate(name, domains=domains, identity=ResourceName("sslCertificates", name))


def with_certificates(*names: Any) -> dict[str, Any]:
    links = (each if isinstance(each, Unknown) else ResourceName("sslCertificates", each) for each in names)
    return of(certificates=tuple(links))


FINDING = "port 443, certificate for shop.example.test: for {} on this backup, none on the primary"


class TestCertificates:
    @pytest.mark.parametrize(
        ("domains", "expected"),
        [
            (("shop.example.test",), []),
            (("other.test", "*.example.test"), []),
            (None, []),
            (("other.test",), [FINDING.format("other.test")]),
            (("b.test", "a.test"), [FINDING.format("a.test, b.test")]),
            (CAUSE, ["? certificate for shop.example.test: var.x"]),
            (("other.test", CAUSE), ["? certificate for shop.example.test: var.x"]),
            (("shop.example.test", CAUSE), []),
        ],
    )
    def test_of_the_backup(self, unlike: Unlike, domains: Any, expected: list[str]) -> None:
        assert unlike({}, with_certificates("eu"), others=(certificate("eu", domains),)) == expected

    def test_any_of_several(self, unlike: Unlike) -> None:
        others = (certificate("a", ("other.test",)), certificate("b", ("shop.example.test",)))

        assert unlike({}, with_certificates("a", "b"), others=others) == []
        assert unlike({}, with_certificates("a"), others=others) == [FINDING.format("other.test")]

    @pytest.mark.parametrize("names", [(), ("not-read",)])
    def test_that_do_not_say_what_they_are_for(self, unlike: Unlike, names: tuple[str, ...]) -> None:
        assert unlike({}, with_certificates(*names)) == ([FINDING.format("none")] if not names else [])

    def test_in_a_map(self, unlike: Unlike) -> None:
        backup = {"proxy": {"certificate_map": "m", "certificates": (ResourceName("sslCertificates", "a"),)}}

        assert unlike({}, backup, others=(certificate("a", ("other.test",)),)) == []

    def test_a_list_that_is_not_known(self, unlike: Unlike) -> None:
        expected = ["? certificate for shop.example.test: var.x"]

        assert unlike({}, of(certificates=CAUSE)) == expected
        assert unlike({}, with_certificates(CAUSE)) == expected

    def test_a_name_that_is_not_known(self, unlike: Unlike) -> None:
        other = certificate("a", ("other.test",))

        assert unlike({}, with_certificates("a"), others=(other,), name=CAUSE) == ["? certificate: var.x"]
        assert unlike({}, {}, name=CAUSE) == []


@pytest.mark.parametrize(
    ("domain", "name", "expected"),
    [
        ("a.test", "a.test", True),
        ("A.test", "a.TEST", True),
        ("a.test", "b.a.test", False),
        ("*.a.test", "b.a.test", True),
        ("*.a.test", "c.b.a.test", False),
        ("*.a.test", "a.test", False),
        ("*.a.test", "*.a.test", True),
        ("b.a.test", "*.a.test", False),
    ],
)
def test_covers(domain: str, name: str, expected: bool) -> None:
    assert covers(domain, name) is expected
