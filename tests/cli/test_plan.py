"""``spillover plan``, end to end: scenarios, health, statuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.cli import planning

Spillover = Callable[..., CompletedProcess[str]]

B, C = "us-east1-b", "us-east1-c"
NAME = "projects/demo/regions/us-east1/backendServices/orders"


def link(path: str) -> str:
    return f"https://www.googleapis.com/compute/v1/projects/demo/{path}"


def service(name: str = "orders", option: str = "ZONAL_AFFINITY_STAY_WITHIN_ZONE", **more: object) -> str:
    return json.dumps(
        {
            "kind": "compute#backendService",
            "selfLink": link(f"regions/us-east1/backendServices/{name}"),
            "name": name,
            "region": link("regions/us-east1"),
            "loadBalancingScheme": "INTERNAL",
            "networkPassThroughLbTrafficPolicy": {"zonalAffinity": {"spillover": option}},
            "backends": [{"group": link(f"zones/{zone}/instanceGroups/ig-{zone[-1]}")} for zone in (B, C)],
            **more,
        }
    )


SCENARIO = """\
groups:
  ig-b: {zone: us-east1-b, size: 5, healthy: 5}
  ig-c: {zone: us-east1-c, size: 5, healthy: 0}
"""
SHOWN = f"""\
orders in us-east1: ZONAL_AFFINITY_STAY_WITHIN_ZONE
{NAME} at orders.json:1
  primary   ig-b: us-east1-b 5
  primary   ig-c: us-east1-c 5

as given: original eligible: us-east1-b 5 (healthy primary backends)
      clients in      healthy    ratio    new connections    because
                      in zone             go to
      us-east1-b      5 of 5     -        us-east1-b 5       stays in its zone
  !!  us-east1-c      0 of 5     -        us-east1-c 5       BLACK HOLE: stays in its zone,
                                                             where no backend is healthy
      any other zone  -          -        us-east1-b 5       no primary backend in this
                                                             zone; all of it crosses zones

tolerance, all healthy at first
      clients in    healthy to stay    then             after that    failures elsewhere
  !!  us-east1-b    1 of 5             BLACK HOLE at 0  -             change nothing
  !!  us-east1-c    1 of 5             BLACK HOLE at 0  -             change nothing

advice
  - black holes for their own clients: us-east1-b after 5 failures, us-east1-c after 5 failures;
    ZONAL_AFFINITY_SPILL_CROSS_ZONE sends them to healthy backends elsewhere
