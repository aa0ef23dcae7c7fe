"""The pages of ``plan`` and ``diff``: whole by themselves, asking for nothing, saying what the text says."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]
ROOT = Path(__file__).parents[3]
EVIL = "</script><img src=x onerror=alert(1)>\"'><svg/onload=alert(2)>"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command line is run: examples are named from the project's root."""
    monkeypatch.chdir(ROOT)
    return ROOT


GROUPS = """\
resource "google_compute_instance_group_manager" "g" {
  for_each    = toset(["us-east1-b", "us-east1-c"])
  name        = "g"
  zone        = each.key
  target_size = 2
}
"""
SERVICE = """\
resource "google_compute_region_backend_service" "s{0}" {{
  name   = "s{0}"
  region = "us-east1"
  dynamic "backend" {{
    for_each = google_compute_instance_group_manager.g
    content {{
      group          = backend.value.instance_group
      balancing_mode = "CONNECTION"
    }}
  }}
}}
"""


class Page(HTMLParser):
    """A page: its elements, and that each of them ends where it should."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.elements if name == tag)


def checked(result: CompletedProcess[str]) -> Page:
    """The page, which keeps to its own policy, names nothing elsewhere, and is sound for those who listen."""
    assert result.returncode == 0
    page = Page(result.stdout)
    (policy,) = (each["content"] or "" for each in page.all("meta") if "http-equiv" in each)
    for tag in ("script", "style"):
        (content,) = page.texts[tag]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    for tag, attributes in page.elements:
        assert tag not in ("img", "link", "iframe", "object", "base", "a")
        assert not {"src", "href", "style", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    names = [each["data-name"] for each in page.all("div") if "data-name" in each]
    assert len(names) == len(set(names))
    assert next(page.all("html"))["lang"] == "en"
    assert len(page.texts["h1"]) == 1
    assert all(each.get("scope") in ("row", "col") for each in page.all("th"))
    assert len(page.texts.get("caption", ())) == len(page.texts.get("table", ()))
    assert all(each["role"] == "img" for each in page.all("svg"))
    return page


def words(text: str) -> str:
    return re.sub(r"\s+", " ", text)


class TestPlan:
    def test_says_what_the_text_says(self, spillover: Spillover) -> None:
        folder = "examples/plan/tolerance-with-failover"

        page = checked(spillover("plan", folder, "--format", "html"))

        said = words(page.texts["body"][0])
        assert page.texts["h1"] == ["1 load balancer: 1 with clients that leave their zone"]
        assert page.texts["h3"] == ["all healthy", "us-east1-b down", "us-east1-c down", "us-east1-d down"]
        for told in (
            "8 of 8 primary backends are healthy, >= 0.5: all healthy primary backends",
            "no primary backend in this zone; all of it crosses zones",
            "all healthy at first; fails over below 4 of 8 healthy primary backends, back at 4",
            "every spillover ratio above 2/3, up to 4/5 acts as 0.7 does",
        ):
            assert told in said

    @pytest.mark.parametrize(
        "folder", sorted(each.name for each in (ROOT / "examples/plan").iterdir() if each.is_dir())
    )
    def test_of_every_example(self, folder: str, spillover: Spillover) -> None:
        command = (ROOT / "examples/plan" / folder / "command.txt").read_text().split()
        checked(spillover(*command, "--format", "html"))

    @pytest.mark.parametrize(
        "stack", ["global-and-regional-sharing-groups", "firewall-appliances-two-sides", "psc-producer"]
    )
    def test_of_stacks(self, stack: str, spillover: Spillover) -> None:
        page = checked(spillover("plan", f"examples/stacks/{stack}", "--format", "html"))

        text = (ROOT / "examples/stacks" / stack / "plan.txt").read_text()
        titles = ("Pair of next hops", "Primary and backup side by side")
        assert [each for each in page.texts["h2"] if each in titles] == [
            *["Pair of next hops"] * text.count("next hops "),
            *["Primary and backup side by side"] * text.count(" side by"),
        ]
        assert ("Without a plan: " in page.texts["main"][0]) == ("skipped: " in text)

    def test_the_worst_come_first(self, spillover: Spillover) -> None:
        paths = (
            "examples/plan/stay-black-hole",
            "examples/plan/unknown-sizes",
            "examples/plan/failover-match",
        )

        page = checked(spillover("plan", *paths, "--format", "html"))

        order = [each["data-worst"] for each in page.all("section") if each.get("class") == "service"]
        ranks = ["bad", "across", "unknown", "calm"]
        assert order == sorted(order, key=lambda each: ranks.index(each or ""))
        assert order[0] == "bad"

    def test_a_picture_of_what_nobody_knows_is_left_out(self, spillover: Spillover) -> None:
        page = checked(spillover("plan", "examples/plan/unknown-sizes", "--format", "html"))

        assert "undetermined" in page.texts["main"][0]

    def test_of_proxies(self, spillover: Spillover) -> None:
        command = (ROOT / "examples/plan/proxies-during-failover/command.txt").read_text().split()

        page = checked(spillover(*command, "--format", "html"))

        assert "Proxies" in page.texts["h2"]

    def test_nothing(self, spillover: Spillover, tmp_path: Path) -> None:
        page = checked(spillover("plan", str(tmp_path), "--format", "html"))

        assert page.texts["h1"] == ["nothing to plan"]

    def test_what_could_not_be_read_is_told(self, spillover: Spillover, tmp_path: Path) -> None:
        (tmp_path / "a.tf").write_text("x {\n")

        result = spillover("plan", str(tmp_path), "--format", "html")

        assert result.returncode == 3
        page = Page(result.stdout)
        assert "What could not be read is missing here: 1 fault in the inputs" in page.texts["h2"]
        assert "a.tf:1:1" in page.texts["code"][0]

    def test_hostile_names_are_text(self, spillover: Spillover, tmp_path: Path) -> None:
        service = {
            "kind": "compute#backendService",
            "name": EVIL,
            "selfLink": "https://www.googleapis.com/compute/v1/projects/p/regions/us-east1/backendServices/x",
            "region": "us-east1",
            "loadBalancingScheme": "INTERNAL",
            "backends": [
                {"group": f"https://www.googleapis.com/compute/v1/projects/p/zones/{EVIL}/instanceGroups/g"}
            ],
        }
        (tmp_path / "s.json").write_text(json.dumps([service]))

        page = checked(spillover("plan", str(tmp_path), "--format", "html"))

        assert f"{EVIL} in us-east1" in page.texts["h2"]

    def test_of_many_those_with_nothing_to_note_are_folded(
        self, spillover: Spillover, tmp_path: Path
    ) -> None:
        (tmp_path / "main.tf").write_text(GROUPS + "".join(SERVICE.format(each) for each in range(60)))

        page = checked(spillover("plan", str(tmp_path), "--format", "html"))

        assert page.texts["h1"] == ["60 load balancers: 60 with nothing to note"]
        assert "10 more with nothing to note" in page.texts["summary"]

    def test_a_picture_that_would_be_a_tangle_is_left_out(self, spillover: Spillover, tmp_path: Path) -> None:
        zones = ", ".join(f'"us-east1-{each}"' for each in "abcdefghijkl")
        (tmp_path / "main.tf").write_text(
            GROUPS.replace('"us-east1-b", "us-east1-c"', zones) + SERVICE.format(1)
        )

        page = checked(spillover("plan", str(tmp_path), "--format", "html"))

        assert len(page.texts["h3"]) == 13
        assert list(page.all("svg")) == []


class TestDiff:
    def test_says_what_the_text_says(self, spillover: Spillover) -> None:
        command = (ROOT / "examples/diff/stay-within-zone/command.txt").read_text().split()

        page = checked(spillover(*command, "--fail-on", "never", "--format", "html"))

        said = words(page.texts["body"][0])
        assert page.texts["h1"] == ["load balancers: 1 changed of 1; findings: 1 new"]
        for told in (
            "clients lose all healthy backends",
            "stay in their zone as long as 1 of 4 backends there is healthy (before: 4 of 5)",
            "reaches unhealthy backends only",
            "zonal affinity changes: established connections stay where they are, new ones follow it",
        ):
            assert told in said

    @pytest.mark.parametrize(
        "folder", sorted(each.name for each in (ROOT / "examples/diff").iterdir() if each.is_dir())
    )
    def test_of_every_example(self, folder: str, spillover: Spillover) -> None:
        command = (ROOT / "examples/diff" / folder / "command.txt").read_text().split()
        checked(spillover(*command, "--fail-on", "never", "--format", "html"))

    def test_answers_of_a_record(self, spillover: Spillover, tmp_path: Path) -> None:
        folder = ROOT / "examples/plan/dns-failover-three-regions"
        for file in folder.glob("*.tf"):
            (tmp_path / file.name).write_text(file.read_text().replace("203.0.113.20", "203.0.113.99"))

        arguments = (str(folder), str(tmp_path), "--fail-on", "never")
        page = checked(spillover("diff", *arguments, "--format", "html"))

        assert "What is answered" in page.texts["caption"]
        assert "203.0.113.99" in page.texts["main"][0]

    def test_nothing_changes(self, spillover: Spillover) -> None:
        folder = "examples/plan/official-example"

        page = checked(spillover("diff", folder, folder, "--format", "html"))

        assert page.texts["h1"] == ["nothing changes for clients"]
        assert "Unchanged: ilb-orders" in page.texts["main"][0]

    def test_what_could_not_be_read_is_told(self, spillover: Spillover, tmp_path: Path) -> None:
        (tmp_path / "a.tf").write_text("x {\n")

        result = spillover("diff", str(tmp_path), "examples/plan/official-example", "--format", "html")

        assert result.returncode == 3
        assert "1 fault in the inputs" in Page(result.stdout).texts["h2"][0]
