"""What those who watch cost those who play: a move on the page beside five hundred open boards, and beside none.

It runs on the PostgreSQL server that FURLONG_TEST_POSTGRES names, where both share connections, else on SQLite.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from aiohttp import ClientSession

from bot.actions.context import Context
from bot.model.challenges import Proposal
from bot.model.people import Actor, Person
from bot.store.engine.database import Database
from bot.web.access import COOKIE, Site, Visitor
from bot.web.live import MOST_STREAMS
from rules import GAMES
from tests.bench.measure import Measurement
from tests.bench.pages import open_stream, served, visitor_for
from tests.bot.matches import Matches
from tests.bot.tables import POSTGRES, postgres_database

_MATCHES: Final = 10
_A_MATCH: Final = 50
"""The number of those who watch each match."""

_ROUNDS: Final = 3
_MOVES: Final = 40
"""The number of moves of a round, which are made once without and once with watchers."""

_APART: Final = 0.1
"""Seconds between two moves, so that some are made while watchers are told of earlier ones."""

_PUBLIC: Final = "http://localhost"
_SERVER, _CHANNEL = 1 << 22, 2 << 22


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    folder, server = TemporaryDirectory(), postgres_database() if POSTGRES else nullcontext()
    with folder as name, server as target, asyncio.Runner() as runner:
        alone, watched = runner.run(_seconds(target or f"sqlite:///{Path(name) / 'watched.db'}"))
    note = f"with {_MATCHES * _A_MATCH} boards open, {_A_MATCH} of a match; {'PostgreSQL' if POSTGRES else 'SQLite'}"
    return [
        Measurement("A move on the page", median(alone) * 1e3, "ms", "time from the request to the end of the answer"),
        Measurement("  beside those who watch", median(watched) * 1e3, "ms", note),
        Measurement("  with them / without", median(watched) / median(alone), "x", most=1.2),
        Measurement("  the slowest / the median without", max(watched) / median(alone), "x"),
    ]


@dataclass
class _Table:
    """Matches that are played on the page, and the visitors who play them and watch."""

    context: Context
    port: int
    players: dict[int, Visitor] = field(default_factory=dict[int, Visitor])
    matches: list[int] = field(default_factory=list[int])

    async def sit_down(self, people: Sequence[Person]) -> None:
        """Begin a match for every two people."""
        for host, guest in zip(people[::2], people[1::2], strict=True):
            matches = Matches(self.context.database, now=self.context.now)
            proposed = await matches.propose(
                Actor(host, _SERVER), _SERVER, Proposal(GAMES["fursaz"], _CHANNEL, (guest,))
            )
            self.matches.append((await matches.join(Actor(guest, _SERVER), proposed.id)).id)
            self.players |= {person.id: await self.visitor(person) for person in (host, guest)}

    async def visitor(self, person: Person) -> Visitor:
        return await visitor_for(self.context, Actor(person, _SERVER), _CHANNEL)

    async def played(self, client: ClientSession) -> list[float]:
        """The seconds that each of a round of moves takes, in all matches by turns."""
        found = list[float]()
        for _, number in zip(range(_MOVES), cycle(self.matches), strict=False):
            match = await Matches(self.context.database, now=self.context.now).load(number)
            assert match.to_move is not None
            visitor, move = self.players[match.to_move.id], match.position.legal_moves()[0]
            form = {"csrf": visitor.csrf, "revision": str(match.revision), "move": move}
            headers = {"Cookie": f"{COOKIE}={visitor.token}", "Accept": "text/html+board"}
            begun = perf_counter()
            address = f"http://127.0.0.1:{self.port}/matches/{number}/moves"
            async with client.post(address, data=form, headers=headers) as answer:
                assert answer.status == 200
                await answer.read()
            found.append(perf_counter() - begun)
            await asyncio.sleep(_APART)
        return found


@asynccontextmanager
async def _opened(url: str) -> AsyncGenerator[_Table]:
    database = await Database.open(url)
    context = Matches(database, now=lambda: datetime.now(UTC))
    site = Site(opened=lambda: context, show=lambda _change: None, show_in_turn=lambda _change: None, public=_PUBLIC)
    async with served(site) as port:
        yield _Table(context, port)
    await database.close()


async def _seconds(url: str) -> tuple[list[float], list[float]]:
    """The seconds of each move without and with watchers, after a round to warm up."""
    alone, watched = list[float](), list[float]()
    watching = _MATCHES * _A_MATCH
    people = [
        Person((number + 10) << 22, f"P{number}") for number in range(2 * _MATCHES + watching // MOST_STREAMS + 1)
    ]
    async with _opened(url) as table, ClientSession() as client:
        await table.sit_down(people[: 2 * _MATCHES])
        watchers = [await table.visitor(person) for person in people[2 * _MATCHES :]]
        await table.played(client)
        for _ in range(_ROUNDS):
            alone += await table.played(client)
            with ExitStack() as boards:
                for number in range(watching):
                    visitor, match = watchers[number // MOST_STREAMS], table.matches[number % _MATCHES]
                    boards.enter_context(await open_stream(table.port, match, visitor))
                watched += await table.played(client)
    return alone, watched
