"""Config Connector's objects: the same as gcloud's JSON says, with their own words and places."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.model.alb import ReservedAddress, TargetProxy
from spillover.model.capacity import Autoscaler, InstanceGroupManager
from spillover.model.deployment import GROUPS, Deployment
from spillover.model.dns import ManagedZone, RecordSet
from spillover.model.frontend import (
    ForwardingRule,
    Integration,
    PacketMirroring,
    SecurityDeployment,
    ServiceAttachment,
)
from spillover.model.graph import backing_of
from spillover.model.health import HealthCheck
from spillover.model.kind import kinds_of
from spillover.model.names import ResourceName
from spillover.model.routes import Route
from spillover.model.service import BackendService
from spillover.model.source import FieldPath, FieldRef, Reference, Unknown
from spillover.read.reading import read
from spillover.read.request import Reading, Request

DATA = Path(__file__).parent / "data_connector"

HEAD = """apiVersion: {group}.cnrm.cloud.google.com/{version}
kind: {kind}
metadata: {{name: {name}}}
"""


def head(kind: str, name: str = "a") -> str:
    group = {"DNS": "dns", "Net": "networksecurity"}.get(kind[:3], "compute")
    return HEAD.format(group=group, version="v1beta1", kind=kind, name=name)


def service(name: str = "a", further: str = "") -> str:
    return head("ComputeBackendService", name) + f"spec: {{location: us-east1{further}}}\n"


def rule(name: str, spec: str) -> str:
    return head("ComputeForwardingRule", name) + f"spec: {{location: us-east1, {spec}}}\n"


def nothing() -> Iterator[bytes]:
    raise AssertionError("standard input is not asked for")


def reading_of(folder: Path, *paths: str, **texts: str) -> Reading:
    """What is read of files, which are named if ``paths`` are, else found; a name's ``_`` is its dot."""
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return read(Request(paths or (".",)), folder, nothing)


def deployment_of(folder: Path, text: str) -> Deployment:
    reading = reading_of(folder, k_yaml=text)
    assert (reading.unreadable, reading.notes) == ([], [])
    (deployment,) = reading.deployments
    assert deployment.wrong == ()
    return deployment


def one(folder: Path, text: str) -> Any:
    (resource,) = deployment_of(folder, text).resources
    return resource


def place(at: FieldRef) -> str:
    assert at.origin.places is not None
    span = at.origin.places.span(at.path)
    return f"{span.start.line}:{span.start.column}-{span.end.line}:{span.end.column}"


class TestSameAsGcloud:
    """One configuration in both forms; nothing differs but how it is called and where it stands."""

    RENAMED: Mapping[str, str] = {
        "shop/ComputeBackendService/orders": "ilb-orders",
        "default/DNSRecordSet/shop": "A",
    }

    def documents(self, spillover: Callable[..., CompletedProcess[str]], here: Path, *command: str) -> Any:
        (here / command[-1]).write_text((DATA / command[-1]).read_text(encoding="utf-8"), encoding="utf-8")
        return json.loads(spillover(*command[:-1], "--format", "json", command[-1]).stdout)

    @pytest.mark.parametrize("name", ["orders", "shop"])
    def test_findings(self, name: str, spillover: Any, here: Path) -> None:
        def found(file: str) -> set[tuple[str, str]]:
            findings = self.documents(spillover, here, "lint", file)["findings"]
            called = [self.RENAMED.get(each["address"], each["address"].split("/")[-1]) for each in findings]
            return {(each["rule"], name) for each, name in zip(findings, called, strict=True)}

        assert len(found(f"{name}.json")) == 5
        assert found(f"{name}.yaml") == found(f"{name}.json")

    @pytest.mark.parametrize("name", ["orders", "shop"])
    def test_plan(self, name: str, spillover: Any, here: Path) -> None:
        def planned(file: str) -> Any:
            return without_places(self.documents(spillover, here, "plan", file))

        assert planned(f"{name}.yaml") == planned(f"{name}.json")

    def test_words_and_places(self, spillover: Any, here: Path) -> None:
        findings = self.documents(spillover, here, "lint", "shop.yaml")["findings"]

        assert [(each["field"], each["line"], each["column"]) for each in findings] == [
            ("spec.ttl", 8, 3),
            ("spec.routingPolicy.primaryBackup.trickleRatio", 15, 7),
            ("spec.routingPolicy.primaryBackup.backupGeo[1].rrdatasRefs", 24, 9),
            ("spec.checkIntervalSec", 33, 3),
            ("spec.sourceRegions", 35, 3),
        ]


