"""What is sensitive is in no output: no message quotes it, and no finding is about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

SECRETS = ("s3cr3t", "987654")

VARIABLES = "".join(
    f'variable "{name}" {{\n  type      = {type_}\n  sensitive = true\n}}\n'
    for name, type_ in (("s", "string"), ("n", "number"), ("m", "map(string)"))
)
RESOURCES = """\
resource "google_compute_region_backend_service" "a" {
  name = var.s
  region = var.s
  load_balancing_scheme = var.s
  session_affinity = var.s
  timeout_sec = var.n
  health_checks = [var.s]
  description = "${var.s}-a"
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = var.s
      spillover_ratio = var.n
    }
  }
  failover_policy {
    failover_ratio = var.n
  }
  backend {
    group = var.s
    balancing_mode = var.s
  }
}
resource "google_compute_health_check" "a" {
  name = var.s
  check_interval_sec = var.n
  timeout_sec = var.n + 1
}
resource "google_dns_record_set" "a" {
  name = var.s
  type = "A"
  ttl = var.n
  managed_zone = var.s
  routing_policy {
    health_check = var.s
    primary_backup {
      trickle_ratio = var.n
      primary {
        external_endpoints = [var.s]
      }
      backup_geo {
        location = var.s
        rrdatas = [var.s]
      }
    }
  }
}
"""
REFUSED = (
    *("tonumber(var.s)", "tobool(var.s)", "toset(var.s)", "file(var.s)", "templatefile(var.s, {})", "-var.s"),
    *('regex(var.s, "x")', "cidrhost(var.s, 1)", "var.m[var.s]", "{ a = 1 }[var.s]", "parseint(var.s, 10)"),
    *(
        'timeadd(var.s, "1h")',
        "format(var.s, 1, 2)",
        "yamldecode(var.s)",
        "jsondecode(var.s)",
        "lookup({}, var.s)",
    ),
    *('index(["a"], var.s)', "{ (var.s) = 1, (var.s) = 2 }", "{ for i in [1, 2] : var.s => i }", "[][var.n]"),
    *('"${tonumber("x${var.s}")}"', "[for each in [var.s] : tonumber(each)]", "templatestring(var.s, {})"),
    *('textencodebase64("x", var.s)', "element([], var.n)", "pow(var.n, 1e9) + var.s", "one([var.s, var.n])"),
)
COMMANDS = (
    *(["lint", "--format", each] for each in ("text", "json", "sarif", "markdown", "github", "junit")),
    *([command, "--format", each] for command in ("plan", "show") for each in ("text", "json")),
)


def values(text: str) -> str:
    return f's = "{text}"\nn = 987654\nm = {{ s3cr3t = "s3cr3t" }}\n'


@pytest.mark.parametrize("text", ["s3cr3t", "s3cr3t(", "%z s3cr3t", "{s3cr3t: [", "10.0.0.0/8 s3cr3t"])
def test_variables(spillover: Spillover, here: Path, text: str) -> None:
    locals_ = "".join(f"  l{index} = {each}\n" for index, each in enumerate(REFUSED))
    used = "".join(
        f'resource "google_compute_health_check" "u{index}" {{\n  name = local.l{index}\n}}\n'
        for index in range(len(REFUSED))
    )
    (here / "main.tf").write_text(f"{VARIABLES}{RESOURCES}{used}locals {{\n{locals_}}}\n")
    (here / "terraform.tfvars").write_text(values(text))

    for command in COMMANDS:
        run = spillover(*command)

        assert run.returncode == 3, run.stderr
        assert not [each for each in SECRETS if each in run.stdout + run.stderr]
    assert run.stderr.count("this is refused, and not told why: a value in it is sensitive") > 15


def test_a_rule_that_would_tell_it_is_undetermined(spillover: Spillover, here: Path) -> None:
    (here / "main.tf").write_text(VARIABLES + RESOURCES)
    (here / "terraform.tfvars").write_text(values("s3cr3t"))

    document = json.loads(spillover("lint", "--format", "json").stdout)

    causes = {each["because"] for each in document["undetermined"]}
    assert "var.n, which is sensitive" in causes
    assert "var.s, which is sensitive" in causes


def test_that_something_is_true_is_no_secret(spillover: Spillover, here: Path) -> None:
    (here / "main.tf").write_text(
        'variable "on" {\n  sensitive = true\n  default   = true\n}\n'
        'resource "google_compute_region_backend_service" "a" {\n  failover_policy {\n'
        "    drop_traffic_if_unhealthy = var.on\n  }\n}\n"
    )

    assert json.loads(spillover("lint", "--format", "json").stdout)["undetermined"] == []
    assert "(sensitive value)" in spillover("show").stdout


@pytest.mark.parametrize("how", ["resource_changes", "prior"])
def test_plans(spillover: Spillover, here: Path, how: str) -> None:
    record = {
        "name": "shop.example.test.",
        "type": "A",
        "ttl": 987654,
        "managed_zone": "s3cr3t",
        "routing_policy": [
            {
                "health_check": "s3cr3t",
                "primary_backup": [
                    {
                        "primary": [{"external_endpoints": ["s3cr3t"]}],
                        "backup_geo": [
                            {"location": "s3cr3t", "rrdatas": ["s3cr3t"], "health_checked_targets": []}
                        ],
                        "trickle_ratio": 987654,
                    }
                ],
            }
        ],
    }
    marks = {"ttl": True, "managed_zone": True, "routing_policy": True}
    address = "google_dns_record_set.a"
    resource = {"address": address, "mode": "managed", "type": "google_dns_record_set", "name": "a"}
    provider = {"provider_name": "registry.terraform.io/hashicorp/google"}
    change = {
        "actions": ["update"],
        "before": record,
        "after": {**record, "ttl": 987654321},
        "before_sensitive": marks,
        "after_sensitive": marks,
        "after_unknown": {},
    }
    known = {**resource, **provider, "schema_version": 0, "values": record, "sensitive_values": marks}
    state = {"format_version": "1.0", "values": {"root_module": {"resources": [known]}}}
    plan: dict[str, Any] = {"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": []}
    if how == "prior":
        plan["prior_state"] = state
    else:
        plan["resource_changes"] = [{**resource, **provider, "change": change}]
    (here / "plan.json").write_text(json.dumps(plan))

    for command in (*COMMANDS, ["diff"], ["diff", "--format", "json"]):
        run = spillover(command[0], "plan.json", *command[1:])

        assert run.returncode in (0, 1), run.stderr
        assert not [each for each in SECRETS if each in run.stdout + run.stderr], command


@pytest.mark.parametrize(
    "text",
    ["s3cr3t s3cr3t", 's = "x" s3cr3t', 's = "s3cr3t', "s = <<E\ns3cr3t", "s3cr3t {\n}"],
)
def test_files_of_values_are_not_quoted(spillover: Spillover, here: Path, text: str) -> None:
    (here / "main.tf").write_text(VARIABLES + RESOURCES)
    (here / "terraform.tfvars").write_text(text)

    run = spillover("lint")

    assert run.returncode == 3
    assert "s3cr3t" not in run.stdout + run.stderr


def test_the_environment_is_not_read_unless_it_is_asked_for(
    spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "main.tf").write_text(
        'variable "s" {}\nresource "google_compute_health_check" "a" {\n  name = var.s\n}\n'
    )
    monkeypatch.setenv("TF_VAR_s", "s3cr3t")
    monkeypatch.setenv("GOOGLE_CREDENTIALS", "s3cr3t")

    for command in COMMANDS:
        assert "s3cr3t" not in spillover(*command).stdout
    assert "s3cr3t" in spillover("show", "--env-vars").stdout
