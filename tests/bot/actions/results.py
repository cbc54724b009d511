"""Results for tests of ratings: finished matches, written directly into the database."""

import random
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions import ratings as rating_book
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches, participants
from tests.bot.tables import CHANNEL, SERVER

WON: Final = (1, 2)
LOST: Final = (2, 1)
DRAWN: Final = (1, 1)


@dataclass(frozen=True)
class PastMatch:
    """A result: the people by seat, their places, and when the match ended."""

    people: tuple[Person, ...]
    places: tuple[int, ...]
    ended_at: datetime
    game: str = "furl"
    server_id: int = SERVER
    is_rated: bool = True
    counts: bool = True
    state: State = State.FINISHED


async def store(connection: AsyncConnection, outcome: PastMatch) -> int:
    """Store a finished match without moves and ratings; returns its number."""
    statement = insert(matches).values(**_row(outcome)).returning(matches.c.id)
    number = (await connection.execute(statement)).scalar_one()
    seats: list[dict[str, Any]] = [
        {"match_id": number, "person_id": person.id, "place": seat, "joined": True}
        for seat, person in enumerate(outcome.people)
    ]
    await connection.execute(insert(participants), seats)
    return number


async def end(connection: AsyncConnection, outcome: PastMatch) -> int:
    """Store a finished match and apply it to the ratings; returns its number."""
    number = await store(connection, outcome)
    just_before = outcome.ended_at, number - 1
    for rated in await rating_store.rated_matches(connection, outcome.server_id, just_before, 1):
        if rated.id == number:
            await rating_book.enter(connection, rated)
    return number


def _row(outcome: PastMatch) -> dict[str, Any]:
    is_finished = outcome.state is State.FINISHED
    return {
        "server_id": outcome.server_id,
        "channel_id": CHANNEL,
        "game": outcome.game,
        "game_version": 1,
        "seats": len(outcome.people),
        "state": outcome.state,
        "host_id": outcome.people[0].id,
        "is_open_challenge": False,
        "is_rated": outcome.is_rated,
        "counts": outcome.counts,
        "ply": 0,
        "ending": Ending.RULES if is_finished else Ending.UNPLAYED,
        "places": outcome.places if is_finished else None,
        "created_at": outcome.ended_at,
        "started_at": outcome.ended_at,
        "changed_at": outcome.ended_at,
        "ended_at": outcome.ended_at,
    }


def people(count: int) -> list[Person]:
    """That many people."""
    return [Person(930_000_000_000_000_000 + number, f"Player {number}") for number in range(1, count + 1)]


def random_outcomes(
    generator: random.Random, everybody: Sequence[Person], begun_at: datetime, apart: timedelta
) -> Iterator[PastMatch]:
    """An endless series of random results: for two and for more players, with ties, and now and then a casual one, or one too many."""
    ended_at = begun_at
    while True:
        game, most = generator.choice((("furl", 2), ("fursaz", 2), ("farlander", 4)))
        players = tuple(generator.sample(everybody, generator.randint(2, most)))
        places = sorted(generator.choice((0, 1, 1, 2)) for _ in players)
        generator.shuffle(places)
        ended_at += generator.random() * apart + timedelta(milliseconds=1)
        by_rule = tuple(1 + sum(other < place for other in places) for place in places)
        is_rated, counts = generator.random() < 0.9, generator.random() < 0.9
        yield PastMatch(players, by_rule, ended_at, game, is_rated=is_rated, counts=counts)


class Direct:
    """A stand-in for a connection to an SQLite file without a thread, so that thousands of results are quick."""

    def __init__(self, connection: Connection) -> None:
        self.sync_connection = connection
        self.dialect = connection.dialect

    async def execute(self, *statement: Any) -> Any:
        return self.sync_connection.execute(*statement)

    async def scalar(self, *statement: Any) -> Any:
        return self.sync_connection.scalar(*statement)

    async def scalars(self, *statement: Any) -> Any:
        return self.sync_connection.scalars(*statement)


@contextmanager
def direct(file: Path) -> Generator[AsyncConnection]:
    """A transaction on an SQLite file that may write."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        yield cast("AsyncConnection", Direct(connection))
    engine.dispose()


async def past(
    database: Database,
    server_id: int,
    *results: tuple[tuple[Person, ...], tuple[int, ...]],
    game: str,
    begun_at: datetime | None = None,
) -> None:
    """Store rated matches that ended on a server, three days apart, the first long ago; all of them count."""
    begun_at = begun_at or datetime.now(UTC) - timedelta(days=1000)
    async with database.write() as connection:
        for person in {person.id: person for people_, _places in results for person in people_}.values():
            await people_store.remember(connection, person)
        for number, (people_, places) in enumerate(results):
            await end(connection, PastMatch(people_, places, begun_at + timedelta(days=3 * number), game, server_id))
