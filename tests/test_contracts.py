"""What scripts may rely on: the schemas of the machine outputs, and whole documents that fit them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from spillover.check.rule import Certainty, Severity, Spec
from spillover.model.service import ZonalAffinity
from spillover.plan.advice import Topic
from spillover.plan.diff.matching import Status
from spillover.plan.diff.results import Destiny
from spillover.plan.dns.answers import Reason as AnswerReason
from spillover.plan.dns.record import DrillKind
from spillover.plan.dns.timing import Setting
from spillover.plan.eligible import EligibleKind
from spillover.plan.tolerance import Fate, Serving
from spillover.plan.zonal import Change, ClientKind, Reason
from spillover_rules import ALL

Spillover = Callable[..., CompletedProcess[str]]
Steps = tuple[str | int, ...]

RECORD: Steps = ("$defs", "record", "properties")
COMMANDS = ("diff", "lint", "plan", "rules", "show")
FOLDER = files("spillover") / "report" / "schemas"


def schema(command: str) -> Any:
    return json.loads((FOLDER / f"{command}.schema.json").read_text("utf-8"))


def inside(node: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Every value in a document with the way to it, the document itself first."""
    yield steps, node
    if isinstance(node, dict):
        for key, each in node.items():
            yield from inside(each, (*steps, key))
    elif isinstance(node, list):
        for index, each in enumerate(node):
            yield from inside(each, (*steps, index))


