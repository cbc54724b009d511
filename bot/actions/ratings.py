"""Ratings: applied when a match ends, and read for leaderboards and profiles."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Final

from bot.actions.context import Context
from bot.model.characters import character_of
from bot.model.match import Summary
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import (
    ALL_ROUND,
    MOST_RANKED,
    MOST_RESULTS,
    CharacterScore,
    Field,
    Leaderboard,
    LeaderboardRow,
    NewRating,
    PastResult,
    PoolResults,
    Profile,
    RatedMatch,
    Rating,
    Rival,
    Tally,
    Track,
    Verdict,
    Wanted,
    verdict,
)
from bot.store import match_lists, reliability
from bot.store import ratings as rating_store
from bot.store.engine.database import Connection
from players.characters import CHARACTERS, Character, Meeting, equal_to
from players.characters import rating as rating_of
from rules import GAMES

_PAGE: Final = 10  # people on a page of a leaderboard
_MOST_LOOKED_THROUGH: Final = 5_000  # of the matches among which somebody looks for some
_MOST_OF_TREND: Final = 12  # ratings in a small curve, which is as wide as a word
_MOST_RIVALS: Final = 5  # lines of a profile
_MOST_POINTS: Final = 200  # of a line in the picture of a profile
_MOST_LINES: Final = 5  # as many as a chart can tell apart
_MOST_MEETINGS: Final = 100  # matches from which is told who is as strong as a person
_SCORES: Final = {Verdict.WON: 1.0, Verdict.DRAWN: 0.5, Verdict.LOST: 0.0}


async def enter(connection: Connection, match: RatedMatch) -> tuple[NewRating, ...]:
    """Apply a rated match to the ratings, within the transaction in which it ends.

    Return the new ratings in its game by seat; empty if the match does not count.
    """
    changes = (await rating_store.ledger_for(connection, match)).enter(match)
    await rating_store.apply(connection, changes)
    return tuple(change.new_rating for change in changes if change.pool == match.game)


async def _seen_by(connection: Connection, field: Field, person: Person) -> Field:
    """The field as a person sees it: for direct matches, which are private, only people they have played, or engines."""
    if field.server_id != DIRECT or field.among is not None:
        return field
    return replace(field, among=await rating_store.met(connection, DIRECT, person.id))


async def leaderboard(context: Context, field: Field, page: int, reader: Person) -> Leaderboard:
    """A page of a leaderboard, or its last one."""
    async with context.database.read() as connection:
        is_direct = field.server_id == DIRECT and field.among is None
        field = await _seen_by(connection, field, reader)
        ranked = await rating_store.size(connection, field, is_provisional=False)
        provisional = await rating_store.size(connection, field, is_provisional=True)
        pages = max(1, -(-min(ranked + provisional, MOST_RANKED) // _PAGE))
        page = min(page, pages - 1)
        first = page * _PAGE
        above = await rating_store.stretch(connection, field, first, _PAGE, is_provisional=False)
        below = await rating_store.stretch(
            connection, field, max(first - ranked, 0), _PAGE - len(above), is_provisional=True
        )
        rows = (*await _numbered(connection, field, first, above), *(LeaderboardRow(*row, None) for row in below))
        own = next((row for row in rows if row.person.id == reader.id), None)
        rating = (
            None
            if own
            else (await rating_store.ratings_by_pool(connection, field.server_id, reader.id)).get(field.pool)
        )
        if rating is not None:
            own = await _row(connection, field, reader, rating)
        pools = await rating_store.pools(connection, field.server_id)
    return Leaderboard(field.pool, rows, own, page, pages, pools, is_direct=is_direct)


async def _numbered(
    connection: Connection, field: Field, first: int, ranked: Sequence[tuple[Person, Rating]]
) -> Sequence[LeaderboardRow]:
    """Consecutive ranked people, starting after the `first` ones."""
    rows: list[LeaderboardRow] = []
    for index, (person, rating) in enumerate(ranked, start=first + 1):
        if not rows:
            rows.append(await _row(connection, field, person, rating))
            continue
        is_tied = rows[-1].rating.number == rating.number
        rows.append(LeaderboardRow(person, rating, rows[-1].position if is_tied else index))
    return rows


async def _row(connection: Connection, field: Field, person: Person, rating: Rating) -> LeaderboardRow:
    """A person with their position in a field."""
    if rating.is_provisional:
        return LeaderboardRow(person, rating, None)
    ahead = await rating_store.ahead(connection, field, rating.number)
    return LeaderboardRow(person, rating, ahead + 1 if ahead < MOST_RANKED else None)


async def profile(context: Context, person: Person, server_id: int, left_out: frozenset[int]) -> Profile:
    """A person's profile on a server; people in `left_out` are not part of comparisons."""
    async with context.database.read() as connection:
        latest = await rating_store.latest_results(connection, server_id, person.id, MOST_RESULTS)
        playable = [result for result in latest if result.game in GAMES]
        seated = await rating_store.seated(connection, [result.match_id for result in playable])
        results = [result for result in playable if not any(other.is_computer for other in seated[result.match_id])]
        verdicts = [verdict(result.places, result.seat) for result in results]
        records = await _records(connection, person, server_id, left_out, list(zip(results, verdicts, strict=True)))
        tracks = [
            Track(pool, await rating_store.latest_ratings(connection, server_id, person.id, pool, _MOST_POINTS))
            for pool in _pools_to_paint(records)
        ]
        return Profile(
            person=person,
            records=records,
            streak=next(_runs(verdicts), 0) if verdicts and verdicts[0] is Verdict.WON else 0,
            best_streak=max(_runs(verdicts), default=0),
            rivals=_rivals(person, results, seated),
            tracks=tuple(tracks),
            reliability=await reliability.of_person(connection, server_id, person.id),
            characters=_characters(playable, seated),
        )


