"""Puzzles: those found in a server's matches, people's attempts, and their results. In the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import RowMapping, and_, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.people import Person, told_apart
from bot.model.puzzles import Attempt, AttemptEnding, Puzzle, PuzzleStanding, StoredPuzzle, Trial, days_in_a_row
from bot.model.ratings import Skill
from bot.model.settings import UNIVERSAL, Sharing, zone_of
from bot.store import outages
from bot.store.engine import facts
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.learning import (
    match_puzzles,
    puzzle_attempts,
    puzzle_days,
    puzzle_ratings,
    puzzle_standings,
)
from bot.store.engine.schema.matches import participants
from bot.store.engine.schema.people import people, preferences
from bot.store.engine.schema.servers import servers
from bot.store.engine.statements import columns_of, insert_into, made, upsert

_LATEST: Final = 300
"""How many puzzles of a game a server offers, from its latest matches, so that a choice stays quick."""

_LONG_OUTAGE: Final = timedelta(hours=1)
"""An outage of this length excuses that a puzzle of the day was not solved."""

_SEARCHED: Final = "puzzle search"
"""The key of the fact with the latest day on which matches were searched, and for how many seconds."""


async def attempts(connection: AsyncConnection, person_id: int) -> Sequence[Attempt]:
    """All attempts of a person, the latest first."""
    query = select(puzzle_attempts).where(puzzle_attempts.c.person_id == person_id)
    rows = await connection.execute(query.order_by(puzzle_attempts.c.changed_at.desc(), puzzle_attempts.c.puzzle))
    return [_attempt(row) for row in rows.mappings()]


async def trial(
    connection: AsyncConnection, person_id: int, server_id: int, puzzle: Puzzle, today: date | None, now: datetime
) -> Trial:
    """A puzzle with a person's attempt; `today` is the date if this is the puzzle of the day, else None."""
    query = select(puzzle_attempts).where(
        puzzle_attempts.c.person_id == person_id, puzzle_attempts.c.puzzle == puzzle.id
    )
    row = (await connection.execute(query)).mappings().one_or_none()
    attempt = Attempt(puzzle.id, puzzle.game.key) if row is None else _attempt(row)
    players = await _players(connection, server_id, puzzle.id)
    theme = await connection.scalar(select(servers.c.theme).where(servers.c.id == server_id)) or ""
    in_a_row = None if today is None else await _in_a_row(connection, person_id, now)
    return Trial(puzzle, attempt, theme, players, days_in_a_row=in_a_row)


def _attempt(row: RowMapping) -> Attempt:
    return made(Attempt, row, ending=row["ending"] and AttemptEnding(row["ending"]))


async def keep_trial(
    connection: AsyncConnection, person: Person, server_id: int, tried: Trial, today: date | None, now: datetime
) -> Trial:
    """Store the attempt of a person, who is already stored, at a puzzle, and its effects if it has just counted.

    `today` is the date if they have just solved the puzzle of the day, else None. Returns the trial with the day
    counted.
    """
    attempt = tried.attempt
    key = {"person_id": person.id, "puzzle": attempt.puzzle}
    await upsert(connection, puzzle_attempts, key, {**columns_of(puzzle_attempts, attempt), "changed_at": now})
    if tried.after is not None and tried.skill is not None:
        skill = tried.after.skill
        values = {**columns_of(puzzle_standings, tried.after, skill), "rating": skill.rating, "changed_at": now}
        key = {"server_id": server_id, "game": attempt.game, "person_id": person.id}
        await upsert(connection, puzzle_standings, key, values)
        await upsert(connection, puzzle_ratings, {"puzzle": attempt.puzzle}, columns_of(puzzle_ratings, tried.skill))
    return tried if today is None else replace(tried, days_in_a_row=await note_day(connection, person.id, today, now))


async def note_day(connection: AsyncConnection, person_id: int, today: date, now: datetime) -> int:
    """Store that a person, who is already stored, has solved today's puzzle; return on how many days in a row."""
    row = {"person_id": person_id, "day": today.isoformat(), "solved_at": now}
    await connection.execute(insert_into(connection, puzzle_days).values(**row).on_conflict_do_nothing())
    return await _in_a_row(connection, person_id, now)


async def noted_day(connection: AsyncConnection, person_id: int, today: date, now: datetime) -> int | None:
    """On how many days in a row a person has solved the puzzle, today's included; None if today's is not stored yet."""
    is_it = puzzle_days.c.person_id == person_id, puzzle_days.c.day == today.isoformat()
    is_noted = await connection.scalar(select(puzzle_days.c.day).where(*is_it)) is not None
    return await _in_a_row(connection, person_id, now) if is_noted else None