def without_places(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: each for name, each in value.items() if name not in ("address", "path", "line")}
        return {name: without_places(each) for name, each in kept.items()}
    return [without_places(each) for each in value] if isinstance(value, list) else value


class TestIdentity:
    @pytest.mark.parametrize(
        ("metadata", "spec", "identity"),
        [
            ("name: a", "location: us-east1", ("a", "regions/us-east1", None)),
            ("name: a", "location: global", ("a", "global", None)),
            ("name: a", "location: us-east1, resourceID: b", ("b", "regions/us-east1", None)),
            (
                'name: a, annotations: {cnrm.cloud.google.com/project-id: "demo"}',
                "location: global",
                ("a", "global", "demo"),
            ),
        ],
    )
    def test_of_a_service(self, metadata: str, spec: str, identity: Any, tmp_path: Path) -> None:
        text = head("ComputeBackendService").replace("name: a", metadata) + f"spec: {{{spec}}}\n"

        found = one(tmp_path, text)

        assert found.identity == ResourceName("backendServices", *identity)
        assert found.is_global is (identity[1] == "global")
        assert found.zonal_affinity is None  # there is no field for it: the default is in force

    def test_of_the_namespace_is_no_project(self, tmp_path: Path) -> None:
        text = service().replace("name: a", "name: a, namespace: shop")

        found = one(tmp_path, text)

        assert (found.project, found.origin.address) == (None, "shop/ComputeBackendService/a")

    def test_of_a_zonal_group(self, tmp_path: Path) -> None:
        found = one(
            tmp_path,
            head("ComputeInstanceGroupManager") + "spec:\n  location: us-east1-b\n  targetSize: 3\n"
            "  projectRef: {external: projects/demo}\n",
        )

        assert isinstance(found, InstanceGroupManager)
        assert found.identity == ResourceName("instanceGroups", "a", "zones/us-east1-b", "demo")
        assert (found.zone, found.target_size) == ("us-east1-b", 3)

    def test_from_a_cluster(self, tmp_path: Path) -> None:
        link = "https://www.googleapis.com/compute/v1/projects/demo/regions/us-east1/backendServices/a"

        found = one(tmp_path, service() + f"status: {{selfLink: {link}}}\n")

        assert found.identity == ResourceName("backendServices", "a", "regions/us-east1", "demo")

    def test_its_name_stands_where_it_is_written(self, tmp_path: Path) -> None:
        found = one(tmp_path, service())
        renamed = one(tmp_path, service(further=", resourceID: b"))

        assert (str(found.origin.at("name").path), place(found.origin.at("name"))) == (
            "metadata.name",
            "3:12-3:19",
        )
        assert (str(renamed.origin.at("name").path), place(renamed.origin.at("name"))) == (
            "spec.resourceID",
            "4:28-4:41",
        )


