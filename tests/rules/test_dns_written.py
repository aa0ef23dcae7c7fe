"""The rules about what a record set, its zone and its health check say, on values as Terraform writes them.

What is found stands as field and message; hints and related places are in the examples' outputs.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from spillover.check.rule import Severity
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import RecordSet
from spillover.model.source import Origin, Reference, Undetermined, Unknown
from spillover.model.views import JoinedRecordSet, ProbedHealthCheck
from spillover.read.terraform import read_resource
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
IPV6 = 6
X, Y = Unknown("var.x"), Unknown("var.y")

Found = list[tuple[str, str]]
Verdict = tuple[Found, list[str]]
"""What is found, as field and message, and what the rest depends on."""

NOTHING: Verdict = ([], [])
ON_X: Verdict = ([], ["var.x"])


def read(type_: str, label: str = "shop", **values: Any) -> Any:
    found = read_resource(type_, values, Origin(f"{type_}.{label}", type_))
    assert found is not None
    return found.resource


def record(**values: Any) -> Any:
    return read("google_dns_record_set", **values)


def with_policy(policy: Any, **values: Any) -> Any:
    return record(
        **{"name": "shop.example.test.", "type": "A", "ttl": 30, "routing_policy": policy, **values}
    )


def external(*addresses: Any) -> dict[str, Any]:
    return {"external_endpoints": list(addresses)}


def internal(*targets: dict[str, Any]) -> dict[str, Any]:
    return {"internal_load_balancers": list(targets)}


def item(location: Any = "us-east1", targets: Any = None, **more: Any) -> dict[str, Any]:
    return {"location": location, **({} if targets is None else {"health_checked_targets": targets}), **more}


def failover(primary: Any, *backup: Any, **more: Any) -> list[dict[str, Any]]:
    """A routing policy with failover; ``backup`` are items."""
    return [{"primary_backup": [{"primary": primary, "backup_geo": list(backup), **more}]}]


P, B = "198.51.100.5", "203.0.113.10"
FAILOVER = failover(external(P), item("us-east1", external(B)))
GEO = [{"geo": [item("us-east1", external(B))]}]
PLAIN_GEO = [{"geo": [item("us-east1", rrdatas=[B])]}]
INSIDE = failover(
    internal({"ip_address": "10.8.0.5"}), item("us-east1", internal({"ip_address": "10.9.0.5"}))
)
PRIMARY = "routing_policy.primary_backup.primary"
BACKUP = "routing_policy.primary_backup.backup_geo"
HC = "projects/demo-shop/global/healthChecks/shop"


def check(code: str, subject: object) -> Verdict:
    """The verdict of a rule; one that is undetermined may have found something before."""
    found: Found = []
    if isinstance(subject, RecordSet) and RULES[code].subject is JoinedRecordSet:
        subject = in_zone(subject)
    try:
        for each in RULES[code].check(subject):
            found.append((str(each.at.path), each.message))
    except Undetermined as undetermined:
        return found, list(dict.fromkeys(unknown.because for unknown in undetermined.unknowns))
    return found, []


cases = pytest.mark.parametrize


class TestPrivateAddress:
    """FO054."""

    @cases(
        ("address", "kind"),
        [
            ("10.20.0.1", "private"),
            ("172.31.255.255", "private"),
            ("192.168.4.4", "private"),
            ("100.64.0.1", "private"),
            ("fd00::1", "private"),
            ("127.0.0.1", "loopback"),
            ("::1", "loopback"),
            ("169.254.1.1", "link-local"),
            ("fe80::1", "link-local"),
            ("172.32.0.1", None),
            ("100.128.0.1", None),
            ("192.0.2.1", None),
            ("198.51.100.5", None),
            ("203.0.113.10", None),
            ("2001:db8::1", None),
            ("shop.example.test", None),
        ],
    )
    def test_address(self, address: str, kind: str | None) -> None:
        message = f"{address} is a {kind} address: probes from the internet do not reach it"
        expected = [(f"{PRIMARY}.external_endpoints[0]", message)] if kind else []

        assert check("FO054", with_policy(failover(external(address)))) == (expected, [])

    @cases(
        ("policy", "field"),
        [
            (failover(external(P), item("r", external(B, "10.0.0.1"))), f"{BACKUP}[0].%s[1]"),
            ([{"geo": [item("r", external("10.0.0.1"))]}], "routing_policy.geo[0].%s[0]"),
            ([{"wrr": [{"health_checked_targets": external("10.0.0.1")}]}], "routing_policy.wrr[0].%s[0]"),
        ],
    )
    def test_of_every_policy(self, policy: Any, field: str) -> None:
        ((at, _),), _ = check("FO054", with_policy(policy))

        assert at == field % "health_checked_targets.external_endpoints"

    @cases(
        ("policy", "verdict"),
        [
            (INSIDE, NOTHING),
            (PLAIN_GEO, NOTHING),
            (failover(external(X)), ON_X),
            (X, ON_X),
            (failover(external(X, B), item("r", {"external_endpoints": Y})), ([], ["var.x", "var.y"])),
        ],
    )
    def test_near_miss_or_undetermined(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO054", with_policy(policy)) == verdict

    def test_what_is_known_is_found_all_the_same(self) -> None:
        found, causes = check("FO054", with_policy(failover(external(X, "10.0.0.1"))))

        assert ([field for field, _ in found], causes) == ([f"{PRIMARY}.external_endpoints[1]"], ["var.x"])


RESERVED, RULE_BEFORE = "google_compute_address", "google_compute_forwarding_rule"


def of(type_: str, attribute: str = "address") -> Unknown:
    """The address of a resource, before it is known."""
    return Unknown(f"{type_}.shop.{attribute}", Reference(f"{type_}.shop", attribute))


class TestAddressOfAResource:
    """FO054 and FO055 on an address that is not known yet, but whose resource is."""

    USED: ClassVar[dict[str, Any]] = {
        "ip_address": of(RESERVED),
        "ip_version": "IPV4",
        "load_balancing_scheme": "INTERNAL",
    }

    @cases(
        ("address", "resource", "private", "version"),
        [
            (of(RESERVED), (RESERVED, {}), False, 4),
            (of(RESERVED), (RESERVED, {"address_type": "EXTERNAL", "ip_version": "IPV6"}), False, 6),
            (of(RESERVED), (RESERVED, {"address_type": "INTERNAL"}), True, 4),
            (of(RESERVED), (RESERVED, {"address_type": X, "ip_version": X}), X, X),
            (of(RESERVED), (RULE_BEFORE, {}), of(RESERVED), of(RESERVED)),
            (
                of(RULE_BEFORE, "ip_address"),
                (RULE_BEFORE, {"load_balancing_scheme": "INTERNAL", "backend_service": "s"}),
                True,
                4,
            ),
            (
                of(RULE_BEFORE, "ip_address"),
                (RULE_BEFORE, {"load_balancing_scheme": "EXTERNAL", "backend_service": "s"}),
                False,
                4,
            ),
            (of(RULE_BEFORE, "ip_address"), (RULE_BEFORE, {"load_balancing_scheme": X}), X, 4),
            (X, (RESERVED, {}), X, X),
        ],
    )
    def test_what_is_known_of_it(
        self,
        address: Unknown,
        resource: tuple[str, dict[str, Any]],
        private: bool | Unknown,
        version: int | Unknown,
    ) -> None:
        subject = in_zone(with_policy(failover(external(address))), read(resource[0], **resource[1]))

        at, called = f"{PRIMARY}.external_endpoints[0]", address.because
        unreachable = f"{called} is a private address: probes from the internet do not reach it"
        mismatch = f"an IPv6 address in a record of type A: {called}"
        expected: dict[str, Verdict] = {
            "FO054": ([(at, unreachable)] if private is True else [], []),
            "FO055": ([(at, mismatch)] if version == IPV6 else [], []),
        }
        for code, told in (("FO054", private), ("FO055", version)):
            if isinstance(told, Unknown):
                expected[code] = ([], [told.because])
        assert {code: check(code, subject) for code in expected} == expected

    def test_a_reserved_one_that_a_forwarding_rule_uses(self) -> None:
        reserved = read(RESERVED, address_type="EXTERNAL", ip_version="IPV6")
        address = of(RULE_BEFORE, "ip_address")
        subject = in_zone(with_policy(failover(external(address))), reserved, read(RULE_BEFORE, **self.USED))

        assert check("FO054", subject) == NOTHING
        assert [field for field, _ in check("FO055", subject)[0]] == [f"{PRIMARY}.external_endpoints[0]"]


class TestAddressFamily:
    """FO055."""

    @cases(
        ("type_", "address", "message"),
        [
            ("A", "2001:db8::5", "an IPv6 address in a record of type A: 2001:db8::5"),
            ("AAAA", P, f"an IPv4 address in a record of type AAAA: {P}"),
            ("A", P, None),
            ("AAAA", "2001:db8::5", None),
            ("A", "not an address", None),
            ("TXT", P, None),
            (None, P, None),
        ],
    )
    def test_type_and_address(self, type_: str | None, address: str, message: str | None) -> None:
        subject = with_policy(failover(external(address)), type=type_)

        expected = [(f"{PRIMARY}.external_endpoints[0]", message)] if message else []
        assert check("FO055", subject) == (expected, [])

    def test_addresses_of_all_kinds(self) -> None:
        policy = failover(internal({"ip_address": P}, {}), item("r", rrdatas=[B, "::2"]))

        assert [field for field, _ in check("FO055", with_policy(policy, type="AAAA"))[0]] == [
            f"{PRIMARY}.internal_load_balancers[0].ip_address",
            f"{BACKUP}[0].rrdatas[0]",
        ]

    @cases(
        ("values", "verdict"),
        [
            ({"type": X}, ON_X),
            ({"routing_policy": X}, ON_X),
            ({"routing_policy": failover({"internal_load_balancers": X})}, ON_X),
            ({"routing_policy": None, "type": X, "rrdatas": [P]}, NOTHING),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO055", with_policy(**{"policy": FAILOVER, **values})) == verdict


class TestName:
    """FO041."""

    @cases(
        ("name", "verdict"),
        [
            ("shop.example.test", ([("name", 'the record name ends in "test", not in a dot')], [])),
            ("shop", ([("name", 'the record name ends in "shop", not in a dot')], [])),
            (
                Unknown("var.x", ends_with=".test"),
                ([("name", 'the record name ends in "test", not in a dot')], []),
            ),
            ("shop.example.test.", NOTHING),
            (Unknown("var.x", ends_with=".test."), NOTHING),
            (None, NOTHING),
            ("", NOTHING),
            (X, ON_X),
        ],
    )
    def test_end(self, name: Any, verdict: Verdict) -> None:
        assert check("FO041", record(name=name)) == verdict


class TestHealthCheckOfPolicy:
    """FO013 and FO113."""

    MISSING = ("routing_policy.health_check", "external endpoints without a health check: nobody probes them")

    @cases(
        ("policy", "verdict"),
        [
            (FAILOVER, ([MISSING], [])),
            (GEO, ([MISSING], [])),
            ([{**FAILOVER[0], "health_check": HC}], NOTHING),
            ([{**FAILOVER[0], "health_check": Unknown("hc.id", Reference("hc"))}], NOTHING),
            ([{**FAILOVER[0], "health_check": X}], ON_X),
            (INSIDE, NOTHING),
            (PLAIN_GEO, NOTHING),
            (failover({"external_endpoints": X}), ON_X),
            ([{**INSIDE[0], "health_check": X}], NOTHING),
            (failover({**external(P), **internal({"ip_address": P})}), NOTHING),
            (None, NOTHING),
            (X, ON_X),
        ],
    )
    def test_missing(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO013", with_policy(policy)) == verdict

    @cases(
        ("values", "verdict"),
        [
            (
                {"type": "CNAME"},
                (
                    [
                        (
                            "type",
                            "health-checked targets in a record of type CNAME: only A and AAAA are checked",
                        )
                    ],
                    [],
                ),
            ),
            ({"type": "A"}, NOTHING),
            ({"type": "AAAA"}, NOTHING),
            ({"type": None}, NOTHING),
            ({"type": "CNAME", "routing_policy": PLAIN_GEO}, NOTHING),
            ({"type": "CNAME", "routing_policy": None}, NOTHING),
            ({"type": X}, ON_X),
            ({"type": "TXT", "routing_policy": X}, ON_X),
        ],
    )
    def test_record_of_other_type(self, values: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO113", with_policy(**{"policy": FAILOVER, **values})) == verdict


class TestBackupThatIsThePrimary:
    """FO045."""

    FRONT = Unknown("a.front.address", Reference("a.front", "address"))
    BACK = Unknown("a.back.address", Reference("a.back", "address"))
    ONE_OF = Unknown("a.front.address", Reference("a.front", "address", is_any=True))
    NAMED = Unknown("a.front.name", Reference("a.front", "name"))
    AT = f"{BACKUP}[0].health_checked_targets.external_endpoints[0]"
    NEAR = "the backup repeats an address of the primary: clients near us-east1 have no failover"
    FENCED = f"{NEAR}, and fencing keeps them there"

    def policy(self, primary: Any, backup: Any, **more: Any) -> Any:
        return with_policy(failover(external(primary), item("us-east1", external(*backup)), **more))

    @cases(
        ("primary", "backup", "verdict"),
        [
            pytest.param(P, [P], ([(AT, NEAR)], []), id="the same"),
            pytest.param("2001:db8::5", ["2001:DB8:0::5"], ([(AT, NEAR)], []), id="written otherwise"),
            pytest.param("shop", ["shop"], ([(AT, NEAR)], []), id="no address"),
            pytest.param(FRONT, [FRONT], ([(AT, NEAR)], []), id="the same attribute"),
            pytest.param(
                P, [B, P], ([(AT.replace("[0]", "[1]").replace("geo[1]", "geo[0]"), NEAR)], []), id="one"
            ),
            pytest.param(P, [B], NOTHING, id="another"),
            pytest.param(FRONT, [BACK], NOTHING, id="another resource"),
            pytest.param(P, [X], ON_X, id="not known"),
            pytest.param(X, [P], ON_X, id="primary not known"),
            pytest.param(X, [Y], ON_X, id="neither known"),
            pytest.param(FRONT, [Y], ([], ["var.y"]), id="beside a primary that is a reference"),
            pytest.param(X, [BACK], ON_X, id="beside a backup that is one"),
            pytest.param(FRONT, [P], ([], ["a.front.address"]), id="an address that may be it"),
            pytest.param(ONE_OF, [ONE_OF], ([], ["a.front.address"]), id="one of several instances"),
            pytest.param(FRONT, [NAMED], ([], ["a.front.address"]), id="another attribute of it"),
        ],
    )
    def test_address(self, primary: Any, backup: list[Any], verdict: Verdict) -> None:
        assert check("FO045", self.policy(primary, backup)) == verdict

    @cases(
        ("fencing", "backup", "severity"),
        [
            (True, [P], Severity.ERROR),
            (True, [P, B], Severity.WARNING),
            (False, [P], Severity.WARNING),
            (X, [P], Severity.WARNING),
        ],
    )
    def test_fencing(self, fencing: Any, backup: list[str], severity: Severity) -> None:
        subject = self.policy(P, backup, enable_geo_fencing_for_backups=fencing)
        (found,) = RULES["FO045"].check(subject)

        assert (found.severity or RULES["FO045"].severity) is severity
        assert found.message == (self.FENCED if severity is Severity.ERROR else self.NEAR)

    def test_other_kinds_of_addresses_and_places(self) -> None:
        policy = failover(
            internal({"ip_address": P}), item(X, rrdatas=[P]), item("r", internal({"ip_address": P}))
        )

        assert check("FO045", with_policy(policy))[0] == [
            (f"{BACKUP}[0].rrdatas[0]", self.NEAR.replace("near us-east1", "near it")),
            (
                f"{BACKUP}[1].health_checked_targets.internal_load_balancers[0].ip_address",
                self.NEAR.replace("us-east1", "r"),
            ),
        ]

    @cases(
        ("policy", "verdict"),
        [
            (None, NOTHING),
            (GEO, NOTHING),
            (X, ON_X),
            (failover(X), ON_X),
            ([{"primary_backup": [{"backup_geo": [item("r", external(B))]}]}], NOTHING),
            ([{"primary_backup": [{"primary": external(P)}]}], NOTHING),
            ([{"primary_backup": [{"primary": external(P), "backup_geo": X}]}], ON_X),
        ],
    )
    def test_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO045", with_policy(policy)) == verdict


class TestInternalTargets:
    """FO042 and FO043."""

    AT = f"{PRIMARY}.internal_load_balancers[0]"

    @cases(
        ("target", "verdict"),
        [
            (
                {"ip_protocol": "TCP"},
                (
                    [
                        (
                            f"{AT}.ip_protocol",
                            'the protocol "TCP" of an internal target is neither "tcp" nor "udp"',
                        )
                    ],
                    [],
                ),
            ),
            (
                {"ip_protocol": "icmp"},
                (
                    [
                        (
                            f"{AT}.ip_protocol",
                            'the protocol "icmp" of an internal target is neither "tcp" nor "udp"',
                        )
                    ],
                    [],
                ),
            ),
            ({"ip_protocol": "tcp"}, NOTHING),
            ({"ip_protocol": "undefined"}, NOTHING),
            ({"ip_protocol": X}, ON_X),
            (
                {"load_balancer_type": "regionalL4ilb"},
                ([(f"{AT}.region", "a target of type regionalL4ilb without a region")], []),
            ),
            (
                {"load_balancer_type": "regionalL7ilb", "region": ""},
                ([(f"{AT}.region", "a target of type regionalL7ilb without a region")], []),
            ),
            ({"load_balancer_type": "regionalL7ilb", "region": "us-east1"}, NOTHING),
            ({"load_balancer_type": "regionalL7ilb", "region": X}, NOTHING),
            ({"load_balancer_type": "globalL7ilb"}, NOTHING),
            ({"load_balancer_type": X}, ON_X),
            ({"load_balancer_type": X, "region": "us-east1"}, NOTHING),
        ],
    )
    def test_unfit(self, target: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO042", with_policy(failover(internal(target)))) == verdict

    @cases(
        ("policy", "verdict"),
        [(X, ON_X), (failover({"internal_load_balancers": X}), ON_X), (FAILOVER, NOTHING)],
    )
    def test_unfit_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO042", with_policy(policy)) == verdict

    @cases(
        ("primary", "verdict"),
        [
            (
                {**external(P), **internal({})},
                (
                    [
                        (
                            f"{PRIMARY}.external_endpoints",
                            "external endpoints beside internal load balancers: "
                            "Terraform drops the external ones",
                        )
                    ],
                    [],
                ),
            ),
            ({**external(), **internal({})}, NOTHING),
            (external(P), NOTHING),
            ({"external_endpoints": X, **internal({})}, ON_X),
            ({**external(P), "internal_load_balancers": X}, ON_X),
            (X, ON_X),
        ],
    )
    def test_beside_external_ones(self, primary: Any, verdict: Verdict) -> None:
        assert check("FO043", with_policy(failover(primary))) == verdict


class TestPolicies:
    """FO044 and FO144."""

    SEVERAL = "a routing policy of more than one kind: only one of primary_backup, geo and wrr may be"
    WRR: ClassVar[Any] = [{"weight": 1, "rrdatas": [B]}]

    @cases(
        ("policy", "verdict"),
        [
            ([{**FAILOVER[0], "wrr": WRR}], ([("routing_policy.wrr", SEVERAL)], [])),
            ([{**FAILOVER[0], **GEO[0]}], ([("routing_policy.geo", SEVERAL)], [])),
            ([{**FAILOVER[0], **GEO[0], "wrr": X}], ([("routing_policy.geo", SEVERAL)], [])),
            (FAILOVER, NOTHING),
            ([{**FAILOVER[0], "geo": []}], NOTHING),
            ([{"wrr": WRR}], NOTHING),
            ([{"wrr": X}], NOTHING),
            ([{**FAILOVER[0], "wrr": X}], ON_X),
            ([{"geo": X, "wrr": Y}], ([], ["var.x", "var.y"])),
            (None, NOTHING),
            (X, ON_X),
        ],
    )
    def test_several(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO044", with_policy(policy)) == verdict

    @cases(
        ("policy", "verdict"),
        [
            (failover(external(P)), ([(BACKUP, "a failover policy without any backup")], [])),
            ([{"primary_backup": [{}]}], ([(BACKUP, "a failover policy without any backup")], [])),
            (FAILOVER, NOTHING),
            (GEO, NOTHING),
            (None, NOTHING),
            (X, ON_X),
            ([{"primary_backup": X}], ON_X),
            ([{"primary_backup": [{"backup_geo": X}]}], ON_X),
        ],
    )
    def test_without_backup(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO144", with_policy(policy)) == verdict


class TestLocation:
    """FO051."""

    @cases(
        ("locations", "verdict"),
        [
            (
                ["us-east1", "us-east1"],
                ([(f"{BACKUP}[1].location", "two items for the location us-east1")], []),
            ),
            (["us-east1-b"], ([(f"{BACKUP}[0].location", 'the location "us-east1-b" is not a region')], [])),
            (["europe"], ([(f"{BACKUP}[0].location", 'the location "europe" is not a region')], [])),
            (["EU1"], ([(f"{BACKUP}[0].location", 'the location "EU1" is not a region')], [])),
            (["us-east1", "us-east4", "northamerica-northeast1", "u-france-east1", None], NOTHING),
            (["us-east1", X], ON_X),
            ([X, "eu"], ([(f"{BACKUP}[1].location", 'the location "eu" is not a region')], ["var.x"])),
        ],
    )
    def test_of_the_backup(self, locations: list[Any], verdict: Verdict) -> None:
        assert check("FO051", with_policy(failover(external(P), *map(item, locations)))) == verdict

    @cases(
        ("policy", "verdict"),
        [
            (
                [{"geo": [item("eu")]}],
                ([("routing_policy.geo[0].location", 'the location "eu" is not a region')], []),
            ),
            ([{"wrr": []}], NOTHING),
            (None, NOTHING),
            (X, ON_X),
            ([{"geo": X}], ON_X),
            ([{"primary_backup": X}], ON_X),
        ],
    )
    def test_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO051", with_policy(policy)) == verdict


class TestTtl:
    """FO048; of failover FO011 speaks."""

    def long(self, ttl: int) -> Verdict:
        return [
            ("ttl", f"TTL {ttl} s on a health-checked record: resolvers keep a dead address that long")
        ], []

    @cases("policy", [GEO, [{"wrr": [{"health_checked_targets": internal({})}]}]])
    def test_long(self, policy: Any) -> None:
        assert check("FO048", with_policy(policy, ttl=61)) == self.long(61)

    @cases(
        ("ttl", "policy", "verdict"),
        [
            (60, GEO, NOTHING),
            (None, GEO, NOTHING),
            (300, FAILOVER, NOTHING),
            (300, PLAIN_GEO, NOTHING),
            (300, None, NOTHING),
            (X, PLAIN_GEO, NOTHING),
            (60, X, NOTHING),
            (X, GEO, ON_X),
            (300, X, ON_X),
            (300, [{"geo": X}], ON_X),
        ],
    )
    def test_near_miss_or_undetermined(self, ttl: Any, policy: Any, verdict: Verdict) -> None:
        assert check("FO048", with_policy(policy, ttl=ttl)) == verdict


class TestFencing:
    """FO047."""

    FENCED: Verdict = (
        [
            (
                "routing_policy.enable_geo_fencing",
                "geo fencing: clients stay in their geography though all its targets are unhealthy",
            )
        ],
        [],
    )

    @cases(
        ("policy", "verdict"),
        [
            ([{**GEO[0], "enable_geo_fencing": True}], FENCED),
            ([{"geo": [item(), item("r", external(B)), item("s", X)], "enable_geo_fencing": True}], FENCED),
            ([{**GEO[0], "enable_geo_fencing": False}], NOTHING),
            (GEO, NOTHING),
            ([{**PLAIN_GEO[0], "enable_geo_fencing": True}], NOTHING),
            ([{"geo": [], "enable_geo_fencing": True}], NOTHING),
            (failover(external(P), enable_geo_fencing_for_backups=True), NOTHING),
            (None, NOTHING),
            (X, ON_X),
            ([{**GEO[0], "enable_geo_fencing": X}], ON_X),
            ([{"geo": X, "enable_geo_fencing": True}], ON_X),
            ([{"geo": [item("r", {"external_endpoints": X})], "enable_geo_fencing": True}], ON_X),
        ],
    )
    def test_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO047", with_policy(policy)) == verdict


class TestUncheckedBackup:
    """FO037."""

    UNCHECKED = "a backup that is not health-checked: it is answered whether it works or not"

    @cases(
        ("items", "verdict"),
        [
            ([item("r", rrdatas=[B])], ([(f"{BACKUP}[0].rrdatas", UNCHECKED)], [])),
            ([item("r", {}, rrdatas=[B])], ([(f"{BACKUP}[0].rrdatas", UNCHECKED)], [])),
            ([item("r", external(B), rrdatas=[B])], NOTHING),
            ([item("r", external(B))], NOTHING),
            ([item("r", external(B), rrdatas=X)], NOTHING),
            ([item("r", rrdatas=X)], ON_X),
            ([item("r", {"external_endpoints": X}, rrdatas=[B])], ON_X),
        ],
    )
    def test_items(self, items: list[Any], verdict: Verdict) -> None:
        assert check("FO037", with_policy(failover(external(P), *items))) == verdict

    @cases(
        ("policy", "verdict"),
        [(None, NOTHING), (PLAIN_GEO, NOTHING), (X, ON_X), (failover(external(P)), NOTHING)],
    )
    def test_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO037", with_policy(policy)) == verdict


# Zones


def zone(**values: Any) -> Any:
    return read("google_dns_managed_zone", **{"name": "shop", **values})


def in_zone(record: Any, *others: Any) -> JoinedRecordSet:
    return JoinedRecordSet(record, Deployment(resources=(record, *others)))


class TestZone:
    """FO036, FO136, FO049 and FO149 find the zone of a record by its name or its address."""

    @cases("code", ["FO036", "FO149"])
    def test_no_zone_was_read(self, code: str) -> None:
        with pytest.raises(NotCovered) as raised:
            check(code, in_zone(with_policy(FAILOVER, managed_zone="shop")))

        assert raised.value.kind == "managed zones"

    @cases(
        ("named", "cause"),
        [
            ("cart", "cart, which was not read"),
            (Unknown("z.cart.name", Reference("z.cart", "name")), "z.cart, which was not read"),
            (X, "var.x"),
            (None, "which zone it is in"),
        ],
    )
    def test_another_zone_was_read(self, named: Any, cause: str) -> None:
        subject = in_zone(with_policy(FAILOVER, managed_zone=named), zone())

        assert check("FO036", subject) == ([], [cause])

    ZONE = Reference("google_dns_managed_zone.shop", "name")

    @cases("named", ["shop", "projects/p/managedZones/shop", Unknown("z.shop.name", ZONE)])
    def test_found(self, named: Any) -> None:
        private = zone(visibility="private")
        subject = in_zone(with_policy(FAILOVER, managed_zone=named), zone(name="cart"), private)

        assert subject.zone in (private, zone(name="cart"))
        assert check("FO036", in_zone(with_policy(FAILOVER, managed_zone=named), private))[0] != []


IN_SHOP = {"managed_zone": "shop"}


class TestTargetsUnfitForZone:
    """FO036."""

    OUTSIDE: ClassVar[Any] = [(f"{PRIMARY}.external_endpoints", "external endpoints in a private zone")]
    WITHIN: ClassVar[Any] = [
        (f"{PRIMARY}.internal_load_balancers", "internal load balancers in a public zone")
    ]
    BOTH: ClassVar[Any] = failover({**external(P), **internal({})})

    @cases(
        ("policy", "settings", "verdict"),
        [
            (FAILOVER, {"visibility": "private"}, (OUTSIDE, [])),
            (INSIDE, {"visibility": "public"}, (WITHIN, [])),
            (INSIDE, {}, (WITHIN, [])),
            (FAILOVER, {}, NOTHING),
            (INSIDE, {"visibility": "private"}, NOTHING),
            (BOTH, {"visibility": "private"}, NOTHING),
            (BOTH, {}, NOTHING),
            (PLAIN_GEO, {"visibility": X}, NOTHING),
            (FAILOVER, {"visibility": X}, ON_X),
            (X, {}, ON_X),
            (
                failover(external(P), item("r", {"internal_load_balancers": X})),
                {"visibility": "private"},
                (OUTSIDE, []),
            ),
            (failover(external(P), item("r", {"internal_load_balancers": X})), {}, ON_X),
        ],
    )
    def test_zone(self, policy: Any, settings: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO036", in_zone(with_policy(policy, **IN_SHOP), zone(**settings))) == verdict


SIGNED, PLAIN, UNCLEAR = ({"dnssec_config": [{"state": state}]} for state in ("on", "off", X))


class TestSignedZone:
    """FO136 and FO049."""

    TWO: ClassVar[Any] = failover(external(P, B))
    ONE_MORE: ClassVar[Any] = failover(external(P, B), item("us-east1", external(B)))
    SEVERAL: ClassVar[Any] = [
        (f"{PRIMARY}.external_endpoints", "2 health-checked addresses in one item of a zone with DNSSEC")
    ]

    @cases(
        ("policy", "settings", "verdict"),
        [
            (TWO, SIGNED, (SEVERAL, [])),
            (ONE_MORE, SIGNED, (SEVERAL, [])),
            (TWO, PLAIN, NOTHING),
            (TWO, {"dnssec_config": [{"state": "transfer"}]}, NOTHING),
            (TWO, {}, NOTHING),
            (FAILOVER, SIGNED, NOTHING),
            (FAILOVER, UNCLEAR, NOTHING),
            (TWO, UNCLEAR, ON_X),
            (X, SIGNED, ON_X),
            (failover({"external_endpoints": X}), SIGNED, ON_X),
            (failover({"external_endpoints": X}), PLAIN, NOTHING),
            (None, SIGNED, NOTHING),
        ],
    )
    def test_several(self, policy: Any, settings: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO136", in_zone(with_policy(policy, **IN_SHOP), zone(**settings))) == verdict

    MIXED: ClassVar[Any] = [
        {"wrr": [{"rrdatas": [P], "health_checked_targets": external(B)}, {"rrdatas": [P]}]}
    ]
    FOUND: ClassVar[Any] = [
        (
            "routing_policy.wrr[0].rrdatas",
            "plain and health-checked addresses in one item of a zone with DNSSEC",
        )
    ]

    @cases(
        ("policy", "settings", "verdict"),
        [
            (MIXED, SIGNED, (FOUND, [])),
            (MIXED, PLAIN, NOTHING),
            (PLAIN_GEO, SIGNED, NOTHING),
            (FAILOVER, SIGNED, NOTHING),
            (FAILOVER, UNCLEAR, NOTHING),
            (MIXED, UNCLEAR, ON_X),
            (X, SIGNED, ON_X),
            ([{"geo": [item("r", external(B), rrdatas=X)]}], SIGNED, ON_X),
            ([{"geo": [item("r", {"external_endpoints": X}, rrdatas=[P])]}], SIGNED, ON_X),
            ([{"geo": [item("r", {"external_endpoints": X})]}], SIGNED, NOTHING),
            (None, SIGNED, NOTHING),
        ],
    )
    def test_mixed(self, policy: Any, settings: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO049", in_zone(with_policy(policy, **IN_SHOP), zone(**settings))) == verdict


class TestPolicyInUnfitZone:
    """FO149."""

    @cases(
        ("settings", "called"),
        [
            ({"forwarding_config": [{}]}, "a forwarding zone"),
            ({"peering_config": [{}]}, "a peering zone"),
            ({"reverse_lookup": True}, "a managed reverse lookup zone"),
            ({"service_directory_config": [{}]}, "a Service Directory zone"),
            ({"forwarding_config": X, "peering_config": [{}]}, "a peering zone"),
        ],
    )
    def test_unfit(self, settings: dict[str, Any], called: str) -> None:
        subject = in_zone(with_policy(INSIDE, **IN_SHOP), zone(**settings))

        assert check("FO149", subject) == ([("routing_policy", f"a routing policy in {called}")], [])

    @cases(
        ("policy", "settings", "verdict"),
        [
            (INSIDE, {"reverse_lookup": False, "forwarding_config": []}, NOTHING),
            (None, {"forwarding_config": [{}]}, NOTHING),
            (X, {}, NOTHING),
            (X, {"peering_config": [{}]}, ON_X),
            (INSIDE, {"reverse_lookup": X}, ON_X),
        ],
    )
    def test_near_miss_or_undetermined(self, policy: Any, settings: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO149", in_zone(with_policy(policy, **IN_SHOP), zone(**settings))) == verdict


class TestSibling:
    """FO056."""

    FOUND: ClassVar[Any] = [("type", "the A record of this name has failover, its AAAA record has none")]
    HOST: ClassVar[Any] = Unknown("var.host", same="var.host")
    ENDS: ClassVar[Any] = Unknown("var.host", ends_with=".example.test.")
    SIX: ClassVar[Any] = {"type": "AAAA", "rrdatas": ["2001:db8::5"], **IN_SHOP}

    @cases(
        ("own", "other", "verdict"),
        [
            ({}, {}, (FOUND, [])),
            ({"routing_policy": PLAIN_GEO}, {}, (FOUND, [])),
            ({"routing_policy": FAILOVER}, {}, NOTHING),
            ({}, {"routing_policy": None}, NOTHING),
            ({}, {"type": "AAAA"}, NOTHING),
            ({"type": "TXT"}, {}, NOTHING),
            ({"type": None}, {}, NOTHING),
            ({"type": X}, {}, ON_X),
            ({}, {"name": "cart.example.test."}, NOTHING),
            ({}, {"managed_zone": "other"}, NOTHING),
            ({"managed_zone": None}, {"managed_zone": None}, NOTHING),
            ({"name": None}, {"name": None}, NOTHING),
            ({"name": X}, {}, ON_X),
            ({}, {"name": X}, ON_X),
            ({"name": X}, {"name": Y}, ON_X),
            ({"name": X}, {"type": "AAAA"}, NOTHING),
            ({"name": X}, {"managed_zone": "other"}, NOTHING),
            ({"name": X}, {"managed_zone": Y}, NOTHING),
            ({"name": X, "type": Y}, {}, NOTHING),
            ({"name": X}, {"type": Y}, NOTHING),
            ({"name": X}, {"routing_policy": None}, NOTHING),
            ({"name": HOST}, {"name": HOST}, (FOUND, [])),
            ({"name": ENDS}, {"name": "shop.example.test."}, ([], ["var.host"])),
            ({"name": ENDS}, {"name": "shop.example.com."}, NOTHING),
            ({"managed_zone": HOST}, {"managed_zone": HOST}, (FOUND, [])),
            ({"managed_zone": X}, {}, ON_X),
            ({}, {"routing_policy": X}, ON_X),
            ({"routing_policy": X}, {}, ON_X),
        ],
    )
    def test_pair(self, own: dict[str, Any], other: dict[str, Any], verdict: Verdict) -> None:
        subject = with_policy(**{"policy": None, **self.SIX, **own})
        sibling = with_policy(**{"policy": FAILOVER, **IN_SHOP, **other})

        assert check("FO056", in_zone(subject, sibling)) == verdict


# Health checks

THREE = ["us-east1", "europe-west1", "asia-southeast1"]


def health_check(**values: Any) -> Any:
    return read("google_compute_health_check", **{"name": "shop", **values})


def regional(**values: Any) -> Any:
    return read("google_compute_region_health_check", **{"name": "shop", "region": "us-east1", **values})


def probed(check: Any, *others: Any) -> ProbedHealthCheck:
    return ProbedHealthCheck(check, Deployment(resources=(check, *others)))


def for_dns(**values: Any) -> ProbedHealthCheck:
    return probed(health_check(**{"source_regions": THREE, **values}))


class TestRegional:
    """FO004 and FO104."""

    @cases(
        ("check_", "verdict"),
        [
            (
                regional(source_regions=THREE),
                (
                    [
                        (
                            "source_regions",
                            "source regions on a regional health check: only a global one takes them",
                        )
                    ],
                    [],
                ),
            ),
            (regional(), NOTHING),
            (regional(source_regions=[]), NOTHING),
            (regional(source_regions=X), ON_X),
            (health_check(source_regions=THREE), NOTHING),
            (health_check(source_regions=X), NOTHING),
        ],
    )
    def test_source_regions(self, check_: Any, verdict: Verdict) -> None:
        assert check("FO004", check_) == verdict

    FOUND: ClassVar[Any] = [
        (
            "routing_policy.health_check",
            "external endpoints with a regional health check: only a global one probes from the internet",
        )
    ]
    BY_ADDRESS = Unknown("hc.id", Reference("google_compute_region_health_check.shop"))

    @cases(
        ("named", "policy", "verdict"),
        [
            ("projects/p/regions/us-east1/healthChecks/hc", FAILOVER, (FOUND, [])),
            (BY_ADDRESS, FAILOVER, (FOUND, [])),
            ("shop", FAILOVER, (FOUND, [])),
            ("projects/p/global/healthChecks/hc", FAILOVER, NOTHING),
            ("hc", FAILOVER, ([], ["hc, which was not read"])),
            (Unknown("hc.id", Reference("data.hc")), FAILOVER, ([], ["data.hc, which was not read"])),
            (Unknown("x", Reference("module.m.google_compute_health_check.hc")), FAILOVER, NOTHING),
            (BY_ADDRESS, INSIDE, NOTHING),
            (None, FAILOVER, NOTHING),
            (X, FAILOVER, ON_X),
            (BY_ADDRESS, failover({"external_endpoints": X}), ON_X),
        ],
    )
    def test_of_a_policy(self, named: Any, policy: Any, verdict: Verdict) -> None:
        subject = with_policy([{**policy[0], "health_check": named}])

        assert check("FO104", in_zone(subject, regional())) == verdict

    @cases(("policy", "verdict"), [(None, NOTHING), (X, ON_X)])
    def test_without_a_known_policy(self, policy: Any, verdict: Verdict) -> None:
        assert check("FO104", in_zone(with_policy(policy))) == verdict


class TestProbe:
    """FO005, FO108, FO057 and FO015."""

    @cases(
        ("probe", "verdict"),
        [
            (
                {"grpc_health_check": [{}]},
                ([("grpc_health_check", "a probe of type GRPC: Cloud DNS needs HTTP, HTTPS or TCP")], []),
            ),
            (
                {"ssl_health_check": [{}]},
                ([("ssl_health_check", "a probe of type SSL: Cloud DNS needs HTTP, HTTPS or TCP")], []),
            ),
            (
                {"http2_health_check": [{}]},
                ([("http2_health_check", "a probe of type HTTP2: Cloud DNS needs HTTP, HTTPS or TCP")], []),
            ),
            ({"tcp_health_check": [{}]}, NOTHING),
            ({"source_regions": X, "https_health_check": [{}]}, NOTHING),
            ({"source_regions": None, "grpc_health_check": [{}]}, NOTHING),
            ({"source_regions": [], "grpc_health_check": [{}]}, NOTHING),
            ({}, NOTHING),
            ({"source_regions": X, "grpc_health_check": [{}]}, ON_X),
            ({"grpc_health_check": X}, ON_X),
        ],
    )
    def test_type(self, probe: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO005", for_dns(**probe)) == verdict

    @cases(
        ("probe", "verdict"),
        [
            (
                {"tcp_health_check": [{"request": "ping"}]},
                (
                    [
                        (
                            "tcp_health_check.request",
                            "a request in a probe of type TCP: with source regions none is sent",
                        )
                    ],
                    [],
                ),
            ),
            (
                {"https_health_check": [{"proxy_header": "PROXY_V1"}]},
                (
                    [
                        (
                            "https_health_check.proxy_header",
                            "a proxy header in a probe of type HTTPS: with source regions none is sent",
                        )
                    ],
                    [],
                ),
            ),
            ({"tcp_health_check": [{"request": "", "proxy_header": "NONE"}]}, NOTHING),
            ({"ssl_health_check": [{"request": "ping"}]}, NOTHING),
            ({"source_regions": None, "tcp_health_check": [{"request": "ping"}]}, NOTHING),
            ({"source_regions": X, "tcp_health_check": [{}]}, NOTHING),
            ({}, NOTHING),
            ({"source_regions": X, "tcp_health_check": [{"request": "ping"}]}, ON_X),
            ({"tcp_health_check": [{"request": X}]}, ON_X),
            ({"tcp_health_check": X}, ON_X),
        ],
    )
    def test_setting(self, probe: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO108", for_dns(**probe)) == verdict

    SERVING = "USE_SERVING_PORT: an external endpoint is a bare address and has no serving port"

    @cases(
        ("probe", "verdict"),
        [
            (
                {"http_health_check": [{"port_specification": "USE_SERVING_PORT"}]},
                ([("http_health_check.port_specification", SERVING)], []),
            ),
            (
                {"https_health_check": [{}]},
                ([("https_health_check.port", "an HTTPS probe without a port: Cloud DNS asks port 80")], []),
            ),
            ({"https_health_check": [{"port": 443}]}, NOTHING),
            ({"https_health_check": [{"port_specification": "USE_FIXED_PORT"}]}, NOTHING),
            ({"https_health_check": [{"port_specification": "USE_NAMED_PORT"}]}, NOTHING),
            ({"http_health_check": [{}]}, NOTHING),
            ({"ssl_health_check": [{"port_specification": "USE_SERVING_PORT"}]}, NOTHING),
            ({"source_regions": None, "https_health_check": [{}]}, NOTHING),
            ({}, NOTHING),
            ({"https_health_check": [{"port": X}]}, ON_X),
            ({"https_health_check": [{"port_specification": X}]}, ON_X),
            ({"source_regions": X, "https_health_check": [{}]}, ON_X),
            ({"https_health_check": X}, ON_X),
        ],
    )
    def test_port(self, probe: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO057", for_dns(**probe)) == verdict

    PRIVATE = "/afhealthz is the path for private endpoints, and this probe is of external ones"
    ASKS: ClassVar[dict[str, Any]] = {"http_health_check": [{"request_path": "/afhealthz"}]}

    @cases(
        ("probe", "verdict"),
        [
            (ASKS, ([("http_health_check.request_path", PRIVATE)], [])),
            (
                {"https_health_check": [{"request_path": "/afhealthz"}]},
                ([("https_health_check.request_path", PRIVATE)], []),
            ),
            ({"http_health_check": [{"request_path": "/ready"}]}, NOTHING),
            ({"http_health_check": [{}]}, NOTHING),
            ({"http2_health_check": [{"request_path": "/afhealthz"}]}, NOTHING),
            ({"tcp_health_check": [{}]}, NOTHING),
            ({}, NOTHING),
            ({**ASKS, "source_regions": None}, NOTHING),
            ({"source_regions": X, "http_health_check": [{"request_path": "/ready"}]}, NOTHING),
            ({"http_health_check": [{"request_path": X}]}, ON_X),
            ({**ASKS, "source_regions": X}, ON_X),
            ({"http_health_check": X}, ON_X),
        ],
    )
    def test_path(self, probe: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO015", for_dns(**probe)) == verdict

    @cases(
        ("policy", "verdict"),
        [
            (FAILOVER, ([("http_health_check.request_path", PRIVATE)], [])),
            (INSIDE, NOTHING),
            (failover({"external_endpoints": X}), ON_X),
        ],
    )
    def test_path_of_a_check_without_source_regions(self, policy: Any, verdict: Verdict) -> None:
        """What it probes decides: a policy names it, and has external endpoints."""
        named = with_policy([{**policy[0], "health_check": "projects/demo-shop/global/healthChecks/shop"}])

        assert check("FO015", probed(health_check(**self.ASKS), named)) == verdict


class TestTimes:
    """FO008 and FO009."""

    @cases(
        ("values", "verdict"),
        [
            (
                {"timeout_sec": 31, "check_interval_sec": 30},
                ([("timeout_sec", "timeout 31 s is longer than the check interval 30 s")], []),
            ),
            (
                {"timeout_sec": 6},
                ([("timeout_sec", "timeout 6 s is longer than the check interval 5 s")], []),
            ),
            (
                {"check_interval_sec": 4},
                ([("check_interval_sec", "timeout 5 s is longer than the check interval 4 s")], []),
            ),
            ({"timeout_sec": 30, "check_interval_sec": 30}, NOTHING),
            ({}, NOTHING),
            ({"timeout_sec": X}, ON_X),
            ({"timeout_sec": X, "check_interval_sec": Y}, ([], ["var.x", "var.y"])),
        ],
    )
    def test_timeout(self, values: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO008", health_check(**values)) == verdict

    HASTY = ("unhealthy_threshold", "unhealthy threshold 1: a single lost probe moves clients to the backup")
    BACK = ("healthy_threshold", "healthy threshold 1: a single good probe moves clients back")
    SLOW = (
        "unhealthy_threshold",
        "unhealthy threshold 4: the primary is answered for as many check intervals",
    )

    @cases(
        ("values", "verdict"),
        [
            ({"unhealthy_threshold": 1, "healthy_threshold": 1}, ([HASTY, BACK], [])),
            ({"unhealthy_threshold": 4}, ([SLOW], [])),
            ({"unhealthy_threshold": 3, "healthy_threshold": 10}, NOTHING),
            ({}, NOTHING),
            ({"unhealthy_threshold": 1, "source_regions": None}, NOTHING),
            ({"unhealthy_threshold": X}, ON_X),
            ({"unhealthy_threshold": 1, "source_regions": X}, ON_X),
        ],
    )
    def test_threshold(self, values: dict[str, Any], verdict: Verdict) -> None:
        assert check("FO009", for_dns(**values)) == verdict

    def test_a_high_one_is_a_note(self) -> None:
        (found,) = RULES["FO009"].check(for_dns(unhealthy_threshold=4))

        assert found.severity is Severity.NOTE


class TestShared:
    """FO208."""

    SHARED = "source regions on a health check that backends use too: those probes do not reach backends"
    ID = Unknown("hc.id", Reference("google_compute_health_check.shop"))

    def service(self, *checks: Any) -> Any:
        return read("google_compute_backend_service", name="shop", health_checks=list(checks))

    def manager(self, check: Any) -> Any:
        policies = [{"health_check": check}]
        return read("google_compute_instance_group_manager", name="shop", auto_healing_policies=policies)

    def test_with_backends(self) -> None:
        subject = probed(health_check(source_regions=THREE), self.service(self.ID), self.manager("shop"))
        (found,) = RULES["FO208"].check(subject)

        assert (str(found.at.path), found.message) == ("source_regions", self.SHARED)
        assert [str(each.at.path) for each in found.related] == ["health_checks", "auto_healing_policies"]

    @cases(
        ("values", "named", "verdict"),
        [
            ({}, "other", NOTHING),
            ({"source_regions": None}, "shop", NOTHING),
            ({"source_regions": X}, "other", NOTHING),
            ({"source_regions": X}, "shop", ON_X),
            ({}, X, ON_X),
        ],
    )
    def test_near_miss_or_undetermined(self, values: dict[str, Any], named: Any, verdict: Verdict) -> None:
        check_ = health_check(**{"source_regions": THREE, **values})

        assert check("FO208", probed(check_, self.service(named))) == verdict
        assert check("FO208", probed(check_, self.manager(named))) == verdict

    def test_lists_that_are_not_known(self) -> None:
        service = read("google_compute_backend_service", name="shop", health_checks=X)
        manager = read("google_compute_instance_group_manager", name="shop", auto_healing_policies=X)

        assert check("FO208", probed(health_check(source_regions=THREE), service)) == ON_X
        assert check("FO208", probed(health_check(source_regions=THREE), manager)) == ON_X