def objects(command: str) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Every part of a schema that describes an object by its fields."""
    for steps, node in inside(schema(command)):
        if isinstance(node, dict) and node.get("type") == "object" and "properties" in node:
            yield steps, node


class TestSchemas:
    def test_one_for_every_command_with_a_machine_format(self) -> None:
        assert sorted(each.name for each in FOLDER.iterdir()) == [f"{name}.schema.json" for name in COMMANDS]

    @pytest.mark.parametrize("command", COMMANDS)
    def test_are_schemas(self, command: str) -> None:
        Draft202012Validator.check_schema(schema(command))

        assert schema(command)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        assert schema(command)["title"] == f"spillover {command} --format json, version 1"

    @pytest.mark.parametrize("command", COMMANDS)
    def test_fields_may_be_added(self, command: str) -> None:
        assert [
            steps for steps, node in objects(command) if node.get("additionalProperties") is not True
        ] == []

    @pytest.mark.parametrize("command", COMMANDS)
    def test_what_is_required_is_described(self, command: str) -> None:
        assert [
            (steps, key)
            for steps, node in objects(command)
            for key in node["required"]
            if key not in node["properties"]
        ] == []

    @pytest.mark.parametrize(
        ("command", "steps", "values"),
        [
            ("diff", ("properties", "spec"), list(Spec)),
            ("diff", ("$defs", "status"), list(Status)),
            ("diff", ("$defs", "result", "properties", "outcome"), list(Destiny)),
            ("lint", ("properties", "spec"), list(Spec)),
            ("lint", ("$defs", "finding", "properties", "severity"), list(Severity)),
            ("lint", ("$defs", "finding", "properties", "certainty"), list(Certainty)),
            ("plan", ("properties", "spec"), list(Spec)),
            ("plan", ("$defs", "option"), list(ZonalAffinity)),
            (
                "plan",
                ("$defs", "scenario", "properties", "original_eligible", "properties", "kind"),
                [*EligibleKind, None],
            ),
            ("plan", ("$defs", "client", "properties", "kind"), list(ClientKind)),
            ("plan", ("$defs", "client", "properties", "change"), [*Change, None]),
            ("plan", ("$defs", "client", "properties", "reason"), list(Reason)),
            ("plan", (*RECORD, "drills", "items", "properties", "kind"), list(DrillKind)),
            ("plan", (*RECORD, "alternatives", "items", "properties", "setting"), list(Setting)),
            ("plan", ("$defs", "fate"), list(Fate)),
            ("plan", ("$defs", "advice", "properties", "topic"), list(Topic)),
            ("plan", ("$defs", "serving"), [*Serving, None]),
            ("rules", ("properties", "rules", "items", "properties", "severity"), list(Severity)),
        ],
    )
    def test_closed_lists_are_those_of_the_program(
        self, command: str, steps: Steps, values: list[str]
    ) -> None:
        node = schema(command)
        for step in steps:
            node = node[step]

        assert sorted(node["enum"], key=str) == sorted(values, key=str)

    def test_answers_of_records_have_reasons_of_their_own(self) -> None:
        enum = schema("plan")["$defs"]["answer"]["properties"]["reason"]["enum"]
        assert enum == list(AnswerReason)
        assert enum == [
            "primary-healthy",
            "some-primary-healthy",
            "trickle",
            "primary-unhealthy",
            "next-geography",
            "fenced",
            "unchecked-only",
            "all-unhealthy",
            "undetermined",
        ]


EXAMPLES: dict[str, Any] = {
    "lint": {
        "version": 1,
        "spec": "2026-05",
        "findings": [
            {
                "rule": "ZA002",
                "name": "subsetting-with-zonal-affinity",
                "severity": "error",
                "certainty": "certain",
                "message": "...",
                "hint": "...",
                "reference": "https://...",
                "address": "module.ilb.google_compute_region_backend_service.orders",
                "field": "subsetting.policy",
                "root": ".",
                "path": "main.tf",
                "line": 12,
                "column": 5,
                "end_line": 12,
                "end_column": 40,
                "fingerprint": "0123456789abcdef0123456789abcdef",
                "related": [{"path": "fr.tf", "line": 3, "column": 1, "message": "..."}],
            }
        ],
        "undetermined": [
            {
                "rules": ["ZA002"],
                "address": "...",
                "field": "subsetting.policy",
                "because": "var.subsetting",
                "path": "main.tf",
                "line": 12,
            }
        ],
        "not_covered": [{"rules": ["ZA003", "ZA004"], "because": "no forwarding rules were read"}],
        "suppressed": [{"rule": "ZA016", "address": "...", "reason": "...", "path": "main.tf", "line": 9}],
        "unreadable": [{"path": "broken.tf", "line": 4, "column": 7, "message": "..."}],
        "internal_errors": [{"rule": "ZA002", "address": "...", "message": "..."}],
        "summary": {
            "error": 1,
            "warning": 0,
            "note": 0,
            "undetermined": 1,
            "suppressed": 1,
            "unreadable": 0,
            "files": 7,
            "resources": 31,
        },
    },
    "plan": {
        "version": 1,
        "spec": "2026-05",
        "services": [
            {
                "address": "...",
                "name": "ilb-orders",
                "project": "demo-proj",
                "region": "us-east1",
                "root": ".",
                "path": "main.tf",
                "line": 3,
                "zonal_affinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": "0.8"},
                "failover_policy": {"failover_ratio": "0", "drop_traffic_if_unhealthy": False},
                "backends": [{"group": "ig-orders-b", "role": "primary", "zones": {"us-east1-b": 5}}],
                "undetermined": [
                    {"address": "...", "field": "name", "because": "var.x", "path": "main.tf", "line": 3}
                ],
                "tolerance": [
                    {
                        "zone": "us-east1-b",
                        "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                        "all_healthy": {"fate": "local", "serving": "primary"},
                        "primary": {"backends": 5, "needed": 4, "below": "spills"},
                        "failover": {"backends": 0, "needed": None, "below": "no-match"},
                        "fails_over_below": 2,
                        "after_failover": "no-match",
                        "nothing_healthy": "last-resort",
                        "steps": [{"healthy": 3, "failed": 2, "fate": "spills", "serving": "primary"}],
                        "undetermined": [
                            {
                                "address": "...",
                                "field": "name",
                                "because": "var.x",
                                "path": "main.tf",
                                "line": 3,
                            }
                        ],
                    }
                ],
                "advice": [
                    {
                        "topic": "ratio-interval",
                        "message": "...",
                        "change": {
                            "zonal_affinity": {
                                "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                                "spillover_ratio": "0.7",
                            }
                        },
                    }
                ],
                "load": {
                    "scenarios": [
                        {
                            "scenario": "as given",
                            "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                            "shares": "even",
                            "zones": {"us-east1-b": {"share": "1", "per_backend": "1/5", "factor": "13/10"}},
                            "cross_zone_share": "5/16",
                            "cross_zone_share_without_affinity": "1/2",
                            "unserved": "0",
                            "undetermined": [],
                        }
                    ],
                    "worst": {
                        "scenario": "as given",
                        "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                        "zone": "us-east1-b",
                        "factor": "13/10",
                    },
                },
                "scenarios": [
                    {
                        "name": "as given",
                        "down": [],
                        "healthy": {"us-east1-b": 5},
                        "original_eligible": {"kind": "healthy_primary", "zones": {"us-east1-b": 5}},
                        "clients": [
                            {
                                "kind": "vm",
                                "zone": "us-east1-c",
                                "compatible": True,
                                "zonal_match": True,
                                "zonal_match_test": {"us-east1-b": 5},
                                "zonal_matched": {"us-east1-b": 5},
                                "intersection": {"us-east1-b": 3},
                                "ratio": "3/5",
                                "threshold": "0.8",
                                "change": "unchanged",
                                "reason": "ratio-below-threshold",
                                "modified_eligible": {"us-east1-b": 5},
                                "healthy": True,
                                "cross_zone_share": "5/8",
                            }
                        ],
                    }
                ],
            }
        ],
        "next_hops": [
            {
                "forward": "google_compute_region_backend_service.inside",
                "back": "google_compute_region_backend_service.outside",
                "because": "var.routes",
                "agreements": [
                    {"scenarios": ["all healthy"], "same_set": {"us-east1-b": {"us-east1-b": True}}}
                ],
            }
        ],
        "skipped": [{"address": "...", "because": "not an internal passthrough load balancer"}],
        "records": [
            {
                "address": "...",
                "name": "shop.example.test.",
                "root": ".",
                "path": "dns.tf",
                "line": 3,
                "type": "A",
                "ttl": 30,
                "policy": "primary_backup",
                "primary": [{"address": "198.51.100.5", "checked": True}],
                "items": [
                    {"location": "europe-west1", "targets": [{"address": "203.0.113.10", "checked": True}]}
                ],
                "trickle_ratio": "0.1",
                "fencing": False,
                "outage_bound_s": 90,
                "recovery_bound_s": 90,
                "timeline": {
                    "outage": [{"event": "decision", "at_s": 60}],
                    "recovery": [{"event": "decision", "at_s": 60}],
                },
                "alternatives": [{"setting": "unhealthy_threshold", "value": 1, "outage_bound_s": 60}],
                "undetermined": [
                    {
                        "address": "google_dns_record_set.shop",
                        "field": "ttl",
                        "because": "var.ttl",
                        "path": "dns.tf",
                        "line": 7,
                    }
                ],
                "scenarios": [
                    {
                        "name": "primary down",
                        "unhealthy": ["198.51.100.5"],
                        "answers": [
                            {
                                "client_region": "europe-west1",
                                "addresses": ["203.0.113.10"],
                                "reason": "primary-unhealthy",
                                "share": "1",
                                "location": "europe-west1",
                                "healthy": True,
                            }
                        ],
                    }
                ],
                "drills": [
                    {
                        "kind": "forced-failover",
                        "trickle_ratio": "1",
                        "answers": [
                            {
                                "client_region": "europe-west1",
                                "addresses": ["203.0.113.10"],
                                "reason": "trickle",
                                "share": "1",
                                "location": "europe-west1",
                                "healthy": True,
                            }
                        ],
                    }
                ],
            }
        ],
        "parity": [
            {
                "address": "google_dns_record_set.shop",
                "name": "shop.example.test.",
                "root": "infra",
                "path": "infra/dns.tf",
                "line": 3,
                "primary": "198.51.100.5",
                "backups": [{"address": "203.0.113.10", "location": "europe-west1"}],
                "features": [
                    {
                        "part": "service shop",
                        "feature": "timeout",
                        "primary": "300 s",
                        "backups": [{"value": "30 s", "verdict": "different"}],
                    }
                ],
                "undetermined": [
                    {
                        "address": "google_compute_region_backend_service.shop",
                        "field": "session_affinity",
                        "because": "var.affinity",
                        "path": "infra/lb.tf",
                        "line": 9,
                    }
                ],
            }
        ],
        "proxies": [
            {
                "scenario": "as given",
                "root": ".",
                "region": "europe-west1",
                "network": "shop",
                "needed": 18,
                "because": "new-connections",
                "subnetwork": "google_compute_subnetwork.proxies_eu",
                "addresses": 64,
                "load_balancers": 2,
                "verdict": "fits",
                "undetermined": [],
            }
        ],
    },
    "show": {
        "version": 1,
        "resources": [
            {
                "address": 'module.lb["a"].google_compute_region_backend_service.this',
                "type": "google_compute_region_backend_service",
                "root": ".",
                "path": "lb/main.tf",
                "line": 1,
                "values": {},
                "unknown": [{"field": "backend[0].group", "because": "google_x.a.instance_group"}],
            }
        ],
        "modules": [
            {
                "address": "module.dns",
                "source": "terraform-google-modules/cloud-dns/google",
                "read": False,
                "because": "not present",
            }
        ],
        "unreadable": [{"path": "broken.tf", "line": 4, "column": 7, "message": "..."}],
    },
    "rules": {
        "version": 1,
        "rules": [{"code": "CF001", "name": "unused-suppression", "severity": "note", "summary": "..."}],
    },
}
"""The contract's own examples, with one entry in each list."""