class TestReferences:
    def test_by_name_are_of_the_same_namespace(self, tmp_path: Path) -> None:
        deployment = deployment_of(
            tmp_path,
            "---\n".join(
                [
                    rule("near", "backendServiceRef: {name: a}"),
                    rule("far", "backendServiceRef: {name: a, namespace: other}"),
                    rule("nowhere", "backendServiceRef: {name: a, namespace: third}"),
                    service("a"),
                    service("a").replace("name: a", "name: a, namespace: other"),
                ]
            ),
        )
        here, there = deployment.own(BackendService)

        assert [each.name for each in deployment.rules_before(here).items] == ["near"]
        assert [each.name for each in deployment.rules_before(there).items] == ["far"]

    def test_by_name_are_of_one_kind(self, tmp_path: Path) -> None:
        found = one(tmp_path, service(further=", backend: [{group: {networkEndpointGroupRef: {name: g}}}]"))

        assert found.backends[0].group == Reference("default/ComputeNetworkEndpointGroup/g")
        assert str(found.backends[0].origin.at("group").path) == "spec.backend[0].group"

    @pytest.mark.parametrize(
        ("external", "scope", "project"),
        [
            (
                "https://www.googleapis.com/compute/v1/projects/p/regions/us-east1/backendServices/b",
                "regions/us-east1",
                "p",
            ),
            ("projects/p/regions/us-east1/backendServices/b", "regions/us-east1", "p"),
            ("b", "regions/us-east1", None),
        ],
    )
    def test_external_ones_are_the_apis(
        self, external: str, scope: str, project: str | None, tmp_path: Path
    ) -> None:
        found = one(tmp_path, rule("r", f"backendServiceRef: {{external: {external}}}"))

        assert found.backend_service == ResourceName("backendServices", "b", scope, project)

    def test_external_ones_join_what_other_inputs_say(self, tmp_path: Path) -> None:
        text = rule(
            "fr",
            "backendServiceRef: {external: projects/demo-shop/regions/us-east1/backendServices/ilb-orders}",
        )
        orders = (DATA / "orders.json").read_text(encoding="utf-8")

        (deployment,) = reading_of(tmp_path, k_yaml=text, orders_json=orders).deployments

        (named,) = deployment.own(BackendService)
        assert [each.name for each in deployment.rules_before(named).items] == ["fr", "fr-orders"]

    def test_of_other_inputs_join_by_name(self, tmp_path: Path) -> None:
        text = head("ComputeHealthCheck", "hc-orders") + "spec: {location: us-east1}\n"
        orders = json.loads((DATA / "orders.json").read_text(encoding="utf-8"))[:1]

        (deployment,) = reading_of(tmp_path, k_yaml=text, orders_json=json.dumps(orders)).deployments

        (named,) = deployment.own(BackendService)
        (check,) = deployment.own(HealthCheck)
        links: Any = named.health_checks
        assert [deployment.points_at(each, check) for each in links] == [True]

    def test_through_proxies(self, tmp_path: Path) -> None:
        texts = [
            head("ComputeForwardingRule", "fr") + "spec:\n  location: global\n"
            "  loadBalancingScheme: EXTERNAL_MANAGED\n  ipAddress: {addressRef: {name: ip}}\n"
            "  target: {targetHTTPSProxyRef: {name: proxy}}\n",
            head("ComputeAddress", "ip") + "spec: {location: global}\n",
            head("ComputeTargetHTTPSProxy", "proxy") + "spec:\n  location: global\n"
            "  urlMapRef: {name: map}\n  sslCertificates: [{name: cert}, {external: other}]\n",
            head("ComputeURLMap", "map") + "spec:\n  location: global\n"
            "  defaultService: {backendServiceRef: {name: web}}\n  pathMatcher:\n  - name: m\n"
            "    defaultService: {backendBucketRef: {name: files}}\n    pathRule:\n"
            "    - {paths: [/a], service: {backendServiceRef: {name: web}}}\n",
            head("ComputeBackendService", "web") + "spec: {location: global}\n",
            head("ComputeBackendBucket", "files") + "spec: {bucketRef: {name: b}, enableCdn: true}\n",
        ]
        deployment = deployment_of(tmp_path, "---\n".join(texts))
        (found,) = deployment.own(ForwardingRule)
        (proxy,) = deployment.own(TargetProxy)
        (address,) = deployment.own(ReservedAddress)

        assert [each.name for each in backing_of(deployment, found).items] == ["web", "files"]
        assert backing_of(deployment, found).doubts == ()
        assert kinds_of(found).possible == {next(iter(kinds_of(found).possible))}
        assert proxy.certificates == (
            Reference("default/ComputeSSLCertificate/cert"),
            ResourceName("sslCertificates", "other"),
        )
        assert address.is_global
        assert isinstance(found.ip_address, Unknown)
        assert found.ip_address.refers_to == Reference("default/ComputeAddress/ip", "address")

    def test_of_a_record_to_an_internal_load_balancer(self, tmp_path: Path) -> None:
        found = one(
            tmp_path,
            head("DNSRecordSet") + "spec:\n  name: db.example.test.\n  type: A\n"
            "  managedZoneRef: {name: z}\n  routingPolicy:\n    wrr:\n    - weight: 0.5\n"
            "      healthCheckedTargets:\n        internalLoadBalancers:\n"
            "        - loadBalancerType: regionalL4ilb\n          ipProtocol: tcp\n"
            '          port: "80"\n          ipAddressRef: {name: ip}\n'
            "          networkRef: {external: projects/p/global/networks/n}\n"
            "          projectRef: {external: projects/p}\n          regionRef: {external: us-east1}\n",
        )

        assert isinstance(found, RecordSet)
        assert found.zone == Reference("default/DNSManagedZone/z")
        policy: Any = found.routing_policy
        (target,) = policy.weighted[0].targets.internal
        assert (target.project, target.region, target.port) == ("p", "us-east1", "80")
        assert target.network == ResourceName("networks", "n", "global", "p")
        assert str(target.origin.at("ip_address").path) == (
            "spec.routingPolicy.wrr[0].healthCheckedTargets.internalLoadBalancers[0].ipAddressRef"
        )

    def test_of_what_points_at_a_forwarding_rule(self, tmp_path: Path) -> None:
        texts = [
            head("ComputeServiceAttachment") + "spec: {location: us-east1, targetServiceRef: {name: fr}}\n",
            head("ComputePacketMirroring")
            + "spec: {location: us-east1, collectorIlb: {urlRef: {name: fr}}}\n",
            head("ComputeRoute")
            + "spec: {destRange: 0.0.0.0/0, networkRef: {name: n}, nextHopILBRef: {name: fr}}\n",
            head("NetworkSecurityInterceptDeployment")
            + "spec: {location: us-east1-b, forwardingRuleRef: {name: fr}}\n",
            head("NetworkSecurityMirroringDeployment")
            + "spec: {location: us-east1-b, forwardingRuleRef: {name: fr}}\n",
        ]
        deployment = deployment_of(tmp_path, "---\n".join(texts))
        (attachment,) = deployment.own(ServiceAttachment)
        (mirroring,) = deployment.own(PacketMirroring)
        (route,) = deployment.own(Route)
        in_band, out_of_band = deployment.own(SecurityDeployment)
        expected = Reference("default/ComputeForwardingRule/fr")

        assert attachment.target_service == mirroring.collector == route.next_hop == expected
        assert in_band.forwarding_rule == out_of_band.forwarding_rule == expected
        assert (in_band.integration, out_of_band.integration) == tuple(Integration)

    def test_of_an_autoscaler(self, tmp_path: Path) -> None:
        texts = [
            head("ComputeInstanceGroupManager", "m") + "spec:\n  location: us-east1\n"
            "  distributionPolicy: {zones: [{zone: us-east1-b}], targetShape: BALANCED}\n"
            "  autoHealingPolicies: [{healthCheckRef: {name: h}, initialDelaySec: 9}]\n",
            head("ComputeRegionAutoscaler") + "spec:\n  region: us-east1\n  targetRef: {name: m}\n"
            "  autoscalingPolicy:\n    minReplicas: 2\n    maxReplicas: 5\n"
            "    cpuUtilization: {target: 0.6}\n    scalingSchedules: [{name: s, disabled: true}]\n",
        ]
        deployment = deployment_of(tmp_path, "---\n".join(texts))
        (manager,) = deployment.own(InstanceGroupManager)
        (scaler,) = deployment.scalers_of(manager).items

        assert isinstance(scaler, Autoscaler)
        assert (scaler.min_replicas, scaler.max_replicas, scaler.cpu) == (2, 5, True)
        assert scaler.schedules is None
        assert manager.distribution_zones == ("us-east1-b",)
        assert manager.healing_checks == (Reference("default/ComputeHealthCheck/h"),)
        assert deployment.find(Reference(manager.origin.address), GROUPS) is manager


