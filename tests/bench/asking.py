"""`python -m tests.bench.asking`: what people ask for, through the whole bot, among very many matches and among few.

The people of the server's leaderboard are members of the simulated Discord. Each size runs in a separate process. With
`--postgres`, the same rows are in a new database on the PostgreSQL server that FURLONG_TEST_POSTGRES names.
"""

import argparse
import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from aiohttp import ClientSession
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env

from bot.actions import matches as stored
from bot.chat.client import Furlong, Options
from bot.model.people import Actor, Person
from bot.store.engine import copying
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import rating_changes, ratings
from bot.web.access import Site
from tests.bench.crowd import Crowd, make
from tests.bench.measure import Measurement, in_process, table
from tests.bench.pages import ask, served, visitor_for
from tests.bench.turns import TurnCosts
from tests.bot.tables import POSTGRES, postgres_database

RUNNING: Final = 20_000
"""The default number of running matches; ten times as many are finished."""

_FEW: Final = 1_000
_TIMES: Final = 15
_PATIENCE: Final = 30.0  # seconds for a start among a million matches
_MEMBERS: Final = 40
_NAMED: Final = (
    participants.c.person_id,
    matches.c.host_id,
    matches.c.to_move_id,
    matches.c.ended_by_id,
    ratings.c.person_id,
    rating_changes.c.person_id,
)
_DUEL: Final = (
    "SELECT matches.id, first.person_id, second.person_id FROM matches "
    "JOIN participants AS first ON first.match_id = matches.id AND first.place = 0 "
    "JOIN participants AS second ON second.match_id = matches.id AND second.place = 1 "
    "WHERE server_id = ? AND state = 'running' AND game = 'farlander' AND seats = 2 LIMIT 1"
)


def rows(running: int = RUNNING, *, on_postgres: bool = False) -> list[Measurement]:
    """The rows of this part of the report."""
    options = ["--postgres"] if on_postgres else []
    few, many = (in_process("tests.bench.asking", number, *options) for number in (_FEW, running))
    time = "time on PostgreSQL" if on_postgres else "CPU"
    note = f"the least of {_TIMES}; {time} through the whole bot; {running:,} matches run, {10 * running:,} are over"
    found = list[Measurement]()
    for name, value in many.items():
        found.append(Measurement(name, value, "ms", note))
        found.append(Measurement("  beside a small database", value / few[name], "x", most=1.5))
    return found


async def _measured(folder: Path, crowd: Crowd, target: str | None) -> dict[str, float]:
    """Milliseconds by request in a new database with this crowd: a file, or the empty one at `target`.

    Of a file it is processor time; PostgreSQL works elsewhere, so there it is all time.
    """
    file = folder / "crowd.db"
    url = f"sqlite:///{file}"
    bot = Furlong(Options(target or url))
    env = Env(bot, check_errors=False, settle_timeout=_PATIENCE)
    assert await make(folder, crowd, env.now()) == file
    guild = env.create_guild("The Club", id=crowd.large_server)
    channel = guild.create_text_channel("games")
    members = [guild.add_member(env.create_user(f"Member {number}")) for number in range(_MEMBERS)]
    number = _settle(file, crowd, channel, members)
    if target:
        await copy(url, target)
    await env.start()
    found = await _requests(env, bot, channel, members, number)
    await env.shutdown()
    await bot.close()
    # The least, because both sizes are measured one after the other, while the machine may be more or less busy.
    # What PostgreSQL does is not in this process. `/move` is followed by jobs, for which the simulated Discord waits in
    # steps of some hundredths of a second that are in both sizes.
    return {name: min(costs.wall if target else costs.cpu) * 1e3 for name, costs in found.items()}


async def copy(source: str, target: str) -> None:
    """Fill the empty database at `target` as moving a database does, without replaying a million matches there."""
    origin, destination = await Database.open(source), await Database.open(target)
    async with origin.read() as reading, destination.write() as writing:
        for one in copying.TABLES:
            last: Sequence[Any] | None = None
            while found := await copying.rows_after(reading, one, last):
                await copying.add_rows(writing, one, found)
                last = found[-1]
        await copying.copy_counters(reading, writing)
        await copying.gather_statistics(writing)
    for database in (origin, destination):
        await database.close()