SIDE = {
    "address": "google_x.orders",
    "root": ".",
    "path": "main.tf",
    "line": 3,
    "zonal_affinity": {"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": "0.8"},
    "failover_policy": {"failover_ratio": "0", "drop_traffic_if_unhealthy": False},
    "backends": [{"group": "ig-orders-b", "role": "primary", "zones": {"us-east1-b": 5}}],
}
RESPONSES = [{"addresses": ["198.51.100.5"], "reason": "primary-healthy", "share": "1"}]
COUNTS = {
    "added": 0,
    "removed": 0,
    "changed": 1,
    "undetermined": 0,
    "same-effect": 0,
    "unchanged": 2,
}
EXAMPLES["diff"] = {
    "version": 1,
    "spec": "2026-05",
    "verdict": "load balancers: 1 changed of 3",
    "services": [
        {
            "address": "google_x.orders",
            "root": ".",
            "path": "main.tf",
            "line": 3,
            "name": "ilb-orders",
            "status": "changed",
            "before": SIDE,
            "after": SIDE,
            "meaning": ["clients in us-east1-c no longer leave their zone while 1 of 5 backends is down"],
            "scenarios": 3,
            "undetermined": EXAMPLES["plan"]["services"][0]["undetermined"],
            "clients": [
                {
                    "scenario": "us-east1-b down",
                    "kind": "vm",
                    "zone": "us-east1-b",
                    "before": {
                        "outcome": "across-zones",
                        "modified_eligible": {"us-east1-c": 5},
                        "reason": "empty-intersection",
                    },
                    "after": {
                        "outcome": "unhealthy",
                        "modified_eligible": {"us-east1-b": 5},
                        "reason": "unhealthy-in-zone",
                    },
                    "mark": "!!",
                    "meaning": "reaches unhealthy backends only",
                }
            ],
        }
    ],
    "records": [
        {
            "address": "google_dns_record_set.shop",
            "root": ".",
            "path": "dns.tf",
            "line": 3,
            "name": "shop.example.test.",
            "type": "A",
            "status": "changed",
            "settings": [{"name": "TTL", "before": "300 s", "after": "30 s"}],
            "answers": [
                {
                    "scenario": "all healthy",
                    "client_region": "us-east1",
                    "before": RESPONSES,
                    "after": RESPONSES,
                }
            ],
        }
    ],
    "findings": {"new": EXAMPLES["lint"]["findings"], "gone": EXAMPLES["lint"]["findings"]},
    "unreadable": EXAMPLES["lint"]["unreadable"],
    "internal_errors": EXAMPLES["lint"]["internal_errors"],
    "summary": {
        "services": COUNTS,
        "records": COUNTS,
        "new_findings": 1,
        "gone_findings": 1,
        "unreadable": 1,
    },
}