"""


@pytest.fixture
def orders(here: Path) -> Path:
    """A folder with a service of two groups, and a scenario in which all of one are unhealthy."""
    (here / "orders.json").write_text(service())
    (here / "scenario.yaml").write_text(SCENARIO)
    return here


def scenarios(result: CompletedProcess[str]) -> list[str]:
    """The names of the scenarios of the first service."""
    found: list[dict[str, Any]] = json.loads(result.stdout)["services"][0]["scenarios"]
    return [each["name"] for each in found]


class TestScenario:
    @pytest.mark.usefixtures("orders")
    def test_from_a_file(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--scenario", "scenario.yaml")

        assert (result.returncode, result.stdout, result.stderr) == (0, SHOWN, "")

    @pytest.mark.usefixtures("orders")
    def test_from_standard_input(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--scenario", "-", stdin=SCENARIO.encode())

        assert (result.returncode, result.stdout, result.stderr) == (0, SHOWN, "")

    @pytest.mark.usefixtures("orders")
    def test_without_one_each_zone_is_down_once(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--format", "json")

        assert scenarios(result) == ["all healthy", f"{B} down", f"{C} down"]

    @pytest.mark.usefixtures("orders")
    @pytest.mark.parametrize(
        ("arguments", "names"),
        [
            pytest.param([], ["as given"], id="alone"),
            pytest.param(["--down", C, "--down", B], ["as given", f"{C}, {B} down"], id="with zones down"),
            pytest.param(["--sweep", "zones"], ["as given", f"{B} down", f"{C} down"], id="with a sweep"),
            pytest.param(
                ["--sweep", "thresholds"],
                ["as given", f"{B}: 5 of 5 failed", f"{C}: 5 of 5 failed"],
                id="with the failures that change something",
            ),
            pytest.param(
                ["--sweep", "full", "--max-failures", "1"],
                ["as given", f"{B}: 1 of 5 failed", f"{C}: 1 of 5 failed"],
                id="with single failures",
            ),
        ],
    )
    def test_with_more(self, spillover: Spillover, arguments: list[str], names: list[str]) -> None:
        result = spillover(
            "plan", "orders.json", "--scenario", "scenario.yaml", "--format", "json", *arguments
        )

        assert scenarios(result) == names

    @pytest.mark.parametrize(("arguments", "spec"), [([], "2025-07"), (["--spec", "2026-05"], "2026-05")])
    def test_its_revision_counts_unless_the_command_line_has_one(
        self, spillover: Spillover, orders: Path, arguments: list[str], spec: str
    ) -> None:
        (orders / "scenario.yaml").write_text(f'spec: "2025-07"\n{SCENARIO}')

        result = spillover(
            "plan", "orders.json", "--scenario", "scenario.yaml", "--format", "json", *arguments
        )

        assert json.loads(result.stdout)["spec"] == spec

    def test_a_group_that_no_service_has_is_told(self, spillover: Spillover, orders: Path) -> None:
        (orders / "scenario.yaml").write_text(
            f"{SCENARIO}  ig-x: {{zone: {B}, size: 1}}\n"
            f"  zones/{B}/instanceGroups/ig-y: {{zone: {B}, size: 1}}\n"
        )

        result = spillover("plan", "orders.json", "--scenario", "scenario.yaml")

        assert result.stdout == SHOWN
        assert result.stderr == (
            "spillover: the scenario's group ig-x is no backend of any service that was read\n"
        )

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            pytest.param("ig-b", "", id="by name"),
            pytest.param(f"zones/{B}/instanceGroups/ig-b", "", id="by URL"),
            pytest.param(
                "ig-x",
                "spillover: list.json: group ig-x is no backend of any service that was read\n",
                id="misspelt",
            ),
        ],
    )
    def test_observed_members_of_a_group_that_no_service_has_are_told(
        self, spillover: Spillover, orders: Path, name: str, told: str
    ) -> None:
        member = {"instance": link(f"zones/{B}/instances/vm-1"), "status": "RUNNING"}
        (orders / "list.json").write_text(json.dumps([member]))

        result = spillover("plan", "orders.json", "--instances", f"{name}=list.json")

        assert result.stderr == told

    def test_a_zone_without_backends_that_is_down_is_told(self, spillover: Spillover, orders: Path) -> None:
        (orders / "scenario.yaml").write_text(SCENARIO)

        result = spillover("plan", "orders.json", "--scenario", "scenario.yaml", "--down", B, "--down", "b")

        assert result.stderr == "spillover: --down b: no backend of any service is in this zone\n"

    def test_a_group_of_a_service_that_is_not_shown_is_one(self, spillover: Spillover, orders: Path) -> None:
        payments = service("payments", backends=[{"group": link(f"zones/{B}/instanceGroups/ig-p")}])
        external = service("shop", backends=[{"group": link(f"zones/{B}/instanceGroups/ig-s")}])
        (orders / "payments.json").write_text(payments)
        (orders / "shop.json").write_text(external.replace('"INTERNAL"', '"EXTERNAL"'))
        (orders / "scenario.yaml").write_text(
            f"{SCENARIO}  ig-p: {{zone: {B}, size: 1}}\n  ig-s: {{zone: {B}, size: 1}}\n"
        )

        result = spillover("plan", "--scenario", "scenario.yaml", "--service", "orders")

        assert (result.stdout, result.stderr) == (SHOWN, "")


class TestServices:
    def test_by_name_or_address(self, spillover: Spillover, orders: Path) -> None:
        (orders / "payments.json").write_text(service("payments"))

        for selector in ("orders", NAME):
            document = json.loads(spillover("plan", "--service", selector, "--format", "json").stdout)
            assert [each["name"] for each in document["services"]] == ["orders"]

    @pytest.mark.usefixtures("orders")
    def test_one_that_is_not_there(self, spillover: Spillover) -> None:
        result = spillover("plan", "--service", "order")

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == "spillover: --service order: no such backend service was read\n"

    def test_are_in_the_order_of_their_places_however_they_are_named(
        self, spillover: Spillover, here: Path
    ) -> None:
        for name in ("b", "a", "c"):
            (here / f"{name}.json").write_text(service(name))
            (here / f"x{name}.json").write_text(service(f"x{name}", loadBalancingScheme="EXTERNAL"))
        paths = [f"{name}.json" for name in ("c", "xc", "a", "xa", "b", "xb")]

        document = json.loads(spillover("plan", *paths, "--format", "json").stdout)
        text = spillover("plan", *paths).stdout

        assert [each["path"] for each in document["services"]] == ["a.json", "b.json", "c.json"]
        assert [each["path"] for each in document["skipped"]] == ["xa.json", "xb.json", "xc.json"]
        assert [line[0] for line in text.splitlines() if " in us-east1: " in line] == ["a", "b", "c"]

    def test_one_without_a_plan(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.json").write_text(service(loadBalancingScheme="EXTERNAL"))

        result, quiet = spillover("plan"), spillover("plan", "--quiet")

        assert result.stdout == f"skipped: {NAME}: not an internal passthrough load\n  balancer\n"
        assert (result.returncode, quiet.stdout) == (0, "")

    def test_none(self, spillover: Spillover, here: Path) -> None:
        (here / "check.json").write_text('{"kind": "compute#healthCheck", "name": "hc"}')

        result = spillover("plan")

        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr == "spillover: no backend service was read\n"

    def test_nothing_relevant(self, spillover: Spillover) -> None:
        result = spillover("plan")

        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr == (
            "spillover: no backend service was read\nspillover: nothing relevant was found\n"
        )


class TestData:
    def test_health_and_client_zones(self, spillover: Spillover, orders: Path) -> None:
        health = [
            {
                "backend": link(f"zones/{zone}/instanceGroups/ig-{zone[-1]}"),
                "status": {
                    "healthStatus": [
                        {"instance": link(f"zones/{zone}/instances/vm-{number}"), "healthState": verdict}
                        for number, verdict in enumerate(verdicts)
                    ]
                },
            }
            for zone, verdicts in ((B, ["HEALTHY", "HEALTHY"]), (C, ["UNHEALTHY"]))
        ]
        (orders / "health.json").write_text(json.dumps(health))

        result = spillover(
            "plan",
            "orders.json",
            "--health",
            "health.json",
            "--client-zone",
            "us-east1-d",
            "--format",
            "json",
        )

        (scenario,) = json.loads(result.stdout)["services"][0]["scenarios"]
        assert (scenario["name"], scenario["healthy"]) == ("as given", {B: 2, C: 0})
        assert [each["zone"] for each in scenario["clients"]] == [B, C, "us-east1-d", None]

    def test_instances(self, spillover: Spillover, orders: Path) -> None:
        for zone, number in ((B, 2), (C, 3)):
            listed = [
                {"instance": link(f"zones/{zone}/instances/vm-{each}"), "status": "RUNNING"}
                for each in range(number)
            ]
            (orders / f"{zone}.json").write_text(json.dumps(listed))

        result = spillover(
            "plan",
            "orders.json",
            "--instances",
            f"ig-b={B}.json",
            "--instances",
            f"ig-c={C}.json",
            "--format",
            "json",
        )

        backends = json.loads(result.stdout)["services"][0]["backends"]
        assert [(each["zones"], each["members"]) for each in backends] == [
            ({B: 2}, {B: ["vm-0", "vm-1"]}),
            ({C: 3}, {C: ["vm-0", "vm-1", "vm-2"]}),
        ]


class TestStatus:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--scenario", "gone.yaml"], "gone.yaml: no such file or directory"),
            (["--scenario", "wrong.yaml"], 'wrong.yaml:1:1: unknown key "group"'),
            (["--scenario", "two.yaml"], "two.yaml: a scenario file is one document"),
            (["--scenario", "broken.json"], "broken.json:1:2: the text ends too early"),
            (["--scenario", "latin.yaml"], "latin.yaml:1:1: not UTF-8"),
            (["--max-failures", "2"], "--max-failures belongs to --sweep full"),
            (["--sweep", "zones", "--max-failures", "2"], "--max-failures belongs to --sweep full"),
            (["--sweep", "all"], "--sweep all: choose from zones, thresholds, full"),
            (["--spec", "2024"], "--spec 2024: choose from 2026-05, 2025-07"),
            (["--instances", "ig-b"], "--instances ig-b: NAME=VALUE is expected"),
            (["--instances", "ig-b=gone.json"], "no such file: gone.json"),
        ],
    )
    def test_of_wrong_usage(
        self, spillover: Spillover, orders: Path, arguments: list[str], message: str
    ) -> None:
        (orders / "wrong.yaml").write_text("group: {}")
        (orders / "two.yaml").write_text("down: []\n---\ndown: []\n")
        (orders / "broken.json").write_text("{")
        (orders / "latin.yaml").write_bytes(b"\xe9")

        result = spillover("plan", "orders.json", *arguments)

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"spillover: {message}\n"

    def test_of_a_scenario_that_contradicts_other_data(self, spillover: Spillover, orders: Path) -> None:
        listed = [{"instance": link(f"zones/{B}/instances/vm"), "status": "RUNNING"}]
        (orders / "few.json").write_text(json.dumps(listed))
        (orders / "scenario.yaml").write_text("groups: {ig-b: {zone: us-east1-b, healthy: 5}}")

        result = spillover(
            "plan", "orders.json", "--scenario", "scenario.yaml", "--instances", "ig-b=few.json"
        )

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("spillover: group ig-b ")

    @pytest.mark.usefixtures("orders")
    def test_of_a_scenario_from_standard_input_that_is_not_utf_8(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--scenario", "-", stdin=b"name: caf\xe9")

        assert (result.returncode, result.stderr) == (2, "spillover: <stdin>: not UTF-8\n")

    def test_of_an_input_that_cannot_be_read(self, spillover: Spillover, orders: Path) -> None:
        (orders / "other.json").write_text("[]]")

        result = spillover("plan", "orders.json", "other.json", "--scenario", "scenario.yaml")

        assert (result.returncode, result.stdout) == (3, SHOWN)
        assert result.stderr.startswith("spillover: cannot read other.json:1:3: ")

    @pytest.mark.usefixtures("orders")
    def test_of_an_output_that_cannot_be_written(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--output", "gone/x")

        assert (result.returncode, result.stdout) == (4, "")

    @pytest.mark.usefixtures("orders")
    @pytest.mark.parametrize(
        ("error", "status", "message"),
        [
            (LookupError("lost"), 70, "spillover: internal error: LookupError: lost\n"),
            (KeyboardInterrupt(), 130, ""),
        ],
    )
    def test_of_a_defect_or_an_interrupt(
        self,
        spillover: Spillover,
        monkeypatch: pytest.MonkeyPatch,
        error: BaseException,
        status: int,
        message: str,
    ) -> None:
        def fail(*_: object) -> None:
            raise error

        monkeypatch.setattr(planning, "plan_service", fail)

        result = spillover("plan", "orders.json")

        assert (result.returncode, result.stdout, result.stderr) == (status, "", message)

    def test_never_is_that_of_findings(self, spillover: Spillover, orders: Path) -> None:
        (orders / "refused.json").write_text(
            service("refused", subsetting={"policy": "CONSISTENT_HASH_SUBSETTING"})
        )

        assert spillover("lint").returncode == 1
        assert spillover("plan").returncode == spillover("show").returncode == 0


class TestFormats:
    def test_both_at_once(self, spillover: Spillover, orders: Path) -> None:
        arguments = ["plan", "orders.json", "--scenario", "scenario.yaml"]
        alone = spillover(*arguments, "--format", "json").stdout

        result = spillover(
            *arguments, "--format", "text", "--format", "json", "--output", "-", "--output", "p.json"
        )

        assert result.stdout == SHOWN
        assert (orders / "p.json").read_text() == alone

    @pytest.mark.usefixtures("orders")
    def test_colours(self, spillover: Spillover) -> None:
        result = spillover("plan", "orders.json", "--scenario", "scenario.yaml", "--color", "always")

        assert "\x1b[1;31m!!\x1b[0m" in result.stdout


class TestProxies:
    LOAD = "dns: {load: {%s: {https_new_connections_per_s: 2700, active_connections: 8000}}}\n"
    RULE = """\
