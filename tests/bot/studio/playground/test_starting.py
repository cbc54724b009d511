"""Starting the playground does not wait for slow work."""

import asyncio
from pathlib import Path

import pytest

from bot.opponents.thinkers import ThinkerProcesses
from rules.core import Position
from studio.playground import demo
from studio.playground.world import prepare, world_of
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
    _key, begins = await prepare(url)
    async with world_of(url, begins) as world:
        async with asyncio.timeout(5):
            await begun.wait()
        assert world.place.channel.history()