def fits(command: str, document: Any) -> bool:
    return Draft202012Validator(schema(command)).is_valid(document)


def changed(document: Any, steps: Steps, change: Callable[[Any, str | int], None]) -> Any:
    """A copy of a document with a change at one of its members."""
    document = copy.deepcopy(document)
    holder = document
    for step in steps[:-1]:
        holder = holder[step]
    change(holder, steps[-1])
    return document


def fields(document: Any) -> list[Steps]:
    """The way to every field of a document; zones are no fields, but keys of a set."""
    return [
        steps
        for steps, _ in inside(document)
        if steps and isinstance(steps[-1], str) and "us-" not in steps[-1]
    ]


def remove(holder: Any, key: str | int) -> None:
    del holder[key]


def spoil(holder: Any, key: str | int) -> None:
    """Put a value of a wrong type into a field: text for an object, an object for anything else."""
    holder[key] = "?" if isinstance(holder[key], dict) else {"?": "?"}


@pytest.mark.parametrize("command", COMMANDS)
class TestContract:
    def test_its_example_fits(self, command: str, check_output: Callable[[str, Any], None]) -> None:
        check_output(command, EXAMPLES[command])

    def test_every_field_is_required(self, command: str) -> None:
        example = EXAMPLES[command]

        assert [each for each in fields(example) if fits(command, changed(example, each, remove))] == []

    def test_every_field_has_a_type(self, command: str) -> None:
        example = EXAMPLES[command]

        assert [each for each in fields(example) if fits(command, changed(example, each, spoil))] == []

    def test_every_field_may_have_others_beside_it(self, command: str) -> None:
        def add(holder: Any, _: str | int) -> None:
            holder["added_later"] = "?"

        example = EXAMPLES[command]
        beside = [each for each in fields(example) if not set(each) & {"zones", "healthy"}]

        assert [each for each in beside if not fits(command, changed(example, each, add))] == []


@pytest.mark.parametrize(
    ("steps", "value"),
    [
        pytest.param(("version",), 2, id="another version"),
        pytest.param(("findings", 0, "severity"), "fatal", id="severity"),
        pytest.param(("findings", 0, "certainty"), "perhaps", id="certainty"),
        pytest.param(("findings", 0, "line"), 0, id="lines count from 1"),
        pytest.param(("findings", 0, "rule"), "ZA2", id="code"),
        pytest.param(("findings", 0, "fingerprint"), "main.tf:12", id="fingerprint"),
        pytest.param(("undetermined", 0, "rules"), [], id="no rules"),
        pytest.param(("summary", "error"), -1, id="count"),
    ],
)
def test_a_lint_document_that_is_wrong(
    steps: Steps, value: object, check_output: Callable[[str, Any], None]
) -> None:
    def put(holder: Any, key: str | int) -> None:
        holder[key] = value

    with pytest.raises(ValidationError):
        check_output("lint", changed(EXAMPLES["lint"], steps, put))


CLIENT: Steps = ("services", 0, "scenarios", 0, "clients", 0)


@pytest.mark.parametrize(
    ("steps", "value"),
    [
        pytest.param((*CLIENT, "reason"), "because", id="reason"),
        pytest.param((*CLIENT, "change"), "same", id="change"),
        pytest.param((*CLIENT, "kind"), "pod", id="kind"),
        pytest.param((*CLIENT, "ratio"), "0.6", id="a ratio is a fraction"),
        pytest.param((*CLIENT, "ratio"), 0.6, id="a ratio is text"),
        pytest.param((*CLIENT, "threshold"), "0.80", id="a threshold has no trailing zeros"),
        pytest.param((*CLIENT, "intersection"), {"us-east1-b": -1}, id="a negative number"),
        pytest.param(("services", 0, "backends", 0, "role"), "backup", id="role"),
        pytest.param(
            ("records", 0, "scenarios", 0, "answers", 0, "reason"), "because", id="reason of an answer"
        ),
    ],
)
def test_a_plan_that_is_wrong(steps: Steps, value: object, check_output: Callable[[str, Any], None]) -> None:
    def put(holder: Any, key: str | int) -> None:
        holder[key] = value

    with pytest.raises(ValidationError):
        check_output("plan", changed(EXAMPLES["plan"], steps, put))