async def _requests(
    env: Env, bot: Furlong, channel: ChannelHandle, members: list[MemberActor], number: int
) -> dict[str, TurnCosts]:
    """The costs of each kind of request; the first two members play the match with this number."""
    (ada, ben), context, chance = members[:2], bot.services.context, random.Random(1)

    async def move() -> None:
        match = await stored.load(context, number)
        assert match.to_move is not None
        who, chosen = ada if match.to_move.id == ada.id else ben, chance.choice(match.position.legal_moves())
        with found["/move"].command():
            await who.slash(channel, "move", move=chosen, match=str(number))

    def command(name: str) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            with found[f"/{name}"].command():
                await ada.slash(channel, name)

        return do

    def page(name: str, address: str) -> Callable[[], Awaitable[None]]:
        async def do() -> None:
            with found[name].command():
                await ask(client, f"http://127.0.0.1:{port}{address}", visitor)

        return do

    commands = ("games", "profile", "leaderboard")
    pages = {"The page's home": "/", "A match on the page": f"/matches/{number}"}
    found = {name: TurnCosts() for name in ("/move", *(f"/{name}" for name in commands), *pages)}
    site = Site(opened=lambda: context, show=lambda _change: None, show_in_turn=lambda _change: None)
    async with served(site) as port, ClientSession() as client:
        visitor = await visitor_for(context, Actor(Person(ada.id, ada.name), ada.guild.id), channel.id)
        actions = [move, *(command(name) for name in commands), *(page(*one) for one in pages.items())]
        for _ in range(_TIMES):
            for action in actions:
                await action()
    return found


def _settle(file: Path, crowd: Crowd, channel: ChannelHandle, members: list[MemberActor]) -> int:
    """Put the large server's matches into a channel and name its people after members; return a match of the first two.

    The others are those with the highest ratings there.
    """
    server = crowd.large_server
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("UPDATE matches SET channel_id = ? WHERE server_id = ?", (channel.id, server))
        number, *two = connection.execute(_DUEL, (server,)).fetchone()
        best = "SELECT person_id FROM ratings WHERE server_id = ? AND pool = 'all' ORDER BY is_provisional, rating DESC"
        ranked = [one for (one,) in connection.execute(f"{best} LIMIT {_MEMBERS}", (server,)) if one not in two]
        for old, member in zip((*two, *ranked), members, strict=False):
            connection.execute("INSERT INTO people (id, name) VALUES (?, ?)", (member.id, member.name))
            for statement in _renaming():
                connection.execute(statement, (member.id, old))
        connection.commit()
    return number


def _renaming() -> Iterator[str]:
    for column in _NAMED:
        yield f"UPDATE {column.table.name} SET {column.name} = ? WHERE {column.name} = ?"


def main() -> None:
    """Print the rows, or the results of one size as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.asking", description="Requests among many matches.")
    parser.add_argument("--running", type=int, default=RUNNING, help="how many matches run; ten times as many are over")
    parser.add_argument("--only", type=int, metavar="RUNNING", help="one size, as JSON")
    parser.add_argument("--postgres", action="store_true", help="on the PostgreSQL server of the tests")
    chosen = parser.parse_args()
    if chosen.postgres and not POSTGRES:
        parser.error("FURLONG_TEST_POSTGRES names no PostgreSQL server")
    if chosen.only is None:
        print(table(rows(chosen.running, on_postgres=chosen.postgres)))
        return
    with TemporaryDirectory() as folder, postgres_database() if chosen.postgres else nullcontext() as target:
        print(json.dumps(asyncio.run(_measured(Path(folder), Crowd(chosen.only, 10 * chosen.only), target))))


if __name__ == "__main__":
    main()
