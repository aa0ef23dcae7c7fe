"""The tool that derives the JSON Schemas of Google's resources, on an invented API."""

from __future__ import annotations

import importlib.util
import json
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "derive_schemas.py"

DOCUMENT: dict[str, Any] = {
    "id": "garden:v1",
    "revision": "20260101",
    "schemas": {
        "Garden": {
            "id": "Garden",
            "type": "object",
            "description": "A place to be.",
            "properties": {
                "area": {"type": "number", "format": "double", "description": "In square metres."},
                "id": {"type": "string", "format": "uint64", "readOnly": True},
                "rows": {"type": "integer", "format": "int32", "default": "3"},
                "season": {
                    "type": "string",
                    "enum": ["WINTER", "SUMMER"],
                    "enumDescriptions": ["Rest.", "Work."],
                },
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                "beds": {"type": "array", "items": {"$ref": "Bed"}},
                "gate": {"$ref": "Gate"},
                "notes": {"type": "object", "additionalProperties": {"type": "any"}},
            },
        },
        "Gate": {"type": "object", "properties": {"open": {"type": "boolean"}}},
        "Bed": {
            "type": "object",
            "properties": {
                "beside": {"$ref": "Bed"},
                "sownAt": {"type": "string", "format": "google-datetime"},
            },
        },
        "Tree": {
            "type": "object",
            "properties": {"branches": {"type": "array", "items": {"$ref": "Branch"}}},
        },
        "Branch": {"type": "object", "properties": {"of": {"$ref": "Tree"}}},
        "Unrelated": {"type": "object"},
    },
}


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("derive_schemas", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestDerive:
    def test_everything_but_prose(self, tool: ModuleType) -> None:
        assert tool.derive(DOCUMENT, "Garden") == {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$comment": "garden:v1, revision 20260101",
            "type": "object",
            "properties": {
                "area": {"type": ["number", "null"]},
                "id": {"type": ["integer", "string", "null"], "pattern": "^-?[0-9]+$"},
                "rows": {"type": ["integer", "null"]},
                "season": {"type": ["string", "null"], "enum": ["SUMMER", "WINTER", None]},
                "labels": {"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}},
                "beds": {"type": ["array", "null"], "items": {"$ref": "#/$defs/Bed"}},
                "gate": {"type": ["object", "null"], "properties": {"open": {"type": ["boolean", "null"]}}},
                "notes": {"type": ["object", "null"], "additionalProperties": {}},
            },
            "$defs": {
                "Bed": {
                    "type": ["object", "null"],
                    "properties": {
                        "beside": {"$ref": "#/$defs/Bed"},
                        "sownAt": {"type": ["string", "null"]},
                    },
                }
            },
        }

    def test_a_resource_that_leads_back_to_itself(self, tool: ModuleType) -> None:
        schema = tool.derive(DOCUMENT, "Tree")

        assert schema["type"] == "object"
        branch = {"type": ["object", "null"], "properties": {"of": {"$ref": "#/$defs/Tree"}}}
        assert schema["properties"]["branches"]["items"] == branch
        assert schema["$defs"]["Tree"]["type"] == ["object", "null"]

    def test_nothing_shared_needs_no_definitions(self, tool: ModuleType) -> None:
        assert "$defs" not in tool.derive(DOCUMENT, "Gate")


class TestMain:
    KINDS: ClassVar = {"garden.v1": ("Garden", "Gate")}

    @pytest.fixture
    def documents(self, tmp_path: Path) -> Path:
        folder = tmp_path / "documents"
        folder.mkdir()
        (folder / "garden.v1.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
        return folder

    @pytest.fixture
    def target(self, tmp_path: Path) -> Path:
        return tmp_path / "schemas" / "google"

    def test_what_it_writes_passes_the_check(
        self, tool: ModuleType, documents: Path, target: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert tool.main([str(documents)], target=target, kinds=self.KINDS) == 0
        assert sorted(path.name for path in target.iterdir()) == ["Garden.json", "Gate.json"]
        assert capsys.readouterr().out == "2 schemas, 1 kB, 2 of them changed\n"

        assert tool.main([str(documents), "--check"], target=target, kinds=self.KINDS) == 0
        assert capsys.readouterr().out == ""

    def test_text_is_sorted_and_indented_by_one(
        self, tool: ModuleType, documents: Path, target: Path
    ) -> None:
        tool.main([str(documents)], target=target, kinds=self.KINDS)

        text = (target / "Gate.json").read_text(encoding="utf-8")
        assert text.startswith('{\n "$comment": "garden:v1, revision 20260101",\n "$schema": ')
        assert text == json.dumps(json.loads(text), indent=1, sort_keys=True) + "\n"

    def test_check_names_what_differs_and_the_command_that_mends_it(
        self, tool: ModuleType, documents: Path, target: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tool.main([str(documents)], target=target, kinds=self.KINDS)
        (target / "Gate.json").unlink()
        (target / "Garden.json").write_text("{}", encoding="utf-8")
        (target / "Hedge.json").write_text("{}", encoding="utf-8")
        capsys.readouterr()

        assert tool.main([str(documents), "--check"], target=target, kinds=self.KINDS) == 1
        assert capsys.readouterr().out == (
            "not what the discovery documents give: Garden.json, Gate.json, Hedge.json; "
            "run `python tools/derive_schemas.py DISCOVERY_DIR`\n"
        )
        assert not (target / "Gate.json").exists()

    def test_a_schema_that_is_no_longer_wanted_goes(
        self, tool: ModuleType, documents: Path, target: Path
    ) -> None:
        target.mkdir(parents=True)
        (target / "Hedge.json").write_text("{}", encoding="utf-8")

        tool.main([str(documents)], target=target, kinds=self.KINDS)

        assert not (target / "Hedge.json").exists()

    def test_is_a_command(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(sys, "argv", [str(TOOL), "--help"])

        with pytest.raises(SystemExit, match="0"):
            runpy.run_path(str(TOOL), run_name="__main__")

        assert "DISCOVERY_DIR" in capsys.readouterr().out


def test_a_schema_is_kept_for_each_kind_and_for_no_other(tool: ModuleType) -> None:
    wanted = [f"{name}.json" for names in tool.KINDS.values() for name in names]

    assert sorted(path.name for path in tool.TARGET.iterdir()) == sorted(wanted), f"run `{tool.COMMAND}`"
