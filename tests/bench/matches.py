"""The cost of storing a move and of listing matches, and what caching positions saves."""

import asyncio
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from bot.model.challenges import Proposal
from bot.model.match import Match, State
from bot.model.people import FIRST_ON_DISCORD, Actor, Person
from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches as match_table
from bot.store.engine.schema.matches import moves, participants
from bot.store.engine.schema.people import people
from rules import GAMES
from rules.core import Move, Seat
from tests.bench.measure import Measurement, median_seconds_of, seconds_of
from tests.bot.matches import Matches

FURL = GAMES["furl"]
SERVER, CHANNEL = 1, 2
ADA, BEN = Person(FIRST_ON_DISCORD, "Ada"), Person(FIRST_ON_DISCORD + 1, "Ben")
FIRST_OTHER = FIRST_ON_DISCORD + 10
FEW, MANY = 100, 100_000
LIST = 100
RECORD_PLIES, SHORT_PLIES = 60, 6  # of the first match, and of all other matches
MOVES, RUNS = 200, 31
_BATCH = 5_000


@dataclass
class Shelf:
    """A database that already has some matches."""

    database: Database
    matches: Matches

    @classmethod
    async def filled(cls, file: Path, number: int) -> "Shelf":
        """A new database with `number` running matches; Ada plays in the first `LIST` of them."""
        database = await Database.open(f"sqlite:///{file}")
        await _fill(database, number)
        return cls(database, Matches(database, now=_now))

    async def new_match(self) -> Match:
        """A running match between Ada and Ben."""
        proposal = Proposal(FURL, CHANNEL, (BEN,), Seat(0))
        proposed = await self.matches.propose(Actor(ADA, SERVER), SERVER, proposal)
        return await self.matches.join(Actor(BEN, SERVER), proposed.id)


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Measurement]:
    few, many = [await Shelf.filled(folder / f"{number}.db", number) for number in (FEW, MANY)]
    with_few, with_many, write = await _moves_side_by_side(few, many)
    listed = await median_seconds_of(lambda: many.matches.of_person(ADA, SERVER, State.RUNNING), runs=RUNS)
    cold = await median_seconds_of(lambda: _find(Matches(many.database, now=_now)), runs=RUNS)
    warm = await median_seconds_of(lambda: _find(many.matches), runs=RUNS)
    for shelf in (few, many):
        await shelf.database.close()
    return [
        Measurement("A move, stored", with_many * 1e3, "ms", f"{MANY:,} matches on SQLite, synced to disk"),
        Measurement(f"  with {FEW} matches", with_few * 1e3, "ms", "in turn with the above"),
        Measurement("  smallest write alone", write * 1e3, "ms", "one value, synced to disk: what the disk takes"),
        Measurement("  stored / smallest write", with_many / write, "x", most=4),
        Measurement("A list of matches", listed * 1e3, "ms", f"one player's {LIST} running matches of {MANY:,}"),
        Measurement("A match found, position forgotten", cold * 1e3, "ms", f"{RECORD_PLIES} moves replayed"),
        Measurement("A match found, position remembered", warm * 1e3, "ms", f"{RECORD_PLIES} moves"),
    ]


async def _moves_side_by_side(*shelves: Shelf) -> list[float]:
    """Median seconds of a move in each database, and of the smallest write in the last.

    They alternate, so that the machine and its disk are equally busy for all of them.
    """
    generator = random.Random(1)
    playing = [await shelf.new_match() for shelf in shelves]
    times: list[list[float]] = [[] for _ in shelves]
    writes: list[float] = []
    for _ in range(MOVES):
        for index, shelf in enumerate(shelves):
            match = playing[index]
            assert match.to_move is not None
            move, actor = generator.choice(match.position.legal_moves()), Actor(match.to_move, SERVER)
            begun = perf_counter()
            played = await shelf.matches.play(actor, match.id, move, revision=match.revision)
            times[index].append(perf_counter() - begun)
            over = played.match.state is not State.RUNNING
            playing[index] = await shelf.new_match() if over else played.match
        writes.append(await seconds_of(_smallest_write(shelves[-1])))
    return [median(of_one) for of_one in (*times, writes)]


async def _smallest_write(shelf: Shelf) -> None:
    async with shelf.database.write() as connection:
        await fact_store.put(connection, "key", "value")


async def _find(matches: Matches) -> None:
    match = await matches.find(Actor(ADA, SERVER), 1)
    assert match.ply == RECORD_PLIES


async def _fill(database: Database, number: int) -> None:
    """Add matches with the same record, first between Ada and another player, then between others."""
    record = _long_record()
    names = [ADA, BEN, *(Person(FIRST_OTHER + index, f"Person {index}") for index in range(200))]
    async with database.write() as connection:
        await connection.execute(insert(people), [{"id": person.id, "name": person.name} for person in names])
        await connection.execute(insert(match_table), [_match_row(index) for index in range(number)])
        seats = chain.from_iterable(_seat_rows(index, names) for index in range(number))
        await connection.execute(insert(participants), list(seats))
        for first in range(0, number, _BATCH):
            batch = range(first, min(first + _BATCH, number))
            rows = chain.from_iterable(_move_rows(index, record[: _plies(index)]) for index in batch)
            await connection.execute(insert(moves), list(rows))


def _match_row(index: int) -> dict[str, Any]:
    return {
        "server_id": SERVER,
        "channel_id": CHANNEL,
        "game": FURL.key,
        "game_version": FURL.version,
        "seats": 2,
        "state": State.RUNNING,
        "host_id": FIRST_OTHER + index % 200,
        "is_open_challenge": False,
        "ply": _plies(index),
        "revision": _plies(index),
        "to_move_id": FIRST_OTHER + index % 200,
        "days": 3,
        "clock_began_at": _now(),
        "deadline": _now() + timedelta(days=3),
        "remind_at": _now() + timedelta(days=2.4),
        "created_at": _now(),
        "changed_at": _now(),
    }


def _plies(index: int) -> int:
    return SHORT_PLIES if index else RECORD_PLIES


def _seat_rows(index: int, names: list[Person]) -> list[dict[str, Any]]:
    other = ADA.id if index < LIST else names[2 + (index + 1) % 200].id
    seated = (FIRST_OTHER + index % 200, other)
    return [
        {"match_id": index + 1, "person_id": person_id, "place": place, "joined": True}
        for place, person_id in enumerate(seated)
    ]


def _move_rows(index: int, record: tuple[Move, ...]) -> list[dict[str, Any]]:
    return [
        {"match_id": index + 1, "ply": ply, "token": token, "seat": ply % 2, "played_at": _now()}
        for ply, token in enumerate(record, start=1)
    ]


def _long_record() -> tuple[Move, ...]:
    """The first `RECORD_PLIES` moves of a random game that is longer than that."""
    for seed in range(10_000):
        generator, position, record = random.Random(seed), FURL.start(2), list[Move]()
        while position.turn is not None and len(record) < RECORD_PLIES:
            record.append(generator.choice(position.legal_moves()))
            position = position.play(record[-1])
        if position.turn is not None:
            return tuple(record)
    raise AssertionError(f"no random game of Furl lasts {RECORD_PLIES} moves")


def _now() -> datetime:
    return datetime.now(UTC)
