"""Ratings in the database, and the matches that they are computed from. In the caller's transaction.

The rows of both tables are written and compared as plain dictionaries, so that a rating that was applied equals one
that was recomputed if and only if their rows are equal.
"""

from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Float,
    Select,
    and_,
    cast,
    delete,
    exists,
    false,
    func,
    insert,
    literal,
    not_,
    or_,
    select,
    true,
    tuple_,
    union,
)
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.askers import Asker
from bot.model.match import Match, State
from bot.model.people import Person, told_apart
from bot.model.ratings import (
    ALL_ROUND,
    MOST_RANKED,
    OPENING,
    Field,
    Ledger,
    NewRating,
    PastResult,
    RatedMatch,
    Rating,
    RatingChange,
    Skill,
    Wanted,
    is_cut_short,
    is_provisional,
)
from bot.model.result import Ending
from bot.store import askers as asker_store
from bot.store.engine.schema.competitions import fixtures
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import people, rating_changes, ratings
from bot.store.engine.statements import columns_of, made
from bot.store.entries import entries_of
from bot.store.offers import IS_HANDED_OVER
from rules.record import retired_seat

_MOST_GAINS: Final = 500  # opponents of a match's players, by list
_MOST_REPEATED: Final = 20  # matches whose opening is compared
_MOST_AT_ONCE: Final = 100  # matches or ratings in a statement: between two of them, others get their turn
_IS_RATED: Final = and_(matches.c.state == State.FINISHED, matches.c.is_rated)
_COLUMNS: Final = [
    matches.c[name] for name in ("id", "server_id", "game", "ended_at", "places", "counts", "seats", "ending")
]

Values = dict[str, Any]
End = tuple[datetime, int]
"""When a match ended, and its number: the order in which ratings are applied."""


async def lock(connection: AsyncConnection, server_id: int) -> None:
    """Lock the ratings of a server until the transaction ends, after waiting for others that end a match there.

    So matches are entered in the order in which they end. SQLite has one writer anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(server_id)))


async def rated_matches(
    connection: AsyncConnection, server_id: int, after: End | None, limit: int
) -> Sequence[RatedMatch]:
    """At most `limit` of a server's rated matches that ended `after` an end, in the order in which they ended."""
    query = select(*_COLUMNS).where(matches.c.server_id == server_id, _IS_RATED)
    if after is not None:
        at, number = after
        query = query.where(
            matches.c.ended_at >= at,
            or_(matches.c.ended_at > at, and_(matches.c.ended_at == at, matches.c.id > number)),
        )
    return await _rated(connection, query.order_by(matches.c.ended_at, matches.c.id).limit(limit))


async def _rated(connection: AsyncConnection, query: Select[*tuple[Any, ...]]) -> Sequence[RatedMatch]:
    rows = (await connection.execute(query)).mappings().all()
    people: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, person_id in await connection.execute(
        select(participants.c.match_id, participants.c.person_id)
        .where(participants.c.match_id.in_([row["id"] for row in rows]))
        .order_by(participants.c.match_id, participants.c.place)
    ):
        people[match_id].append(person_id)
    cut_short = await _cut_short(connection, rows)
    return [
        made(
            RatedMatch,
            row,
            people=tuple(people[row["id"]][: row["seats"]]),  # substitutes come after them
            places=tuple(row["places"] or ()),
            is_cut_short=row["id"] in cut_short,
        )
        for row in rows
    ]


async def _cut_short(connection: AsyncConnection, rows: Sequence[RowMapping]) -> set[int]:
    """The matches, among these, that ended too early to count."""
    played_out = {row["id"]: row["ending"] == Ending.RULES for row in rows}
    counts = {row["id"]: [0] * row["seats"] for row in rows}
    gone: dict[int, set[int]] = {row["id"]: set() for row in rows}
    # Nobody can leave a match of two, so nothing need be looked up for those that were played to their end.
    unclear = [row["id"] for row in rows if row["seats"] > 2 or not played_out[row["id"]]]
    for match_id, entries in (await entries_of(connection, unclear)).items():
        for entry in entries:
            if entry.seat is None:
                continue
            if retired_seat(entry.token) is None:
                counts[match_id][entry.seat] += 1
            else:
                gone[match_id].add(entry.seat)
    return {who for who in counts if is_cut_short(counts[who], gone[who], is_played_out=played_out[who])}


