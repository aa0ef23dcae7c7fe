"""The pages in a real browser: what the script does, and that nothing else is done."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

Spillover = Callable[..., CompletedProcess[str]]
ROOT = Path(__file__).parents[3]

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason="needs chromium and chromedriver")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command line is run: examples are named from the project's root."""
    monkeypatch.chdir(ROOT)
    return ROOT


def started(profile: Path, *, with_scripts: bool = True) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if not with_scripts:
        options.add_experimental_option("prefs", {"webkit.webprefs.javascript_enabled": False})
    return webdriver.Chrome(options, webdriver.ChromeService(DRIVER))


def logged(driver: webdriver.Chrome, kind: str) -> list[dict[str, str]]:
    """What a log has had since it was last read."""
    log: Any = driver.get_log
    entries: list[dict[str, str]] = log(kind)
    return entries


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One for all tests: to start it takes longer than they do."""
    driver = started(tmp_path_factory.mktemp("profile"))
    driver.get("about:blank")
    logged(driver, "performance")  # of the browser's own first page
    yield driver
    driver.quit()


@pytest.fixture
def page(
    browser: webdriver.Chrome, spillover: Spillover, tmp_path: Path
) -> Iterator[Callable[..., webdriver.Chrome]]:
    """Opens what a command prints; at the end nothing was complained of, and nothing else asked for."""

    def opened(*arguments: str) -> webdriver.Chrome:
        file = tmp_path / "page.html"
        file.write_text(spillover(*arguments, "--format", "html").stdout, encoding="utf-8")
        browser.get(file.as_uri())
        return browser

    yield opened
    assert logged(browser, "browser") == []
    messages = [json.loads(each["message"])["message"] for each in logged(browser, "performance")]
    asked = {
        each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"
    }
    assert asked <= {(tmp_path / "page.html").as_uri()}


def shown(driver: webdriver.Chrome, selector: str) -> list[WebElement]:
    return [each for each in driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]


def texts(driver: webdriver.Chrome, selector: str) -> list[str]:
    return [each.text for each in shown(driver, selector)]


def box(driver: webdriver.Chrome, label: str) -> Any:
    """The input of a label."""
    return driver.find_element(By.XPATH, f"//label[contains(., '{label}')]/input")


PLAN = ("plan", "examples/plan/stay-black-hole", "examples/plan/tolerance-with-failover")


class TestScenarios:
    def test_one_is_shown_at_a_time(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page(*PLAN)
        assert texts(driver, "h3") == ["all healthy", "all healthy"]

        box(driver, "us-east1-b down !!").click()

        assert texts(driver, "h3") == ["us-east1-b down", "all healthy"]
        assert "BLACK HOLE" in shown(driver, ".scenario")[0].text

    def test_by_the_keyboard(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page("plan", "examples/plan/tolerance-with-failover")
        first = driver.find_element(By.CSS_SELECTOR, ".switch input")

        first.send_keys(Keys.ARROW_RIGHT)
        assert texts(driver, "h3") == ["us-east1-b down"]
        assert driver.switch_to.active_element.is_selected()
        driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        assert texts(driver, "h3") == ["us-east1-c down"]

    def test_of_a_record(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page("plan", "examples/plan/dns-failover-three-regions")

        box(driver, "primary down").click()

        assert texts(driver, "h3") == ["primary down"]
        assert "203.0.113.20" in shown(driver, ".scenario table")[0].text


class TestFilter:
    def test_by_words(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page(*PLAN)
        assert texts(driver, "h2") == ["ilb-cache in us-east1", "ilb-billing in us-east1"]
        assert texts(driver, "#count") == ["2 of 2"]

        driver.find_element(By.ID, "find").send_keys("Billing")

        assert texts(driver, "h2") == ["ilb-billing in us-east1"]
        assert texts(driver, "#count") == ["1 of 2"]

    def test_by_marks(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page(*PLAN)

        box(driver, "leaves its zone").click()
        assert texts(driver, "h2") == ["ilb-cache in us-east1"]
        box(driver, "leaves its zone").send_keys(Keys.SPACE)
        assert len(texts(driver, "h2")) == 2

    def test_of_findings(self, page: Callable[..., webdriver.Chrome]) -> None:
        command = (ROOT / "examples/diff/plan-alone/command.txt").read_text().split()
        driver = page(*command, "--fail-on", "never")
        before = len(shown(driver, "tr[data-severity]"))

        box(driver, "warning").click()

        severities = {each.get_attribute("data-severity") for each in shown(driver, "tr[data-severity]")}
        assert 0 < len(shown(driver, "tr[data-severity]")) < before
        assert "warning" not in severities

    def test_enter_does_not_leave_the_page(self, page: Callable[..., webdriver.Chrome]) -> None:
        driver = page(*PLAN)
        address = driver.current_url

        driver.find_element(By.ID, "find").send_keys("x", Keys.ENTER)

        assert driver.current_url == address


def test_a_hostile_name_does_nothing(page: Callable[..., webdriver.Chrome], tmp_path: Path) -> None:
    evil = "</script><script>document.title = 'gone'</script><img src=x onerror=\"document.title = 'gone'\">"
    (tmp_path / "main.tf").write_text(
        'resource "google_compute_region_backend_service" "s" {\n  region = "us-east1"\n'
        f"  name = {json.dumps(evil)}\n}}\n"
    )

    driver = page("plan", str(tmp_path))

    assert driver.title == "Plan - spillover"
    assert texts(driver, "h2") == [f"{evil} in us-east1"]


def test_nothing_is_wider_than_a_phone(page: Callable[..., webdriver.Chrome]) -> None:
    driver = page(*PLAN, "examples/plan/dns-failover-three-regions")
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 375, "height": 800, "deviceScaleFactor": 1, "mobile": True},
    )

    width = driver.execute_script("return document.documentElement.scrollWidth")

    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert width <= 375


def test_on_paper_all_scenarios_stand_and_no_controls(page: Callable[..., webdriver.Chrome]) -> None:
    driver = page("plan", "examples/plan/tolerance-with-failover")

    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    titles, controls = texts(driver, "h3"), shown(driver, "input")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    assert titles == ["all healthy", "us-east1-b down", "us-east1-c down", "us-east1-d down"]
    assert controls == []


def test_without_scripts_everything_is_there(
    spillover: Spillover, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path / "page.html"
    file.write_text(spillover("plan", PLAN[2], "--format", "html").stdout, encoding="utf-8")
    driver = started(tmp_path_factory.mktemp("profile"), with_scripts=False)
    try:
        driver.get(file.as_uri())
        assert texts(driver, "h3") == ["all healthy", "us-east1-b down", "us-east1-c down", "us-east1-d down"]
        assert shown(driver, "input") == []
    finally:
        driver.quit()
