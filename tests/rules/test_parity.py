"""The rules that compare primary and backup of a failover, and FO058 and FO119, on their examples.

What is compared, and how, is tested beside the comparison; here is what the rules make of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from spillover.check.locate import locate
from spillover.check.rule import Certainty, Finding, Severity
from spillover.model.deployment import subjects
from spillover.model.source import Undetermined
from spillover.read.reading import read
from spillover.read.request import Request
from spillover_rules import ALL

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = {rule.code: rule for rule in ALL}

Judged: TypeAlias = Callable[..., list[str]]


@pytest.fixture
def judged(tmp_path: Path) -> Judged:
    """What a rule finds in its example after some texts of it were replaced, each of which must be there.

    A finding is its severity, the text at its place, and its message; a cause for which nothing can be
    said begins with a question mark.
    """

    def judge(code: str, kind: str, *replaced: tuple[str, str], also: str = "") -> list[str]:
        text = (EXAMPLES / RULES[code].name / kind / "main.tf").read_text(encoding="utf-8")
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "main.tf").write_text(text + also, encoding="utf-8")
        reading = read(Request((str(tmp_path),)), tmp_path, lambda: iter(()))
        assert not reading.unreadable
        lines = (text + also).splitlines()
        found: dict[str, None] = {}
        for deployment in reading.deployments:
            for subject in subjects(deployment, RULES[code].subject):
                try:
                    for finding in RULES[code].check(subject):
                        found[_shown(finding, RULES[code].severity, lines)] = None
                except Undetermined as undetermined:
                    found |= {f"? {each.because}": None for each in undetermined.unknowns}
        return list(found)

    return judge


def _shown(finding: Finding, severity: Severity, lines: list[str]) -> str:
    line = lines[locate(finding.at).span.start.line - 1].strip()
    likely = " (likely)" if finding.certainty is Certainty.LIKELY else ""
    return f"{finding.severity or severity}{likely} at {line}: {finding.message}"


RULE_OF_BACKUP = """
  host_rule {
    hosts        = ["shop.example.test"]
    path_matcher = "shop"
  }
  path_matcher {
    name            = "shop"
    default_service = google_compute_region_backend_service.shop_eu.id

    path_rule {
      paths   = ["/assets/*"]
      service = DESTINATION
    }
  }
