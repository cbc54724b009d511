"""What Chromium measures of a page: the bytes that it loads, how its layout shifts, and how fast it is."""

# Playwright leaves the types of the protocol unknown.
# pyright: reportUnknownMemberType=false

from collections import Counter
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

_WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push(`${value.toFixed(4)} of ${[...sources].map(({ node }) => node?.outerHTML?.slice(0, 60)).join(", ")}`);
}).observe({ type: "layout-shift", buffered: true });
"""

PICTURES = "Image"


class Meter:
    """Measures a page that has not been opened yet."""

    def __init__(self, page: Page) -> None:
        """Listen to what the page loads, and watch its layout."""
        self.page = page
        self._client = page.context.new_cdp_session(page)
        self._kinds: dict[str, str] = {}
        self._on_the_wire: Counter[str] = Counter()
        self._content: Counter[str] = Counter()
        self._client.send("Network.enable")
        self._client.send("Network.setCacheDisabled", {"cacheDisabled": True})  # as on a first visit
        self._client.on("Network.responseReceived", self._received)
        self._client.on("Network.loadingFinished", self._loaded)
        self._client.on("Network.dataReceived", self._unpacked)
        page.add_init_script(_WATCH)

    def _received(self, event: Mapping[str, Any]) -> None:
        self._kinds[event["requestId"]] = event["type"]

    def _loaded(self, event: Mapping[str, Any]) -> None:
        self._on_the_wire[event["requestId"]] += event["encodedDataLength"]

    def _unpacked(self, event: Mapping[str, Any]) -> None:
        self._content[event["requestId"]] += event["dataLength"]

    def open(self, address: str) -> None:
        """Open an address, and forget what was loaded before."""
        self._kinds.clear()
        self._on_the_wire.clear()
        self._content.clear()
        self.page.goto(address)

    @property
    def loaded(self) -> Mapping[str, tuple[int, int]]:
        """The bytes of each kind, as transferred and uncompressed, by Chromium's name of the kind, such as Document."""
        sums: dict[str, tuple[int, int]] = {}
        for request, kind in self._kinds.items():
            wire, content = sums.get(kind, (0, 0))
            sums[kind] = wire + int(self._on_the_wire[request]), content + self._content[request]
        return sums

    @property
    def shifts(self) -> list[str]:
        """The shifts of the layout since the page was opened, even those that follow a touch."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return self.page.evaluate("shifts")

    def slow_down(self, times: int) -> None:
        """Make the processor slower for this page."""
        self._client.send("Emulation.setCPUThrottlingRate", {"rate": times})
