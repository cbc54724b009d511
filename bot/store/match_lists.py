"""Lists of matches. Every function works in the caller's transaction."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    false,
    func,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import State, Summary, Version, Waiting, WaitingBoard, sooner, waits_for
from bot.model.offers import OfferKind, OfferState
from bot.model.people import Actor, Person, told_apart
from bot.model.place import Place, PlayerBoard
from bot.model.result import Ending
from bot.store import people as people_store
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import (
    IS_FROM_LOBBY,
    IS_VOTED_ON,
    matches,
    offers,
    participants,
    player_boards,
    voters,
)
from bot.store.engine.schema.people import people as people_table
from bot.store.engine.schema.people import vacations
from bot.store.engine.schema.types import BigInteger, Instant
from bot.store.engine.statements import made
from bot.store.histories import Histories, history_of
from bot.store.jobs import boards, bulletins, server_posts
from rules.core import Game

_NOW: Final = bindparam("now", type_=Instant)
_PERSON: Final = bindparam("person", type_=BigInteger)
_SERVER: Final = bindparam("server", type_=BigInteger)
_CHANNEL: Final = bindparam("channel", type_=BigInteger)
_NEVER: Final = false()
_OWN: Final = participants.alias("own")
_TOGETHER: Final = (
    select(participants.c.person_id, func.count().label("matches"))
    .join(_OWN, _OWN.c.match_id == participants.c.match_id)
    .join(matches, matches.c.id == participants.c.match_id)
    .where(_OWN.c.person_id == _PERSON, _OWN.c.joined, participants.c.joined)
    .where(participants.c.person_id.in_(bindparam("others")), matches.c.state.in_((State.OPEN, State.RUNNING)))
    .group_by(participants.c.person_id)
)


def _matches_with(person_id: int, states: Sequence[State], server_id: int | None) -> Select[Any]:
    """Query: the matches in these states that a person plays in or is asked to join; on all servers if None."""
    query = (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.state.in_(states))
    )
    return query.where(_is_on(server_id))


def _is_on(server_id: int | ColumnElement[int] | None) -> ColumnElement[bool]:
    """Condition: a match is on a server; on any if None."""
    # The sum keeps SQLite from scanning all matches of the server instead of those that another condition finds.
    return true() if server_id is None else matches.c.server_id + 0 == server_id


async def waiting_for(
    connection: AsyncConnection, actor: Actor, now: datetime, games: Mapping[str, Game], histories: Histories
) -> Waiting:
    """The matches that a move typed by a person may be meant for."""
    person_id = actor.person.id
    query = _meant(is_on_server=actor.server_id is not None, is_in_channel=_may_vote(actor))
    listed = await summaries(connection, query, now, games, person_id, _asked_by(actor))
    theirs = [match for match in listed if waits_for(match, person_id)]
    ballots = sorted((match for match in listed if match.is_voted_on_by(actor.person)), key=attrgetter("id"))
    boards: list[WaitingBoard] = []
    for match in (*theirs, *ballots):
        history = await history_of(connection, match.id, match.revision, histories, match.game, match.seats)
        boards.append(WaitingBoard(match, history.position))
    running = [match for match in listed if any(player.id == person_id for player in match.people)]
    return Waiting(running, boards[: len(theirs)], boards[len(theirs) :])


_SEAT_TO_MOVE: Final = (
    select(participants.c.place)
    .where(participants.c.match_id == matches.c.id, participants.c.person_id == matches.c.to_move_id)
    .correlate(matches)
    .scalar_subquery()
)


def _voted_on() -> Sequence[Select[tuple[int]]]:
    """Queries: the matches in the channel of a request on whose next move the person may vote, unless they play there.

    There is one for each of the partial indexes: an "or" would go through all running matches of the server.
    """
    is_kept_out = exists().where(
        voters.c.match_id == matches.c.id,
        voters.c.person_id == _PERSON,
        or_(voters.c.is_out, voters.c.seat != _SEAT_TO_MOVE),
    )
    is_open = (IS_VOTED_ON, _is_on(_SERVER), ~is_kept_out)
    return [
        select(matches.c.id).where(place == _CHANNEL, *is_open) for place in (matches.c.channel_id, matches.c.thread_id)
    ]


def _may_vote(actor: Actor) -> bool:
    """Whether there may be matches on whose moves the place of a request votes."""
    return actor.server_id is not None and actor.channel_id is not None


@cache
def _meant(*, is_on_server: bool, is_in_channel: bool) -> Select[Any]:
    """Query: the running matches that a move may be meant for, built once because nearly every request asks it."""
    own = select(participants.c.match_id).where(participants.c.person_id == _PERSON)
    meant = union_all(own, *_voted_on()) if is_in_channel else own
    query = select(matches).where(matches.c.id.in_(meant), matches.c.state + "" == State.RUNNING)
    return query.where(_is_on(_SERVER if is_on_server else None)).order_by(*_order(_PERSON))


@cache
def _to_vote_on() -> Select[Any]:
    return select(matches).where(matches.c.id.in_(union_all(*_voted_on()))).order_by(matches.c.id)


def _asked_by(actor: Actor) -> Mapping[str, int | None]:
    """The parameters of these queries."""
    return {"person": actor.person.id, "server": actor.server_id, "channel": actor.channel_id}


async def voted_on_by(
    connection: AsyncConnection, actor: Actor, now: datetime, games: Mapping[str, Game]
) -> Sequence[Summary]:
    """The matches in the channel of the request on whose next move the person may vote, by number."""
    if not _may_vote(actor):
        return ()
    listed = await summaries(connection, _to_vote_on(), now, games, parameters=_asked_by(actor))
    return [match for match in listed if match.is_voted_on_by(actor.person)]


async def of_person(
    connection: AsyncConnection,
    person_id: int,
    states: Sequence[State],
    server_id: int | None,
    most: int | None,
    now: datetime,
    games: Mapping[str, Game],
) -> Sequence[Summary]:
    """A person's matches in these states, those that wait for them first, by deadline, then the latest changed.

    `server_id` None means all servers; `most` limits their number, None for no limit.
    """
    is_asked = and_(matches.c.state == State.OPEN, participants.c.joined.is_(False))
    query = _matches_with(person_id, states, server_id).order_by(*_order(person_id, is_asked))
    return await summaries(connection, query if most is None else query.limit(most), now, games, person_id)


async def with_offers(connection: AsyncConnection, person_id: int, most: int) -> Sequence[int]:
    """The numbers of a person's matches in which an offer is open, the latest offers first."""
    own = select(participants.c.match_id).where(participants.c.person_id == person_id, participants.c.joined)
    query = select(offers.c.match_id).where(offers.c.state == OfferState.OPEN, offers.c.match_id.in_(own))
    return (
        await connection.scalars(query.group_by(offers.c.match_id).order_by(func.max(offers.c.id).desc()).limit(most))
    ).all()


