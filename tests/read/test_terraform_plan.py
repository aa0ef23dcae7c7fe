"""What is read from a Terraform plan: its JSON and its file."""

from __future__ import annotations

import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import terraform_plan
from terraform_ask import read
from terraform_plan import Output, Unknown, outputs, unpack


class TestPlan:
    def test_the_value_is_known(self) -> None:
        change = {"after": [Decimal(5)], "after_unknown": [False]}

        assert read(change, Output(["tuple", ["number"]], [5])) == {"v": Decimal(5), "t": "number"}

    def test_a_part_is_unknown(self) -> None:
        change = {"after": [["a", None]], "after_unknown": [[False, True]]}
        output = Output(["tuple", [["list", "string"]]], [["a", Unknown()]])

        assert read(change, output) == {"v": ["a", None], "t": ["list", "string"], "u": [False, True]}

    @pytest.mark.parametrize(
        ("value", "refined"), [(Unknown(), {}), (Unknown((("null", False),)), {"r": {"null": False}})]
    )
    def test_all_is_unknown(self, value: Unknown, refined: dict[str, Any]) -> None:
        output = Output(["tuple", ["string"]], [value])

        assert read({}, output) == {"unknown": True, "t": "string", **refined}

    def test_outputs_of_a_plan_file(self, tmp_path: Path) -> None:
        value = b"\x92\xc4\x08" + b'"string"' + b"\xa2hi"
        values = field(2, field(1, b"\xc0")) + field(2, field(1, value))
        output = field(1, b"e1") + field(2, b"\x08\x01" + values)
        with zipfile.ZipFile(tmp_path / "plan", "w") as archive:
            archive.writestr("tfplan", b"\x08\x03" + field(3, b"other") + field(4, output))

        assert outputs(tmp_path / "plan") == {"e1": Output("string", "hi")}

    def test_a_field_of_another_wire_type_is_not_guessed(self) -> None:
        with pytest.raises(ValueError, match="a field of wire type 5"):
            list(terraform_plan.fields(b"\x0d"))

    def test_a_length_of_several_bytes(self) -> None:
        assert list(terraform_plan.fields(b"\x0a\xac\x02" + b"x" * 300)) == [(1, b"x" * 300)]

    @pytest.mark.parametrize(
        ("packed", "value"),
        [
            (b"\xc0", None),
            (b"\xc2", False),
            (b"\xc3", True),
            (b"\x05", 5),
            (b"\xff", -1),
            (b"\xd1\xff\x00", -256),
            (b"\xcd\x01\x00", 256),
            (b"\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00", 1.5),
            (b"\xa2hi", "hi"),
            (b"\xd9\x02hi", "hi"),
            (b"\xc4\x02hi", b"hi"),
            (b"\x92\x01\x02", [1, 2]),
            (b"\xdc\x00\x01\x01", [1]),
            (b"\x81\xa1a\x01", {"a": 1}),
            (b"\xde\x00\x01\xa1a\x01", {"a": 1}),
            (b"\xd4\x00\x00", Unknown()),
            (b"\xc7\x03\x0c\x81\x01\xc2", Unknown((("null", False),))),
        ],
    )
    def test_message_pack(self, packed: bytes, value: object) -> None:
        assert unpack(packed) == value


def field(number: int, content: bytes) -> bytes:
    return bytes([number * 8 + 2, len(content)]) + content
