"""Competitions in the database with their entrants, fixtures and ladder steps, in the caller's transaction."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam, delete, exists, func, insert, or_, select, true, union_all, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Terms
from bot.model.competitions.competition import (
    CURRENT,
    LARGEST_DIVISION,
    MOST_VACATION,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    FixtureMatch,
    Format,
    Regulations,
    Side,
    Venue,
    Withdrawal,
    WithdrawalCause,
    absent,
)
from bot.model.competitions.ladder import Ladder, LadderMatch, LadderStep, climbed
from bot.model.match import State
from bot.model.people import Person, told_apart
from bot.model.result import Ending
from bot.store import moderation
from bot.store.engine.copying import draw_number
from bot.store.engine.restores import check_not_lost
from bot.store.engine.schema.competitions import competitions, entrants, fixtures, ladder_steps, sides
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import people
from bot.store.engine.schema.servers import servers
from bot.store.engine.statements import columns_of, made
from bot.store.lobby import is_closed
from rules.core import Game

_LARGEST_NUMBER: Final = 2**31 - 1  # of a 32-bit column
_WITH_HOST: Final = select(competitions, people.c.name.label("host_name")).join(
    people, people.c.id == competitions.c.host_id
)
_MEETS: Final = and_(sides.c.side_id == servers.c.id, servers.c.meets_servers, ~is_closed(sides.c.side_id))
"""Condition: the server of a side meets others, and nobody keeps it from them."""

_CALLS: Final = and_(
    competitions.c.stage == CompetitionStage.CALLED,
    exists().where(
        sides.c.competition_id == competitions.c.id,
        sides.c.number == 0,
        _MEETS,
    ),
)
"""Condition: a call waits, and the server that called still meets others."""

_IS_CURRENT: Final = competitions.c.stage.in_(CURRENT)


async def add(connection: AsyncConnection, competition: Competition) -> Competition:
    """Store a new competition, whose host is already stored; return it with its number."""
    regulations = competition.regulations
    values = {
        **columns_of(competitions, competition, competition.venue, regulations, regulations.terms),
        "days": regulations.terms.days or 0,
        "host_id": competition.host.id,
        "games": [game.key for game in regulations.games],
    }
    number = await draw_number(connection, competitions)
    await connection.execute(insert(competitions).values(id=number, **values))
    for side in competition.sides:
        await add_side(connection, number, side)
    return replace(competition, id=number)


async def add_side(connection: AsyncConnection, competition_id: int, side: Side) -> None:
    """Store a server that takes part in a match between servers, after those that do already."""
    of_it = sides.c.competition_id == competition_id
    number = select(func.coalesce(func.max(sides.c.number) + 1, 0)).where(of_it).scalar_subquery()
    values = {"competition_id": competition_id, "side_id": side.server_id, "number": number}
    await connection.execute(insert(sides).values(**values, channel_id=side.channel_id, name=side.name))


async def remove_side(connection: AsyncConnection, competition_id: int, side: Side) -> None:
    """Remove a server from those that take part in a match between servers."""
    is_it = sides.c.competition_id == competition_id, sides.c.side_id == side.server_id
    await connection.execute(delete(sides).where(*is_it))


async def meeting_others(connection: AsyncConnection, competition_id: int) -> Collection[int]:
    """The servers that take part in a match between servers, by id, and still meet others."""
    query = select(sides.c.side_id).join(servers, _MEETS).where(sides.c.competition_id == competition_id)
    return frozenset(await connection.scalars(query))


async def calls_to(
    connection: AsyncConnection, server_id: int, games: Mapping[str, Game], limit: int
) -> Sequence[Competition]:
    """At most `limit` calls that a server may accept, the latest of each other server, the latest first."""
    own = select(sides.c.competition_id).where(sides.c.side_id == server_id)
    latest = (
        select(func.max(competitions.c.id))
        .join(sides, and_(sides.c.competition_id == competitions.c.id, sides.c.number == 0))
        .where(_CALLS, competitions.c.id.not_in(own))
        .group_by(sides.c.side_id)
    )
    query = _WITH_HOST.where(competitions.c.id.in_(latest))
    return await _load(connection, query.order_by(competitions.c.id.desc()).limit(limit), games)


async def still_calls(connection: AsyncConnection, competition: Competition) -> bool:
    """Whether a call still waits, and nobody keeps its server from other servers."""
    query = select(competitions.c.id).where(competitions.c.id == competition.id, _CALLS)
    return await connection.scalar(query) is not None


async def count_calls(connection: AsyncConnection, server_id: int, host_id: int) -> int:
    """How many calls of a server, or of a person for whatever servers, wait for another one."""
    query = (
        select(func.count())
        .select_from(sides)
        .join(competitions, and_(competitions.c.id == sides.c.competition_id, sides.c.number == 0))
        .where(or_(sides.c.side_id == server_id, competitions.c.host_id == host_id))
        .where(competitions.c.stage == CompetitionStage.CALLED)
    )
    return await connection.scalar(query) or 0


async def count_between(
    connection: AsyncConnection, competition_id: int, pair: tuple[int, int], since: datetime
) -> int:
    """How many matches two servers have begun against each other since `since`, besides this one."""
    first, second = (select(sides.c.competition_id).where(sides.c.side_id == server_id) for server_id in pair)
    query = select(func.count()).where(
        *(competitions.c.id.in_(first), competitions.c.id.in_(second), competitions.c.id != competition_id),
        competitions.c.stage.in_((CompetitionStage.RUNNING, CompetitionStage.OVER)),
        competitions.c.begins_at > since,
    )
    return await connection.scalar(query) or 0


async def load(
    connection: AsyncConnection, competition_id: int, games: Mapping[str, Game], *, for_update: bool = False
) -> Competition | None:
    """The competition with this number, or None; `for_update` locks it with its entrants. Raises `BeforeRestore`."""
    if not 0 < competition_id <= _LARGEST_NUMBER:
        return None
    query = _WITH_HOST.where(competitions.c.id == competition_id)
    stored = await _load(
        connection, query.with_for_update(of=competitions, key_share=True) if for_update else query, games
    )
    if not stored:
        await check_not_lost(connection, competitions, competition_id)
    return stored[0] if stored else None


async def lock(connection: AsyncConnection, competition_id: int) -> None:
    """Keep others from changing a competition, whose games may be unknown, until the transaction ends."""
    query = select(competitions.c.id).where(competitions.c.id == competition_id)
    await connection.execute(query.with_for_update(key_share=True))


async def of_server(
    connection: AsyncConnection, server_id: int, games: Mapping[str, Game], limit: int
) -> Sequence[Competition]:
    """At most `limit` competitions of a server: open and running ones first, then the latest first."""
    here = union_all(
        select(competitions.c.id).where(competitions.c.server_id == server_id),
        select(sides.c.competition_id).where(sides.c.side_id == server_id),
    )
    query = _WITH_HOST.where(competitions.c.id.in_(here))
    return await _load(connection, query.order_by(_IS_CURRENT.desc(), competitions.c.id.desc()).limit(limit), games)


async def of_person(
    connection: AsyncConnection, server_id: int | None, person_id: int, games: Mapping[str, Game]
) -> Sequence[Competition]:
    """A person's open and running competitions on a server; on all servers if None."""
    # No index: a person has few, a server many.
    is_here = true() if server_id is None else competitions.c.server_id + 0 == server_id
    return await _load(connection, _WITH_HOST.where(competitions.c.id.in_(_entered(person_id)), is_here), games)


