"""The modules that ``terraform init`` has put into ``.terraform``, and whether a call means one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from spillover.read.modules import installed
from spillover.read.modules.installed import Installed, installed_modules


def manifest(directory: Path, content: str) -> None:
    target = directory / ".terraform" / "modules" / "modules.json"
    target.parent.mkdir(parents=True)
    target.write_text(content, encoding="utf-8")


class TestManifest:
    def test_by_the_way_of_calls_to_them(self, tmp_path: Path) -> None:
        modules: Any = [
            {"Key": "", "Source": "", "Dir": "."},
            {
                "Key": "lb",
                "Source": "registry.terraform.io/a/b/c",
                "Version": "1.0",
                "Dir": ".terraform/modules/lb",
            },
            {"Key": "lb.health", "Source": "./sub", "Dir": ".terraform\\modules\\lb\\sub"},
            {"Key": "beside", "Source": "../m", "Dir": "../m"},
        ]
        manifest(tmp_path, json.dumps({"Modules": modules}))

        assert installed_modules("stack", tmp_path) == {
            "lb": Installed("stack/.terraform/modules/lb", "registry.terraform.io/a/b/c", "1.0"),
            "lb.health": Installed("stack/.terraform/modules/lb/sub", "./sub"),
            "beside": Installed("m", "../m"),
        }

    @pytest.mark.parametrize(
        "content",
        [
            "",
            "{",
            "[]",
            "5",
            "{}",
            '{"Modules": null}',
            '{"Modules": 5}',
            '{"Modules": [5]}',
            '{"Modules": [{"Key": "a"}]}',
            '{"Modules": [{"Key": "a", "Dir": 5}]}',
            '{"Modules": [{"Key": ["a"], "Dir": "m"}]}',
            "[" * 100_000,
            "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
        ],
    )
    def test_damaged(self, tmp_path: Path, content: str) -> None:
        manifest(tmp_path, content)

        assert installed_modules(".", tmp_path) == {}

    def test_too_large(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        content = json.dumps({"Modules": [{"Key": "a", "Dir": "m"}]})
        manifest(tmp_path, content)
        monkeypatch.setattr(installed, "_LARGEST_MANIFEST", len(content))
        assert installed_modules(".", tmp_path) == {"a": Installed("m")}

        monkeypatch.setattr(installed, "_LARGEST_MANIFEST", len(content) - 1)
        assert installed_modules(".", tmp_path) == {}

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        manifest(tmp_path, "")
        file = tmp_path / ".terraform/modules/modules.json"
        file.unlink()
        os.mkfifo(file)

        assert installed_modules(".", tmp_path) == {}

    def test_a_link_is_not_followed(self, tmp_path: Path) -> None:
        manifest(tmp_path, "")
        file = tmp_path / ".terraform/modules/modules.json"
        file.unlink()
        (tmp_path / "other.json").write_text(json.dumps({"Modules": [{"Key": "a", "Dir": "m"}]}))
        file.symlink_to(tmp_path / "other.json")

        assert installed_modules(".", tmp_path) == {}

    def test_none(self, tmp_path: Path) -> None:
        assert installed_modules(".", tmp_path) == {}
        assert installed_modules(".", tmp_path / "nul\0byte") == {}


REGISTRY = "registry.terraform.io/terraform-google-modules/lb-internal/google"


class TestServes:
    """Where Terraform would ask for another ``init``, the module is not the one that is called."""

    @pytest.mark.parametrize(
        ("fetched", "version", "source", "constraint", "expected"),
        [
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-internal/google", "", True),
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-internal/google", "~> 5.0", True),
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-internal/google", ">= 5.2", False),
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-internal/google", "5.0.0", False),
            (REGISTRY, "6.0.0-beta1", "terraform-google-modules/lb-internal/google", "~> 5.0", True),
            (REGISTRY, "5.1.0", "app.terraform.io/terraform-google-modules/lb-internal/google", "", True),
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-http/google", "", False),
            (REGISTRY, "5.1.0", "terraform-google-modules/lb-internal/google//modules/x", "", False),
            (f"{REGISTRY}//modules/x", "5.1.0", f"{REGISTRY}//modules/x", "5.1.0", True),
            ("git::https://x.test/m.git?ref=v1", "", "git::https://x.test/m.git?ref=v1", "", True),
            ("git::https://x.test/m.git?ref=v1", "", "git::https://x.test/m.git?ref=v2", "", False),
            ("git::https://x.test/m.git?depth=1&ref=v1", "", "git::https://x.test/m.git", "", False),
            ("git::https://github.com/o/m.git", "", "github.com/o/m", "", True),
            ("", "", "github.com/o/m?ref=v2", "", True),
            (REGISTRY, "5.1.0", "", "", True),
        ],
    )
    def test_a_call(
        self, fetched: str, version: str, source: str, constraint: str, *, expected: bool
    ) -> None:
        assert Installed("m", fetched, version).serves(source, constraint) is expected