async def ledger_for(connection: AsyncConnection, match: RatedMatch) -> Ledger:
    """A ledger with everything needed to enter the next match of its server."""
    rows = await connection.execute(select(ratings).where(*_of_players(match)))
    return Ledger({(row["pool"], row["person_id"]): _rating(row) for row in rows.mappings()})


def _of_players(match: RatedMatch) -> tuple[ColumnElement[bool], ...]:
    """Conditions: a row of the table of ratings is of a match's player, in a pool in which the match counts."""
    return (
        ratings.c.server_id == match.server_id,
        ratings.c.pool.in_(match.pools),
        ratings.c.person_id.in_(match.people),
    )


async def count_alike(connection: AsyncConnection, match: Match, since: datetime) -> int:
    """How many other rated matches that count, of this game between the same opponents, began after `since`.

    Opponents are those who are behind the players. Former players, whose data was deleted, may have been anybody who
    has come since. Matches of competitions are left out. How a match ended makes no difference: somebody could end
    those that begin badly, before they change a rating, until one begins well.
    """
    behind = await asker_store.of_people(connection, [player.id for player in match.players])
    theirs = await asker_store.people_behind(connection, {*behind.values()})
    people_by_match: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, person_id in await connection.execute(
        select(participants.c.match_id, participants.c.person_id).where(
            participants.c.match_id.in_(_counting(match, theirs, since)), participants.c.joined
        )
    ):
        people_by_match[match_id].append(person_id)
    people = {person_id for among in people_by_match.values() for person_id in among}
    askers, came = await asker_store.of_people(connection, people), dict[Asker, int]()
    if any(person_id < 0 for person_id in people):
        came = await _first_matches(connection, theirs, match)

    def is_alike(number: int, among: Sequence[int]) -> bool:
        then, now = Counter(askers[person_id] for person_id in among), Counter(behind.values())
        are_former = all(isinstance(asker, int) and asker < 0 for asker in then - now)
        has_all = then.total() == now.total()
        return has_all and are_former and all(came.get(asker, number) >= number for asker in now - then)

    return sum(is_alike(number, among) for number, among in people_by_match.items())


def _counting(match: Match, person_ids: Collection[int], since: datetime) -> Select[int]:
    """Query: the other rated matches of a game and server that count, with some of these people, that began after `since`."""
    return (
        select(participants.c.match_id)
        .join(matches, matches.c.id == participants.c.match_id)
        .where(
            participants.c.person_id.in_(person_ids),
            matches.c.server_id == match.place.server_id,
            matches.c.game == match.game.key,
            matches.c.is_rated & matches.c.counts,
            matches.c.started_at > since,
            matches.c.id != match.id,
            not_(exists().where(fixtures.c.match_id == matches.c.id)),
        )
    )


async def _first_matches(connection: AsyncConnection, behind: Mapping[int, Asker], match: Match) -> dict[Asker, int]:
    """The number of the first match, besides one, of each asker who is behind these people."""
    theirs = participants.c.person_id.in_(behind), participants.c.match_id != match.id
    first = select(participants.c.person_id, func.min(participants.c.match_id)).where(*theirs)
    matches_by_asker: defaultdict[Asker, list[int]] = defaultdict(list)
    for person_id, number in await connection.execute(first.group_by(participants.c.person_id)):
        matches_by_asker[behind[person_id]].append(number)
    return {asker: min(numbers) for asker, numbers in matches_by_asker.items()}


