"""Scenario files: what they say, and the place of what they must not say."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from spillover.errors import ConfigError
from spillover.plan.scenario import ClientShare, Load, Scenario, TargetState, ZoneState
from spillover.plan.zonal import Client, ClientKind, Spec
from spillover.read.scenario import ScenarioFile, read_scenarios

CONTRACT = """\
spec: "2026-05"
groups:                          # by name, URL or Terraform address
  ig-orders-b: {zone: us-east1-b, size: 5, healthy: 5}
  rmig-orders: {zones: {us-east1-c: {size: 5, healthy: 3}}}
clients:                         # shares are optional; if given they sum to 1
  - {zone: us-east1-b, share: 0.6}
  - {kind: vpn, share: 0.4}
down: [us-east1-c]
dns:
  targets: {198.51.100.5: {failing_source_regions: 2}}
  load: {europe-west1: {requests_per_s: 5000, https_new_connections_per_s: 2700, active_connections: 8000}}
"""


def read(text: str) -> tuple[Scenario, ...]:
    return read_scenarios("s.yaml", text).scenarios


def fault(text: str, path: str = "s.yaml") -> str:
    with pytest.raises(ConfigError) as caught:
        read_scenarios(path, text)
    return str(caught.value)


class TestTheContractsExample:
    EXPECTED = ScenarioFile(
        (
            Scenario(
                name="as given",
                groups={
                    "ig-orders-b": {"us-east1-b": ZoneState(5, 5)},
                    "rmig-orders": {"us-east1-c": ZoneState(5, 3)},
                },
                clients=(
                    ClientShare(Client(ClientKind.VM, "us-east1-b"), Fraction(3, 5)),
                    ClientShare(Client(ClientKind.VPN), Fraction(2, 5)),
                ),
                down=("us-east1-c",),
                load={
                    "europe-west1": Load(
                        requests=Fraction(5000),
                        https_connections=Fraction(2700),
                        active_connections=Fraction(8000),
                    )
                },
                targets={"198.51.100.5": TargetState(failing_source_regions=2)},
            ),
        ),
        Spec.R2026_05,
    )

    def test_yaml(self) -> None:
        assert read_scenarios("s.yaml", CONTRACT) == self.EXPECTED

    def test_json(self) -> None:
        content: dict[str, Any] = {
            "spec": "2026-05",
            "groups": {
                "ig-orders-b": {"zone": "us-east1-b", "size": 5, "healthy": 5},
                "rmig-orders": {"zones": {"us-east1-c": {"size": 5, "healthy": 3}}},
            },
            "clients": [{"zone": "us-east1-b", "share": 0.6}, {"kind": "vpn", "share": 0.4}],
            "down": ["us-east1-c"],
            "dns": {
                "targets": {"198.51.100.5": {"failing_source_regions": 2}},
                "load": {
                    "europe-west1": {
                        "requests_per_s": 5000,
                        "https_new_connections_per_s": 2700,
                        "active_connections": 8000,
                    }
                },
            },
        }

        assert read_scenarios("s.json", json.dumps(content)) == self.EXPECTED

    def test_with_a_byte_order_mark(self) -> None:
        assert read_scenarios("s.yaml", "\ufeff" + CONTRACT) == self.EXPECTED


class TestLoad:
    def test_all_of_it_exactly(self) -> None:
        (scenario,) = read(
            "dns:\n  load:\n    us-east1:\n      requests_per_s: 0.1\n      http_new_connections_per_s: 600\n"
            "      https_new_connections_per_s: 2.5\n      active_connections: 3"
        )

        assert scenario.load == {
            "us-east1": Load(Fraction(1, 10), Fraction(600), Fraction(5, 2), Fraction(3)),
        }

    def test_of_one_of_several_scenarios(self) -> None:
        common, own = read(
            "dns: {load: {us-east1: {requests_per_s: 1}}}\n"
            "scenarios:\n  - {name: a}\n  - {name: b, dns: {load: {us-west1: {}}}}"
        )

        assert (common.load, own.load) == ({"us-east1": Load(Fraction(1))}, {"us-west1": Load()})


class TestTargets:
    def test_of_every_form(self) -> None:
        (scenario,) = read(
            "dns:\n  targets:\n    198.51.100.5: {failing_source_regions: 2.0}\n"
            "    google_compute_address.shop: {healthy: false}\n    2001:db8::5: {}"
        )

        assert scenario.targets == {
            "198.51.100.5": TargetState(failing_source_regions=2),
            "google_compute_address.shop": TargetState(healthy=False),
            "2001:db8::5": TargetState(),
        }

    def test_one_of_both(self) -> None:
        text = "dns: {targets: {192.0.2.1: {failing_source_regions: 0, healthy: true}}}"

        assert fault(text) == 's.yaml:1:17: the length of targets["192.0.2.1"] is 2, at most 1 is expected'


class TestOneScenario:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("{}", Scenario("as given"), id="empty"),
            pytest.param("name: Tuesday", Scenario("Tuesday"), id="named"),
            pytest.param("down: [b, a, b]", Scenario("as given", down=("b", "a")), id="each zone once"),
            pytest.param(
                "groups: {g: {zone: z}}",
                Scenario("as given", groups={"g": {"z": ZoneState()}}),
                id="a zone, and nothing of it",
            ),
            pytest.param(
                "groups: {g: {zone: z, healthy: 0}}",
                Scenario("as given", groups={"g": {"z": ZoneState(healthy=0)}}),
                id="healthy alone",
            ),
            pytest.param(
                "groups: {g: {zones: {y: {size: 2}, z: {size: 0, healthy: 0}}}}",
                Scenario("as given", groups={"g": {"y": ZoneState(2), "z": ZoneState(0, 0)}}),
                id="zones",
            ),
            pytest.param(
                "clients: [{zone: z}, {kind: psc-endpoint, zone: z}, {kind: interconnect},"
                " {kind: other-region}, {kind: vm-backend, zone: z}]",
                Scenario(
                    "as given",
                    clients=(
                        ClientShare(Client(ClientKind.VM, "z")),
                        ClientShare(Client(ClientKind.PSC_ENDPOINT, "z")),
                        ClientShare(Client(ClientKind.INTERCONNECT)),
                        ClientShare(Client(ClientKind.OTHER_REGION)),
                        ClientShare(Client(ClientKind.VM_BACKEND, "z")),
                    ),
                ),
                id="every kind of client",
            ),
            pytest.param(
                "clients: [{zone: y, share: 1}, {zone: z, share: 0}]",
                Scenario(
                    "as given",
                    clients=(
                        ClientShare(Client(ClientKind.VM, "y"), Fraction(1)),
                        ClientShare(Client(ClientKind.VM, "z"), Fraction(0)),
                    ),
                ),
                id="shares that are whole",
            ),
        ],
    )
    def test_says(self, text: str, expected: Scenario) -> None:
        assert read(text) == (expected,)

    def test_numbers_of_backends_are_integers(self) -> None:
        (scenario,) = read("groups: {g: {zone: z, size: 5.0, healthy: 3}}")

        assert scenario.groups == {"g": {"z": ZoneState(5, 3)}}
        assert type(scenario.groups["g"]["z"].size) is int

    def test_shares_are_exact(self) -> None:
        """Ten times 0.1 is 1, which it is not in binary."""
        clients = ", ".join(["{zone: z, share: 0.1}"] * 10)

        (scenario,) = read(f"clients: [{clients}]")

        assert [client.share for client in scenario.clients] == [Fraction(1, 10)] * 10

    @pytest.mark.parametrize(
        ("text", "spec"),
        [("down: []", None), ("spec: '2026-05'", Spec.R2026_05), ("spec: '2025-07'", Spec.R2025_07)],
    )
    def test_spec(self, text: str, spec: Spec | None) -> None:
        assert read_scenarios("s.yaml", text).spec is spec


class TestSeveralScenarios:
    def test_have_their_own_and_what_is_common(self) -> None:
        text = """\