def _entered(person_id: int) -> Select[int]:
    """The numbers of a person's open and running competitions."""
    return (
        select(competitions.c.id)
        .join(entrants, entrants.c.competition_id == competitions.c.id)
        .where(entrants.c.person_id == person_id, entrants.c.out_at.is_(None), _IS_CURRENT)
    )


async def _load(connection: AsyncConnection, query: Select[Any], games: Mapping[str, Game]) -> Sequence[Competition]:
    rows = (await connection.execute(query)).mappings().all()
    of_each = await _sides_of(connection, [row["id"] for row in rows if row["format"] == Format.SERVERS])
    return [
        made(
            Competition,
            row,
            host=Person(row["host_id"], row["host_name"]),
            venue=made(Venue, row),
            regulations=made(
                Regulations,
                row,
                format=Format(row["format"]),
                games=tuple(games.get(key) or absent(key) for key in row["games"]),
                terms=made(Terms, row, days=row["days"] or None, is_rated=True, most_vacation=MOST_VACATION),
            ),
            stage=CompetitionStage(row["stage"]),
            sides=tuple(of_each[row["id"]]),
        )
        for row in rows
    ]


async def _sides_of(connection: AsyncConnection, numbers: Sequence[int]) -> Mapping[int, Sequence[Side]]:
    """The servers of matches between servers, by the number of the match, the one that called first."""
    of_each = defaultdict[int, list[Side]](list)
    if numbers:
        query = select(sides).where(sides.c.competition_id.in_(numbers)).order_by(sides.c.number)
        for row in await connection.execute(query):
            of_each[row.competition_id].append(Side(row.side_id, row.channel_id, row.name))
    return of_each


