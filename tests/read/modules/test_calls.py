"""Where the module of a call is: local folders, and what ``terraform init`` has put into ``.terraform``."""

from __future__ import annotations

import pytest

from spillover.read.modules.calls import DEEPEST_MODULE, Found, find_module
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder
from spillover.read.modules.folders import called_path
from spillover.read.modules.installed import Installed

FOLDERS = {path: Folder(path, ()) for path in ("stack", "stack/m", "m", "stack/.terraform/modules/lb")}
INSTALLED = {
    "lb": Installed("stack/.terraform/modules/lb", "registry.terraform.io/a/b/c", "1.2.0"),
    "lb.health": Installed("stack/.terraform/modules/lb.health"),
    "ring": Installed("stack"),
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

        assert find_module(source, "~> 1.1", way, callers, configuration) == expected

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

    def test_another_version_than_the_installed_one_is_not_present(self) -> None:
        configuration = Configuration("stack", FOLDERS.get, installed=INSTALLED)

        found = find_module("a/b/c", "~> 2.0", ("lb",), ("stack",), configuration)

        assert found == Found(None, "not present")
