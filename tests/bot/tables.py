"""Databases for tests, and a hall in which matches are played; `tests.bot.fixtures` makes them fixtures.

Everything runs on SQLite. If FURLONG_TEST_POSTGRES holds the address of a PostgreSQL server
(postgresql+asyncpg://user@host/database), the tests that are not about SQLite alone run there too, in a separate
database that is dropped afterwards. FURLONG_TEST_PGBOUNCER is the address of the same server through PgBouncer.
"""

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncGenerator, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import uuid4

import pytest
from sqlalchemy import Engine, event, make_url, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.challenges import Proposal
from bot.model.clock import FRIENDLY, Terms
from bot.model.jobs import Job, Kind
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.store.engine.database import Connection, Database
from bot.store.engine.engines import driver_url, named_file
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from rules import GAMES
from rules.core import Game, Seat
from tests.bot.matches import Matches
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS, STICKS_FOR_THREE

POSTGRES: Final = os.environ.get("FURLONG_TEST_POSTGRES", "")
POOLER: Final = os.environ.get("FURLONG_TEST_PGBOUNCER", "")
KINDS: Final = ("sqlite", "postgresql") if POSTGRES else ("sqlite",)
SERVER: Final = 900_000_000_000_000_001
ELSEWHERE: Final = 900_000_000_000_000_002
CHANNEL: Final = 910_000_000_000_000_001
ADA: Final = Person(920_000_000_000_000_001, "Ada")
BEN: Final = Person(920_000_000_000_000_002, "Ben")
CLEO: Final = Person(920_000_000_000_000_003, "Cleo")
DAN: Final = Person(920_000_000_000_000_004, "Dan")
FIRST: Final = Seat(0)
FURL: Final = GAMES["furl"]
_Result = TypeVar("_Result")


def here(person: Person) -> Actor:
    """A person who acts on the server of the matches."""
    return Actor(person, SERVER)


def managing(person: Person) -> Actor:
    """A person who acts on that server, which they manage."""
    return Actor(person, SERVER, manages_server=True)


async def update_match(connection: Connection, match_id: int, values: dict[str, Any]) -> None:
    """Change columns of a match, without the consequences."""
    await connection.execute(update(matches).where(matches.c.id == match_id).values(**values))


def address_of(file: Path) -> str:
    """The address of an SQLite file, even if its path has special characters."""
    return URL.create("sqlite+aiosqlite", database=str(file)).render_as_string()


def run(coroutine: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a coroutine to its end from synchronous code."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        return runner.run(coroutine)


class Dump(dict[str, list[Any]]):
    """Every row by table; under a kind of jobs, the jobs of that kind."""

    def __missing__(self, kind: str) -> list[Any]:
        rows = (dict(zip(jobs.c.keys(), row, strict=True)) for row in self[jobs.name])
        return [_job(row) for row in rows if row["kind"] == Kind(kind)]


def _job(row: dict[str, Any]) -> Job:
    data = json.loads(row["data"]) if isinstance(row["data"], str) else row["data"]
    columns: dict[str, Any] = {**row, "kind": Kind(row["kind"]), "data": data}
    return Job(**columns)


async def dump(database: Database) -> Dump:
    """Every row of every table."""
    async with database.read() as connection:
        return Dump(
            {
                table.name: [
                    tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))
                ]
                for table in METADATA.sorted_tables
            }
        )


@contextmanager
def statements() -> Generator[list[str]]:
    """Collects the first line of every statement that is sent to a database within the context."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not statement.startswith("BEGIN"):  # SQLite needs a statement where PostgreSQL's driver does it by itself
            sent.append(statement.split("\n")[0])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@dataclass
class StandingClock:
    """A clock that stands still until a test moves it."""

    at: datetime = field(default=datetime(2030, 1, 1, 12, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.at

    def go_on(self, **amount: float) -> None:
        self.at += timedelta(**amount)


@dataclass
class Hall:
    """Matches in a database, with shortcuts for setting them up."""

    url: str
    database: Database
    matches: Matches
    clock: StandingClock

    async def challenge(
        self,
        *guests: Person,
        host: Person = ADA,
        game: Game = FURL,
        host_seat: Seat | None = FIRST,
        terms: Terms = FRIENDLY,
    ) -> Match:
        """An open challenge of Ben, or of the person named."""
        proposal = Proposal(game, CHANNEL, opponents=guests or (BEN,), host_seat=host_seat, terms=terms)
        return await self.matches.propose(here(host), SERVER, proposal)

    async def open_challenge(self, *, host: Person = ADA, game: Game = FURL, host_seat: Seat | None = FIRST) -> Match:
        """An open challenge that anybody may join."""
        return await self.matches.propose(here(host), SERVER, Proposal(game, CHANNEL, host_seat=host_seat))

    async def running(
        self, *players: Person, game: Game = FURL, moves: Sequence[str] = (), terms: Terms = FRIENDLY
    ) -> Match:
        """A match between Ada, in seat 0, and Ben, or the people named in seat order, after some moves."""
        host, *guests = players or (ADA, BEN)
        match = await self.challenge(*guests, host=host, game=game, terms=terms)
        for guest in guests:
            match = await self.matches.join(here(guest), match.id)
        for move in moves:
            assert match.to_move is not None
            match = (await self.matches.play(here(match.to_move), match.id, move)).match
        return match

    @asynccontextmanager
    async def refusing(self, kind: type[Exception]) -> AsyncGenerator[pytest.ExceptionInfo[Any]]:
        """Check that the work within the context is refused with exactly this error and changes nothing."""
        before = await self._rows()
        with pytest.raises(kind) as caught:
            yield caught
        assert caught.type is kind
        assert await self._rows() == before

    async def _rows(self) -> Sequence[Any]:
        """Every row of every table as it is stored; a file is read past SQLAlchemy, which takes six times as long."""
        if make_url(self.url).get_backend_name() != "sqlite":
            return [*(await dump(self.database)).items()]
        with closing(sqlite3.connect(named_file(self.url))) as connection:
            return [
                connection.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2").fetchall()
                for table in METADATA.sorted_tables
            ]


async def hall_at(url: str) -> Hall:
    """A hall in the database at `url`, which the caller has to close."""
    database, clock = await Database.open(url), StandingClock()
    return Hall(url, database, Matches(database, now=clock, games=all_games()), clock)


def all_games() -> dict[str, Game]:
    """All games, and the small ones of the tests."""
    return {**GAMES, **{game.key: game for game in (STICKS, STICKS_FOR_THREE, ROUNDS)}}


async def on_server(*commands: str) -> None:
    """Run commands outside a transaction, in the database that the variable names."""
    await run_at(driver_url(POSTGRES), *commands)


async def run_at(url: str, *commands: str) -> None:
    """Run commands outside a transaction."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for command in commands:
            await connection.execute(text(command))
    await engine.dispose()


@contextmanager
def postgres_database() -> Generator[str]:
    """The address of a new, empty database on the PostgreSQL server; it is dropped afterwards.

    Commits do not wait for the disk, because no test loses power.
    """
    name = f"furlong_test_{uuid4().hex}"
    run(on_server(f"CREATE DATABASE {name}", f"ALTER DATABASE {name} SET synchronous_commit = off"))
    try:
        yield make_url(driver_url(POSTGRES)).set(database=name).render_as_string(hide_password=False)
    finally:
        run(on_server(f"DROP DATABASE {name} WITH (FORCE)"))


async def empty_tables(url: str) -> None:
    """Delete every row of a PostgreSQL database, and count from 1 again."""
    names = ", ".join(table.name for table in METADATA.sorted_tables)
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
    await engine.dispose()
