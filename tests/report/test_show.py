"""The report of ``show``: what was read, whole, in both formats."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.model.source import FieldPath, Origin, Position, SourceSpan
from spillover.read.modules.calls import CalledModule
from spillover.read.shown import Shown
from spillover.report.show import ShowResult, document, write_json, write_text
from spillover.report.style import Style


@dataclass(frozen=True)
class At:
    """A text with everything in one line."""

    path: str
    line: int

    def span(self, _path: FieldPath, /) -> SourceSpan:
        return SourceSpan(self.path, Position(self.line, 1), Position(self.line, 9))

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ()

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return ()


def shown(origin: Origin, values: dict[str, Any], *unknown: tuple[str, str]) -> Shown:
    return Shown(origin, lambda: (values, unknown))


SERVICE = shown(
    Origin('module.lb["a"].google_x.this', "google_x", "prod", "lb/main.tf", places=At("lb/main.tf", 7)),
    {"name": "ilb-ü", "ratio": Decimal("0.80"), "backend": [{"group": "g"}, {}], "ports": [80, None]},
    ("backend[1].group", "var.group"),
    ("ports[1]", "var.port"),
)
PLAIN = shown(Origin("google_x.b", "google_x", path="z.tf", places=At("z.tf", 1)), {})
RESULT = ShowResult(
    (SERVICE, PLAIN),
    (
        CalledModule("module.lb", "./lb"),
        CalledModule("module.dns", "terraform-google-modules/cloud-dns/google", "not present"),
    ),
    (InputError("x.tf", 3, 1, "the `{` is not closed"),),
)
DOCUMENT: dict[str, Any] = {
    "version": 1,
    "resources": [
        {
            "address": 'module.lb["a"].google_x.this',
            "type": "google_x",
            "root": "prod",
            "path": "lb/main.tf",
            "line": 7,
            "values": {"name": "ilb-ü", "ratio": 0.8, "backend": [{"group": "g"}, {}], "ports": [80, None]},
            "unknown": [
                {"field": "backend[1].group", "because": "var.group"},
                {"field": "ports[1]", "because": "var.port"},
            ],
        },
        {
            "address": "google_x.b",
            "type": "google_x",
            "root": ".",
            "path": "z.tf",
            "line": 1,
            "values": {},
            "unknown": [],
        },
    ],
    "modules": [
        {"address": "module.lb", "source": "./lb", "read": True, "because": None},
        {
            "address": "module.dns",
            "source": "terraform-google-modules/cloud-dns/google",
            "read": False,
            "because": "not present",
        },
    ],
    "unreadable": [{"path": "x.tf", "line": 3, "column": 1, "message": "the `{` is not closed"}],
}
EMPTY: dict[str, Any] = {"version": 1, "resources": [], "modules": [], "unreadable": []}


class TestJson:
    @pytest.mark.parametrize(("result", "expected"), [(RESULT, DOCUMENT), (ShowResult(()), EMPTY)])
    def test_whole(
        self, result: ShowResult, expected: dict[str, Any], check_output: Callable[[str, Any], None]
    ) -> None:
        assert document(result) == expected
        check_output("show", expected)

    def test_written(self) -> None:
        stream = io.StringIO()

        write_json(RESULT, stream)

        assert stream.getvalue() == json.dumps(DOCUMENT, indent=1, ensure_ascii=False) + "\n"


def text(result: ShowResult, style: Style | None = None) -> str:
    stream = io.StringIO()
    write_text(result, stream, style or Style())
    return stream.getvalue()


class TestText:
    def test_whole(self) -> None:
        assert (
            text(RESULT)
            == """\
module.lb["a"].google_x.this lb/main.tf:7
  name = "ilb-ü"
  ratio = 0.8
  backend = [{"group": "g"}, {}]
  ports = [80, null]
  backend[1].group: unknown, because of var.group
  ports[1]: unknown, because of var.port

google_x.b z.tf:1

module.lb from ./lb: read

module.dns from terraform-google-modules/cloud-dns/google: not read: not present
"""
        )

    def test_nothing(self) -> None:
        assert text(ShowResult(())) == ""

    def test_colours(self) -> None:
        assert text(ShowResult((SERVICE,), (CalledModule("module.lb", "./lb"),)), Style(colours=True)) == (
            '\x1b[1mmodule.lb["a"].google_x.this\x1b[0m \x1b[2mlb/main.tf:7\x1b[0m\n'
            '  name = "ilb-ü"\n'
            "  ratio = 0.8\n"
            '  backend = [{"group": "g"}, {}]\n'
            "  ports = [80, null]\n"
            "\x1b[33m  backend[1].group: unknown, because of var.group\x1b[0m\n"
            "\x1b[33m  ports[1]: unknown, because of var.port\x1b[0m\n"
            "\n"
            "\x1b[1mmodule.lb\x1b[0m from ./lb: read\n"
        )

    def test_names_reach_a_terminal_only_in_safe_form(self) -> None:
        evil = "\x1b[2J\u202e"
        resource = shown(Origin(evil, evil, evil, evil, places=At(evil, 1)), {evil: evil}, (evil, evil))

        assert text(ShowResult((resource,), (CalledModule(evil, evil, evil),))) == (
            """\
E E:1
  E = "E"
  E: unknown, because of E

E from E: not read: E
"""
        ).replace("E", "\\u001b[2J\\u202e")