@dataclass(frozen=True, slots=True)
class PastMatches:
    """A page, counted from 0, of those of a person's finished matches that are looked for, the latest first."""

    matches: Sequence[tuple[Summary, PastResult]]
    count: int
    page: int
    pages: int

    first_ended_at: datetime | None
    """When the first of all their matches ended; None if there is none."""


async def past(context: Context, person: Person, server_id: int, wanted: Wanted, page: int) -> PastMatches:
    """A person's finished matches on a server that are looked for; the last page if there are fewer."""
    async with context.database.read() as connection:
        asked = connection, server_id, person.id, wanted, context.games
        if wanted.result is None:
            count = await rating_store.count_like(*asked)
            page = min(page, _pages(count) - 1)
            results = await rating_store.results_like(*asked, _PAGE, page * _PAGE)
        else:  # places are no numbers that a database compares
            latest = await rating_store.results_like(*asked, _MOST_LOOKED_THROUGH)
            ended_so = [result for result in latest if verdict(result.places, result.seat) is wanted.result]
            count = len(ended_so)
            page = min(page, _pages(count) - 1)
            results = ended_so[page * _PAGE : (page + 1) * _PAGE]
        shown = {result.match_id: result for result in results}
        facts = [*shown], context.now(), context.games, person.id
        summaries = await match_lists.of_numbers(connection, *facts) if shown else ()
        first = await rating_store.first_ended(connection, server_id, person.id)
    return PastMatches([(match, shown[match.id]) for match in summaries], count, page, _pages(count), first)


