"""What a stranger writes into a repository leads a run nowhere else, and keeps it waiting for nothing."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")

Spillover = Callable[..., CompletedProcess[str]]

SECRET = "TOP-SECRET"
OUTSIDE = "what is not to be read"


def service(description: str = '"ours"', name: str = "orders") -> str:
    return (
        f'resource "google_compute_region_backend_service" "{name}" {{\n'
        f'  name = "{name}"\n  region = "us-east1"\n  description = {description}\n}}\n'
    )


@pytest.fixture
def repository(here: Path) -> Path:
    """A repository in ``here``, and things beside it that are nobody's business."""
    (here / "r/.git").mkdir(parents=True)
    (here / "out/lb").mkdir(parents=True)
    (here / "out/secret.txt").write_text(SECRET)
    (here / "out/secret.tfvars").write_text(f'text = "{SECRET}"\n')
    (here / "out/secret.toml").write_text(f'[lint]\nselect = "{SECRET}"\n')
    (here / "out/lb/main.tf").write_text(service(f'"{OUTSIDE}"', "outside"))
    (here / "r/main.tf").write_text(service())
    return here / "r"


@pytest.fixture
def shown(spillover: Spillover) -> Callable[..., CompletedProcess[str]]:
    """``show r``, in whose output there must be nothing from outside, nor in that of ``lint``."""

    def run(status: int = 0) -> CompletedProcess[str]:
        for arguments in (
            ["show", "r"],
            ["lint", "r", "--fail-on", "never"],
            ["plan", "r", "--format", "json"],
        ):
            judged = spillover(*arguments)
            assert judged.returncode == status, judged.stderr
            for text in (SECRET, OUTSIDE):
                assert text not in judged.stdout + judged.stderr
        return spillover("show", "r")

    return run


Shown = Callable[..., CompletedProcess[str]]


class TestFiles:
    """The functions of Terraform that read files."""

    @pytest.mark.parametrize(
        "path",
        ["/proc/self/environ", "../out/secret.txt", "link.txt", "sub/secret.txt", "/etc/passwd", "~/.netrc"],
    )
    @pytest.mark.parametrize("call", ['file("{}")', 'templatefile("{}", {{}})', 'filesha256("{}")'])
    def test_outside(
        self, shown: Shown, repository: Path, monkeypatch: pytest.MonkeyPatch, path: str, call: str
    ) -> None:
        monkeypatch.setenv("TOKEN", SECRET)
        (repository / "link.txt").symlink_to("../out/secret.txt")
        (repository / "sub").symlink_to("../out")
        (repository / "main.tf").write_text(service(call.format(path)))

        run = shown()

        assert "description: unknown, because of " in run.stdout
        assert ", which is " in run.stdout

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
    def test_what_is_no_file(self, shown: Shown, repository: Path, make: Callable[[Path], None]) -> None:
        make(repository / "x")
        (repository / "main.tf").write_text(service('file("x")'))
        is_link = (repository / "x").is_symlink()

        run = shown(status=0 if is_link else 3)

        assert ("which is outside" in run.stdout) if is_link else ("'x' is not a file" in run.stderr)

    def test_a_template_does_not_read_itself(self, shown: Shown, repository: Path) -> None:
        (repository / "t").write_text('${templatefile("t", {})}')
        (repository / "main.tf").write_text(service('templatefile("t", {})'))

        assert "a template cannot use another one" in shown(status=3).stderr