async def of_numbers(
    connection: AsyncConnection, numbers: Sequence[int], now: datetime, games: Mapping[str, Game], reader_id: int
) -> Sequence[Summary]:
    """The matches with these numbers, in their order."""
    query = select(matches).where(matches.c.id.in_(numbers))
    by_number = {match.id: match for match in await summaries(connection, query, now, games, reader_id)}
    return [by_number[number] for number in numbers if number in by_number]


async def next_waiting(connection: AsyncConnection, person_id: int, besides_id: int) -> int | None:
    """The number of the most urgent match in which a person is to move, besides one; None if there is no other."""
    query = _matches_with(person_id, (State.RUNNING,), None).with_only_columns(matches.c.id)
    query = query.where(matches.c.to_move_id == person_id, matches.c.id != besides_id)
    return await connection.scalar(query.order_by(*_order(person_id)).limit(1))


def _order(person_id: int | ColumnElement[int], is_asked: ColumnElement[bool] = _NEVER) -> Sequence[ColumnElement[Any]]:
    """First what waits for a person, who may be asked to join as well as to move, by deadline; then the latest changed."""
    is_to_move = func.coalesce(matches.c.to_move_id, 0) == person_id
    return (
        or_(is_to_move, is_asked).desc(),
        case((is_to_move, matches.c.deadline)).asc().nulls_last(),
        matches.c.changed_at.desc(),
        matches.c.id.desc(),
    )


