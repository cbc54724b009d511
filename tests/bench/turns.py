"""The cost of a typed move through the whole bot, beside a null bot, which does the least that any bot must do."""

import asyncio
import random
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

import discord
from discord import app_commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env
from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, event, insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.actions import challenges, matches
from bot.chat.client import Furlong, Options
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from render import EXTENSION, picture
from rules import GAMES
from tests.bench.measure import Measurement, most_memory

TURNS = 40
"""The number of typed moves in a round of each bot."""

ROUNDS = 3
"""The number of rounds that count, after one to warm up: a bot that runs for weeks has warm caches."""

_PATIENCE: Final = 30.0  # seconds for an answer, however busy the machine

WORST = "farlander-garrisons"
"""The game whose pictures take longest, which the null bot posts."""

_ROWS: Final = Table(
    "rows", MetaData(), Column("id", Integer, primary_key=True), Column("move", String, nullable=False)
)


@dataclass
class TurnCosts:
    """The cost of each command: seconds of processor time and wall time, statements and so on."""

    cpu: list[float] = field(default_factory=list[float])
    wall: list[float] = field(default_factory=list[float])
    statements: list[int] = field(default_factory=list[int])
    transactions: list[int] = field(default_factory=list[int])
    loads: list[int] = field(default_factory=list[int])

    @contextmanager
    def command(self) -> Generator[None]:
        """Measure everything that is done within the context."""
        counted: Counter[str] = Counter()

        def statement(_connection: object, _cursor: object, text: str, *_rest: object) -> None:
            counted["statements"] += not text.startswith("BEGIN")  # PostgreSQL's driver begins by itself
            counted["loads"] += text.startswith("SELECT") and "LEFT OUTER JOIN servers" in text

        def begin(_connection: object) -> None:
            counted["transactions"] += 1

        event.listen(Engine, "before_cursor_execute", statement)
        event.listen(Engine, "begin", begin)
        cpu, wall = process_time(), perf_counter()
        try:
            yield
        finally:
            self.cpu.append(process_time() - cpu)
            self.wall.append(perf_counter() - wall)
            event.remove(Engine, "before_cursor_execute", statement)
            event.remove(Engine, "begin", begin)
        self.statements.append(counted["statements"])
        self.transactions.append(counted["transactions"])
        self.loads.append(counted["loads"])


class NullBot(discord.Client):
    """A bot that acknowledges a command, stores one row on disk, posts a ready picture, and answers.

    It uses SQLAlchemy and aiosqlite in the usual way, independently of Furlong's code, so that it stays a fixed
    yardstick.
    """

    def __init__(self, file: Path, ready: bytes) -> None:
        """Prepare the bot; nothing is connected yet."""
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self._engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
        event.listen(self._engine.sync_engine, "connect", _keep_on_disk)
        self._picture = ready

    async def setup_hook(self) -> None:
        """Open the database and register the command."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_ROWS.create)
        self.tree.add_command(app_commands.Command(name="move", description="Nothing.", callback=self._move))
        await self.tree.sync()

    async def _move(self, interaction: discord.Interaction, move: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._engine.begin() as connection:
            await connection.execute(insert(_ROWS), {"move": move})
        channel = interaction.channel
        assert isinstance(channel, discord.abc.Messageable)
        view: discord.ui.LayoutView = discord.ui.LayoutView(timeout=None)
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        view.add_item(gallery.add_item(media=f"attachment://board.{EXTENSION}"))
        await channel.send(view=view, file=discord.File(BytesIO(self._picture), f"board.{EXTENSION}"))
        await interaction.followup.send(move, ephemeral=True)

    async def close(self) -> None:
        """Disconnect and close the database."""
        await super().close()
        await self._engine.dispose()


def _keep_on_disk(connection: DBAPIConnection, _record: object) -> None:
    """Have SQLite write a row to disk when it is committed, as Furlong does."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Measurement]:
    nulls, games, firsts = ({key: TurnCosts() for key in GAMES} for _ in range(3))
    first_null, started = TurnCosts(), list[float]()
    for number in range(1 + ROUNDS):
        for key in GAMES:  # each after a null bot, so that the machine is equally busy for both
            await _null_round(folder / f"null-{key}{number}.db", nulls[key] if number else first_null)
            costs = games if number else firsts
            started.append(await _round(folder / f"{key}{number}.db", key, costs[key]))
    least = median(cost for key in GAMES for cost in nulls[key].cpu)
    found = [
        Measurement("A command of a null bot", least * 1e3, "ms", "CPU: acknowledge, one durable row, a ready picture")
    ]
    for key, costs in games.items():
        note = f"CPU of a typed move through the whole bot, in the simulated Discord; {GAMES[key].name}"
        first = median(firsts[key].cpu) / median(first_null.cpu)
        found += [
            Measurement("A turn", median(costs.cpu) * 1e3, "ms", note),
            Measurement("  turn / null bot", median(costs.cpu) / median(nulls[key].cpu), "x", most=9),
            Measurement("  in its first forty turns", first, "x", most=11),
            Measurement("  statements", median(costs.statements), "", f"at most {max(costs.statements)}", most=10),
            Measurement("  transactions", median(costs.transactions), "", f"at most {max(costs.transactions)}", most=3),
            Measurement("  loads of the match", median(costs.loads), "", f"at most {max(costs.loads)}", most=1),
            Measurement(
                "  turns a second", 1 / median(costs.cpu), "", "of one core; Discord takes about 25 from a token"
            ),
        ]
    return [
        *found,
        Measurement("From start to ready", median(started), "s", "an empty database, the simulated Discord"),
        Measurement(
            "Memory",
            most_memory(),
            "MB",
            "the most that this process has held so far, the benchmarks before it included",
        ),
    ]


