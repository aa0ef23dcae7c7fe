"""Which provider a resource is written for, and which versions of it are allowed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spillover.model.provider import Provider, Versions
from spillover.read.files import walk
from spillover.read.modules.folders import Folders
from spillover.read.modules.roots import RootModule, read_root
from spillover.read.request import GivenVariables

SIX = Versions((6, 0, 0), (7, 0, 0))


def read(directory: Path, files: dict[str, str]) -> RootModule:
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    found = Folders(directory)
    for path, terraform in walk(Path(), directory).terraform.items():
        found.add(path, terraform)
    root = read_root(".", found, GivenVariables())
    assert root.errors == []
    return root


def providers(directory: Path, files: dict[str, str]) -> list[Provider | None]:
    """The provider of each service."""
    return [each.origin.provider for each in read(directory, files).resources]


def service(*lines: str, name: str = "s") -> str:
    head = f'resource "google_compute_region_backend_service" "{name}" {{\n'
    return head + "".join(f"  {line}\n" for line in lines) + "}\n"


def requires(*lines: str) -> str:
    return "terraform {\n  required_providers {\n" + "".join(f"    {line}\n" for line in lines) + "  }\n}\n"


BETA = ("provider = google-beta",)


@pytest.mark.parametrize(
    ("text", "provider"),
    [
        pytest.param(service(), Provider("google"), id="nothing is required"),
        pytest.param(
            requires('google = { source = "hashicorp/google", version = "~> 6.0" }') + service(),
            Provider("google", SIX),
            id="a requirement",
        ),
        pytest.param(
            requires('google = { "version" = "~> 6.0" }') + service(), Provider("google", SIX), id="no source"
        ),
        pytest.param(requires('google = "~> 6.0"') + service(), Provider("google", SIX), id="a text alone"),
        pytest.param(
            requires('google = { source = "hashicorp/google" }') + service(),
            Provider("google"),
            id="a source",
        ),
        pytest.param(requires("google = local.x") + service(), Provider("google"), id="neither"),
        pytest.param(
            requires('google = { version = "~> 6.0" }', 'google-beta = {\n      version = "7.1.0"\n    }')
            + service(*BETA),
            Provider("google-beta", Versions((7, 1, 0), (7, 1, 1))),
            id="the other provider",
        ),
        pytest.param(
            requires('google = {\n source = "hashicorp/google-beta"\n version = "~> 6.0"\n }')
            + service("provider = google.west"),
            Provider("google-beta", SIX),
            id="another name, and an alias",
        ),
        pytest.param(
            'provider "google" {\n  version = "~> 6.0"\n}\nprovider "aws" {\n  version = "1"\n}\n'
            + service(),
            Provider("google", SIX),
            id="in a provider block",
        ),
        pytest.param(
            'provider "google" {\n  version = local.x\n}\nlocals {\n  x = "~> 6.0"\n}\n' + service(),
            Provider("google"),
            id="in a provider block, which takes nothing but a text",
        ),
        pytest.param(
            'terraform {\n  required_version = ">= 1.5"\n}\n' + service(),
            Provider("google"),
            id="Terraform's own",
        ),
        pytest.param(
            'terraform {\n  backend "gcs" {}\n  required_providers {\n    google = "~> 6.0"\n  }\n}\n'
            + service(),
            Provider("google", SIX),
            id="beside another block",
        ),
        pytest.param(
            requires('google = { source = "hashicorp/google-beta", version = ">= 6.0" }')
            + 'provider "google" {\n  version = "< 7.0"\n}\n'
            + service(),
            Provider("google-beta", SIX),
            id="in both",
        ),
        pytest.param(
            requires(
                'google = {\n source = "hashicorp/google"\n version = "~> 6.0"\n'
                " configuration_aliases = [google.west]\n }"
            )
            + service(),
            Provider("google", SIX),
            id="aliases that a module wants",
        ),
    ],
)
def test_provider(tmp_path: Path, text: str, provider: Provider) -> None:
    assert providers(tmp_path, {"main.tf": text}) == [provider]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param({"google": {"source": "hashicorp/google", "version": "~> 6.0"}}, id="an object"),
        pytest.param([{"google": {"version": "~> 6.0"}}], id="a list of one"),
    ],
)
def test_json(tmp_path: Path, written: Any) -> None:
    text = json.dumps({"terraform": {"required_providers": written}})

    assert providers(tmp_path, {"v.tf.json": text, "main.tf": service()}) == [Provider("google", SIX)]


def test_override_file_replaces_a_requirement(tmp_path: Path) -> None:
    files = {
        "main.tf": requires('google = "~> 5.0"', 'google-beta = "~> 6.0"')
        + service()
        + service(*BETA, name="t"),
        "override.tf": requires('google = { version = "~> 6.0" }') + "locals {}\n",
    }

    assert providers(tmp_path, files) == [Provider("google", SIX), Provider("google-beta", SIX)]


def test_modules_of_a_configuration_allow_versions_together(tmp_path: Path) -> None:
    files = {
        "main.tf": requires('google = { version = ">= 5.0" }')
        + service()
        + 'module "lb" {\n  source = "./lb"\n  for_each = toset(["a", "b"])\n}\n',
        "lb/main.tf": requires('google = { version = "~> 6.0" }', 'gcp = { source = "hashicorp/google" }')
        + service("provider = gcp"),
    }

    assert providers(tmp_path, files) == [Provider("google", SIX)] * 3