kind: compute#forwardingRule
name: shop-eu
region: regions/europe-west1
loadBalancingScheme: EXTERNAL_MANAGED
IPAddress: 203.0.113.10
network: projects/p/global/networks/shop
target: projects/p/regions/europe-west1/targetHttpsProxies/shop-eu
selfLink: https://www.googleapis.com/compute/v1/projects/p/regions/europe-west1/forwardingRules/shop-eu
---
kind: compute#subnetwork
name: proxies-eu
region: regions/europe-west1
network: projects/p/global/networks/shop
purpose: REGIONAL_MANAGED_PROXY
role: ACTIVE
ipCidrRange: 10.4.8.0/28
selfLink: https://www.googleapis.com/compute/v1/projects/p/regions/europe-west1/subnetworks/proxies-eu
"""

    def planned(self, spillover: Spillover, here: Path, region: str) -> CompletedProcess[str]:
        (here / "edge.yaml").write_text(self.RULE)
        (here / "scenario.yaml").write_text(self.LOAD % region)
        return spillover("plan", "edge.yaml", "--scenario", "scenario.yaml", "--format", "json")

    def test_of_a_region_with_a_load(
        self, spillover: Spillover, here: Path, check_output: Callable[[str, Any], None]
    ) -> None:
        result = self.planned(spillover, here, "europe-west1")

        document = json.loads(result.stdout)
        check_output("plan", document)
        assert document["proxies"] == [
            {
                "scenario": "as given",
                "root": ".",
                "region": "europe-west1",
                "network": "shop",
                "needed": 18,
                "because": "new-connections",
                "subnetwork": "projects/p/regions/europe-west1/subnetworks/proxies-eu",
                "addresses": 16,
                "load_balancers": 1,
                "verdict": "does-not-fit",
                "undetermined": [],
            }
        ]

    def test_of_a_region_in_which_nothing_was_read(self, spillover: Spillover, here: Path) -> None:
        result = self.planned(spillover, here, "us-west1")

        assert json.loads(result.stdout)["proxies"] == []
        assert (
            "the scenario has a load in us-west1, where no regional load balancer with proxies was read"
            in result.stderr
        )


class TestRecords:
    RECORD = """\