spec: "2025-07"
groups: {g: {zone: z, size: 3}}
clients: [{zone: z}]
scenarios:
  - {name: one}
  - {name: two, down: [z]}
  - name: three
    groups: {h: {zone: y, size: 1}}
    clients: []
"""
        common = {"g": {"z": ZoneState(3)}}
        client = (ClientShare(Client(ClientKind.VM, "z")),)

        assert read_scenarios("s.yaml", text) == ScenarioFile(
            (
                Scenario("one", common, client),
                Scenario("two", common, client, ("z",)),
                Scenario("three", {"h": {"y": ZoneState(1)}}),
            ),
            Spec.R2025_07,
        )

    def test_of_one_name_are_none(self) -> None:
        text = "scenarios:\n  - {name: one}\n  - {name: two}\n  - {down: [], name: one}\n"

        assert fault(text) == "s.yaml:4:16: two scenarios are named 'one'"


class TestNotADocument:
    @pytest.mark.parametrize(
        ("path", "text", "message"),
        [
            ("s.yaml", "", "s.yaml: a scenario file is one document"),
            ("s.yaml", "# nothing\n", "s.yaml: a scenario file is one document"),
            ("s.yaml", "down: []\n---\ndown: []\n", "s.yaml: a scenario file is one document"),
            ("s.yaml", "down: [\n", None),
            ("s.json", '{"down": [],\n}', "s.json:1:12: trailing comma"),
        ],
    )
    def test_is_refused(self, path: str, text: str, message: str | None) -> None:
        error = fault(text, path)

        assert error == message if message else error.startswith("s.yaml:2:1: ")


class TestViolations:
    """Everything that the schema forbids, where it stands."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("[]", "1:1: the document is an array, an object is expected"),
            ("- down: []", "1:1: the document is an array, an object is expected"),
            ("down: []\nextra: 1", '2:1: unknown key "extra"'),
            (
                "spec: '2024-01'",
                '1:1: "2024-01" is not a value of spec: 2026-05, 2025-07',
            ),
            ("spec: 2026", "1:1: 2026 is not a value of spec: 2026-05, 2025-07"),
            ("name: ''", "1:1: the length of name is 0, at least 1 is expected"),
            ("name: 3", "1:1: name is an integer, a string is expected"),
            ("down: z", "1:1: down is a string, an array is expected"),
            ("down:\n  - a\n  - ''", "3:5: the length of down[1] is 0, at least 1 is expected"),
            ("down: [1]", "1:8: down[0] is an integer, a string is expected"),
            ("groups: []", "1:1: groups is an array, an object is expected"),
            ("groups:\n  g: 3", "2:3: g is an integer, an object is expected"),
            ("groups:\n  g: {zone: ''}", "2:7: the length of zone is 0, at least 1 is expected"),
            ("groups:\n  g: {zone: z, size: -1}", "2:16: size is -1, at least 0 is expected"),
            ("groups:\n  g: {zone: z, size: 1000001}", "2:16: size is 1000001, at most 1000000 is expected"),
            ("groups:\n  g: {zone: z, size: 2.5}", "2:16: size is a number, an integer is expected"),
            ("groups:\n  g: {zone: z, healthy: all}", "2:16: healthy is a string, an integer is expected"),
            ("groups:\n  g: {zone: z, sise: 1}", '2:16: unknown key "sise"'),
            ("groups:\n  g: {zones: {}}", "2:7: the length of zones is 0, at least 1 is expected"),
            ("groups:\n  g: {zones: {z: 3}}", "2:15: z is an integer, an object is expected"),
            ("groups:\n  g: {zones: {z: {zone: z}}}", '2:19: unknown key "zone"'),
            ("clients: {}", "1:1: clients is an object, an array is expected"),
            ("clients: [z]", "1:11: clients[0] is a string, an object is expected"),
            ("clients:\n  - {kind: pod}", None),
            ("clients:\n  - {zone: z, share: 1.1}", "2:15: share is 1.1, at most 1 is expected"),
            ("clients:\n  - {zone: z, share: -0.1}", "2:15: share is -0.1, at least 0 is expected"),
            ("clients:\n  - {zone: z, share: half}", "2:15: share is a string, a number is expected"),
            ("clients:\n  - {zone: z, weight: 1}", '2:15: unknown key "weight"'),
            ("dns: {target: {}}", '1:7: unknown key "target"'),
            (
                "dns: {targets: {192.0.2.1: {failing_source_regions: 4}}}",
                "1:29: failing_source_regions is 4, at most 3 is expected",
            ),
            (
                "dns: {load: {r: {requests_per_s: -1}}}",
                "1:18: requests_per_s is -1, at least 0 is expected",
            ),
            ("scenarios: []", "1:1: the length of scenarios is 0, at least 1 is expected"),
            ("scenarios: [{down: []}]", '1:13: missing key "name"'),
            ("scenarios: [{name: x, spec: '2026-05'}]", '1:23: unknown key "spec"'),
        ],
    )
    def test_is_refused_with_its_place(self, text: str, expected: str | None) -> None:
        kinds = "vm, psc-endpoint, vpn, interconnect, other-region, vm-backend"

        assert fault(text) == f's.yaml:{expected or f"""2:6: "pod" is not a value of kind: {kinds}"""}'

    def test_of_several_one_is_told(self) -> None:
        assert fault("groups: {g: {zone: 1, size: x}}\ndown: 3").startswith("s.yaml:2:1: ")

    def test_in_json(self) -> None:
        assert fault('{\n "down": "z"\n}', "folder/s.json") == (
            "folder/s.json:2:2: down is a string, an array is expected"
        )


