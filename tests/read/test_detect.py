"""What a text is, by what it holds."""

import json
from typing import Any

import pytest

from spillover.read.detect import looks_like_hcl, terraform_json
from spillover.read.documents import read_documents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('resource "a" "b" {\n}\n', True, id="a block"),
        pytest.param("locals {}", True, id="without labels"),
        pytest.param("\ufeff\n# resources\n// more\n/* of\n* them */ locals {", True, id="after comments"),
        pytest.param('# resource "a" "b" {\nkind: x\n', False, id="a block in a comment"),
        pytest.param("/* a */ b: c\n*/ locals {", False, id="no comment after its end"),
        pytest.param("kind: compute#backendService\n", False, id="YAML"),
        pytest.param('{"kind": "x"}', False, id="JSON"),
        pytest.param("", False, id="nothing"),
        pytest.param("#" * 100_000, False, id="a comment without an end of line"),
    ],
)
def test_hcl(text: str, expected: bool) -> None:
    assert looks_like_hcl(text) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"format_version": "1.2", "planned_values": {}}, "a Terraform plan"),
        ({"format_version": "1.2", "resource_changes": []}, "a Terraform plan"),
        ({"format_version": "1.0", "terraform_version": "1.11.4", "values": {}}, "a Terraform state"),
        ({"version": 4, "terraform_version": "1.11.4", "resources": []}, "a Terraform state"),
        ({"format_version": "1.0"}, "a Terraform state"),
        ({"format_version": "1.0", "kind": "x"}, ""),
        ({"terraform_version": "1.11.4"}, ""),
        ({"kind": "compute#backendService"}, ""),
        ([{"planned_values": {}}], ""),
    ],
)
def test_terraform_json(value: Any, expected: str) -> None:
    assert terraform_json(read_documents("x.json", json.dumps(value), "json")) == expected