async def _in_a_row(connection: AsyncConnection, person_id: int, now: datetime) -> int:
    """How many puzzles of the day a person has solved in a row; a day on which Furlong was away breaks nothing."""
    rows = (await connection.execute(select(puzzle_days).where(puzzle_days.c.person_id == person_id))).all()
    noon = time(12, tzinfo=UTC)
    solved = {(day := date.fromisoformat(row.day)): row.solved_at or datetime.combine(day, noon) for row in rows}
    zone = await connection.scalar(select(preferences.c.time_zone).where(preferences.c.person_id == person_id))
    return days_in_a_row(solved, now, zone_of(zone or UNIVERSAL), await outages.days(connection, _LONG_OUTAGE))


async def standing(connection: AsyncConnection, server_id: int, game: str, person_id: int) -> PuzzleStanding:
    """A person's results in the puzzles of a game on a server."""
    table = puzzle_standings
    query = select(table).where(table.c.server_id == server_id, table.c.game == game, table.c.person_id == person_id)
    row = (await connection.execute(query)).mappings().one_or_none()
    return PuzzleStanding() if row is None else made(PuzzleStanding, row, skill=made(Skill, row))


async def best(
    connection: AsyncConnection, server_id: int, game: str, limit: int
) -> Sequence[tuple[Person, PuzzleStanding]]:
    """The people with the best results in the puzzles of a game on a server, the best first."""
    query = (
        select(puzzle_standings, people.c.name, people.c.user_name)
        .join(people, people.c.id == puzzle_standings.c.person_id)
        .where(puzzle_standings.c.server_id == server_id, puzzle_standings.c.game == game)
        .order_by(puzzle_standings.c.rating.desc(), puzzle_standings.c.person_id)
        .limit(limit)
    )
    rows = (await connection.execute(query)).mappings().all()
    players = told_apart(Person(row["person_id"], row["name"], row["user_name"]) for row in rows)
    return [
        (person, made(PuzzleStanding, row, skill=made(Skill, row))) for person, row in zip(players, rows, strict=True)
    ]


async def lock_skill(connection: AsyncConnection, puzzle: Puzzle) -> Skill:
    """The skill of a puzzle, locked until the transaction ends."""
    row = {"puzzle": puzzle.id, **columns_of(puzzle_ratings, puzzle.first_skill)}
    await connection.execute(insert_into(connection, puzzle_ratings).values(**row).on_conflict_do_nothing())
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id).with_for_update()
    return made(Skill, (await connection.execute(query)).mappings().one())


async def of_server(connection: AsyncConnection, server_id: int, game: str) -> Sequence[StoredPuzzle]:
    """The puzzles of a game from the latest matches of a server."""
    is_of_game = (match_puzzles.c.server_id == server_id, match_puzzles.c.game == game)
    query = select(match_puzzles).where(*is_of_game).order_by(match_puzzles.c.match_id.desc()).limit(_LATEST)
    return [StoredPuzzle(row.puzzle, row.game, row.line) for row in await connection.execute(query)]


async def games_of_server(connection: AsyncConnection, server_id: int) -> Collection[str]:
    """The keys of the games of which a server's matches have given puzzles."""
    query = select(match_puzzles.c.game).where(match_puzzles.c.server_id == server_id).distinct()
    return frozenset(await connection.scalars(query))


async def find(connection: AsyncConnection, server_id: int, puzzle_id: str) -> StoredPuzzle | None:
    """A puzzle from a match of a server; None if there is none with this id."""
    is_puzzle = (match_puzzles.c.server_id == server_id, match_puzzles.c.puzzle == puzzle_id)
    row = (await connection.execute(select(match_puzzles).where(*is_puzzle))).one_or_none()
    return None if row is None else StoredPuzzle(row.puzzle, row.game, row.line)