async def gains(
    connection: AsyncConnection, match: Match, since: datetime
) -> Sequence[tuple[int, Mapping[Asker, int], Collection[Asker]]]:
    """What the players of a match have gained from each opponent in its lists `since` then.

    For each player and list: the player's id, the points by who is behind the opponent, and who is behind the other
    players of the match. The opponents of a match of three or four gave equal shares of it. What former players gave,
    whose data was deleted, may have been given by any of these who has come since.
    """
    own, other = rating_changes.alias(), rating_changes.alias()
    opponents = func.count().over(partition_by=(own.c.match_id, own.c.pool, own.c.person_id))
    shares = (
        select(own, other.c.person_id.label("opponent_id"), (cast(own.c.change, Float) / opponents).label("share"))
        .join(other, (other.c.match_id == own.c.match_id) & (other.c.pool == own.c.pool))
        .where(
            own.c.person_id.in_([player.id for player in match.players]),
            own.c.server_id == match.place.server_id,
            own.c.pool.in_((match.game.key, ALL_ROUND)),
            own.c.ended_at > since,
            other.c.person_id != own.c.person_id,
        )
        .subquery()
    )
    points, key = func.sum(shares.c.share), (shares.c.person_id, shares.c.pool, shares.c.opponent_id)
    rows = await connection.execute(
        select(*key, points, func.max(shares.c.match_id)).group_by(*key).order_by(points.desc()).limit(_MOST_GAINS)
    )
    found = rows.all()
    behind = await asker_store.of_people(
        connection, {player.id for player in match.players} | {row[2] for row in found}
    )
    came = dict[Asker, int]()
    if any(row[2] < 0 for row in found):
        theirs = await asker_store.people_behind(connection, {behind[player.id] for player in match.players})
        came = await _first_matches(connection, theirs, match)
    by_list: defaultdict[tuple[int, str], Counter[Asker]] = defaultdict(Counter)
    for person_id, pool, opponent_id, change, latest in found:
        others = {behind[player.id] for player in match.players} - {behind[person_id]}
        may_have_been = {asker for asker in others if came.get(asker, latest) >= latest}
        for asker in may_have_been if opponent_id < 0 else (behind[opponent_id],):
            by_list[person_id, pool][asker] += round(change)
    return [
        (person_id, points, {behind[player.id] for player in match.players if player.id != person_id})
        for (person_id, _pool), points in by_list.items()
    ]


async def is_repeated(connection: AsyncConnection, match: Match, since: datetime) -> bool:
    """Whether a match that has ended repeats one that began `since` then and counted.

    It does if the same players, in the same seats, finished in the same places after the same opening.
    """
    assert match.result is not None, "it has ended"
    seats = [
        exists().where(
            participants.c.match_id == matches.c.id,
            participants.c.person_id == player.id,
            participants.c.place == seat,
        )
        for seat, player in enumerate(match.players)
    ]
    query = select(matches.c.id, matches.c.places).where(
        matches.c.id.in_(_counting(match, [match.players[0].id], since)), matches.c.state == State.FINISHED, *seats
    )
    rows = await connection.execute(query.order_by(matches.c.id.desc()).limit(_MOST_REPEATED))
    alike = [number for number, places in rows if tuple(places or ()) == match.result.places]
    opening = [(entry.token, entry.seat) for entry in match.history.entries[:OPENING]]
    return any(
        [(entry.token, entry.seat) for entry in entries[:OPENING]] == opening
        for entries in (await entries_of(connection, alike)).values()
    )


def _rating(row: RowMapping) -> Rating:
    return made(Rating, row, skill=made(Skill, row))


def rating_row(server_id: int, pool: str, person_id: int, rating: Rating) -> Values:
    """A rating as a row of the table of ratings."""
    key = {"server_id": server_id, "pool": pool, "person_id": person_id}
    shown = {"rating": rating.number, "is_provisional": rating.is_provisional}
    return {**key, **columns_of(ratings, rating, rating.skill), **shown}


def change_row(change: RatingChange) -> Values:
    """A match's effect on a rating, as a row of the table of changes."""
    own = columns_of(rating_changes, change.match, change, change.rating, change.rating.skill)
    return {**own, "match_id": change.match.id, "matches": change.rating.matches}


async def apply(connection: AsyncConnection, changes: Sequence[RatingChange]) -> None:
    """Store the changes of one match."""
    if not changes:
        return
    match = changes[0].match
    await connection.execute(delete(ratings).where(*_of_players(match)))
    now = [rating_row(match.server_id, change.pool, change.person_id, change.rating) for change in changes]
    await connection.execute(insert(ratings), now)
    await connection.execute(insert(rating_changes), [change_row(change) for change in changes])


async def stored_changes(connection: AsyncConnection, match_ids: Iterable[int]) -> dict[int, list[Values]]:
    """The rows of the table of changes by match."""
    changes: dict[int, list[Values]] = {match_id: [] for match_id in match_ids}
    rows = await connection.execute(select(rating_changes).where(rating_changes.c.match_id.in_(list(changes))))
    for row in rows.mappings():
        changes[row["match_id"]].append(dict(row))
    return changes