async def games_of_current(connection: AsyncConnection) -> frozenset[str]:
    """The keys of the games of all open and running competitions, which may be unknown."""
    games_of_each = await connection.scalars(select(competitions.c.games).where(_IS_CURRENT))
    return frozenset(key for keys in games_of_each for key in keys)


async def number_of(connection: AsyncConnection, match_id: int) -> int | None:
    """The number of the competition to which a match belongs; None if it belongs to none."""
    return await connection.scalar(select(fixtures.c.competition_id).where(fixtures.c.match_id == match_id))


async def plays_in_that_of(connection: AsyncConnection, match_id: int, person_id: int, since: datetime) -> bool:
    """Whether a person plays in the competition to which a match belongs, or has played in it since `since`."""
    number = await number_of(connection, match_id)
    if number is None:
        return False
    has_part = or_(entrants.c.out_at.is_(None), entrants.c.out_at > since)
    theirs = entrants.c.competition_id == number, entrants.c.person_id == person_id, has_part
    is_in = await connection.scalar(select(entrants.c.person_id).where(*theirs)) is not None
    return is_in or await moderation.had_part(connection, number, person_id, since)


async def matches_among(connection: AsyncConnection, competition_id: int, numbers: Collection[int]) -> Collection[int]:
    """Those of some matches that belong to a competition."""
    if not numbers:
        return ()
    own = fixtures.c.competition_id == competition_id, fixtures.c.match_id.in_(numbers)
    return {
        number for number in await connection.scalars(select(fixtures.c.match_id).where(*own)) if number is not None
    }


async def entered_by(connection: AsyncConnection, person_id: int) -> Sequence[int]:
    """The numbers of a person's open and running competitions on all servers."""
    return (await connection.scalars(_entered(person_id).order_by(competitions.c.id))).all()


async def save(connection: AsyncConnection, competition: Competition) -> None:
    """Write the columns of a locked competition that can change."""
    values = {
        "stage": competition.stage,
        "name": competition.name,
        "begins_at": competition.begins_at,
        "ends_at": competition.ends_at,
        "rounds": competition.regulations.rounds,
        "closed_at": competition.closed_at,
    }
    await connection.execute(update(competitions).where(competitions.c.id == competition.id).values(**values))


async def to_check(connection: AsyncConnection) -> Sequence[tuple[int, Format]]:
    """The numbers and formats of the finished competitions, then of all ladders; their games may be unknown."""
    is_ladder = competitions.c.format == Format.LADDER
    query = select(competitions.c.id, competitions.c.format).where(
        or_(competitions.c.stage == CompetitionStage.OVER, is_ladder)
    )
    rows = await connection.execute(query.order_by(is_ladder, competitions.c.id))
    return [(number, Format(format_)) for number, format_ in rows]