async def waiting_of(
    connection: AsyncConnection,
    host_id: int,
    server_id: int,
    now: datetime,
    games: Mapping[str, Game],
    *,
    is_in_lobby: bool = False,
) -> Sequence[Summary]:
    """The challenges of a host on a server, or of those only the ones in the lobby, that nobody has answered yet."""
    is_open = (matches.c.host_id == host_id, matches.c.server_id == server_id, matches.c.state == State.OPEN)
    query = select(matches).where(*is_open, *((IS_FROM_LOBBY,) if is_in_lobby else ()))
    return await summaries(connection, query.order_by(matches.c.id + 0), now, games, host_id)


async def count_alone(connection: AsyncConnection, host_id: int) -> int:
    """How many running matches a person plays with characters alone."""
    # The empty text keeps SQLite from scanning all running matches instead of the host's.
    alone = (matches.c.host_id == host_id, matches.c.state + "" == State.RUNNING, matches.c.among_people.is_(False))
    return await connection.scalar(select(func.count()).where(*alone)) or 0


async def count_together(connection: AsyncConnection, person_id: int, others: Collection[int]) -> Mapping[int, int]:
    """How many matches that run or are about to begin a person has with each of these people, by id."""
    rows = await connection.execute(_TOGETHER, {"person": person_id, "others": [*others]})
    return {row.person_id: row.matches for row in rows}


async def offered_between(connection: AsyncConnection, first_id: int, second_id: int) -> Sequence[int]:
    """The matches with both people, or hosted by one, that wait to begin or in which an offer is open, by number."""
    is_asking = exists().where(offers.c.match_id == matches.c.id, offers.c.state == OfferState.OPEN)

    def has(person_id: int) -> ColumnElement[bool]:
        is_in = exists().where(participants.c.match_id == matches.c.id, participants.c.person_id == person_id)
        return or_(matches.c.host_id == person_id, is_in)

    theirs = select(participants.c.match_id).where(participants.c.person_id.in_((first_id, second_id)))
    query = select(matches.c.id).where(matches.c.id.in_(theirs), has(first_id), has(second_id))
    return (
        await connection.scalars(query.where(or_(matches.c.state == State.OPEN, is_asking)).order_by(matches.c.id))
    ).all()


async def withdrawn_since(connection: AsyncConnection, host_id: int, since: datetime) -> Sequence[datetime]:
    """When a host posted the open challenges since `since` that they have withdrawn, in order."""
    withdrawn = (matches.c.state == State.CALLED_OFF, matches.c.ending == Ending.CANCELLED, matches.c.is_open_challenge)
    posted = select(matches.c.created_at).where(matches.c.host_id == host_id, matches.c.created_at > since, *withdrawn)
    return (await connection.scalars(posted.order_by(matches.c.created_at))).all()


async def current(connection: AsyncConnection) -> Sequence[int]:
    """The numbers of all open or running matches, the one that changed last at the end."""
    query = select(matches.c.id).where(matches.c.state.in_((State.OPEN, State.RUNNING)))
    return (await connection.scalars(query.order_by(matches.c.changed_at))).all()


async def announce_again(connection: AsyncConnection, now: datetime) -> Sequence[int]:
    """Show every open or running match and every panel in a new message; return the matches' numbers.

    If there are no such matches, servers are greeted again.
    """
    numbers = await current(connection)
    await boards.release(connection, now)
    await connection.execute(update(matches).values(thread_id=None))
    await connection.execute(delete(player_boards))
    await boards.forget_old(connection)
    await server_posts.post_again(connection, now, greets=not numbers)
    await bulletins.post_again(connection, now)
    for number in numbers:
        await boards.announce(connection, number, now, is_new_message=True)
    return numbers