async def stored_ratings(connection: AsyncConnection, server_id: int) -> AsyncGenerator[Sequence[Values]]:
    """A server's rows of the table of ratings, some at a time."""
    key = tuple_(ratings.c.pool, ratings.c.person_id)
    query = select(ratings).where(ratings.c.server_id == server_id).order_by(*key.clauses).limit(_MOST_AT_ONCE)
    rows = (await connection.execute(query)).mappings().all()
    while rows:
        yield [dict(row) for row in rows]
        last = tuple_(literal(rows[-1]["pool"]), literal(rows[-1]["person_id"], BigInteger))
        rows = (await connection.execute(query.where(key > last))).mappings().all()


async def stray_changes(connection: AsyncConnection, server_id: int) -> Sequence[int]:
    """The matches of a server that have changed ratings although they are not rated or have not ended."""
    query = select(matches.c.id).distinct().join(rating_changes, rating_changes.c.match_id == matches.c.id)
    return (await connection.scalars(query.where(matches.c.server_id == server_id, not_(_IS_RATED)))).all()


async def rewrite(
    connection: AsyncConnection, server_id: int, changes: Iterable[tuple[int, Sequence[Values]]], now: Iterable[Values]
) -> None:
    """Replace the changes of these matches by other rows, and all ratings of a server by the rows in `now`."""
    waiting = iter(changes)
    while batch := dict(islice(waiting, _MOST_AT_ONCE)):
        await connection.execute(delete(rating_changes).where(rating_changes.c.match_id.in_(list(batch))))
        if rows := [row for of_match in batch.values() for row in of_match]:
            await connection.execute(insert(rating_changes), rows)
    await connection.execute(delete(ratings).where(ratings.c.server_id == server_id))
    due = iter(now)
    while some := list(islice(due, _MOST_AT_ONCE)):
        await connection.execute(insert(ratings), some)


async def servers(connection: AsyncConnection) -> Sequence[int]:
    """The servers that have rated matches or ratings."""
    query = union(select(matches.c.server_id).where(_IS_RATED), select(ratings.c.server_id))
    return sorted(await connection.scalars(query))


async def forgotten(connection: AsyncConnection) -> int:
    """The number of forgotten people so far; their anonymous ids are -1, -2 and so on."""
    return max(0, -(await connection.scalar(select(func.min(people.c.id))) or 0))


async def new_ratings(
    connection: AsyncConnection, match_id: int, pool: str, people: Sequence[int]
) -> tuple[NewRating, ...]:
    """The new ratings of a match's players in a pool, in seat order; empty if it does not count."""
    rows = await connection.execute(
        select(rating_changes).where(rating_changes.c.match_id == match_id, rating_changes.c.pool == pool)
    )
    new = {
        row.person_id: NewRating(Skill(row.mu, row.sigma).rating, row.change, is_provisional(row.matches))
        for row in rows
    }
    return tuple(new[person_id] for person_id in people) if new else ()


def _in_field(field: Field, *, is_provisional: bool) -> ColumnElement[bool]:
    """Condition: a row of the table of ratings belongs to the ranked or to the provisional people of a field."""
    in_part = and_(
        ratings.c.server_id == field.server_id,
        ratings.c.pool == field.pool,
        ratings.c.is_provisional == (true() if is_provisional else false()),
        # Forgotten people have ids below 1; the sum keeps SQLite from using an index in another order.
        ratings.c.person_id + 0 > 0,
    )
    if field.among is not None:
        in_part = and_(in_part, ratings.c.person_id.in_(field.among))
    return and_(in_part, ratings.c.person_id.not_in(field.left_out)) if field.left_out else in_part


async def met(connection: AsyncConnection, server_id: int, person_id: int) -> frozenset[int]:
    """The people with whom a person has played matches that count there, the person included."""
    own = select(rating_changes.c.match_id).where(
        rating_changes.c.person_id == person_id, rating_changes.c.server_id == server_id
    )
    opponents = select(rating_changes.c.person_id).where(rating_changes.c.match_id.in_(own))
    return frozenset(await connection.scalars(opponents.distinct()))


