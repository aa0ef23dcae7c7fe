"""Provider blocks: the project, region and zone of resources that do not say so themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, Unknown
from spillover.read.files import walk
from spillover.read.modules.folders import Folders
from spillover.read.modules.roots import RootModule, read_root
from spillover.read.request import GivenVariables


def read(directory: Path, files: dict[str, str], errors: tuple[str, ...] = ()) -> RootModule:
    """The root module with these files, in which nothing but these errors is wrong."""
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8", newline="")
    found = Folders(directory)
    for path, terraform in walk(Path(), directory).terraform.items():
        found.add(path, terraform)
    root = read_root(".", found, GivenVariables())
    noted = (*found.errors, *root.errors, *(error for each in found.read.values() for error in each.errors))
    assert tuple(str(error) for error in noted) == errors
    return root


def block(header: str, *lines: str) -> str:
    return "\n".join((f"{header} {{", *(f"  {line}" for line in lines), "}", ""))


def service(name: str, *lines: str) -> str:
    return block(f'resource "google_compute_region_backend_service" "{name}"', *lines)


def call(name: str, source: str, *lines: str) -> str:
    return block(f'module "{name}"', f'source = "{source}"', *lines)


class TestProviderDefaults:
    """Where a resource does not say so itself, its provider says the project and the place."""

    GOOGLE = block('provider "google"', 'project = "p"', 'region = "r"')
    WEST = block('provider "google"', 'alias = "west"', 'project = "pw"', "region = local.west") + (
        'locals {\n  west = "rw"\n}\n'
    )
    BETA = block('provider "google-beta"', 'project = "pb"')

    def places(self, directory: Path, files: dict[str, str]) -> list[tuple[Any, Any]]:
        """Project and region of each service."""
        return [(each.project, each.region) for each in read(directory, files).resources]

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            pytest.param([], ("p", "r"), id="the default"),
            pytest.param(['project = "own"'], ("own", "r"), id="the resource's own"),
            pytest.param(["region = null"], ("p", "r"), id="null is as if it were not written"),
            pytest.param(["region = var.r"], ("p", "var.r"), id="an unknown one is its own"),
            pytest.param(["provider = google.west"], ("pw", "rw"), id="alias"),
            pytest.param(['provider = "google.west"'], ("pw", "rw"), id="alias in quotes"),
            pytest.param(["provider = google-beta"], ("pb", None), id="another provider"),
            pytest.param(["provider = google.east"], (None, None), id="an alias that is not there"),
            pytest.param(["provider = google-beta.west"], (None, None), id="an alias of another one"),
        ],
    )
    def test_of_the_provider_that_is_chosen(
        self, tmp_path: Path, lines: list[str], expected: tuple[str | None, str | None]
    ) -> None:
        files = {"main.tf": service("s", *lines), "providers.tf": self.WEST + self.BETA + self.GOOGLE}

        ((project, region),) = self.places(tmp_path, files)
        assert (project, region.because if isinstance(region, Unknown) else region) == expected

    def test_without_any(self, tmp_path: Path) -> None:
        assert self.places(tmp_path, {"main.tf": service("s")}) == [(None, None)]

    def test_unknown(self, tmp_path: Path) -> None:
        files = {"main.tf": service("s") + block('provider "google"', "project = var.p")}

        ((project, region),) = self.places(tmp_path, files)
        assert (project.because, region) == ("var.p", None)
        assert project.at.path == FieldPath.parse("project")

    def test_zone_of_zonal_resources_alone(self, tmp_path: Path) -> None:
        group = 'name = "g"'
        google = 'project = "p"', 'region = "us-east1"', 'zone = "us-east1-b"'
        root = read(
            tmp_path,
            {
                "main.tf": block('provider "google"', *google)
                + block('resource "google_compute_instance_group_manager" "a"', group)
                + block('resource "google_compute_region_instance_group_manager" "b"', group)
                + block('resource "google_compute_network_endpoint_group" "c"', group, 'zone = "us-west1-a"')
            },
        )

        assert [each.identity for each in root.resources] == [
            ResourceName("instanceGroups", "g", "zones/us-east1-b", "p"),
            ResourceName("instanceGroups", "g", "regions/us-east1", "p"),
            ResourceName("networkEndpointGroups", "g", "zones/us-west1-a", "p"),
        ]

    @pytest.mark.parametrize(
        ("providers", "inside", "expected"),
        [
            pytest.param("", [], ("p", "r"), id="inherited"),
            pytest.param("providers = { google = google.west }", [], ("pw", "rw"), id="passed"),
            pytest.param(
                "providers = { google.here = google.west }",
                ["provider = google.here"],
                ("pw", "rw"),
                id="as an alias",
            ),
            pytest.param(
                "providers = { google.here = google.west }", [], ("p", "r"), id="another than is passed"
            ),
            pytest.param(
                'providers = { "google" = "google.west" }',
                [],
                ("pw", "rw"),
                id="in quotes, as was wanted once",
            ),
            pytest.param("", ["provider = google-beta"], ("pb", None), id="inherited, another provider"),
            pytest.param("providers = var.p", [], ("p", "r"), id="no object"),
        ],
    )
    def test_in_called_modules(
        self, tmp_path: Path, providers: str, inside: list[str], expected: tuple[str | None, str | None]
    ) -> None:
        files = {
            "main.tf": call("m", "./m", providers) + self.GOOGLE + self.WEST + self.BETA,
            "m/main.tf": service("s", *inside),
        }

        assert self.places(tmp_path, files) == [expected]

    def test_passed_on_through_modules(self, tmp_path: Path) -> None:
        files = {
            "main.tf": call("m", "./m", "providers = { google.a = google.west }") + self.GOOGLE + self.WEST,
            "m/main.tf": call("n", "./n", "providers = { google = google.a }") + service("s"),
            "m/n/main.tf": service("s"),
        }

        assert self.places(tmp_path, files) == [("p", "r"), ("pw", "rw")]

    def test_of_a_module_with_a_provider_of_its_own(self, tmp_path: Path) -> None:
        own = 'variable "p" {}\n' + block('provider "google"', "project = var.p")
        files = {"main.tf": call("m", "./m", 'p = "mine"') + self.GOOGLE, "m/main.tf": own + service("s")}

        assert self.places(tmp_path, files) == [("mine", None)]

    def test_an_empty_provider_of_a_module_stands_for_the_one_that_is_passed(self, tmp_path: Path) -> None:
        files = {
            "main.tf": call("m", "./m", "providers = { google.a = google.west }") + self.GOOGLE + self.WEST,
            "m/main.tf": block('provider "google"', 'alias = "a"')
            + 'provider "google" {\n}\n'
            + service("s", "provider = google.a")
            + service("t"),
        }

        assert self.places(tmp_path, files) == [("pw", "rw"), ("p", "r")]

    def test_of_the_instances_of_a_call(self, tmp_path: Path) -> None:
        own = 'variable "p" {}\n' + block('provider "google"', "project = var.p")
        text = call("m", "./m", 'for_each = { a = "pa", b = "pb" }', "p = each.value")

        assert self.places(tmp_path, {"main.tf": text, "m/main.tf": own + service("s")}) == [
            ("pa", None),
            ("pb", None),
        ]

    def test_an_alias_that_is_not_known_is_none(self, tmp_path: Path) -> None:
        text = block('provider "google"', "alias = var.a", 'project = "p"') + 'variable "a" {}\n'

        assert self.places(tmp_path, {"main.tf": text + service("s")}) == [(None, None)]

    def test_a_broken_provider_is_passed_over(self, tmp_path: Path) -> None:
        files = {"main.tf": service("s") + block('provider "google"', "project = =")}
        (resource,) = read(tmp_path, files, errors=("main.tf:4:13: unexpected '='",)).resources

        assert resource.project is None
