"""What is recorded from Terraform, how it is asked and compared; only the tests marked slow run Terraform."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import terraform_answers
import terraform_ask
import terraform_plan
from random_expressions import expressions
from terraform_answers import MODULE
from terraform_ask import ask, batches, blame, message
from terraform_compare import compare
from terraform_lines import dump, load, save
from terraform_plan import Output
from terraform_questions import Conversion, Expression, Question, question

DATA = MODULE.parent
FILES = ("functions", "language", "random", "conversions")


def recorded(name: str) -> list[dict[str, Any]]:
    return load(DATA / f"{name}.jsonl")


class TestRecorded:
    @pytest.mark.parametrize("name", FILES)
    def test_each_question_has_one_answer_and_the_lines_are_sorted(self, name: str) -> None:
        text = (DATA / f"{name}.jsonl").read_text(encoding="utf-8")
        lines = load(DATA / f"{name}.jsonl")

        assert text == "".join(f"{line}\n" for line in sorted(map(dump, lines)))
        assert len(set(map(question, lines))) == len(lines)
        assert all(len({"v", "unknown", "error", "outside"} & each.keys()) == 1 for each in lines)
        assert all("error" in each or "t" in each for each in lines)

    @pytest.mark.parametrize(
        ("name", "least", "answered"),
        [
            ("functions", 9500, 0.3),
            ("language", 2500, 0.7),
            ("random", 6500, 0.85),
            ("conversions", 650, 0.5),
        ],
    )
    def test_there_are_many_and_not_only_errors(self, name: str, least: int, answered: float) -> None:
        lines = recorded(name)

        assert len(lines) >= least
        assert sum("error" not in each for each in lines) >= answered * len(lines)

    def test_every_function_is_called_often(self) -> None:
        signatures = json.loads((DATA / "functions-1.11.json").read_text(encoding="utf-8"))
        calls = [re.match(r"(\w+)\(", each["e"]) for each in recorded("functions")]
        names = [call[1] for call in calls if call]

        assert len(signatures) == 118
        few = {name for name in signatures if names.count(name) < 20}

        assert few == {"plantimestamp", "timestamp", "uuid"}

    def test_all_is_small_enough_to_be_kept(self) -> None:
        assert sum((DATA / f"{name}.jsonl").stat().st_size for name in FILES) < 2_600_000


class TestQuestions:
    @pytest.mark.parametrize(
        ("asked", "line"),
        [
            (Expression("1 + 1"), {"e": "1 + 1"}),
            (Conversion("string"), {"type": "string"}),
            (
                Conversion("string", default='"a"', nullable="false", given="null"),
                {"type": "string", "default": '"a"', "nullable": "false", "given": "null"},
            ),
        ],
    )
    def test_a_line_is_a_question_and_back(self, asked: Question, line: dict[str, str]) -> None:
        assert asked.key() == line
        assert question({**line, "v": None, "t": "dynamic"}) == asked

    def test_an_expression_is_an_output(self) -> None:
        assert Expression("1").files("e5", sensitive=True) == {
            "e5.tf": 'output "e5" {\n  sensitive = true\n  value = [(\n1\n  )]\n}\n'
        }

    def test_a_conversion_is_a_call_of_a_module(self) -> None:
        assert Conversion("number", given='"1"').files("e5", sensitive=False) == {
            "e5/main.tf": 'variable "given" {\n  type = number\n}\n'
            'output "value" {\n  value = [var.given]\n}\n',
            "e5.tf": 'module "e5" {\n  source = "./e5"\n  given = (\n"1"\n  )\n}\n'
            'output "e5" {\n  value = [module.e5.value[0]]\n}\n',
        }

    def test_nothing_given_is_no_argument(self) -> None:
        assert "given" not in Conversion("number").files("e5", sensitive=False)["e5.tf"]

    def test_batches_keep_the_places(self) -> None:
        one, two, three = (Expression(each) for each in "123")

        assert list(batches([one, two, three], size=2)) == [{0: one, 1: two}, {2: three}]


class TestErrors:
    @pytest.mark.parametrize(
        "where",
        [
            {"range": {"filename": "e17.tf"}},
            {"range": {"filename": "e17/main.tf"}},
            {"range": {"filename": "data/hello.tftpl"}, "snippet": {"context": 'output "e17"'}},
            {"snippet": {"context": None}, "detail": 'Failed to serialize output value "e17".'},
            {"range": {"filename": "main.tf"}, "detail": "not suitable for module.e17.var.given"},
        ],
    )
    def test_an_error_names_its_question(self, where: Mapping[str, Any]) -> None:
        assert blame([{"summary": "Bad", **where}]).keys() == {17}

    def test_the_first_error_counts_and_one_of_no_question_does_not(self) -> None:
        places = {"A": "e1.tf", "B": "e1.tf", "C": "other.tf"}
        told = [{"summary": each, "range": {"filename": name}} for each, name in places.items()]

        assert blame(told) == {1: "A:"}

    @pytest.mark.parametrize(
        ("detail", "text"),
        [
            ("One.\nTwo.", "Bad: One."),
            (None, "Bad:"),
            ("x" * 100, "Bad: " + "x" * 65),
            (
                "The given value is not suitable for e3.x declared at e3/main.tf:1,1: no.",
                "Bad: no.",
            ),
            ("See module.e3.var.given.", "Bad: See var.given."),
        ],
    )
    def test_a_message_is_short_and_says_no_place(self, detail: str | None, text: str) -> None:
        assert message({"summary": "Bad", "detail": detail}) == text


class TestLines:
    def test_numbers_keep_their_digits(self, tmp_path: Path) -> None:
        text = '{"e":"é","v":[0.10,100000000000000000000000000000001,true,null,{"a":-1.5}],"t":"x"}\n'
        (tmp_path / "in").write_text(text, encoding="utf-8")

        save(tmp_path / "out", load(tmp_path / "in"))

        assert (tmp_path / "out").read_text(encoding="utf-8") == text

    def test_no_file_has_no_lines(self, tmp_path: Path) -> None:
        assert load(tmp_path / "none") == []


def terraform(root: Path, *command: str) -> SimpleNamespace:
    """Stands in for Terraform: an expression says itself what becomes of it."""
    asked = {path.stem: path.read_text(encoding="utf-8") for path in sorted(root.glob("e*.tf"))}
    if command[0] == "show":
        changes = {name: {"after": [name], "after_unknown": [False]} for name in asked}
        return SimpleNamespace(stdout=json.dumps({"output_changes": changes}))
    if command[0] == "init":
        return SimpleNamespace(returncode=0)
    told = {"bad": "Bad", "infinite": terraform_ask.UNWRITABLE, "secret": terraform_ask.SENSITIVE}
    errors = [
        {"summary": summary, "detail": "No.", "range": {"filename": f"{name}.tf"}}
        for name, text in asked.items()
        for word, summary in told.items()
        if word in text and not (word == "secret" and "sensitive = true" in text)
    ]
    crash = any("crash" in text for text in asked.values())
    lines = ["not JSON", *(json.dumps({"@level": "error", "diagnostic": each}) for each in errors)]
    (root / terraform_ask.PLAN).write_bytes(b"")
    return SimpleNamespace(returncode=int(bool(errors) or crash), stdout="\n".join(lines), stderr="")


class TestAsk:
    @pytest.fixture(autouse=True)
    def _no_terraform(self, monkeypatch: pytest.MonkeyPatch) -> None:
        planned = Output(["tuple", ["string"]], ["x"])
        monkeypatch.setattr(terraform_ask, "_run", terraform)
        monkeypatch.setattr(terraform_plan, "outputs", lambda _: {f"e{place}": planned for place in range(9)})

    def test_each_question_has_its_answer(self, tmp_path: Path) -> None:
        asked = [Expression(each) for each in ("good", "bad", "secret", "infinite", "path.cwd", "bad secret")]

        assert list(ask(asked, tmp_path)) == [
            {"e": "good", "v": "e0", "t": "string"},
            {"e": "bad", "error": "Bad: No."},
            {"e": "secret", "v": "e2", "t": "string", "sensitive": True},
            {"e": "infinite", "error": "Failed to write plan file", "infinite": True},
            {"e": "path.cwd", "outside": True, "t": "string"},
            {"e": "bad secret", "error": "Bad: No."},
        ]

    def test_a_question_without_any_word_is_found_by_halving(self, tmp_path: Path) -> None:
        with pytest.raises(RuntimeError, match=r"Terraform fails on \{3: Expression\(text='crash'"):
            list(ask([Expression(each) for each in ("1", "2", "3", "crash", "5")], tmp_path))

    def test_new_questions_are_added_to_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "new").write_text('{"e":"b"}\n{"e":"a"}\n{"e":"old"}\n', encoding="utf-8")
        (tmp_path / "file").write_text('{"e":"old","v":"kept","t":"string"}\n', encoding="utf-8")

        assert terraform_answers.main(["ask", str(tmp_path / "new"), str(tmp_path / "file")]) == 0
        assert load(tmp_path / "file") == [
            {"e": "a", "v": "e1", "t": "string"},
            {"e": "b", "v": "e0", "t": "string"},
            {"e": "old", "v": "kept", "t": "string"},
        ]

    def test_random_questions_are_added_to_a_file(self, tmp_path: Path) -> None:
        assert terraform_answers.main(["random", str(tmp_path / "file"), "--seed", "4", "--count", "3"]) == 0
        assert {each["e"] for each in load(tmp_path / "file")} == set(islice(expressions(4), 3))

    def test_another_answer_is_added_and_the_same_is_not(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        lines = [{"e": "bad", "error": "another text"}, {"e": "x", "v": "once", "t": "string"}]
        save(file, lines)

        assert terraform_answers.main(["again", "--check", str(file)]) == 1
        assert load(file) == lines
        assert terraform_answers.main(["again", str(file)]) == 0
        assert load(file) == [lines[0], {**lines[1], "or": [{"v": "e1", "t": "string"}]}]
        assert terraform_answers.main(["again", "--check", str(file)]) == 0

    def test_signatures_say_no_prose(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        told = {
            "description": "prose",
            "return_type": "string",
            "parameters": [{"name": "x", "description": "prose", "type": "string"}],
            "variadic_parameter": {"name": "y", "description": "prose", "type": ["list", "string"]},
        }
        text = json.dumps({"function_signatures": {"f": told, "core::f": told}})
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=text))

        assert terraform_answers.main(["functions", str(tmp_path / "file")]) == 0
        assert (tmp_path / "file").read_text(encoding="utf-8") == (
            '{\n  "f": {"parameters":[{"name":"x","type":"string"}],'
            '"variadic_parameter":{"name":"y","type":["list","string"]},"return_type":"string"}\n}\n'
        )


@pytest.mark.slow
class TestTerraform:
    """What is recorded is what a Terraform 1.11 says."""

    @pytest.fixture(autouse=True)
    def _terraform(self) -> None:
        found = shutil.which("terraform")
        if found is None:
            pytest.skip("no terraform on PATH")
        told = subprocess.run([found, "version", "-json"], check=True, capture_output=True)
        if not json.loads(told.stdout)["terraform_version"].startswith("1.11."):
            pytest.skip("another version of terraform")

    @pytest.mark.parametrize("name", FILES)
    def test_a_sample_has_the_same_answers(self, name: str) -> None:
        sample = recorded(name)[::20]
        said = ask([question(each) for each in sample], MODULE)

        assert list(differences(sample, said)) == []


def differences(lines: list[dict[str, Any]], said: Iterator[dict[str, Any]]) -> Iterator[str]:
    for line, new in zip(lines, said, strict=True):
        if (text := compare(line, new)) is not None:
            yield f"{question(line)}: {text}"
