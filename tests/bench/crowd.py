"""Databases with very many matches of all games, made within minutes by multiplying a few matches that were played.

The rows are multiplied, so every match replays with the dice of its seal. The players, the server and the time differ
from copy to copy. Running matches come after finished ones.
"""

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from sqlite3 import connect
from typing import Final

from sqlalchemy import Column, Table

from bot.actions.rating_audits import are_outdated
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches, moves, participants, records
from bot.store.engine.schema.people import people, rating_changes
from rules import GAMES
from rules.core import Game, Seat
from tests.bot.matches import Matches

RUNNING_PLIES, FINISHED_PLIES = 12, 24
_FIRST_PERSON: Final = 100_000_000_000_000_000
SEATED: Final = [Person(number, f"Person {number}") for number in range(_FIRST_PERSON, _FIRST_PERSON + 4)]
_SEEDS: Final = range(1, 3)
_TERMS: Final = Terms(3, is_rated=True)
_SERVER: Final = 1
_HALF_A_DAY: Final = 12 * 60 * 60 * 1_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Crowd:
    """The size of the crowd: running and finished matches, and who plays them where."""

    running: int
    finished: int

    @property
    def people(self) -> int:
        """The number of players, each in two running matches."""
        return max(self.running, 50)

    @property
    def servers(self) -> int:
        """The number of servers besides the large one, to which every tenth person belongs."""
        return max(self.running // 40, 5)

    @property
    def large_server(self) -> int:
        """The server with every tenth match."""
        return self.server(0)

    @staticmethod
    def server(number: int) -> int:
        """The id of a server."""
        return number + 1 << 22


async def make(folder: Path, crowd: Crowd, now: datetime | None = None) -> Path:
    """A new SQLite file in `folder` with this crowd, whose running matches began `now`, by default at this moment."""
    seeds, file = folder / "seeds.db", folder / "crowd.db"
    await _play_seeds(seeds, now or datetime.now(UTC))
    database = await Database.open(f"sqlite:///{file}")
    assert not await are_outdated(database)  # from now on: the ratings below need no audit
    await database.close()
    with closing(connect(file)) as connection:
        for statement in _statements(crowd, seeds):
            connection.execute(statement)
        connection.commit()
    return file


async def _play_seeds(file: Path, now: datetime) -> None:
    """Some matches of every game at every number of seats: running ones first, then finished ones."""
    database = await Database.open(f"sqlite:///{file}")
    played = Matches(database, now=lambda: now)
    kinds = [(game, seats) for game in GAMES.values() for seats in game.seats]
    for game, seats in kinds:  # one each: two people may have only so many running matches together
        await _play(played, game, seats, random.Random(0), RUNNING_PLIES)
    for (game, seats), seed in product(kinds, _SEEDS):
        match = await _play(played, game, seats, random.Random(seed), FINISHED_PLIES)
        while match.state is State.RUNNING:
            assert match.to_move is not None
            match = await played.resign(Actor(match.to_move, _SERVER), match.id)
    await database.close()


async def _play(played: Matches, game: Game, seats: int, generator: random.Random, plies: int) -> Match:
    host, *guests = SEATED[:seats]
    proposal = Proposal(game, 5, tuple(guests), Seat(0) if seats == 2 else None, terms=_TERMS)
    match = await played.propose(Actor(host, _SERVER), _SERVER, proposal)
    for guest in guests:
        match = await played.join(Actor(guest, _SERVER), match.id)
    while match.state is State.RUNNING and match.ply < plies:
        assert match.to_move is not None
        move = generator.choice(match.position.legal_moves())
        match = (await played.play(Actor(match.to_move, _SERVER), match.id, move)).match
    return match


def _statements(crowd: Crowd, seeds: Path) -> Iterator[str]:
    yield f"ATTACH '{seeds}' AS seeds"
    yield "PRAGMA journal_mode = OFF"  # nothing of value is lost if this is interrupted
    yield "PRAGMA cache_size = -200000"
    yield (
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {crowd.people}) "
        f"INSERT INTO people (id, name) SELECT {_FIRST_PERSON - 1} + i, 'Person ' || i FROM n"
    )
    yield "CREATE TEMP TABLE seed (place INTEGER PRIMARY KEY, is_over, id)"
    yield (
        "INSERT INTO seed (is_over, id) SELECT state <> 'running', id FROM seeds.matches "
        "WHERE state IN ('running', 'finished') ORDER BY state <> 'running', id"
    )
    yield "CREATE TEMP TABLE copy (i INTEGER PRIMARY KEY, seed_id, r, hours)"
    for first, number, is_over in ((1, crowd.finished, 1), (1 + crowd.finished, crowd.running, 0)):
        yield (
            f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {first + number - 1}), "
            f"s AS (SELECT row_number() OVER (ORDER BY place) - 1 AS k, id FROM seed WHERE is_over = {is_over}) "
            f"INSERT INTO copy SELECT i, s.id, i * 17 % {crowd.people}, {is_over} * (i % 8000) FROM n "
            f"JOIN s ON s.k = i % (SELECT count(*) FROM s)"
        )
    for table in (matches, participants, moves, records, rating_changes):
        yield _multiplied(table, crowd)
    yield (
        "INSERT INTO ratings (server_id, pool, person_id, mu, sigma, rating, is_provisional, wins, draws, losses, change, "
        "changed_at) SELECT server_id, pool, person_id, 20 + person_id % 100 / 10.0, 3, 1000 + person_id % 1000, "
        "person_id % 5 = 0, 7, 1, 6, change, max(ended_at) FROM rating_changes GROUP BY server_id, pool, person_id"
    )


def _multiplied(table: Table, crowd: Crowd) -> str:
    names = ", ".join(column.name for column in table.columns)
    values = ", ".join(_value(table, column, crowd) for column in table.columns)
    number = "id" if table is matches else "match_id"
    return (
        f"INSERT INTO main.{table.name} ({names}) SELECT {values} FROM copy CROSS JOIN seeds.{table.name} AS old "
        f"WHERE old.{number} = copy.seed_id"
    )


def _value(table: Table, column: Column[object], crowd: Crowd) -> str:
    """The value of a column in a copy."""
    if column is matches.c.id or column.name == "match_id":
        return "copy.i"
    if column.name == "server_id":
        return f"(1 + CASE WHEN copy.r % 10 = 0 THEN 0 ELSE 1 + copy.r % {crowd.servers} END) << 22"
    if column.references(people.c.id):
        return f"{_FIRST_PERSON} + (copy.r + (old.{column.name} - {_FIRST_PERSON}) * 1009) % {crowd.people}"
    if column is records.c.times:  # the clock stood still while the seeds were played
        return f"replace(old.times, ' 0', ' {_HALF_A_DAY}')"
    if column.name.endswith("_at"):
        return f"old.{column.name} - copy.hours * 3600000"
    return f"old.{column.name}"
