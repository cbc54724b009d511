"""A browser for the tests of the playground, which are skipped without one."""

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.process import PATIENCE, Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.page import Channel

# plain `pytest` collects everything, and playwright is in a separate extra
collect_ignore_glob = [] if find_spec("playwright") else ["test_*.py"]

# Chromium needs the first option if run by root; the others keep it from using the network.
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def chromium() -> str | None:
    """The browser that the variable CHROMIUM names, or an installed one."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Headless Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = chromium()
    if program is None:
        pytest.skip("Chromium is not installed; the variable CHROMIUM may name it")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: "Browser") -> "Iterator[Callable[[str], Channel]]":
    """Opens the page at an address."""
    from tests.browser.page import Channel  # noqa: PLC0415 - without playwright `browser` has skipped the test

    with browser.new_context(viewport={"width": 1000, "height": 900}) as context:
        yield lambda address: Channel(context.new_page(), address)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file for the matches of this test's playgrounds."""
    return tmp_path / "playground.db"


@pytest.fixture
def start(database: Path) -> Iterator[Callable[..., Playground]]:
    """Starts a playground on the test's database; it is killed at the end of the test if it still runs."""
    started: list[Playground] = []

    def start(port: int = 0, program: str = "bot") -> Playground:
        started.append(Playground(database, port, program))
        return started[-1]

    yield start
    for playground in started:
        playground.kill()
