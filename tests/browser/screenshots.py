"""Paints the picture of a match that the README shows: `python -m tests.browser.screenshots`."""

import asyncio
import io
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from bot.model.people import Actor
from bot.store.engine.database import Database
from tests.bot.matches import Matches
from tests.bot.tables import update_match
from tests.browser.conftest import FLAGS, chromium
from tests.browser.page import Channel
from tests.browser.process import ROOT, Playground

_PICTURE = ROOT / "docs" / "pictures" / "match.png"
_MOVES = ["b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3", "f2<e2", "b2<c2", "e4<e6", "c2xe3"]
_WINDOW: ViewportSize = {"width": 700, "height": 1000}
_SCALE = 1.5
_COLOURS = 256


def main() -> None:
    """Have Ada and Ben begin a match in the page, play on behind its back, and take a picture of what it shows then."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "playground.db"
        with _visiting(database) as channel:
            channel.command("play", game="Furl", opponent="Ben", side="I move first")
            channel.become("Ben")
            channel.press("Accept")
        asyncio.run(_play(database))
        with _visiting(database) as channel:
            screenshot = channel.page.locator("#channel-layout").screenshot()
    with Image.open(io.BytesIO(screenshot)) as picture:
        picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(_PICTURE, optimize=True)


@contextmanager
def _visiting(database: Path) -> Generator[Channel]:
    playground = Playground(database)
    try:
        with sync_playwright() as driver, driver.chromium.launch(executable_path=chromium(), args=FLAGS) as browser:
            yield Channel(browser.new_page(viewport=_WINDOW, device_scale_factor=_SCALE), playground.address)
    finally:
        playground.kill()


async def _play(file: Path) -> None:
    database = await Database.open(f"sqlite:///{file}")
    matches = Matches(database, now=lambda: datetime.now(UTC))
    match = await matches.load(1)
    for number, move in enumerate(_MOVES):
        mover = match.players[number % match.seats]
        await matches.play(Actor(mover, match.place.server_id), match.id, move)
    async with database.write() as connection:  # as if each move had been shown
        await update_match(connection, match.id, {"message_ply": len(_MOVES) - 1})
    await database.close()


if __name__ == "__main__":
    main()