_PARTICIPANTS: Final = (
    # PostgreSQL orders distinct rows only by selected columns, so the place is selected too.
    select(
        *(participants.c.match_id, participants.c.place, participants.c.person_id, participants.c.joined),
        *(people_table.c.name, people_table.c.user_name),
        vacations.c.id.is_not(None).label("is_away"),
        *(
            player_boards.c.channel_id,
            player_boards.c.message_id,
            player_boards.c.message_ply,
            player_boards.c.says_start,
        ),
    )
    .join(people_table, people_table.c.id == participants.c.person_id)
    .outerjoin(
        vacations,
        and_(vacations.c.person_id == people_table.c.id, vacations.c.began_at <= _NOW, vacations.c.ended_at > _NOW),
    )
    .outerjoin(
        player_boards,
        and_(
            player_boards.c.match_id == participants.c.match_id, player_boards.c.person_id == participants.c.person_id
        ),
    )
    .where(participants.c.match_id.in_(bindparam("numbers")))
    .order_by(participants.c.match_id, participants.c.place)
    .distinct()
)


async def summaries(
    connection: AsyncConnection,
    query: Select[Any],
    now: datetime,
    games: Mapping[str, Game],
    reader_id: int = 0,
    parameters: Mapping[str, int | None] | None = None,
) -> list[Summary]:
    """The matches found by a query over the table of matches, in its order, as they are `now`.

    Direct matches are shown by the messages in which the reader sees them, if there is one. People with the same name
    are told apart throughout the list.
    """
    rows = [row for row in await connection.execute(query, parameters) if row.game in games]
    if not rows:
        return []
    seated: defaultdict[int, list[Any]] = defaultdict(list)
    for seat in await connection.execute(_PARTICIPANTS, {"numbers": [row.id for row in rows], "now": now}):
        seated[seat.match_id].append(seat)
    players = [Person(seat.person_id, seat.name, seat.user_name) for of_match in seated.values() for seat in of_match]
    wanted = (person_id for row in rows for person_id in (row.host_id, row.to_move_id))
    paused, votes_end = await _pauses(connection, rows), await _ends_of_votes(connection, rows)
    everybody = told_apart((await people_store.named(connection, players, wanted)).values())
    named = {person.id: person for person in everybody}
    return [
        made(
            Summary,
            row,
            place=_place(row, seated[row.id], reader_id),
            game=games[row.game],
            state=State(row.state),
            host=named[row.host_id],
            people=tuple(named[seat.person_id] for seat in seated[row.id]),
            to_move=None if row.to_move_id is None else named[row.to_move_id],
            is_away=any(seat.is_away and seat.person_id == row.to_move_id for seat in seated[row.id]),
            paused_until=paused.get(row.id),
            deadline=votes_end.get(row.id, row.deadline and sooner(row.deadline, row.expires_at)),
            asked_ids=frozenset(seat.person_id for seat in seated[row.id] if not seat.joined),
        )
        for row in rows
    ]


async def _pauses(connection: AsyncConnection, rows: Iterable[Row[Any]]) -> Mapping[int, datetime]:
    """When the pauses of those matches end that are paused, by number."""
    # A paused match has a time limit and a player to move, but no deadline, like one in which a character thinks.
    has_no_clock = [
        row.id
        for row in rows
        if row.deadline is None and row.to_move_id is not None and (row.days is not None or row.bank is not None)
    ]
    if not has_no_clock:
        return {}
    query = select(offers.c.match_id, offers.c.due_at).where(
        offers.c.match_id.in_(has_no_clock),
        offers.c.kind == OfferKind.PAUSE,
        offers.c.state == OfferState.ACCEPTED,
        offers.c.due_at.is_not(None),
    )
    return {row.match_id: row.due_at for row in await connection.execute(query)}


async def _ends_of_votes(connection: AsyncConnection, rows: Iterable[Row[Any]]) -> Mapping[int, datetime]:
    """When the votes end that are going on in some matches, by number."""
    voted_on = [row.id for row in rows if row.vote_minutes is not None and row.state == State.RUNNING]
    if not voted_on:
        return {}
    query = select(jobs.c.match_id, jobs.c.data).where(jobs.c.kind == Kind.VOTE, jobs.c.match_id.in_(voted_on))
    ends = await connection.execute(query)
    return {row.match_id: datetime.fromisoformat(row.data["ends_at"]) for row in ends}


def _place(row: Row[Any], seated: Sequence[Any], reader_id: int) -> Place:
    """The place of a match; for a direct match, the message to the reader, if there is one."""
    place = made(Place, row)
    board = next((seat for seat in seated if seat.person_id == reader_id and seat.message_id is not None), None)
    return place if board is None else made(PlayerBoard, board).within(place)