@pytest.fixture
def printed(spillover: Spillover, here: Path) -> Callable[..., Any]:
    """The document that a command prints about some files, and its status; its schema is looked at."""

    def run(texts: dict[str, str], *arguments: str) -> tuple[Any, int]:
        for name, text in texts.items():
            (here / name).parent.mkdir(exist_ok=True)
            (here / name).write_text(text)
        result = spillover(*arguments, "--format", "json")
        return without_derived(json.loads(result.stdout)), result.returncode

    return run


DERIVED = ("tolerance", "load", "advice")
"""What a plan works out of its services beyond the contract; examples/plan has whole documents with it."""


def without_derived(document: Any) -> Any:
    for service in document.get("services", ()):
        for member in DERIVED:
            del service[member]
    return document


AFFINITY_PAGE = "https://docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity"
ORDERS = "projects/demo/regions/us-east1/backendServices/orders"
RATIO = "network_pass_through_lb_traffic_policy.zonal_affinity.spillover_ratio"


def summary(**counts: int) -> dict[str, int]:
    return {**dict.fromkeys(EXAMPLES["lint"]["summary"], 0), **counts}


class TestLint:
    def test_terraform(self, printed: Callable[..., Any]) -> None:
        text = """\
variable "ratio" {}
resource "google_compute_region_backend_service" "orders" {
  provider = google-beta
  name = "orders"
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = var.ratio
    }
  }
  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"
  }
}

resource "google_compute_region_backend_service" "shop" {
  name = "shop"
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover_ratio = 0.8 # spillover:ignore[ZA017] to be switched on in May
    }
  }
}
"""
        document = {
            "version": 1,
            "spec": "2026-05",
            "findings": [
                {
                    "rule": "ZA002",
                    "name": "subsetting-with-zonal-affinity",
                    "severity": "error",
                    "certainty": "certain",
                    "message": "CONSISTENT_HASH_SUBSETTING cannot be combined with "
                    "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                    "hint": "drop the subsetting or the zonal affinity",
                    "reference": AFFINITY_PAGE,
                    "address": "google_compute_region_backend_service.orders",
                    "field": "subsetting.policy",
                    "root": ".",
                    "path": "main.tf",
                    "line": 12,
                    "column": 5,
                    "end_line": 12,
                    "end_column": 42,
                    "fingerprint": "bfd13ff25a36b497c0d8154672df1a07",
                    "related": [
                        {
                            "path": "main.tf",
                            "line": 7,
                            "column": 7,
                            "message": "zonal affinity is turned on here",
                        }
                    ],
                }
            ],
            "undetermined": [
                {
                    "rules": ["ZA015"],
                    "address": "google_compute_region_backend_service.orders",
                    "field": RATIO,
                    "because": "var.ratio",
                    "root": ".",
                    "path": "main.tf",
                    "line": 8,
                }
            ],
            "not_covered": [
                {"rules": ["ZA003", "ZA004", "ZA005"], "because": "no forwarding rules were read"}
            ],
            "suppressed": [
                {
                    "rule": "ZA017",
                    "address": "google_compute_region_backend_service.shop",
                    "reason": "to be switched on in May",
                    "path": "main.tf",
                    "line": 20,
                }
            ],
            "unreadable": [],
            "internal_errors": [],
            "summary": summary(error=1, undetermined=1, suppressed=1, files=1, resources=2),
        }

        assert printed({"main.tf": text}, "lint") == (document, 1)

    def test_json(self, printed: Callable[..., Any]) -> None:
        text = f"""\
[
 {{"kind": "compute#backendService", "name": "orders", "region": "regions/us-east1",
  "selfLink": "https://www.googleapis.com/compute/v1/{ORDERS}",
  "loadBalancingScheme": "INTERNAL", "protocol": "TCQ",
  "networkPassThroughLbTrafficPolicy": {{"zonalAffinity": {{
   "spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE"}}}}}},
 {{"kind": "compute#forwardingRule", "name": "fr", "region": "regions/us-east1",
  "loadBalancingScheme": "INTERNAL", "backendService": "{ORDERS}", "ports": ["443"]}},
 {{"name": "projects/demo/locations/us-east1-b/interceptDeployments/wall", "interceptDeploymentGroup": "g",
  "forwardingRule": "projects/demo/regions/us-east1/forwardingRules/fr"}}
]
"""
        document = {
            "version": 1,
            "spec": "2026-05",
            "findings": [
                {
                    "rule": "CF011",
                    "name": "unknown-enum-value",
                    "severity": "note",
                    "certainty": "certain",
                    "message": '"TCQ" is not a value of protocol that is known here: '
                    "GRPC, H2C, HTTP, HTTP2, HTTPS, SSL, ...",
                    "hint": "",
                    "reference": "https://compute.googleapis.com/$discovery/rest?version=v1",
                    "address": ORDERS,
                    "field": "protocol",
                    "root": ".",
                    "path": "lb.json",
                    "line": 4,
                    "column": 38,
                    "end_line": 4,
                    "end_column": 55,
                    "fingerprint": "0f3e5d0052dd784b9865d812f5e56b8a",
                    "related": [],
                },
                {
                    "rule": "ZA004",
                    "name": "security-deployment-with-zonal-affinity",
                    "severity": "error",
                    "certainty": "likely",
                    "message": "ZONAL_AFFINITY_STAY_WITHIN_ZONE with in-band Network Security Integration "
                    "drops packets; a release note of 2026-05-04 allows it in-band",
                    "hint": "turn zonal affinity off behind this deployment",
                    "reference": AFFINITY_PAGE,
                    "address": ORDERS,
                    "field": "networkPassThroughLbTrafficPolicy.zonalAffinity.spillover",
                    "root": ".",
                    "path": "lb.json",
                    "line": 6,
                    "column": 4,
                    "end_line": 6,
                    "end_column": 50,
                    "fingerprint": "fd0cf4cf7166c307ff78191789f24c58",
                    "related": [
                        {
                            "path": "lb.json",
                            "line": 10,
                            "column": 3,
                            "message": "deployed to this load balancer here",
                        }
                    ],
                },
            ],
            "undetermined": [
                {
                    "rules": ["LB004"],
                    "address": ORDERS,
                    "field": "protocol",
                    "because": '"TCQ", a value that is not known here',
                    "root": ".",
                    "path": "lb.json",
                    "line": 4,
                }
            ],
            "not_covered": [{"rules": ["ZA005"], "because": "no service attachments were read"}],
            "suppressed": [],
            "unreadable": [],
            "internal_errors": [],
            "summary": summary(error=1, note=1, undetermined=1, files=1, resources=3),
        }

        assert printed({"lb.json": text}, "lint") == (document, 1)

    def test_yaml_beside_something_that_cannot_be_read(self, printed: Callable[..., Any]) -> None:
        texts = {
            "check.yaml": """\
# spillover:ignore[FO099] misspelt
kind: compute#healthCheck
name: dns
checkIntervalSec: 10
sourceRegions: [us-east1, europe-west1, asia-east1]
""",
            "broken.json": '{"kind": "compute#healthCheck",\n',
        }
        document = {
            "version": 1,
            "spec": "2025-07",
            "findings": [
                {
                    "rule": "CF002",
                    "name": "unknown-rule",
                    "severity": "warning",
                    "certainty": "certain",
                    "message": "there is no rule 'FO099' in this suppression",
                    "hint": "name it as in spillover:ignore[ZA014] reason",
                    "reference": "",
                    "address": "check.yaml",
                    "field": "ignore.FO099",
                    "root": ".",
                    "path": "check.yaml",
                    "line": 1,
                    "column": 1,
                    "end_line": 1,
                    "end_column": 35,
                    "fingerprint": "336232b399a78fd649c12b61824f6f80",
                    "related": [],
                },
                {
                    "rule": "FO007",
                    "name": "check-interval-too-short",
                    "severity": "error",
                    "certainty": "certain",
                    "message": "check interval 10 s: Cloud DNS needs at least 30 s",
                    "hint": "set the interval to 30",
                    "reference": "https://docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview",
                    "address": "projects/-/global/healthChecks/dns",
                    "field": "checkIntervalSec",
                    "root": ".",
                    "path": "check.yaml",
                    "line": 4,
                    "column": 1,
                    "end_line": 4,
                    "end_column": 21,
                    "fingerprint": "3c41b30b59c4ae72834daf5de8401d57",
                    "related": [],
                },
            ],
            "undetermined": [],
            "not_covered": [],
            "suppressed": [],
            "unreadable": [
                {"path": "broken.json", "line": 2, "column": 1, "message": "the text ends too early"}
            ],
            "internal_errors": [],
            "summary": summary(error=1, warning=1, unreadable=1, files=2, resources=1),
        }

        assert printed(texts, "lint", "--spec", "2025-07") == (document, 3)


