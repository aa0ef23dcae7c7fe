"""``spillover show``, end to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

Spillover = Callable[..., CompletedProcess[str]]

MAIN = """\
variable "zone" {}

resource "google_compute_region_backend_service" "orders" {
  name = "orders-${var.zone}"

  backend {
    group = google_compute_instance_group.orders.id
  }
}

module "dns" {
  source = "terraform-google-modules/cloud-dns/google"
}
"""


class TestShow:
    def test_text(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(MAIN)

        result = spillover("show", "--var", "zone=b")

        assert (result.returncode, result.stderr) == (
            0,
            "spillover: main.tf:12: module.dns from terraform-google-modules/cloud-dns/google is not here:"
            " what it makes is not known\n",
        )
        assert (
            result.stdout
            == """\
google_compute_region_backend_service.orders main.tf:3
  name = "orders-b"
  backend = [{}]
  backend[0].group: unknown, because of google_compute_instance_group.orders.id

module.dns from terraform-google-modules/cloud-dns/google: not read: not present
"""
        )

    def test_colours(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(MAIN)

        assert "\x1b[1mmodule.dns\x1b[0m" in spillover("show", "--color", "always").stdout

    def test_nothing_relevant(self, spillover: Spillover) -> None:
        result = spillover("show")

        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr == "spillover: nothing relevant was found\n"

    def test_what_cannot_be_read_is_in_the_document_and_on_standard_error(
        self, spillover: Spillover, here: Path
    ) -> None:
        (here / "check.json").write_text('{"kind": "compute#healthCheck", "name": "hc"}')
        (here / "other.json").write_text("{}")

        result = spillover("show", "check.json", "other.json", "--format", "json")

        message = "not recognised as an object of Google's APIs"
        assert result.returncode == 3
        assert [each["address"] for each in json.loads(result.stdout)["resources"]] == [
            "projects/-/global/healthChecks/hc"
        ]
        assert json.loads(result.stdout)["unreadable"] == [
            {"path": "other.json", "line": 1, "column": 1, "message": message}
        ]
        assert result.stderr == f"spillover: cannot read other.json:1:1: {message}\n"

    def test_resources_are_in_the_order_of_their_places(self, spillover: Spillover, here: Path) -> None:
        for name in ("b", "a"):
            (here / f"{name}.json").write_text(json.dumps({"kind": "compute#healthCheck", "name": name}))

        result = spillover("show", "b.json", "a.json", "--format", "json")

        assert [each["path"] for each in json.loads(result.stdout)["resources"]] == ["a.json", "b.json"]

    def test_record_sets_with_their_zone(self, spillover: Spillover, here: Path) -> None:
        record = {"kind": "dns#resourceRecordSet", "name": "shop.example.test.", "type": "A", "ttl": 30}
        (here / "records.json").write_text(json.dumps([record]))

        result = spillover("show", "--dns-zone", "shop=records.json", "--format", "json", ".")

        assert [each["address"] for each in json.loads(result.stdout)["resources"]] == [
            "projects/-/managedZones/shop/rrsets/shop.example.test./A"
        ]

    def test_wrong_usage(self, spillover: Spillover) -> None:
        result = spillover("show", "gone")

        assert (result.returncode, result.stdout, result.stderr) == (2, "", "spillover: no such file: gone\n")