kind: dns#resourceRecordSet
name: shop.example.test.
type: A
ttl: 30
routingPolicy:
  healthCheck: https://www.googleapis.com/compute/v1/projects/demo/global/healthChecks/shop
  primaryBackup:
    primaryTargets: {externalEndpoints: [198.51.100.5]}
    backupGeoTargets:
      items:
      - {location: us-east1, healthCheckedTargets: {externalEndpoints: [203.0.113.10]}}
      - {location: my-region1, healthCheckedTargets: {externalEndpoints: [203.0.113.20]}}
"""
    DOWN = "dns: {targets: {198.51.100.5: {failing_source_regions: 2}}}"

    def planned(self, spillover: Spillover, here: Path, *arguments: str) -> CompletedProcess[str]:
        (here / "record.yaml").write_text(self.RECORD)
        return spillover("plan", "record.yaml", "--format", "json", *arguments)

    def answered(self, result: CompletedProcess[str]) -> dict[str, dict[str, Any]]:
        """By scenario and client, the addresses, or null where they are not known."""
        (record,) = json.loads(result.stdout)["records"]
        return {
            each["name"]: {answer["client_region"]: answer["addresses"] for answer in each["answers"]}
            for each in record["scenarios"]
        }

    def test_without_a_scenario(self, spillover: Spillover, here: Path) -> None:
        result = self.planned(spillover, here)

        assert (result.returncode, result.stderr) == (0, "")
        assert list(self.answered(result)) == [
            "all healthy",
            "primary down",
            "primary and backup us-east1 down",
            "primary and backup my-region1 down",
            "everything down",
        ]

    def test_with_one(self, spillover: Spillover, here: Path) -> None:
        (here / "scenario.yaml").write_text(self.DOWN)

        result = self.planned(spillover, here, "--scenario", "scenario.yaml")

        assert (result.returncode, result.stderr) == (0, "")
        assert self.answered(result) == {
            "as given": {"us-east1": ["203.0.113.10"], "my-region1": ["203.0.113.20"]}
        }

    def test_options_tell_where_clients_and_regions_are(self, spillover: Spillover, here: Path) -> None:
        (here / "scenario.yaml").write_text(self.DOWN)
        (here / ".spillover.toml").write_text('[options]\nclient_regions = ["us-east4"]\n')
        unknown = self.answered(self.planned(spillover, here, "--scenario", "scenario.yaml"))
        (here / "own.toml").write_text(
            '[options]\nclient_regions = ["us-east4"]\nregion_locations = {my-region1 = [39, -77.5]}\n'
        )
        own = ("--scenario", "scenario.yaml", "--config", "own.toml")

        assert unknown["as given"]["us-east4"] is None
        assert self.answered(self.planned(spillover, here, *own))["as given"]["us-east4"] == ["203.0.113.20"]

    def test_a_target_that_no_record_has_is_told(self, spillover: Spillover, here: Path) -> None:
        (here / "scenario.yaml").write_text("dns: {targets: {198.51.100.6: {healthy: false}}}")

        result = self.planned(spillover, here, "--scenario", "scenario.yaml")

        assert result.stderr == (
            "spillover: the scenario's target 198.51.100.6 is an address of no record that was planned\n"
        )

    def test_a_target_of_a_record_whose_policy_is_not_known(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(
            'variable "policy" {}\nresource "google_dns_record_set" "shop" {\n'
            '  dynamic "routing_policy" {\n    for_each = var.policy\n    content {}\n  }\n}\n'
        )
        (here / "scenario.yaml").write_text(self.DOWN)

        result = spillover("plan", "main.tf", "--scenario", "scenario.yaml")

        assert "which routing policy it has is not known" in result.stdout
        assert "198.51.100.5 is an address of no record" in result.stderr

    def test_not_where_services_are_asked_for(self, spillover: Spillover, orders: Path) -> None:
        result = self.planned(spillover, orders, "orders.json", "--service", "orders")

        assert json.loads(result.stdout)["records"] == []

    def test_a_configuration_that_is_wrong(self, spillover: Spillover, here: Path) -> None:
        (here / ".spillover.toml").write_text("[options]\nregion_locations = {my-region1 = [39]}\n")

        result = self.planned(spillover, here)

        assert (result.returncode, result.stdout) == (2, "")
        assert ".spillover.toml:2:21: options.region_locations.my-region1: the length" in result.stderr


class TestWidth:
    """Long names of zones and groups, and whatever is asked for: a line fits a terminal of 100 columns."""

    ZONE = "northamerica-northeast1-b"
    LONG = "billing-and-reconciliation-of-the-nightly-batches-of-all-subsidiaries"

    @pytest.mark.parametrize(
        "asked",
        [
            (),
            ("--sweep", "thresholds", "--load", "--max-load-factor", "1.1"),
            ("--down", ZONE, "--down", "northamerica-northeast1-c"),
            ("--why", f"ilb-{LONG}", ZONE, "--sweep", "zones"),
            ("--why", f"ilb-{LONG}", ZONE, "--down", ZONE, "--down", "northamerica-northeast1-c"),
        ],
    )
    def test_of_every_line(self, asked: tuple[str, ...], spillover: Spillover, here: Path) -> None:
        example = Path(__file__).parents[2] / "examples/plan/tolerance-with-failover/main.tf"
        text = example.read_text(encoding="utf-8").replace("us-east1", "northamerica-northeast1")
        (here / "main.tf").write_text(text.replace("billing", self.LONG))

        result = spillover("plan", *asked)

        address = f"google_compute_region_backend_service.{self.LONG}"
        lines = result.stdout.split("\n")
        assert len(lines) > 10
        assert {line for line in lines if len(line) > 100} <= {address}

    def test_of_next_hops(self, spillover: Spillover, here: Path) -> None:
        folder = Path(__file__).parents[2] / "examples/plan/next-hop-pair"
        for file in folder.glob("*.tf"):
            text = file.read_text(encoding="utf-8").replace("us-east1", "northamerica-northeast1")
            (here / file.name).write_text(text)

        result = spillover("plan")

        assert "next hops" in result.stdout
        assert [line for line in result.stdout.split("\n") if len(line) > 100] == []