class TestWrongValues:
    @pytest.mark.parametrize(
        ("spec", "path", "message", "is_enum"),
        [
            ("protocol: 5", "spec.protocol", "spec.protocol is a number, a string is expected", False),
            (
                "failoverPolicy: {failoverRatio: '0.5'}",
                "spec.failoverPolicy.failoverRatio",
                "spec.failoverPolicy.failoverRatio is a string, a number is expected",
                False,
            ),
            ("backend: {group: g}", "spec.backend", "spec.backend is an object, a list is expected", False),
            (
                "loadBalancingScheme: INNER",
                "spec.loadBalancingScheme",
                '"INNER" is not a value of spec.loadBalancingScheme that is known here: ',
                True,
            ),
        ],
    )
    def test_are_found(self, spec: str, path: str, message: str, is_enum: bool, tmp_path: Path) -> None:
        (deployment,) = reading_of(tmp_path, k_yaml=service(further=f", {spec}")).deployments

        (wrong,) = deployment.wrong
        assert wrong.message.startswith(message)
        assert (str(wrong.at.path), wrong.is_enum) == (path, is_enum)
        assert place(wrong.at).startswith("4:45-" if "Ratio" in path else "4:28-")

    def test_a_whole_number_is_no_text(self, tmp_path: Path) -> None:
        text = head("ComputeHealthCheck") + "spec:\n  location: global\n  timeoutSec: '5'\n"

        (deployment,) = reading_of(tmp_path, k_yaml=text).deployments

        assert [each.message for each in deployment.wrong] == [
            "spec.timeoutSec is a string, a whole number is expected"
        ]


