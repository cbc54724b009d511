"""A browser for the tests of the playground; they are skipped where there is none."""

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.page import Channel

# `pytest` by itself collects everything, and playwright is in an extra of its own.
collect_ignore_glob = [] if find_spec("playwright") else ["test_*.py"]

# As root Chromium needs the first; the others keep it from looking for things in the network.
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def chromium() -> str | None:
    """The program that the variable CHROMIUM names, or the one that is installed."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Headless Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = chromium()
    if program is None:
        pytest.skip("Chromium is not installed; the variable CHROMIUM may name it")
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
    """A file that keeps the matches of this test's playgrounds."""
    return tmp_path / "playground.db"


@pytest.fixture
def start(database: Path) -> Iterator[Callable[..., Playground]]:
    """Starts a playground on the test's database; whatever runs at the end of the test is ended."""
    started: list[Playground] = []

    def start(port: int = 0) -> Playground:
        started.append(Playground(database, port))
        return started[-1]

    yield start
    for playground in started:
        playground.kill()