async def _null_round(file: Path, costs: TurnCosts) -> None:
    env = Env(NullBot(file, picture(GAMES[WORST].start(2))), check_errors=False, settle_timeout=_PATIENCE)
    await env.start()
    channel, (ada, _ben) = people_of(env)
    for turn in range(TURNS):
        with costs.command():
            await ada.slash(channel, "move", move=f"a{turn}")
    await env.shutdown()
    await env.bot.close()


async def _round(file: Path, key: str, costs: TurnCosts) -> float:
    """Play one match, or several; returns the seconds from the start until the bot was ready."""
    bot, chance = Furlong(Options(f"sqlite:///{file}")), random.Random(1)
    begun = perf_counter()
    env = Env(bot, check_errors=False, settle_timeout=_PATIENCE)
    await env.start()
    ready = perf_counter() - begun
    channel, (ada, ben) = people_of(env)
    number = 0
    for _ in range(TURNS):
        number, match = await begun_match(bot, channel, (ada, ben), key, number)
        assert match.to_move is not None
        who = ada if match.to_move.id == ada.id else ben
        move = chance.choice(match.position.legal_moves())
        with costs.command():
            await who.slash(channel, "move", move=move)
    await env.shutdown()
    await bot.close()
    return ready


async def begun_match(
    bot: Furlong, channel: ChannelHandle, people: tuple[MemberActor, MemberActor], key: str, number: int
) -> tuple[int, Match]:
    """The match with this number while it runs, else the next one, with its number; 0 begins the first."""
    ada, ben = people
    if not number or (await matches.load(bot.services.context, number)).state is not State.RUNNING:
        await ada.slash(channel, "play", game=key, opponent=ben)
        number += 1
        guest = Person(ben.id, ben.name)
        async with matches.joining(bot.services.context, number, Actor(guest, ada.guild.id), seen=None) as change:
            challenges.join(change, guest)
        await bot.delivery.deliver(number)
    return number, await matches.load(bot.services.context, number)


def people_of(env: Env) -> tuple[ChannelHandle, tuple[MemberActor, MemberActor]]:
    """A channel on a new server, and two people in it."""
    guild = env.create_guild("The Club")
    channel = guild.create_text_channel("games")
    ada, ben = (guild.add_member(env.create_user(name)) for name in ("Ada", "Ben"))
    return channel, (ada, ben)