class TestPassedOver:
    @pytest.mark.parametrize(
        "text",
        [
            "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
            "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {}}}\n",
            "apiVersion: pubsub.cnrm.cloud.google.com/v1beta1\nkind: PubSubTopic\nmetadata: {name: a}\n",
            "apiVersion: example.test/v1\nkind: ComputeBackendService\nmetadata: {name: a}\n",
        ],
    )
    @pytest.mark.parametrize("paths", [(), ("k.yaml",)])
    def test_other_kinds_are_silently(self, text: str, paths: tuple[str, ...], tmp_path: Path) -> None:
        reading = reading_of(tmp_path, *paths, k_yaml=f"{service()}---\n{text}")

        assert (reading.unreadable, reading.notes) == ([], [])
        assert [each.name for each in reading.deployments[0].resources] == ["a"]

    def test_a_file_of_others_alone_is_no_error(self, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, "k.yaml", k_yaml="apiVersion: v1\nkind: Service\n")

        assert (reading.unreadable, reading.notes, reading.deployments) == ([], [], [])

    @pytest.mark.parametrize(
        ("text", "lacks"),
        [
            (service().replace("location: us-east1", "protocol: TCP"), "spec.location"),
            (service().replace("name: a", "generateName: a"), "metadata.name"),
            (head("DNSRecordSet") + "spec: {ttl: 30}\n", "spec.managedZoneRef"),
            (head("ComputeRoute"), "spec.destRange"),
        ],
    )
    def test_a_patch_is_with_a_note(self, text: str, lacks: str, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, k_yaml=text)

        (note,) = reading.notes
        assert note.startswith("k.yaml:1: default/")
        assert note.endswith(f" has no {lacks}: a part of an object, which is not read")
        assert (reading.unreadable, reading.deployments) == ([], [])


