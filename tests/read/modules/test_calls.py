"""Where the module of a call is: local folders, and what ``terraform init`` has put into ``.terraform``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spillover.read.modules import calls
from spillover.read.modules.calls import DEEPEST_MODULE, Found, called_path, find_module, installed_modules
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder

FOLDERS = {path: Folder(path, ()) for path in ("stack", "stack/m", "m", "stack/.terraform/modules/lb")}
INSTALLED = {
    "lb": "stack/.terraform/modules/lb",
    "lb.health": "stack/.terraform/modules/lb.health",
    "ring": "stack",
}


class TestFindModule:
    @pytest.mark.parametrize(
        ("source", "way", "callers", "expected"),
        [
            pytest.param("./m", ("x",), ("stack",), Found(FOLDERS["stack/m"]), id="local"),
            pytest.param("../m", ("x",), ("stack",), Found(FOLDERS["m"]), id="above"),
            pytest.param("./z", ("x",), ("stack",), Found(None, "no such folder", True), id="missing"),
            pytest.param("./", ("x",), ("stack",), Found(None, "calls itself", True), id="itself"),
            pytest.param("../", ("x",), ("stack/m", "stack"), Found(None, "calls itself", True), id="ring"),
            pytest.param("a/b/c", ("x",), ("stack",), Found(None, "not present"), id="not installed"),
            pytest.param("", ("x",), ("stack",), Found(None, "not present"), id="no source"),
            pytest.param(
                "a/b/c",
                ("lb",),
                ("stack",),
                Found(FOLDERS["stack/.terraform/modules/lb"]),
                id="installed",
            ),
            pytest.param(
                "a/b/c",
                ("lb", "health"),
                ("stack/m", "stack"),
                Found(None, "not present"),
                id="installed, and gone",
            ),
            pytest.param(
                "a/b/c", ("ring",), ("stack",), Found(None, "calls itself", True), id="installed ring"
            ),
            pytest.param(
                "./m",
                ("x",),
                ("stack",) * (DEEPEST_MODULE + 1),
                Found(None, "nested too deeply", True),
                id="too deep",
            ),
        ],
    )
    def test_found(
        self, source: str, way: tuple[str, ...], callers: tuple[str, ...], expected: Found
    ) -> None:
        configuration = Configuration("stack", FOLDERS.get, installed=INSTALLED)

        assert find_module(source, way, callers, configuration) == expected

    @pytest.mark.parametrize(
        ("caller", "source", "expected"),
        [
            (".", "./m", "m"),
            ("a/b", "../c", "a/c"),
            ("a", "../", "."),
            ("a", "../../x", "../x"),
            ("a", "./b//c/", "a/b/c"),
        ],
    )
    def test_called_paths(self, caller: str, source: str, expected: str) -> None:
        assert called_path(caller, source) == expected


def manifest(directory: Path, content: str) -> None:
    target = directory / ".terraform" / "modules" / "modules.json"
    target.parent.mkdir(parents=True)
    target.write_text(content, encoding="utf-8")


class TestInstalledModules:
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
            "lb": "stack/.terraform/modules/lb",
            "lb.health": "stack/.terraform/modules/lb/sub",
            "beside": "m",
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
        monkeypatch.setattr(calls, "_LARGEST_MANIFEST", len(content))
        assert installed_modules(".", tmp_path) == {"a": "m"}

        monkeypatch.setattr(calls, "_LARGEST_MANIFEST", len(content) - 1)
        assert installed_modules(".", tmp_path) == {}

    def test_none(self, tmp_path: Path) -> None:
        assert installed_modules(".", tmp_path) == {}
        assert installed_modules(".", tmp_path / "nul\0byte") == {}