async def running(
    connection: AsyncConnection, server_id: int, now: datetime, games: Mapping[str, Game], limit: int
) -> Sequence[Summary]:
    """At most `limit` running matches among people on a server, the least time left first."""
    order = (matches.c.deadline.asc().nulls_last(), matches.c.id)
    return await summaries(
        connection, select(matches).where(*_running_on(server_id)).order_by(*order).limit(limit), now, games
    )


async def count_running(connection: AsyncConnection, server_id: int) -> int:
    """How many matches among people run on a server. It reads an entry for each: nobody should have to wait for it."""
    return await connection.scalar(select(func.count()).select_from(matches).where(*_running_on(server_id))) or 0


def _running_on(server_id: int) -> tuple[ColumnElement[bool], ...]:
    return (matches.c.server_id == server_id, matches.c.state == State.RUNNING, server_posts.IS_LISTED)


async def open_on(
    connection: AsyncConnection, server_id: int, now: datetime, games: Mapping[str, Game], limit: int
) -> Sequence[Summary]:
    """At most `limit` open challenges with a free seat on a server, the latest first."""
    is_open = (matches.c.server_id == server_id, matches.c.state == State.OPEN, matches.c.is_open_challenge)
    taken = select(func.count()).where(participants.c.match_id == matches.c.id).scalar_subquery()
    query = select(matches).where(*is_open, taken < matches.c.seats)
    # The sum keeps SQLite from going through the open matches of all servers in this order.
    return await summaries(connection, query.order_by((matches.c.id + 0).desc()).limit(limit), now, games)


async def waiting_in(
    connection: AsyncConnection, server_id: int, channel_id: int, games: Collection[str], limit: int
) -> Sequence[int]:
    """At most `limit` challenges in these games that wait in a channel of a server, or in a forum, by number."""
    is_there = (matches.c.server_id == server_id, matches.c.state == State.OPEN, matches.c.channel_id == channel_id)
    query = select(matches.c.id).where(*is_there, matches.c.game.in_(games))
    return (await connection.scalars(query.order_by(matches.c.id).limit(limit))).all()


async def matches_by_state(connection: AsyncConnection) -> Mapping[State, int]:
    """The numbers of open and running matches."""
    states = (State.OPEN, State.RUNNING)
    query = select(matches.c.state, func.count()).where(matches.c.state.in_(states)).group_by(matches.c.state)
    counts = {State(state): count for state, count in await connection.execute(query)}
    return {state: counts.get(state, 0) for state in states}


async def games_of_current(connection: AsyncConnection) -> frozenset[str]:
    """The keys of the games of all open and running matches, which may be unknown."""
    states = (State.OPEN, State.RUNNING)
    return frozenset(await connection.scalars(select(matches.c.game).where(matches.c.state.in_(states)).distinct()))


async def latest_change(connection: AsyncConnection) -> datetime | None:
    """When any match last changed; None if there are none."""
    return await connection.scalar(select(func.max(matches.c.changed_at)))


async def latest_message_id(connection: AsyncConnection) -> int | None:
    """The latest message that shows a match, by its id, which rises with time; None if there is none."""
    return await connection.scalar(select(func.max(matches.c.message_id)))


async def versions(connection: AsyncConnection, match_ids: Collection[int]) -> Mapping[int, Version]:
    """The versions of matches, by number, which tell whether a view of a match is up to date."""
    are_open = offers.c.match_id == matches.c.id, offers.c.state == OfferState.OPEN
    query = (
        select(
            *(matches.c.id, matches.c.state, matches.c.revision, matches.c.changed_at, matches.c.deadline),
            select(func.count()).where(*are_open).scalar_subquery().label("open_offers"),
            select(func.max(offers.c.id)).where(*are_open).scalar_subquery().label("latest_offer"),
        )
        .where(matches.c.id.in_(match_ids))
        .order_by(matches.c.id)
    )
    rows = (await connection.execute(query)).mappings()
    return {row["id"]: made(Version, row, state=State(row["state"])) for row in rows}