async def pools(connection: AsyncConnection, server_id: int) -> Sequence[str]:
    """The pools in which anybody on a server has a rating, found by as many steps through the index."""
    own = ratings.c.server_id == server_id
    pool_names = select(func.min(ratings.c.pool).label("pool")).where(own).cte("pools", recursive=True)
    following = select(func.min(ratings.c.pool)).where(own, ratings.c.pool > pool_names.c.pool).scalar_subquery()
    steps = pool_names.union_all(select(following).where(pool_names.c.pool.is_not(None)))
    return (await connection.scalars(select(steps.c.pool).where(steps.c.pool.is_not(None)))).all()


async def size(connection: AsyncConnection, field: Field, *, is_provisional: bool) -> int:
    """How many ranked or provisional people a field has; at most `MOST_RANKED` are counted."""
    return await _count(connection, _in_field(field, is_provisional=is_provisional))


async def ahead(connection: AsyncConnection, field: Field, rating: int) -> int:
    """How many ranked people have a higher rating; at most `MOST_RANKED` are counted."""
    return await _count(connection, and_(_in_field(field, is_provisional=False), ratings.c.rating > rating))


async def _count(connection: AsyncConnection, condition: ColumnElement[bool]) -> int:
    # The order has PostgreSQL use the index of the leaderboard, which holds nobody else.
    ranked = select(ratings.c.person_id).where(condition).order_by(ratings.c.rating.desc()).limit(MOST_RANKED)
    return await connection.scalar(select(func.count()).select_from(ranked.subquery())) or 0


async def stretch(
    connection: AsyncConnection, field: Field, first: int, limit: int, *, is_provisional: bool
) -> Sequence[tuple[Person, Rating]]:
    """At most `limit` ranked or provisional people of a field from the `first` on, the highest ratings first."""
    rows = await connection.execute(
        select(ratings, people.c.name, people.c.user_name)
        .join(people, people.c.id == ratings.c.person_id)
        .where(_in_field(field, is_provisional=is_provisional))
        .order_by(ratings.c.rating.desc(), ratings.c.person_id.desc())
        .offset(first)
        .limit(limit)
    )
    on_page = rows.mappings().all()
    persons = told_apart(Person(row["person_id"], row["name"], row["user_name"]) for row in on_page)
    return [(person, _rating(row)) for person, row in zip(persons, on_page, strict=True)]


async def ratings_by_pool(connection: AsyncConnection, server_id: int, person_id: int) -> dict[str, Rating]:
    """A person's ratings on a server."""
    # The sum keeps SQLite from going through all ratings of the server instead of the person's.
    is_theirs = (ratings.c.person_id == person_id, ratings.c.server_id + 0 == server_id)
    rows = await connection.execute(select(ratings).where(*is_theirs))
    return {row["pool"]: _rating(row) for row in rows.mappings()}


async def reliable_ratings(
    connection: AsyncConnection, server_id: int, pool: str, person_ids: Collection[int]
) -> Mapping[int, float]:
    """The skills in a pool of people whose rating is no longer provisional, by person."""
    query = select(ratings.c.person_id, ratings.c.mu).where(
        ratings.c.server_id == server_id,
        ratings.c.pool == pool,
        ratings.c.is_provisional.is_(False),
        ratings.c.person_id.in_(person_ids),
    )
    return {row.person_id: row.mu for row in await connection.execute(query)}


async def latest_results(
    connection: AsyncConnection, server_id: int, person_id: int, most: int
) -> Sequence[PastResult]:
    """A person's finished matches on a server, rated or not, the latest first, except those that were handed over."""
    # The sum keeps SQLite from going through all matches of the server.
    query = _results_of(person_id).where(matches.c.server_id + 0 == server_id, ~IS_HANDED_OVER)
    return await _past(connection, query.order_by(matches.c.ended_at.desc(), matches.c.id.desc()).limit(most))


async def results_like(
    connection: AsyncConnection,
    server_id: int,
    person_id: int,
    wanted: Wanted,
    games: Collection[str],
    most: int,
    first: int = 0,
) -> Sequence[PastResult]:
    """At most so many of a person's results in these games that are looked for, however the matches ended.

    The latest come first; the `first` of them are passed over.
    """
    query = _results_of(person_id).where(*_is_like(server_id, person_id, wanted, games))
    latest = query.order_by(matches.c.ended_at.desc(), matches.c.id.desc())
    return await _past(connection, latest.offset(first).limit(most))


