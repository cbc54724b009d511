"""The page in headless Chromium on a processor four times slower: how soon the board is seen, and how smoothly pieces move."""

import math
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tests.bench.measure import Measurement
from tests.browser.conftest import FLAGS, chromium
from tests.browser.process import Playground

if TYPE_CHECKING:
    from tests.browser.meter import Meter

RUNS: Final = 5
_SLOWER: Final = 4
_PHONE: Final = {"width": 390, "height": 844}
_MOVE: Final = ("svg a[href$='chosen=a4']", "svg a[href$='chosen=a4%3Cc4']")

_SEEN: Final = """() => new Promise((done) => {
  const image = document.querySelector(".picture img");
  image.decode().then(() => requestAnimationFrame(() => done(performance.now())));
})"""
"""The milliseconds from the request for the page until its board is painted."""

_WATCH: Final = """() => {
  const times = [];
  window.motion = new Promise((done) => {
    const count = (now) => {
      const isSeen = document.querySelector(".picture .motion");
      if (isSeen) times.push(now);
      else if (times.length) return done((times.length - 1) / (times.at(-1) - times[0]) * 1000);
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
}"""
"""Count the frames a second from now on until the next motion is over."""


def rows() -> list[Measurement]:
    """The rows of this part of the report; values that cannot be measured without a browser are left out."""
    names = "The first board, processor four times slower", "  frames a second while a move is seen to happen"
    if find_spec("playwright") is None or chromium() is None:
        return [Measurement(name, math.nan, "", "needs playwright and Chromium") for name in names]
    with _playing() as meter:
        boards = [_board(meter) for _ in range(1 + RUNS)][1:]
        frames = [_frames(meter) for _ in range(1 + RUNS)][1:]
    note = "on a phone; a match of Furl, server and browser on this machine"
    return [
        Measurement(names[0], median(boards), "ms", note, most=1_000),
        Measurement(names[1], median(frames), "/s", f"the least {min(frames):.0f}", least=50),
    ]


@contextmanager
def _playing() -> "Generator[Meter]":
    """A match against a character on a slow phone."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it is in an extra

    from tests.browser.meter import Meter  # noqa: PLC0415 - it needs the same extra

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        playground = Playground(Path(folder) / "playground.db")
        try:
            browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page(viewport=_PHONE, has_touch=True, service_workers="block")  # pyright: ignore[reportArgumentType]
            page.goto(playground.page)
            page.get_by_role("button", name="Ada").tap()
            page.get_by_role("button", name="Mole").first.tap()
            page.wait_for_selector("svg a")
            meter = Meter(page)
            meter.slow_down(_SLOWER)
            yield meter
            browser.close()
        finally:
            playground.kill()


def _board(meter: "Meter") -> float:
    meter.open(meter.page.url.partition("?")[0])
    return meter.page.evaluate(_SEEN)


def _frames(meter: "Meter") -> float:
    """The frames a second while a move that was chosen is seen to happen."""
    page = meter.page
    meter.open(page.url.partition("?")[0])
    page.evaluate(_WATCH)
    for touch in _MOVE:
        page.locator(touch).first.tap()
    return page.evaluate("motion")
