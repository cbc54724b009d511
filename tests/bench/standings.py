"""The cost of a leaderboard, a profile and the end of a rated match, with 100,000 rated matches and with few."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from bot.actions import rating_audits as rating_book
from bot.actions.ratings import leaderboard, profile
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.people import FIRST_ON_DISCORD, Actor, Person
from bot.model.ratings import ALL_ROUND, FEWEST_MOVES, Field, Ledger, RatedMatch
from bot.model.result import Ending
from bot.store import ratings as rating_store
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches as match_table
from bot.store.engine.schema.matches import participants
from bot.store.engine.schema.people import people, rating_changes, ratings
from rules import GAMES
from rules.core import Seat
from tests.bench.measure import Measurement
from tests.bot.matches import Matches

SERVER, CHANNEL = 1, 2
FURL = GAMES["furl"]
FEW, MANY = 1_000, 100_000
MATCHES_EACH = 100
"""The number of finished matches of each person."""

BATCH = 5_000
RUNS = 31
BEGAN_AT = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass
class RatedClub:
    """A server whose members have played for a long time."""

    database: Database
    matches: Matches
    members: list[Person]

    @classmethod
    async def filled(cls, file: Path, number: int) -> "RatedClub":
        """A new database with `number` rated matches between random members, and the ratings that they led to."""
        filling = await Database.open(f"sqlite:///{file}")
        members = [Person(FIRST_ON_DISCORD + index, f"Person {index}") for index in range(2 * number // MATCHES_EACH)]
        await _fill(filling, members, number)
        await filling.close()  # merges the log of one huge transaction into the file, as happens in time
        database = await Database.open(f"sqlite:///{file}")
        return cls(database, Matches(database, now=_now), members)

    async def page(self, number: int) -> None:
        """Read a page of the leaderboard for a person in the middle of it."""
        middle = self.members[len(self.members) // 2]
        found = await leaderboard(self.matches, Field(SERVER, ALL_ROUND), number, middle)
        assert found.rows and found.own

    async def profile(self) -> None:
        """Read a person's profile."""
        found = await profile(self.matches, self.members[0], SERVER, frozenset())
        assert found.tracks

    async def audited(self) -> None:
        """Recompute all ratings and compare them."""
        [audit] = [audit async for audit in rating_book.audits(self.database.read)]
        assert audit.agrees

    async def ended(self) -> float:
        """The seconds that the end of a rated match takes."""
        first, second = random.sample(self.members, 2)
        terms = Terms(is_rated=True)
        proposal = Proposal(FURL, CHANNEL, (second,), Seat(0), terms=terms)
        match = await self.matches.propose(Actor(first, SERVER), SERVER, proposal)
        match = await self.matches.join(Actor(second, SERVER), match.id)
        for person in (first, second) * FEWEST_MOVES:  # with fewer moves it would not count
            move = match.position.legal_moves()[0]
            match = (await self.matches.play(Actor(person, SERVER), match.id, move)).match
        begun = perf_counter()
        match = await self.matches.resign(Actor(first, SERVER), match.id)
        seconds = perf_counter() - begun
        assert match.ratings
        return seconds


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Measurement]:
    few, many = [await RatedClub.filled(folder / f"{number}.db", number) for number in (FEW, MANY)]
    first_page = await _side_by_side(lambda: few.page(0), lambda: many.page(0))
    last_page = await _side_by_side(lambda: few.page(10_000), lambda: many.page(10_000))
    profiles = await _side_by_side(few.profile, many.profile)
    ends = [median([await club.ended() for _ in range(RUNS)]) for club in (few, many)]
    anew = (await _side_by_side(few.audited))[0]
    for club in (few, many):
        await club.database.close()
    note = f"{MANY:,} rated matches, {len(many.members):,} people"
    other = f"  with {FEW:,} rated matches"
    return [
        Measurement("A leaderboard, first page", first_page[1] * 1e3, "ms", f"{note}; with one's own position"),
        Measurement(other, first_page[0] * 1e3, "ms", f"{len(few.members)} people, in turn with the above"),
        Measurement("A leaderboard, last page", last_page[1] * 1e3, "ms", note),
        Measurement(other, last_page[0] * 1e3, "ms"),
        Measurement("A profile, without the picture", profiles[1] * 1e3, "ms", f"{MATCHES_EACH} matches of {MANY:,}"),
        Measurement(other, profiles[0] * 1e3, "ms"),
        Measurement("A rated match ends", ends[1] * 1e3, "ms", f"{MANY:,} rated matches, synced to disk"),
        Measurement(other, ends[0] * 1e3, "ms"),
        Measurement(
            "All ratings computed anew", anew * 1e3, "ms", f"for {FEW:,} rated matches, compared with those stored"
        ),
    ]


async def _side_by_side(*actions: Callable[[], Awaitable[object]]) -> list[float]:
    """Median seconds of each of some actions, after one run to warm up; they alternate."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(RUNS + 1):
        for index, action in enumerate(actions):
            begun = perf_counter()
            await action()
            times[index].append(perf_counter() - begun)
    return [median(of_one[1:]) for of_one in times]


async def _fill(database: Database, members: list[Person], number: int) -> None:
    ledger, played = Ledger(), _played(members, number)
    async with database.write() as connection:
        await connection.execute(insert(people), [{"id": person.id, "name": person.name} for person in members])
        while batch := [match for match, _ in zip(played, range(BATCH), strict=False)]:
            await connection.execute(insert(match_table), [_match_row(match) for match in batch])
            await connection.execute(insert(participants), [row for match in batch for row in _seat_rows(match)])
            changed = [rating_store.change_row(change) for match in batch for change in ledger.enter(match)]
            await connection.execute(insert(rating_changes), changed)
        now = [rating_store.rating_row(SERVER, *key, rating) for key, rating in ledger.ratings.items()]
        await connection.execute(insert(ratings), now)


def _played(members: list[Person], number: int) -> Iterator[RatedMatch]:
    generator, games = random.Random(1), ("furl", "fursaz", "playwin")
    for index in range(number):
        pair = tuple(person.id for person in generator.sample(members, 2))
        places = generator.choice(((1, 2), (2, 1), (1, 1)))
        ended_at = BEGAN_AT + timedelta(minutes=15 * index)
        yield RatedMatch(index + 1, SERVER, games[index % len(games)], ended_at, pair, places)


def _match_row(match: RatedMatch) -> dict[str, Any]:
    return {
        "id": match.id,
        "server_id": SERVER,
        "channel_id": CHANNEL,
        "game": match.game,
        "game_version": 1,
        "seats": 2,
        "state": State.FINISHED,
        "ending": Ending.RULES,
        "places": match.places,
        "host_id": match.people[0],
        "is_open_challenge": False,
        "is_rated": True,
        "ply": 0,
        "created_at": match.ended_at,
        "changed_at": match.ended_at,
        "ended_at": match.ended_at,
    }


def _seat_rows(match: RatedMatch) -> list[dict[str, Any]]:
    return [
        {"match_id": match.id, "person_id": person_id, "place": seat, "joined": True}
        for seat, person_id in enumerate(match.people)
    ]


def _now() -> datetime:
    return datetime.now(UTC)