EITHER = "give either zone with size and healthy, or zones"
SHARES = "the shares of the clients must sum to 1, or none be given"


class TestContradictions:
    """What no schema can say."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("groups:\n  g: {}", f"2:3: {EITHER}"),
            ("groups:\n  g: {size: 3, healthy: 3}", f"2:3: {EITHER}"),
            ("groups:\n  g: {zone: z, zones: {z: {}}}", f"2:3: {EITHER}"),
            ("groups:\n  g: {zones: {z: {}}, size: 3}", f"2:3: {EITHER}"),
            ("groups:\n  g: {zones: {z: {}}, healthy: 3}", f"2:3: {EITHER}"),
            ("groups:\n  g: {zone: z, size: 2, healthy: 3}", "2:25: 3 healthy of 2"),
            (
                "groups:\n  g:\n    zones:\n      y: {size: 1}\n      z: {size: 0, healthy: 1}",
                "5:20: 1 healthy of 0",
            ),
            ("down: []\nclients:\n- {zone: z, share: 0.5}\n- {zone: y}", f"2:1: {SHARES}"),
            ("clients: [{zone: z, share: 1}, {zone: y}]", f"1:1: {SHARES}"),
            ("clients: [{zone: z, share: 0.5}, {zone: y, share: 0.49}]", f"1:1: {SHARES}"),
            ("clients: [{zone: z, share: 0.5}, {zone: y, share: 0.5000000000000001}]", f"1:1: {SHARES}"),
            ("clients: [{zone: z, share: 0}]", f"1:1: {SHARES}"),
            ("clients:\n- {kind: vpn}\n- {kind: vm}", "3:3: a client of kind vm needs a zone"),
            ("clients:\n- {}", "2:3: a client of kind vm needs a zone"),
        ],
    )
    def test_is_refused_with_its_place(self, text: str, expected: str) -> None:
        assert fault(text) == f"s.yaml:{expected}"

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            pytest.param("groups:\n  g: {}\nscenarios:\n  - name: x", "2:3", id="in what is common"),
            pytest.param(
                "scenarios:\n  - name: x\n  - name: y\n    groups:\n      g: {}",
                "5:7",
                id="in a scenario of its own",
            ),
            pytest.param(
                "groups: {g: {zone: z}}\nscenarios:\n  - name: x\n    groups: {g: {}}",
                "4:14",
                id="in what a scenario has instead of what is common",
            ),
        ],
    )
    def test_among_several_scenarios(self, text: str, place: str) -> None:
        assert fault(text) == f"s.yaml:{place}: {EITHER}"