def _pages(count: int) -> int:
    return max(1, -(-count // _PAGE))


async def trends(
    context: Context, server_id: int, asked: Collection[tuple[int, str]]
) -> Mapping[tuple[int, str], Sequence[int]]:
    """The latest ratings of people in pools, the oldest first."""
    async with context.database.read() as connection:
        return {
            (person_id, pool): [
                number
                for _at, number in await rating_store.latest_ratings(
                    connection, server_id, person_id, pool, _MOST_OF_TREND
                )
            ]
            for person_id, pool in asked
        }


async def equals(context: Context, person: Person, server_id: int) -> Mapping[str, Character]:
    """The character about as strong as a person, by game, going by their latest matches on a server.

    Games in which they have met characters too seldom are missing.
    """
    async with context.database.read() as connection:
        latest = await rating_store.latest_results(connection, server_id, person.id, _MOST_MEETINGS)
        playable = [result for result in latest if result.game in GAMES]
        seated = await rating_store.seated(connection, [result.match_id for result in playable])
    met: dict[str, list[Meeting]] = {}
    for result in playable:
        game, seats = GAMES[result.game], len(result.places)
        for other, what in _meetings([result], seated):
            character = character_of(other)
            number = None if character is None else rating_of(character, game, seats)
            if number is not None:
                met.setdefault(game.key, []).append(Meeting(number, _SCORES[what]))
    steps = {key: equal_to(meetings, GAMES[key], GAMES[key].seats.start) for key, meetings in met.items()}
    return {key: character for key, character in steps.items() if character is not None}


async def _records(
    connection: Connection,
    person: Person,
    server_id: int,
    left_out: frozenset[int],
    results: Sequence[tuple[PastResult, Verdict]],
) -> tuple[PoolResults, ...]:
    """The results of all games together, then of each game, the most played first."""
    ratings = await rating_store.ratings_by_pool(connection, server_id, person.id)
    everybody = await _seen_by(connection, Field(server_id, ALL_ROUND, left_out), person)
    pools = dict.fromkeys((ALL_ROUND, *GAMES, *ratings, *(result.game for result, _verdict in results)))
    by_pool = {pool: [pair for pair in results if pool in (ALL_ROUND, pair[0].game)] for pool in pools}
    records: list[PoolResults] = []
    for pool, of_pool in sorted(by_pool.items(), key=lambda item: (item[0] != ALL_ROUND, -len(item[1]))):
        tally = Tally.of(what for _result, what in of_pool)
        unrated = Tally.of(what for result, what in of_pool if result.change is None)
        field = replace(everybody, pool=pool)
        if pool in ratings:
            row = await _row(connection, field, person, ratings[pool])
            ranked = await rating_store.size(connection, field, is_provisional=False)
            records.append(PoolResults(pool, tally, unrated, row, ranked))
        elif of_pool or pool == ALL_ROUND:
            records.append(PoolResults(pool, tally, unrated, None, 0))
    return tuple(records)


def _pools_to_paint(records: Sequence[PoolResults]) -> Sequence[str]:
    """The pools whose ratings are drawn as a line; all games together only if there is more than one game."""
    pools = [record.pool for record in records if record.row is not None]
    return pools[1:] if len(pools) == 2 else pools[:_MOST_LINES]


def _runs(verdicts: Sequence[Verdict]) -> Iterator[int]:
    """The lengths of all runs of wins."""
    return (len(list(run)) for what, run in groupby(verdicts) if what is Verdict.WON)


def _meetings(
    results: Sequence[PastResult], seated: Mapping[int, Sequence[Person]]
) -> Iterator[tuple[Person, Verdict]]:
    """The players of a person's matches, the person included, each with who of the two finished ahead."""
    for result in results:
        own = result.places[result.seat]
        for other, place in zip(seated[result.match_id], result.places, strict=False):  # stand-ins have no place
            yield other, Verdict.DRAWN if own == place else Verdict.WON if own < place else Verdict.LOST


def _characters(results: Sequence[PastResult], seated: Mapping[int, Sequence[Person]]) -> tuple[CharacterScore, ...]:
    met: dict[Character | None, list[Verdict]] = {}
    for other, what in _meetings(results, seated):
        met.setdefault(character_of(other), []).append(what)
    characters = sorted(filter(None, met), key=lambda character: (CHARACTERS.index(character.face), character.steps))
    return tuple(CharacterScore(character, Tally.of(met[character])) for character in characters)


def _rivals(person: Person, results: Sequence[PastResult], seated: Mapping[int, Sequence[Person]]) -> tuple[Rival, ...]:
    """The most frequent opponents; of those met equally often, the latest."""
    met: dict[int, tuple[Person, list[Verdict]]] = {}
    for other, what in _meetings(results, seated):
        if other.id != person.id:
            met.setdefault(other.id, (other, []))[1].append(what)
    rivals = [Rival(other, Tally.of(verdicts)) for other, verdicts in met.values()]
    return tuple(sorted(rivals, key=lambda rival: -rival.tally.matches)[:_MOST_RIVALS])