B, C = "us-east1-b", "us-east1-c"


def client(spillover: str, kind: str, zone: str | None, **known: object) -> dict[str, Any]:
    """A row in which everything is null but what is known."""
    fields_of_a_row = EXAMPLES["plan"]["services"][0]["scenarios"][0]["clients"][0]
    about = {"kind": kind, "zone": zone, "spillover": f"ZONAL_AFFINITY_{spillover}", "compatible": True}
    return {**dict.fromkeys(fields_of_a_row), **about, **known}


class TestPlan:
    def test_json_with_a_scenario(self, printed: Callable[..., Any]) -> None:
        texts = {
            "orders.json": f"""\
{{"kind": "compute#backendService", "name": "orders", "region": "regions/us-east1",
 "selfLink": "https://www.googleapis.com/compute/v1/{ORDERS}",
 "networkPassThroughLbTrafficPolicy": {{"zonalAffinity": {{
  "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spilloverRatio": 0.80}}}},
 "backends": [{{"group": "projects/demo/zones/us-east1-b/instanceGroups/ig-orders-b"}},
              {{"group": "projects/demo/zones/us-east1-c/instanceGroups/ig-orders-c"}}]}}
""",
            "scenario.yaml": """\
groups:
  ig-orders-b: {zone: us-east1-b, size: 5, healthy: 5}
  ig-orders-c: {zone: us-east1-c, size: 5, healthy: 3}
""",
        }
        tested = {"zonal_match": True, "zonal_match_test": {B: 5, C: 5}, "threshold": "0.8", "healthy": True}
        document = {
            "version": 1,
            "spec": "2026-05",
            "services": [
                {
                    "address": ORDERS,
                    "name": "orders",
                    "project": "demo",
                    "region": "us-east1",
                    "root": ".",
                    "path": "orders.json",
                    "line": 1,
                    "zonal_affinity": {
                        "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                        "spillover_ratio": "0.8",
                    },
                    "failover_policy": {"failover_ratio": "0", "drop_traffic_if_unhealthy": False},
                    "backends": [
                        {"group": "ig-orders-b", "role": "primary", "zones": {B: 5}},
                        {"group": "ig-orders-c", "role": "primary", "zones": {C: 5}},
                    ],
                    "undetermined": [],
                    "caveats": [],
                    "scenarios": [
                        {
                            "name": "as given",
                            "down": [],
                            "healthy": {B: 5, C: 3},
                            "original_eligible": {"kind": "healthy_primary", "zones": {B: 5, C: 3}},
                            "clients": [
                                client(
                                    "SPILL_CROSS_ZONE",
                                    "vm",
                                    B,
                                    **tested,
                                    zonal_matched={B: 5},
                                    intersection={B: 5},
                                    ratio="1",
                                    change="refined",
                                    reason="ratio-at-or-above-threshold",
                                    modified_eligible={B: 5},
                                    cross_zone_share="0",
                                ),
                                client(
                                    "SPILL_CROSS_ZONE",
                                    "vm",
                                    C,
                                    **tested,
                                    zonal_matched={C: 5},
                                    intersection={C: 3},
                                    ratio="3/5",
                                    change="unchanged",
                                    reason="ratio-below-threshold",
                                    modified_eligible={B: 5, C: 3},
                                    cross_zone_share="5/8",
                                ),
                                client(
                                    "SPILL_CROSS_ZONE",
                                    "vm",
                                    None,
                                    zonal_match=False,
                                    zonal_match_test={B: 5, C: 5},
                                    zonal_matched={},
                                    change="unchanged",
                                    reason="no-zonal-match",
                                    modified_eligible={B: 5, C: 3},
                                    healthy=True,
                                    cross_zone_share="1",
                                ),
                            ],
                        }
                    ],
                }
            ],
            "next_hops": [],
            "skipped": [],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [],
        }

        assert printed(texts, "plan", "orders.json", "--scenario", "scenario.yaml") == (document, 0)

    def test_terraform_with_a_group_that_is_not_known(self, printed: Callable[..., Any]) -> None:
        text = """\
variable "group" {}

resource "google_compute_region_backend_service" "orders" {
  name   = "orders"
  region = "us-east1"
  backend {
    group = var.group
  }
}

resource "google_compute_backend_service" "shop" {
  name = "shop"
}
"""
        document = {
            "version": 1,
            "spec": "2026-05",
            "services": [
                {
                    "address": "google_compute_region_backend_service.orders",
                    "name": "orders",
                    "project": None,
                    "region": "us-east1",
                    "root": ".",
                    "path": "main.tf",
                    "line": 3,
                    "zonal_affinity": {"spillover": "ZONAL_AFFINITY_DISABLED", "spillover_ratio": "0"},
                    "failover_policy": {"failover_ratio": "0", "drop_traffic_if_unhealthy": False},
                    "backends": [{"group": None, "role": "primary", "zones": {}}],
                    "undetermined": [
                        {
                            "address": "google_compute_region_backend_service.orders",
                            "field": "backend[0].group",
                            "because": "var.group",
                            "path": "main.tf",
                            "line": 7,
                        }
                    ],
                    "caveats": [],
                    "scenarios": [
                        {
                            "name": "all healthy",
                            "down": [],
                            "healthy": {},
                            "original_eligible": {"kind": None, "zones": None},
                            "clients": [client("DISABLED", "vm", None, reason="undetermined")],
                        }
                    ],
                }
            ],
            "next_hops": [],
            "skipped": [
                {
                    "address": "google_compute_backend_service.shop",
                    "because": "not an internal passthrough load balancer",
                    "path": "main.tf",
                    "line": 11,
                }
            ],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [],
        }

        assert printed({"main.tf": text}, "plan") == (document, 0)

    def test_yaml_with_everything_down(self, printed: Callable[..., Any]) -> None:
        texts = {
            "orders.yaml": """\
kind: compute#backendService
name: orders
region: regions/us-east1
networkPassThroughLbTrafficPolicy:
  zonalAffinity: {spillover: ZONAL_AFFINITY_STAY_WITHIN_ZONE}
failoverPolicy: {dropTrafficIfUnhealthy: true, failoverRatio: 0.5}
backends:
- {group: zones/us-east1-b/instanceGroups/main}
- {group: zones/us-east1-c/instanceGroups/spare, failover: true}
""",
            "scenario.json": """\
{"groups": {"main": {"zone": "us-east1-b", "size": 2}, "spare": {"zone": "us-east1-c", "size": 1}},
 "down": ["us-east1-b", "us-east1-c"], "clients": [{"kind": "vpn"}]}
""",
        }
        dropped = {
            "zonal_match": False,
            "change": "unchanged",
            "reason": "traffic-dropped",
            "modified_eligible": {},
            "healthy": False,
        }
        document = {
            "version": 1,
            "spec": "2025-07",
            "services": [
                {
                    "address": "projects/-/regions/us-east1/backendServices/orders",
                    "name": "orders",
                    "project": None,
                    "region": "us-east1",
                    "root": ".",
                    "path": "orders.yaml",
                    "line": 1,
                    "zonal_affinity": {
                        "spillover": "ZONAL_AFFINITY_STAY_WITHIN_ZONE",
                        "spillover_ratio": "0",
                    },
                    "failover_policy": {"failover_ratio": "0.5", "drop_traffic_if_unhealthy": True},
                    "backends": [
                        {"group": "main", "role": "primary", "zones": {B: 2}},
                        {"group": "spare", "role": "failover", "zones": {C: 1}},
                    ],
                    "undetermined": [],
                    "caveats": [],
                    "scenarios": [
                        {
                            "name": "as given",
                            "down": [B, C],
                            "healthy": {B: 0, C: 0},
                            "original_eligible": {"kind": "none", "zones": {}},
                            "clients": [
                                client("STAY_WITHIN_ZONE", "vm", B, **dropped),
                                client("STAY_WITHIN_ZONE", "vm", C, **dropped),
                                client("STAY_WITHIN_ZONE", "vpn", None, compatible=False, **dropped),
                                client("STAY_WITHIN_ZONE", "vm", None, **dropped),
                            ],
                        }
                    ],
                }
            ],
            "next_hops": [],
            "skipped": [],
            "records": [],
            "parity": [],
            "proxies": [],
            "unreadable": [],
        }
        arguments = ("plan", "orders.yaml", "--scenario", "scenario.json", "--spec", "2025-07")

        assert printed(texts, *arguments) == (document, 0)