async def _players(connection: AsyncConnection, server_id: int, puzzle_id: str) -> Sequence[Person] | None:
    """The players of a puzzle's match, empty unless all agree to be named; None if it is from no match."""
    is_puzzle = (match_puzzles.c.server_id == server_id, match_puzzles.c.puzzle == puzzle_id)
    match_id = await connection.scalar(select(match_puzzles.c.match_id).where(*is_puzzle))
    if match_id is None:
        return None
    agreed = and_(preferences.c.person_id == people.c.id, preferences.c.sharing == Sharing.NAMED)
    rows = await connection.execute(
        select(people.c.id, people.c.name, people.c.user_name, preferences.c.sharing)
        .join(participants, participants.c.person_id == people.c.id)
        .outerjoin(preferences, agreed)
        .where(participants.c.match_id == match_id)
        .order_by(participants.c.place)
    )
    players = [(Person(row.id, row.name, row.user_name), row.sharing is not None) for row in rows]
    agree = all(is_named or person.is_character for person, is_named in players)
    return told_apart(person for person, _is_named in players) if agree else ()


async def lock_players(connection: AsyncConnection, match_id: int) -> None:
    """Keep the players of a match from changing their settings until the transaction ends."""
    theirs = select(participants.c.person_id).where(participants.c.match_id == match_id)
    await connection.execute(
        select(people.c.id).where(people.c.id.in_(theirs)).order_by(people.c.id).with_for_update(read=True)
    )


async def may_keep(connection: AsyncConnection, match_id: int) -> bool:
    """Whether all players of a match accept puzzles from it."""
    refuses = exists().where(
        participants.c.match_id == match_id,
        preferences.c.person_id == participants.c.person_id,
        preferences.c.sharing == Sharing.NEVER,
    )
    return not await connection.scalar(select(refuses))


async def keep(connection: AsyncConnection, server_id: int, match_id: int, puzzles: Sequence[StoredPuzzle]) -> None:
    """Store the puzzles found in a match, each once."""
    for new in puzzles:
        row = {"server_id": server_id, "puzzle": new.id, "match_id": match_id, "game": new.game, "line": new.line}
        await connection.execute(insert_into(connection, match_puzzles).values(**row).on_conflict_do_nothing())


async def remove_of_person(connection: AsyncConnection, person_id: int) -> None:
    """Delete the puzzles from all matches of a person."""
    theirs = select(participants.c.match_id).where(participants.c.person_id == person_id)
    await connection.execute(delete(match_puzzles).where(match_puzzles.c.match_id.in_(theirs)))


async def remove_of_matches(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Delete the puzzles from these matches, and stop searching the matches."""
    # In this order: a search that ends at this moment either finds its job gone or has already stored its puzzles.
    is_search = (jobs.c.match_id.in_(numbers), jobs.c.kind == Kind.PUZZLE_SEARCH)
    await connection.execute(delete(jobs).where(*is_search))
    await connection.execute(delete(match_puzzles).where(match_puzzles.c.match_id.in_(numbers)))


async def solvers(
    connection: AsyncConnection, server_id: int, game: str, puzzle: str, since: datetime, limit: int
) -> tuple[Sequence[Person], int]:
    """At most `limit` members of a server who have solved a puzzle since an instant, and the number of all."""
    theirs = and_(
        puzzle_standings.c.person_id == puzzle_attempts.c.person_id,
        puzzle_standings.c.server_id == server_id,
        puzzle_standings.c.game == game,
    )
    solved = (
        puzzle_attempts.c.puzzle == puzzle,
        puzzle_attempts.c.ending == AttemptEnding.SOLVED,
        puzzle_attempts.c.changed_at >= since,
    )

    solving = (
        select(people.c.id, people.c.name, people.c.user_name)
        .join(puzzle_attempts, puzzle_attempts.c.person_id == people.c.id)
        .join(puzzle_standings, theirs)
        .where(*solved)
    )
    count = await connection.scalar(select(func.count()).select_from(solving.subquery())) or 0
    rows = await connection.execute(solving.order_by(puzzle_attempts.c.changed_at, people.c.id).limit(limit))
    return told_apart(Person(row.id, row.name, row.user_name) for row in rows), count


async def seconds_searched(connection: AsyncConnection, day: date) -> float:
    """The processor seconds that the search for puzzles has taken on a day; 0 for days before the latest one."""
    return _seconds(await facts.get(connection, _SEARCHED), day)


def _seconds(stored: str | None, day: date) -> float:
    latest, _, seconds = (stored or "").partition(" ")
    return float(seconds) if latest == day.isoformat() else 0.0


async def add_seconds_searched(connection: AsyncConnection, day: date, seconds: float) -> None:
    """Count processor time that searching has taken on a day."""
    if seconds:
        await facts.add_once(connection, _SEARCHED, "")
        total = _seconds(await facts.locked(connection, _SEARCHED), day) + seconds
        await facts.put(connection, _SEARCHED, f"{day.isoformat()} {total:.3f}")