_CHANGE: Final = update(entrants).where(
    entrants.c.competition_id == bindparam("number"), entrants.c.person_id == bindparam("whom")
)


async def entrants_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Entrant]:
    """The entrants of a competition or of one division, by division and seed, else in the order of joining."""
    query = (
        select(entrants, people.c.name, people.c.user_name)
        .join(people, people.c.id == entrants.c.person_id)
        .where(entrants.c.competition_id == competition_id)
        .order_by(entrants.c.division, entrants.c.seed, entrants.c.joined_at, entrants.c.person_id)
    )
    if division is not None:
        query = query.where(entrants.c.division == division)
    rows = (await connection.execute(query)).mappings().all()
    persons = told_apart(Person(row["person_id"], row["name"], row["user_name"]) for row in rows)
    return [_entrant(row, person) for row, person in zip(rows, persons, strict=True)]


async def divisions_of(connection: AsyncConnection, competition_id: int) -> int:
    """How many divisions a competition has; 0 before it begins."""
    query = select(func.max(fixtures.c.division)).where(fixtures.c.competition_id == competition_id)
    return await connection.scalar(query) or 0


async def division_of(connection: AsyncConnection, competition_id: int, person_id: int) -> int | None:
    """A person's division; None if they have none."""
    is_theirs = (entrants.c.competition_id == competition_id, entrants.c.person_id == person_id)
    return await connection.scalar(select(entrants.c.division).where(*is_theirs))


def _entrant(row: RowMapping, person: Person) -> Entrant:
    out = None
    if row["out_at"] is not None:
        out = Withdrawal(WithdrawalCause(row["out_because"]), row["out_at"], row["is_struck"])
    return made(Entrant, row, person=person, withdrawal=out)


def _columns(entrant: Entrant) -> dict[str, Any]:
    out = entrant.withdrawal
    withdrawn = {"out_at": out and out.at, "out_because": out and out.cause, "is_struck": entrant.is_struck}
    return {**columns_of(entrants, entrant), **withdrawn}


async def save_entrants(
    connection: AsyncConnection, competition_id: int, before: Sequence[Entrant], after: Sequence[Entrant]
) -> None:
    """Write the changes of the entrants of a locked competition, each kind of change in one round trip."""
    stored = {entrant.person.id: _columns(entrant) for entrant in before}
    wanted = {entrant.person.id: _columns(entrant) for entrant in after}
    if gone := stored.keys() - wanted.keys():
        of_gone = (entrants.c.competition_id == competition_id, entrants.c.person_id.in_(gone))
        await connection.execute(delete(entrants).where(*of_gone))
    if new := [person_id for person_id in wanted if person_id not in stored]:
        rows = [{"competition_id": competition_id, "person_id": person_id, **wanted[person_id]} for person_id in new]
        await connection.execute(insert(entrants), rows)
    if changed := [person_id for person_id in wanted if person_id in stored and stored[person_id] != wanted[person_id]]:
        rows = [{"number": competition_id, "whom": person_id, **wanted[person_id]} for person_id in changed]
        await connection.execute(_CHANGE, rows)


_FIXTURES: Final = select(
    fixtures, matches.c.state, matches.c.ending, matches.c.ended_by_id, matches.c.places, matches.c.ply
).outerjoin(matches, matches.c.id == fixtures.c.match_id)


async def add_fixtures(connection: AsyncConnection, competition_id: int, new: Iterable[Fixture]) -> None:
    """Store fixtures that have no number yet."""
    rows = [{"competition_id": competition_id, **columns_of(fixtures, fixture)} for fixture in new]
    if rows:
        await connection.execute(insert(fixtures), rows)


async def fixtures_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Fixture]:
    """The fixtures of a competition or a division of it, with their results, in the order of the pairings."""
    query = _FIXTURES.where(fixtures.c.competition_id == competition_id)
    if division is not None:
        query = query.where(fixtures.c.division == division)
    return [_fixture(row) for row in (await connection.execute(query.order_by(fixtures.c.id))).mappings()]