class TestModules:
    @pytest.mark.parametrize("source", ["../out/lb", "./link", "../r/link"])
    def test_a_source_outside_of_the_repository(self, shown: Shown, repository: Path, source: str) -> None:
        (repository / "link").symlink_to("../out/lb")
        (repository / "main.tf").write_text(f'module "lb" {{\n  source = "{source}"\n}}\n{service()}')

        run = shown()

        assert f"r/main.tf:2: module.lb from {source} is outside of the repository: what" in run.stderr

    def test_is_read_if_it_is_named_too(self, spillover: Spillover, repository: Path) -> None:
        (repository / "main.tf").write_text('module "lb" {\n  source = "../out/lb"\n}\n')

        assert (
            "module.lb.google_compute_region_backend_service.outside" in spillover("show", "r", "out").stdout
        )

    def test_without_a_repository_it_is_read(self, spillover: Spillover, repository: Path) -> None:
        (repository / ".git").rmdir()
        (repository / "main.tf").write_text('module "lb" {\n  source = "../out/lb"\n}\n')

        assert "module.lb.google_compute_region_backend_service.outside" in spillover("show", "r").stdout

    @pytest.mark.parametrize("is_absolute", [False, True])
    def test_a_manifest_that_leads_outside(self, shown: Shown, repository: Path, is_absolute: bool) -> None:
        folder = str(repository.parent / "out/lb") if is_absolute else "../out/lb"
        self.install(repository, json.dumps({"Modules": [{"Key": "lb", "Source": "a/b/c", "Dir": folder}]}))

        run = shown()

        assert "module.lb from a/b/c is outside of the repository" in run.stderr

    @pytest.mark.parametrize(
        "make",
        [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero"), lambda path: path.symlink_to(path)],
    )
    def test_a_manifest_that_is_no_file(
        self, shown: Shown, repository: Path, make: Callable[[Path], None]
    ) -> None:
        self.install(repository)
        make(repository / ".terraform/modules/modules.json")

        assert "module.lb from a/b/c is not here" in shown().stderr

    def install(self, repository: Path, manifest: str | None = None) -> None:
        (repository / ".terraform/modules").mkdir(parents=True)
        (repository / "main.tf").write_text(f'module "lb" {{\n  source = "a/b/c"\n}}\n{service()}')
        if manifest is not None:
            (repository / ".terraform/modules/modules.json").write_text(manifest)

    def test_a_ring_of_links(self, shown: Shown, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for each in ("configuration", "module"):
            monkeypatch.setattr(f"spillover.read.modules.{each}.MOST_MODULES", 50)
        (repository / "m").symlink_to(".")
        calls = "".join(f'module "{name}" {{\n  source = "./m"\n}}\n' for name in "ab")
        (repository / "main.tf").write_text(calls)

        run = shown(status=3)

        assert "nested too deeply" in run.stderr
        assert "more than 50 instances of modules" in run.stderr


class TestSearch:
    def test_links_inside_of_the_repository_are_followed(
        self, spillover: Spillover, repository: Path
    ) -> None:
        (repository / "envs/prod").mkdir(parents=True)
        (repository / "envs/prod/common.tf").symlink_to("../../main.tf")

        for paths in (["r/envs/prod"], ["r/envs/prod/common.tf"]):
            assert (
                "google_compute_region_backend_service.orders r/envs/prod/common.tf:1"
                in spillover("show", *paths).stdout
            )

    @pytest.mark.parametrize(
        ("name", "target"),
        [
            ("x.tf", "../out/lb/main.tf"),
            ("x.tf", "/proc/self/environ"),
            ("terraform.tfvars", "../out/secret.tfvars"),
        ],
    )
    def test_a_link_that_leads_outside_is_told(
        self, shown: Shown, repository: Path, name: str, target: str
    ) -> None:
        (repository / name).symlink_to(target)
        (repository / "main.tf").write_text(f'variable "text" {{}}\n{service("var.text")}')

        run = shown()

        assert f"spillover: r/{name}: a link that leads out of the repository or of the folder" in run.stderr

    def test_a_link_in_a_called_module_that_leads_outside(self, shown: Shown, repository: Path) -> None:
        (repository / ".gitignore").write_text("m/\n")
        (repository / "m").mkdir()
        (repository / "m/main.tf").write_text(service(name="called"))
        (repository / "m/x.tf").symlink_to("../../out/lb/main.tf")
        (repository / "main.tf").write_text('module "m" {\n  source = "./m"\n}\n')

        assert "module.m.google_compute_region_backend_service.called" in shown().stdout

    def test_what_is_no_file_keeps_nobody_waiting(self, shown: Shown, repository: Path) -> None:
        for name in ("p.tf", "p.json", "terraform.tfvars", ".gitignore", ".spillover.toml", "pyproject.toml"):
            os.mkfifo(repository / name)
        (repository / "d.tf").mkdir()
        (repository / "d.json").mkdir()
        for name, target in (
            ("z.tf", "/dev/zero"),
            ("z.yaml", "/dev/zero"),
            ("o.tf", "o.tf"),
            ("f.tf", "p.tf"),
        ):
            (repository / name).symlink_to(target)

        assert shown().stdout.startswith("google_compute_region_backend_service.orders r/main.tf:1\n")


class TestConfiguration:
    def test_a_link_that_leads_outside(self, spillover: Spillover, repository: Path) -> None:
        (repository / ".spillover.toml").symlink_to("../out/secret.toml")

        run = spillover("lint", "r")

        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "spillover: r/.spillover.toml: a link that leads out of the repository\n"

    def test_a_link_inside(self, spillover: Spillover, repository: Path) -> None:
        (repository / "conf.toml").write_text('[lint]\nselect = ["ZA"]\n')
        (repository / ".spillover.toml").symlink_to("conf.toml")

        assert spillover("lint", "r").returncode == 0

    def test_nothing_in_it_names_code_or_files(self) -> None:
        from spillover.read.validate import schema

        def names(value: Any) -> set[str]:
            if not isinstance(value, dict):
                return set()
            return set(value.get("properties", ())).union(*map(names, value.values()))

        assert names(schema("config.schema.json")) == {
            *("lint", "select", "ignore", "severity", "options", "rule", "reason", "address", "until"),
            *("outage_objective_s", "client_regions", "minimum_zones", "ttl_range_s", "region_locations"),
        }