async def count_like(
    connection: AsyncConnection, server_id: int, person_id: int, wanted: Wanted, games: Collection[str]
) -> int:
    """How many of a person's results in these games are looked for, however the matches ended."""
    query = _results_of(person_id).with_only_columns(func.count())
    return await connection.scalar(query.where(*_is_like(server_id, person_id, wanted, games))) or 0


def _is_like(server_id: int, person_id: int, wanted: Wanted, games: Collection[str]) -> Iterator[ColumnElement[bool]]:
    yield matches.c.server_id + 0 == server_id
    yield ~IS_HANDED_OVER
    yield matches.c.game.in_([game for game in games if wanted.game in ("", game)])
    if wanted.opponent:
        # Asked of each of the person's matches: all people by their names would be gone through otherwise.
        other = participants.alias("other")
        yield exists().where(
            other.c.match_id == matches.c.id,
            other.c.person_id != person_id,
            people.c.id == other.c.person_id,
            people.c.name.icontains(wanted.opponent, autoescape=True),
        )
    if wanted.since is not None:
        yield matches.c.ended_at >= wanted.since
    if wanted.until is not None:
        yield matches.c.ended_at < wanted.until


async def first_ended(connection: AsyncConnection, server_id: int, person_id: int) -> datetime | None:
    """When the first of a person's finished matches on a server ended; None if there is none."""
    own = select(participants.c.match_id).where(participants.c.person_id == person_id, participants.c.joined)
    query = select(matches.c.ended_at).where(matches.c.id.in_(own), matches.c.server_id + 0 == server_id)
    return await connection.scalar(
        query.where(matches.c.places.is_not(None)).order_by(matches.c.ended_at.asc()).limit(1)
    )


async def results_in(connection: AsyncConnection, person_id: int, match_ids: Sequence[int]) -> Mapping[int, PastResult]:
    """A person's results in those of these matches that are finished, by match."""
    results = await _past(connection, _results_of(person_id).where(matches.c.id.in_(match_ids)))
    return {result.match_id: result for result in results}


def _results_of(person_id: int) -> Select[*tuple[Any, ...]]:
    return (
        select(matches.c.id, matches.c.game, matches.c.places, participants.c.place, rating_changes.c.change)
        .join(participants, participants.c.match_id == matches.c.id)
        .outerjoin(
            rating_changes,
            and_(
                rating_changes.c.match_id == matches.c.id,
                rating_changes.c.pool == matches.c.game,
                rating_changes.c.person_id == person_id,
            ),
        )
        .where(participants.c.person_id == person_id, participants.c.joined, matches.c.places.is_not(None))
    )


async def _past(connection: AsyncConnection, query: Select[*tuple[Any, ...]]) -> Sequence[PastResult]:
    rows = await connection.execute(query)
    return [PastResult(row.id, row.game, row.place, tuple(row.places), row.change) for row in rows]


async def seated(connection: AsyncConnection, match_ids: Iterable[int]) -> dict[int, list[Person]]:
    """The players of matches, in seat order."""
    query = (
        select(participants.c.match_id, people.c.id, people.c.name, people.c.user_name)
        .join(people, people.c.id == participants.c.person_id)
        .where(participants.c.match_id.in_(list(match_ids)))
        .order_by(participants.c.match_id, participants.c.place)
    )
    rows = (await connection.execute(query)).all()
    players: defaultdict[int, list[Person]] = defaultdict(list)
    for row, person in zip(rows, told_apart(Person(row.id, row.name, row.user_name) for row in rows), strict=True):
        players[row.match_id].append(person)
    return players


async def latest_ratings(
    connection: AsyncConnection, server_id: int, person_id: int, pool: str, most: int
) -> Sequence[tuple[datetime, int]]:
    """A person's latest ratings in a pool, each with the time since which it held, the oldest first."""
    rows = await connection.execute(
        select(rating_changes.c.ended_at, rating_changes.c.mu, rating_changes.c.sigma)
        .where(
            rating_changes.c.person_id == person_id,
            rating_changes.c.server_id == server_id,
            rating_changes.c.pool == pool,
        )
        .order_by(rating_changes.c.ended_at.desc())
        .limit(most)
    )
    return [(row.ended_at, Skill(row.mu, row.sigma).rating) for row in rows][::-1]
