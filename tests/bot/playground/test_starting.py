"""Starting the playground: what takes long is not waited for."""

import asyncio
from pathlib import Path

import pytest

from bot import playground
from bot.opponents.thinkers import ThinkerProcesses
from bot.playground import demo
from rules.core import Position
from tests.bot.tables import address_of


async def test_it_opens_although_finished_matches_are_being_looked_through_for_puzzles(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, begun = address_of(fresh_file), asyncio.Event()

    async def search(_thinkers: ThinkerProcesses, _position: Position, _asker: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(ThinkerProcesses, "puzzle", search)
    assert await demo.fill(url, {"furl": 1}, with_league=False)
    _key, begins = await playground._prepare(url)  # pyright: ignore[reportPrivateUsage]
    async with playground._started(url, begins) as world:  # pyright: ignore[reportPrivateUsage]
        async with asyncio.timeout(5):
            await begun.wait()
        assert world.place.channel.history()
