"""What somebody has reached on a server: results, streaks, rivals, and how their ratings went."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.characters import CHARACTERS, Character, character_of
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Verdict, verdict
from bot.model.reliability import Reliability
from bot.store import ratings as store
from bot.store import reliability
from bot.store.engine.database import Database
from bot.store.leaderboards import LeaderboardRow, ranked
from bot.store.ratings import Field, PastResult
from rules import GAMES

MOST_RESULTS: Final = 1000
"""The latest finished matches that are looked at: a list that only grows is not read to its end."""

_MOST_RIVALS: Final = 5
_MOST_POINTS: Final = 200
_MOST_LINES: Final = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Tally":
        """Count them."""
        counted = Counter(verdicts)
        return cls(counted[Verdict.WON], counted[Verdict.DRAWN], counted[Verdict.LOST])

    @property
    def matches(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class PoolResults:
    """Somebody's results in a pool, casual matches too, and how they stand there: `row` among `ranked` people.

    `row` is None without a rated match.
    """

    pool: str
    tally: Tally
    row: LeaderboardRow | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody whom a person has played, and how the person did: in a match of several, who finished before whom."""

    person: Person
    tally: Tally


@dataclass(frozen=True, slots=True)
class CharacterScore:
    """How a person did against a character, in all seats that it has taken."""

    character: Character
    tally: Tally


@dataclass(frozen=True, slots=True)
class Track:
    """How a rating went: since when it was what."""

    pool: str
    points: Sequence[tuple[datetime, int]]


@dataclass(frozen=True, slots=True)
class Profile:
    """What somebody has reached; `records` begins with all games together.

    Matches with characters count in `characters` alone, from the gentlest to the strongest. `streak` is how many matches they have won in a row up to now, `best_streak` the most they ever have.
    """

    person: Person
    records: tuple[PoolResults, ...]
    streak: int
    best_streak: int
    rivals: tuple[Rival, ...]
    tracks: tuple[Track, ...]
    reliability: Reliability
    characters: tuple[CharacterScore, ...] = ()

    @property
    def matches(self) -> int:
        """How many finished matches among people this tells of, at most `MOST_RESULTS`."""
        return self.records[0].tally.matches


async def profile(database: Database, person: Person, server_id: int, left_out: frozenset[int]) -> Profile:
    """What a person has reached on a server; those in `left_out` do not count where people are compared."""
    async with database.read() as connection:
        known = [
            result
            for result in await store.latest_results(connection, server_id, person.id, MOST_RESULTS)
            if result.game in GAMES
        ]
        seated = await store.seated(connection, [result.match_id for result in known])
        results = [result for result in known if not any(other.is_character for other in seated[result.match_id])]
        verdicts = [verdict(result.places, result.seat) for result in results]
        records = await _records(connection, person, server_id, left_out, list(zip(results, verdicts, strict=True)))
        pools = _pools_to_paint(records)
        return Profile(
            person=person,
            records=records,
            streak=next(_runs(verdicts), 0) if verdicts and verdicts[0] is Verdict.WON else 0,
            best_streak=max(_runs(verdicts), default=0),
            rivals=_rivals(person, results, seated),
            tracks=tuple([Track(pool, await _curve(connection, person, server_id, pool)) for pool in pools]),
            reliability=await reliability.of_person(connection, server_id, person.id),
            characters=_characters(known, seated),
        )


async def _curve(
    connection: AsyncConnection, person: Person, server_id: int, pool: str
) -> Sequence[tuple[datetime, int]]:
    return await store.latest_ratings(connection, server_id, person.id, pool, _MOST_POINTS)


async def _records(
    connection: AsyncConnection,
    person: Person,
    server_id: int,
    left_out: frozenset[int],
    results: Sequence[tuple[PastResult, Verdict]],
) -> tuple[PoolResults, ...]:
    """All games together, then each game, those that were played most often first."""
    standings = await store.standings_of(connection, server_id, person.id)
    tallies = {ALL_ROUND: Tally.of(what for _result, what in results)}
    for game in GAMES:
        tallies[game] = Tally.of(what for result, what in results if result.game == game)
    records: list[PoolResults] = []
    for pool, tally in sorted(tallies.items(), key=lambda item: (item[0] != ALL_ROUND, -item[1].matches)):
        field, found = Field(server_id, pool, left_out), standings.get(pool)
        if found is not None:
            row = await ranked(connection, field, *found)
            records.append(PoolResults(pool, tally, row, await store.size(connection, field, is_provisional=False)))
        elif tally.matches or pool == ALL_ROUND:
            records.append(PoolResults(pool, tally, None, 0))
    return tuple(records)


def _pools_to_paint(records: Sequence[PoolResults]) -> Sequence[str]:
    """The pools whose ratings make a line; all games together only where that is not the line of the only game."""
    pools = [record.pool for record in records if record.row is not None]
    return pools[1:] if len(pools) == 2 else pools[:_MOST_LINES]


def _runs(verdicts: Sequence[Verdict]) -> Iterator[int]:
    """The lengths of all runs of wins."""
    return (len(list(run)) for what, run in groupby(verdicts) if what is Verdict.WON)


def _characters(results: Sequence[PastResult], seated: Mapping[int, Sequence[Person]]) -> tuple[CharacterScore, ...]:
    """How somebody did against each character that they have met."""
    met: dict[Character | None, list[Verdict]] = {}
    for result in results:
        for seat, other in enumerate(seated[result.match_id][: len(result.places)]):
            met.setdefault(character_of(other), []).append(_against(result.places[result.seat], result.places[seat]))
    return tuple(CharacterScore(character, Tally.of(met[character])) for character in CHARACTERS if character in met)


def _rivals(person: Person, results: Sequence[PastResult], seated: Mapping[int, Sequence[Person]]) -> tuple[Rival, ...]:
    """Those whom a person has played most often; of those played equally often, the ones met last."""
    found: dict[int, tuple[Person, list[Verdict]]] = {}
    for result in results:
        for seat, other in enumerate(seated[result.match_id][: len(result.places)]):
            if other.id != person.id:
                met = found.setdefault(other.id, (other, []))
                met[1].append(_against(result.places[result.seat], result.places[seat]))
    rivals = [Rival(other, Tally.of(verdicts)) for other, verdicts in found.values()]
    return tuple(sorted(rivals, key=lambda rival: -rival.tally.matches)[:_MOST_RIVALS])


def _against(own: int, others: int) -> Verdict:
    if own == others:
        return Verdict.DRAWN
    return Verdict.WON if own < others else Verdict.LOST