def _fixture(row: RowMapping) -> Fixture:
    match = None
    if row["match_id"] is not None:
        ending = None if row["ending"] is None else Ending(row["ending"])
        places = tuple(row["places"] or ())
        match = FixtureMatch(row["match_id"], State(row["state"]), ending, row["ended_by_id"], places, row["ply"])
    return made(Fixture, row, match=match)


async def note_matches(connection: AsyncConnection, made: Mapping[int, int]) -> None:
    """Store the numbers of the matches of fixtures, by the numbers of the fixtures, in one round trip."""
    rows = [{"number": fixture_id, "match_id": match_id} for fixture_id, match_id in made.items()]
    await connection.execute(update(fixtures).where(fixtures.c.id == bindparam("number")), rows)


async def late(connection: AsyncConnection, competition: Competition) -> frozenset[int]:
    """The ids of those who have joined a competition since it began."""
    has_begun = entrants.c.joined_at > competition.begins_at
    query = select(entrants.c.person_id).where(entrants.c.competition_id == competition.id, has_begun)
    return frozenset((await connection.scalars(query)).all())


async def is_small(connection: AsyncConnection, competition_id: int) -> bool:
    """Whether so few people have entered a competition that one message can tell them all."""
    query = select(func.count()).where(entrants.c.competition_id == competition_id)
    return (await connection.scalar(query) or 0) <= LARGEST_DIVISION


async def add_step(connection: AsyncConnection, competition_id: int, step: LadderStep) -> None:
    """Store that a person joined or left a ladder."""
    row = {"competition_id": competition_id, "person_id": step.person_id, "done_at": step.at, "is_there": step.is_there}
    await connection.execute(insert(ladder_steps).values(**row))


async def add_challenge(connection: AsyncConnection, competition_id: int, people: Sequence[int], match_id: int) -> None:
    """Store a challenge on a ladder; `people` are the two players in seat order."""
    latest = select(func.coalesce(func.max(fixtures.c.round), 0)).where(fixtures.c.competition_id == competition_id)
    values = {
        **columns_of(fixtures, Fixture(0, 1, 0, people[0], people[1])),
        "competition_id": competition_id,
        "round": latest.scalar_subquery() + 1,
        "match_id": match_id,
    }
    await connection.execute(insert(fixtures).values(**values))


async def steps_of(connection: AsyncConnection, competition_id: int) -> Sequence[LadderStep]:
    """The steps of people who joined or left a ladder, in order."""
    query = select(ladder_steps).where(ladder_steps.c.competition_id == competition_id).order_by(ladder_steps.c.id)
    return [LadderStep(row.person_id, row.done_at, row.is_there) for row in await connection.execute(query)]


async def matches_of(connection: AsyncConnection, competition_id: int) -> Sequence[LadderMatch]:
    """The challenges on a ladder, in order."""
    query = _FIXTURES.add_columns(
        matches.c.host_id, matches.c.created_at, matches.c.started_at, matches.c.ended_at
    ).where(fixtures.c.competition_id == competition_id)
    return [_ladder_match(row) for row in (await connection.execute(query.order_by(fixtures.c.id))).mappings()]


def _ladder_match(row: RowMapping) -> LadderMatch:
    fixture = _fixture(row)
    match, points = fixture.match, fixture.points
    assert match is not None and fixture.second_id is not None, "a fixture of a ladder is stored with its match"
    is_first = row["host_id"] == fixture.first_id
    return LadderMatch(
        id=match.id,
        challenger_id=row["host_id"],
        challenged_id=fixture.second_id if is_first else fixture.first_id,
        made_at=row["created_at"],
        began_at=row["started_at"],
        ended_at=row["ended_at"],
        state=match.state,
        ending=match.ending,
        points=points if points is None or is_first else (points[1], points[0]),
    )


async def ladder_of(connection: AsyncConnection, competition_id: int, now: datetime) -> Ladder:
    """A ladder as it stands now."""
    steps = await steps_of(connection, competition_id)
    return climbed(steps, await matches_of(connection, competition_id), now)