"""
DEFAULT = "  default_service = google_compute_region_backend_service.shop_eu.id\n"
REGION_BUCKET = """
resource "google_compute_region_backend_bucket" "assets" {
  name                  = "assets-eu"
  region                = "europe-west1"
  load_balancing_scheme = "EXTERNAL_MANAGED"
}
"""


class TestBuckets:
    """Row FO17: an error where there is no regional bucket, and where there is one it is a Preview."""

    FOUND = "requests for /assets/*: backend bucket assets on the primary, {} on this backup"
    BOTH = (
        "; by Google's page on failover no backup can have a bucket, by its release notes of 2026-01-19 "
        "a regional one is a Preview"
    )

    @staticmethod
    def with_rule(destination: str) -> tuple[str, str]:
        return DEFAULT, DEFAULT + RULE_OF_BACKUP.replace("DESTINATION", destination)

    def test_without_a_rule(self, judged: Judged) -> None:
        assert judged("FO017", "flagged") == [f"error at {DEFAULT.strip()}: {self.FOUND.format('none')}"]

    def test_with_a_global_bucket(self, judged: Judged) -> None:
        to = "google_compute_backend_bucket.assets.id"

        assert judged("FO017", "flagged", self.with_rule(to)) == [
            f"error at service = {to}: {self.FOUND.format('backend bucket assets')}"
        ]

    def test_with_a_regional_bucket(self, judged: Judged) -> None:
        to = "google_compute_region_backend_bucket.assets.id"

        assert judged("FO017", "flagged", self.with_rule(to), also=REGION_BUCKET) == [
            f"warning (likely) at service = {to}: {self.FOUND.format('backend bucket assets-eu')}{self.BOTH}"
        ]

    def test_with_a_service_instead(self, judged: Judged) -> None:
        to = "google_compute_region_backend_service.shop_eu.id"

        assert judged("FO017", "flagged", self.with_rule(to)) == [
            f"warning (likely) at service = {to}: {self.FOUND.format('service shop-eu')}"
        ]

    def test_behind_everything(self, judged: Judged) -> None:
        """A default has to lead somewhere: what it leads to was not chosen to stand in for a bucket."""
        service = "  default_service = google_compute_backend_service.shop.id\n"
        bucket = "  default_service = google_compute_backend_bucket.assets.id\n"
        (found,) = (
            each for each in judged("FO017", "flagged", (service, bucket)) if "other requests" in each
        )

        assert found == (
            f"error at {DEFAULT.strip()}: "
            "other requests: backend bucket assets on the primary, service shop-eu on this backup"
        )


class TestCloudArmor:
    """Row FO18: an error where the backup has no policy, else a warning."""

    def test_no_policy(self, judged: Judged) -> None:
        (found,) = judged("FO018", "flagged")

        assert found.startswith('error at resource "google_compute_region_backend_service" "shop_eu" {: ')

    def test_fewer_rules(self, judged: Judged) -> None:
        name = '"google_compute_region_security_policy" "shop_eu" {\n'
        apart = name.replace("shop_eu", "apart")

        assert judged("FO018", "clean", (name, apart), also=f'resource {name}\n  name = "eu"\n}}\n') == [
            f"warning at resource {name.strip()}: service shop, rules of the security policy: "
            "0 rules, without deny(403) at 1000 on this backup, 1 rule on the primary"
        ]


class TestOthers:
    def test_a_certificate(self, judged: Judged) -> None:
        (found,) = judged("FO019", "flagged")

        assert found.startswith('warning at domains = ["shop-eu.example.test"]: port 443, certificate for ')

    def test_each_difference_is_a_finding(self, judged: Judged) -> None:
        timeout = "  timeout_sec           = 300\n"
        more = timeout + '  session_affinity      = "CLIENT_IP"\n  locality_lb_policy    = "MAGLEV"\n'

        assert [each.partition(": ")[2] for each in judged("FO021", "flagged", (timeout, more))] == [
            "service shop, timeout: 30 s on this backup, 300 s on the primary",
            "service shop, session affinity: NONE on this backup, CLIENT_IP on the primary",
        ]

    def test_a_difference_is_told_beside_what_is_not_known(self, judged: Judged) -> None:
        timeout = "  timeout_sec           = 300\n"
        more = timeout + "  session_affinity      = var.affinity\n"
        found = judged("FO021", "flagged", (timeout, more), also='variable "affinity" {}\n')

        assert [found[0].partition(": ")[2], found[1]] == [
            "service shop, timeout: 30 s on this backup, 300 s on the primary",
            "? var.affinity",
        ]

    def test_a_feature_that_no_backup_has(self, judged: Judged) -> None:
        assert judged("FO121", "flagged") == [
            'note at quic_override    = "ENABLE": HTTP/3 (QUIC) is ENABLE on the primary, '
            "and no backup can have it"
        ]

    def test_a_classic_primary(self, judged: Judged) -> None:
        (found,) = judged("FO022", "flagged")

        assert found.startswith("note at external_endpoints = [google_compute_global_address.shop.address]: ")

    def test_one_that_gke_ingress_made_is_told_as_such(self, judged: Judged) -> None:
        name = '"google_compute_global_forwarding_rule" "shop" {\n'
        marked = name + '  description = jsonencode({ "kubernetes.io/ingress-name" = "shop/shop" })\n'

        assert judged("FO022", "flagged", (name, marked)) == []


class TestRegionalCertificates:
    GLOBAL = '["projects/demo-shop/global/sslCertificates/shop"]'
    REGIONAL = '["projects/demo-shop/regions/europe-west1/sslCertificates/shop"]'

    @pytest.mark.parametrize(
        "link",
        [
            "google_compute_ssl_certificate.shop.id",
            "google_compute_managed_ssl_certificate.shop.id",
            "google_certificate_manager_certificate.shop.id",
        ],
    )
    def test_a_global_one(self, judged: Judged, link: str) -> None:
        also = f'resource "{link.split(".")[0]}" "shop" {{\n  name = "shop"\n}}\n'

        (found,) = judged("FO119", "clean", (self.REGIONAL, f"[{link}]"), also=also)

        assert found.endswith("a global certificate on a regional proxy")

    def test_one_of_the_region(self, judged: Judged) -> None:
        link = "google_certificate_manager_certificate.shop.id"
        also = (
            f'resource "{link.split(".")[0]}" "shop" {{\n  name = "shop"\n  location = "europe-west1"\n}}\n'
        )

        assert judged("FO119", "clean", (self.REGIONAL, f"[{link}]"), also=also) == []

    def test_one_by_name_alone(self, judged: Judged) -> None:
        assert judged("FO119", "clean", (self.REGIONAL, '["shop"]')) == ["? shop, which was not read"]

    def test_a_list_that_is_not_known(self, judged: Judged) -> None:
        also = 'variable "certificates" {}\n'

        assert judged("FO119", "clean", (self.REGIONAL, "var.certificates"), also=also) == [
            "? var.certificates"
        ]


class TestProbes:
    """Row FO58: probes come from anywhere."""

    DENIED = "security_policy       = google_compute_security_policy.shop.id"
    OFFICE = '"192.0.2.0/24"'

    def test_are_denied(self, judged: Judged) -> None:
        (found,) = judged("FO058", "flagged")

        assert found.startswith(f"warning (likely) at {self.DENIED}: this policy denies all")

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (OFFICE, '"0.0.0.0/0"'),
            ('"deny(403)"', '"throttle"'),
            (
                '"deny(403)"\n    priority = 2147483647',
                '"deny(403)"\n    preview  = true\n    priority = 2147483647',
            ),
            (
                'https_health_check {\n    port         = 443\n    request_path = "/ready"',
                "tcp_health_check {\n    port = 443",
            ),
            (f"  {DENIED}\n", ""),
        ],
    )
    def test_are_let_in(self, judged: Judged, old: str, new: str) -> None:
        assert judged("FO058", "flagged", (old, new)) == []

    @pytest.mark.parametrize(
        ("old", "new", "cause"),
        [
            ('"deny(403)"', "var.x", "var.x"),
            ('["192.0.2.0/24"]', "[var.x]", "var.x"),
            ('["192.0.2.0/24"]', "var.x", "var.x"),
            ("priority = 1000", "priority = var.x", "var.x"),
            ("google_compute_security_policy.shop.id", "var.x", "var.x"),
            (
                "google_compute_security_policy.shop.id",
                '"projects/p/global/securityPolicies/x"',
                "x, which was not read",
            ),
        ],
    )
    def test_what_is_not_known(self, judged: Judged, old: str, new: str, cause: str) -> None:
        assert judged("FO058", "flagged", (old, new), also='variable "x" {}\n') == [f"? {cause}"]

    def test_an_expression_may_let_them_in(self, judged: Judged) -> None:
        expression = ("var.health_check", "\"request.path == '/ready'\"")

        assert judged("FO058", "unknown", expression) == ["? what it matches"]

    def test_an_expression_that_denies_lets_nobody_in(self, judged: Judged) -> None:
        expression = ("var.health_check", "\"request.path == '/ready'\"")
        (found,) = judged("FO058", "unknown", expression, ('action   = "allow"', 'action   = "deny(404)"'))

        assert found.startswith("warning (likely)")

    def test_one_of_several_services_may_answer_them(self, judged: Judged) -> None:
        """Which one does is told by the path of the health check and the URL map, which is not followed."""
        service = "  default_service = google_compute_backend_service.shop.id\n"
        weighted = """  default_route_action {
    weighted_backend_services {
      backend_service = google_compute_backend_service.shop.id
      weight          = 1
    }
    weighted_backend_services {
      backend_service = google_compute_backend_service.open.id
      weight          = 1
    }
  }
"""
        also = 'resource "google_compute_backend_service" "open" {\n  name = "open"\n}\n'

        assert judged("FO058", "flagged", (service, weighted), also=also) == [
            "? which service answers the health check"
        ]