class TestShow:
    def test_terraform_with_modules(self, printed: Callable[..., Any]) -> None:
        texts = {
            "main.tf": """\
variable "group" {}

module "lb" {
  source   = "./lb"
  for_each = { a = "ilb-a", b = "ilb-b" }
  name     = each.value
  group    = var.group
}

module "dns" {
  source = "terraform-google-modules/cloud-dns/google"
}
""",
            "lb/main.tf": """\
variable "name" {}
variable "group" {}

resource "google_compute_region_backend_service" "this" {
  name = var.name

  backend {
    balancing_mode = "CONNECTION"
    group          = var.group
  }
}
""",
        }
        document = {
            "version": 1,
            "resources": [
                {
                    "address": f'module.lb["{key}"].google_compute_region_backend_service.this',
                    "type": "google_compute_region_backend_service",
                    "root": ".",
                    "path": "lb/main.tf",
                    "line": 4,
                    "values": {"name": f"ilb-{key}", "backend": [{"balancing_mode": "CONNECTION"}]},
                    "unknown": [{"field": "backend[0].group", "because": "var.group"}],
                }
                for key in ("a", "b")
            ],
            "modules": [
                {"address": "module.lb", "source": "./lb", "read": True, "because": None},
                {
                    "address": "module.dns",
                    "source": "terraform-google-modules/cloud-dns/google",
                    "read": False,
                    "because": "not present",
                },
            ],
            "unreadable": [],
        }

        assert printed(texts, "show") == (document, 0)

    def test_json(self, printed: Callable[..., Any]) -> None:
        text = """\
[{"kind": "dns#resourceRecordSet", "name": "shop.example.test.", "type": "A", "ttl": 30,
  "routingPolicy": {"primaryBackup": {"trickleTraffic": 0.10}}}]
"""
        document = {
            "version": 1,
            "resources": [
                {
                    "address": "projects/-/managedZones/-/rrsets/shop.example.test./A",
                    "type": "dns#resourceRecordSet",
                    "root": ".",
                    "path": "records.json",
                    "line": 1,
                    "values": {
                        "kind": "dns#resourceRecordSet",
                        "name": "shop.example.test.",
                        "type": "A",
                        "ttl": 30,
                        "routingPolicy": {"primaryBackup": {"trickleTraffic": 0.1}},
                    },
                    "unknown": [],
                }
            ],
            "modules": [],
            "unreadable": [],
        }

        assert printed({"records.json": text}, "show") == (document, 0)

    def test_yaml_beside_something_that_cannot_be_read(self, printed: Callable[..., Any]) -> None:
        texts = {
            "check.yml": "kind: compute#healthCheck\nname: probe\nsourceRegions: [us-east1]\n",
            "other.json": '{"a": 1}',
        }
        document = {
            "version": 1,
            "resources": [
                {
                    "address": "projects/-/global/healthChecks/probe",
                    "type": "compute#healthCheck",
                    "root": ".",
                    "path": "check.yml",
                    "line": 1,
                    "values": {"kind": "compute#healthCheck", "name": "probe", "sourceRegions": ["us-east1"]},
                    "unknown": [],
                }
            ],
            "modules": [],
            "unreadable": [
                {
                    "path": "other.json",
                    "line": 1,
                    "column": 1,
                    "message": "not recognised as an object of Google's APIs",
                }
            ],
        }

        assert printed(texts, "show", "check.yml", "other.json") == (document, 3)


class TestRules:
    def test_every_rule(self, printed: Callable[..., Any]) -> None:
        document = {
            "version": 1,
            "rules": [
                {
                    "code": each.code,
                    "name": each.name,
                    "severity": each.severity.value,
                    "summary": each.summary,
                }
                for each in ALL
            ],
        }

        assert printed({}, "rules") == (document, 0)
