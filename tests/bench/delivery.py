"""The time to deliver many boards that are due at once, and a notice's wait meanwhile, with a slow fake Discord."""

import asyncio
import os
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import SimpleNamespace
from typing import Any, cast

import discord
from sqlalchemy import update

import render
from bot.actions.heartbeats import Heartbeat
from bot.chat.delivery.delivery import Delivery
from bot.chat.features import job_kinds
from bot.model.jobs import Notice
from bot.model.settings import Preferences, Reach
from bot.opponents.thinkers import ThinkerProcesses
from bot.store import settings as setting_store
from bot.store.engine.schema.matches import matches as match_table
from bot.store.jobs import boards
from bot.texts.symbols import Symbols
from rules.core import Position
from tests.bench.matches import CHANNEL, Shelf
from tests.bench.measure import Measurement, seconds_of
from tests.bot.matches import Matches

BOARDS, CHANNELS = int(os.environ.get("FURLONG_BENCH_BOARDS", "300")), 50
LATENCY = 0.25  # seconds that a request takes


class DiscordStandIn:
    """A stand-in for Discord's client and everything that it makes: every request takes a while and succeeds."""

    def __init__(self) -> None:
        self.sent_to_people: list[float] = []
        self._numbers = count(1)

    def get_guild(self, _server_id: int) -> Any:
        """A server with all its channels, which are neither forums nor threads."""
        return SimpleNamespace(unavailable=False, get_channel=_channel, get_channel_or_thread=_channel)

    def get_partial_messageable(self, _channel_id: int, guild_id: int) -> Any:
        return SimpleNamespace(send=self._send)

    async def create_dm(self, _person: object) -> Any:
        await asyncio.sleep(LATENCY)
        return SimpleNamespace(send=self._send_to_person)

    async def _send(self, **_: object) -> Any:
        await asyncio.sleep(LATENCY)
        return SimpleNamespace(id=discord.utils.time_snowflake(discord.utils.utcnow()) + next(self._numbers))

    async def _send_to_person(self, **_: object) -> Any:
        await asyncio.sleep(LATENCY)
        self.sent_to_people.append(perf_counter())
        return SimpleNamespace(id=next(self._numbers), channel=SimpleNamespace(id=next(self._numbers)))


def _channel(_channel_id: int) -> object:
    return SimpleNamespace()


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    picture = render.picture
    render.picture = _no_picture  # the benchmark of pictures measures painting
    try:
        with TemporaryDirectory() as folder, asyncio.Runner() as runner:
            return runner.run(_rows(Path(folder)))
    finally:
        render.picture = picture


def _no_picture(_position: Position, _scene: render.Scene, _on_painted: object = None) -> bytes:
    return b""


async def _rows(folder: Path) -> list[Measurement]:
    shelf = await Shelf.filled(folder / "delivery.db", BOARDS)
    stand = DiscordStandIn()
    delivery = Delivery(
        cast(discord.Client, stand),
        shelf.matches,
        job_kinds(),
        symbols=Symbols(),
        thinkers=ThinkerProcesses(1),
        catch_up=Heartbeat(shelf.matches, timedelta(minutes=1)).catch_up,
    )
    await _announce(shelf)
    begun = perf_counter()
    working = asyncio.create_task(seconds_of(delivery.deliver_due()))
    await asyncio.sleep(0)
    await _remind(shelf.matches)
    reminded = perf_counter()
    delivery.look()
    took = await working
    await shelf.database.close()
    if not stand.sent_to_people or stand.sent_to_people[0] > begun + took:
        raise AssertionError("the notice waited for the boards")
    waited = stand.sent_to_people[0] - reminded
    thousands = BOARDS / 1_000
    return [
        Measurement(
            "1,000 boards due at once",
            took / thousands,
            "s",
            f"{BOARDS} in {CHANNELS} channels; {LATENCY:.2f} s a request",
        ),
        Measurement("  their requests, one by one", BOARDS * LATENCY / thousands, "s", "reckoned, not measured"),
        Measurement("  a notice meanwhile", waited, "s", "two requests of its own"),
    ]


async def _announce(shelf: Shelf) -> None:
    """Make the first board of every match due, one channel after the other."""
    now = shelf.matches.now()
    async with shelf.database.write() as connection:
        channel = CHANNEL + match_table.c.id % CHANNELS
        await connection.execute(update(match_table).values(channel_id=channel, started_at=now))
        for index in range(BOARDS):
            await boards.announce(connection, index + 1, now, is_new_message=True)


async def _remind(matches: Matches) -> None:
    """Make a notice due for the player to move in match 1, who prefers direct messages."""
    match = await matches.load(1)
    assert match.to_move is not None
    async with matches.database.write() as connection:
        await setting_store.lock_preferences(connection, match.to_move.id)
        await setting_store.set_preferences(connection, match.to_move.id, Preferences(Reach.DIRECT))
        await boards.add_notice(connection, match, match.to_move.id, Notice.REMINDER, matches.now())