CHART = f"{{{{- if .Values.ilb }}}}\n{service()}{{{{- end }}}}\n"


class TestTemplates:
    def test_are_passed_over_by_search(self, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, chart_yaml=CHART, k_yaml=service())

        assert reading.unreadable == []
        (note,) = reading.notes
        assert note.startswith("chart.yaml: a template: give what it is rendered to, as in `helm template ")
        assert reading.files == {"k.yaml"}

    def test_are_unreadable_if_they_are_named(self, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, "chart.yaml", chart_yaml=CHART)

        (error,) = reading.unreadable
        assert (error.path, error.line, error.message.partition(":")[0]) == ("chart.yaml", 1, "a template")
        assert "helm template CHART | spillover lint -" in error.message
        assert reading.notes == []

    def test_other_broken_files_say_what_is_wrong(self, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, k_yaml=service() + "}\n")

        (error,) = reading.unreadable
        assert error.message.startswith("not valid YAML")

    @pytest.mark.parametrize("text", ["{{ .Values.protocol }}", "${protocol}", "$(PROTOCOL)"])
    def test_a_value_that_is_still_to_be_replaced_is_unknown(self, text: str, tmp_path: Path) -> None:
        reading = reading_of(tmp_path, k_yaml=service(further=f', protocol: "{text}"'))
        (deployment,) = reading.deployments
        (found,) = deployment.own(BackendService)

        assert deployment.wrong == ()
        assert isinstance(found.protocol, Unknown)
        assert found.protocol.because == text
        assert found.protocol.at is not None
        assert found.protocol.at.path == FieldPath.parse("spec.protocol")
        values, unknown = reading.shown[0].contents()
        assert values["spec"] == {"location": "us-east1"}
        assert unknown == (("spec.protocol", text),)

    def test_a_reference_to_a_name_that_is_not_known_yet_is_unknown(self, tmp_path: Path) -> None:
        found = one(tmp_path, rule("r", 'backendServiceRef: {name: "${env}-ilb"}'))

        assert isinstance(found.backend_service, Unknown)
        assert found.backend_service.because == "${env}-ilb"

    def test_a_region_that_is_not_known_yet_is_not_global(self, tmp_path: Path) -> None:
        found = one(tmp_path, service().replace("us-east1", '"${REGION}"'))

        assert isinstance(found.region, Unknown)
        assert found.is_global is False
        assert found.identity == ResourceName("backendServices", "a")


class TestOthers:
    def test_zone(self, tmp_path: Path) -> None:
        found = one(
            tmp_path,
            head("DNSManagedZone", "z")
            + "spec: {dnsName: example.test., forwardingConfig: {targetNameServers: []}}\n",
        )

        assert isinstance(found, ManagedZone)
        assert (found.identity, found.forwarding) == (ResourceName("managedZones", "z"), True)

    def test_data_of_a_record(self, tmp_path: Path) -> None:
        spec = "spec: {name: a.example.test., type: A, managedZoneRef: {name: z}, %s}\n"

        written = one(tmp_path, head("DNSRecordSet") + spec % "rrdatas: [192.0.2.1]")
        referred = one(tmp_path, head("DNSRecordSet") + spec % "rrdatasRefs: [{name: ip}]")

        assert written.data == ("192.0.2.1",)
        (address,) = referred.data
        assert address.refers_to == Reference("default/ComputeAddress/ip", "address")
        assert str(referred.origin.at("data").path) == "spec.rrdatasRefs"

    def test_a_service_of_gke_is_not_one_that_somebody_set(self, spillover: Any, here: Path) -> None:
        text = service("k8s2-tcp-abc", ", loadBalancingScheme: INTERNAL")
        (here / "k.yaml").write_text(text, encoding="utf-8")

        assert "ZA026" not in spillover("lint", "k.yaml").stdout
