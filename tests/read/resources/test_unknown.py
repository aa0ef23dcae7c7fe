"""Resources of which something is not known: it stays unknown where it stands, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.dns import PrimaryBackup, RecordSet
from spillover.model.frontend import Attachment, ForwardingRule, HybridAttachment, SecurityDeployment
from spillover.model.names import ResourceName
from spillover.model.service import BackendService
from spillover.model.source import FieldPath, FieldRef, Origin, Reference, Unknown
from spillover.model.targets import Targets
from spillover.model.url_map import Destination
from spillover.read.terraform import Read, read_resource

CAUSE = Unknown("var.x")


def read(type_: str, **values: Any) -> Read:
    found = read_resource(type_, values, Origin(f"{type_}.this", type_))
    assert found is not None
    return found


def unknown(read: Read, path: str) -> Unknown:
    return Unknown("var.x", at=FieldRef(read.resource.origin, FieldPath.parse(path)))


class TestBackendService:
    TYPE = "google_compute_region_backend_service"

    @pytest.mark.parametrize(
        ("values", "field", "path"),
        [
            ({"backend": CAUSE}, "backends", "backend"),
            ({"backend": [{"group": "g"}, CAUSE]}, "backends", "backend"),
            ({"load_balancing_scheme": CAUSE}, "scheme", "load_balancing_scheme"),
            ({"subsetting": [{"policy": CAUSE}]}, "subsetting", "subsetting.policy"),
            ({"ha_policy": CAUSE}, "ha_policy", "ha_policy"),
            (
                {"network_pass_through_lb_traffic_policy": CAUSE},
                "zonal_affinity",
                "network_pass_through_lb_traffic_policy.zonal_affinity.spillover",
            ),
            (
                {"network_pass_through_lb_traffic_policy": CAUSE},
                "traffic_policy",
                "network_pass_through_lb_traffic_policy",
            ),
        ],
    )
    def test_field(self, values: dict[str, Any], field: str, path: str) -> None:
        found = read(self.TYPE, **values)

        assert getattr(found.resource, field) == unknown(found, path)
        assert found.wrong == ()

    def test_group_and_role_of_one_backend(self) -> None:
        group = Reference("google_compute_instance_group_manager.b", "instance_group")
        found = read(
            self.TYPE,
            backend=[
                {"group": Unknown("b.instance_group", refers_to=group)},
                {"group": CAUSE, "failover": CAUSE},
            ],
        )

        first, second = found.resource.backends
        assert (first.group, first.failover) == (group, None)
        assert (second.group.because, second.failover.because) == ("var.x", "var.x")
        assert [str(each.at.path) for each in (second.group, second.failover)] == [
            "backend[1].group",
            "backend[1].failover",
        ]

    def test_users_that_are_not_known_are_left_out(self) -> None:
        rule = "projects/p/regions/r1/forwardingRules/f"
        found = read(self.TYPE, used_by=[{"reference": rule}, {"reference": CAUSE}, {}])

        assert found.resource == BackendService(
            used_by=(ResourceName("forwardingRules", "f", "regions/r1", "p"),)
        )


class TestRecordSet:
    TYPE = "google_dns_record_set"

    def test_policy(self) -> None:
        found = read(self.TYPE, routing_policy=CAUSE)

        assert found.resource == RecordSet(routing_policy=unknown(found, "routing_policy"))

    def test_failover(self) -> None:
        failover = read(self.TYPE, routing_policy=[{"primary_backup": CAUSE}]).resource.failover

        assert isinstance(failover, Unknown)
        assert failover.because == "var.x"
        assert failover.at is not None
        assert str(failover.at.path) == "routing_policy.primary_backup"

    @pytest.mark.parametrize(
        ("failover", "expected"),
        [
            pytest.param({"primary": CAUSE}, "primary", id="the primary"),
            pytest.param({"backup_geo": CAUSE}, "backup_geo", id="the items of the backup"),
            pytest.param({"trickle_ratio": CAUSE}, "trickle_ratio", id="the ratio"),
        ],
    )
    def test_parts(self, failover: dict[str, Any], expected: str) -> None:
        policy = read(self.TYPE, routing_policy=[{"primary_backup": [failover]}]).resource.failover

        assert isinstance(policy, PrimaryBackup)
        (unknown,) = [
            each
            for each in (policy.primary, policy.backup, policy.trickle_ratio)
            if isinstance(each, Unknown)
        ]
        assert unknown.because == "var.x"
        assert unknown.at is not None
        assert str(unknown.at.path) == f"routing_policy.primary_backup.{expected}"

    def test_addresses(self) -> None:
        found = read(
            self.TYPE,
            routing_policy=[
                {
                    "primary_backup": [
                        {
                            "primary": [{"external_endpoints": CAUSE}],
                            "backup_geo": [{"location": "r1", "rrdatas": ["192.0.2.1", CAUSE]}],
                        }
                    ]
                }
            ],
        )
        primary, backup = found.resource.failover.targets

        assert isinstance(primary, Targets)
        assert isinstance(primary.external, Unknown)
        assert str(primary.external.at and primary.external.at.path) == (
            "routing_policy.primary_backup.primary.external_endpoints"
        )
        assert backup.unchecked[0] == "192.0.2.1"
        assert str(backup.unchecked[1].at.path) == "routing_policy.primary_backup.backup_geo[0].rrdatas[1]"


class TestFrontEnds:
    def test_rule_whose_service_has_no_name_yet(self) -> None:
        service = Reference("google_compute_region_backend_service.orders", "self_link")
        found = read(
            "google_compute_forwarding_rule", backend_service=Unknown("orders.self_link", refers_to=service)
        )

        assert found.resource == ForwardingRule(backend_service=service)

    def test_attachment_keeps_the_ways_that_are_known(self) -> None:
        router = Reference("google_compute_router.cr")
        found = read(
            "google_compute_vpn_tunnel",
            name="t",
            router=Unknown("cr.name", refers_to=router),
            vpn_gateway=CAUSE,
        )

        assert found.resource == HybridAttachment(
            Attachment.VPN, name="t", via=(router,), identity=ResourceName("vpnTunnels", "t")
        )

    def test_deployment_whose_name_is_not_known(self) -> None:
        found = read("google_network_security_intercept_deployment", intercept_deployment_id=CAUSE)

        assert isinstance(found.resource, SecurityDeployment)
        assert found.resource.name == unknown(found, "intercept_deployment_id")
        assert found.resource.identity is None


class TestUrlMap:
    TYPE = "google_compute_url_map"

    @pytest.mark.parametrize(
        ("values", "path"),
        [
            ({"default_service": CAUSE}, "default_service"),
            ({"path_matcher": CAUSE}, "path_matcher"),
            ({"path_matcher": [{"path_rule": CAUSE}]}, "path_matcher[0].path_rule"),
            ({"path_matcher": [{"route_rules": CAUSE}]}, "path_matcher[0].route_rules"),
            (
                {"path_matcher": [{"path_rule": [{"service": CAUSE}]}]},
                "path_matcher[0].path_rule[0].service",
            ),
            (
                {"default_route_action": [{"weighted_backend_services": CAUSE}]},
                "default_route_action.weighted_backend_services",
            ),
        ],
    )
    def test_what_is_not_known_is_one_destination(self, values: dict[str, Any], path: str) -> None:
        (destination,) = read(self.TYPE, **values).resource.destinations

        assert (destination.to.because, str(destination.to.at.path)) == ("var.x", path)

    def test_a_service_that_has_no_name_yet(self) -> None:
        service = Reference("google_compute_backend_service.web")

        found = read(self.TYPE, default_service=Unknown("web.id", refers_to=service))

        assert found.resource.default.destinations == (Destination(service),)

    def test_a_redirect_is_none(self) -> None:
        assert (
            read(self.TYPE, default_url_redirect=[{"https_redirect": True}]).resource.default.destinations
            == ()
        )


class TestWrongValues:
    """A value of a wrong type is unknown to the rules, and noted once, however often it is read."""

    @pytest.mark.parametrize(
        ("type_", "values", "expected"),
        [
            (
                "google_compute_instance_group_manager",
                {"name": "m", "zone": {}, "target_size": "many"},
                [
                    ("target_size", "target_size is a string, a whole number is expected"),
                    ("zone", "zone is an object, a string is expected"),
                ],
            ),
            (
                "google_compute_region_backend_service",
                {"name": "s", "failover_policy": "none"},
                [("failover_policy", "failover_policy is a string, an object is expected")],
            ),
            (
                "google_compute_region_backend_service",
                {"name": "s", "backend": [{"group": {}, "failover": "yes"}]},
                [
                    ("backend[0].failover", "failover is a string, a boolean is expected"),
                    ("backend[0].group", "group is an object, a string is expected"),
                ],
            ),
            (
                "google_dns_record_set",
                {"ttl": "soon", "routing_policy": [{"primary_backup": [{"backup_geo": [1]}]}]},
                [
                    (
                        "routing_policy.primary_backup.backup_geo[0]",
                        "backup_geo[0] is a number, an object is expected",
                    ),
                    ("ttl", "ttl is a string, a whole number is expected"),
                ],
            ),
        ],
    )
    def test_are_noted_with_their_place(
        self, type_: str, values: dict[str, Any], expected: list[tuple[str, str]]
    ) -> None:
        wrong = read(type_, **values).wrong

        assert sorted((str(each.at.path), each.message) for each in wrong) == expected

    def test_a_newer_value_of_an_enumeration_is_no_wrong_type(self) -> None:
        found = read("google_compute_forwarding_rule", load_balancing_scheme="INTERNAL_NEXT")

        (wrong,) = found.wrong
        assert wrong.is_enum
        assert str(wrong.at.path) == "load_balancing_scheme"
        assert wrong.message.startswith('"INTERNAL_NEXT" is not a value of load_balancing_scheme')
