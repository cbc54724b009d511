"""Writing the changes of a match, in the caller's transaction and in as few statements as possible."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.follows import settled
from bot.model.history import Entry
from bot.model.jobs import Kind
from bot.model.match import Match, State, first_revision
from bot.model.place import DIRECT, PlayerBoard
from bot.store import clocks, offers, plans, votes, webhooks
from bot.store import follows as follow_store
from bot.store import lobby as lobby_store
from bot.store import ratings as rating_store
from bot.store.engine.schema.matches import matches, moves, participants, player_boards
from bot.store.engine.statements import columns_of, upsert
from bot.store.entries import fold
from bot.store.jobs import queue

_CHANGE: Final = update(matches).where(matches.c.id == bindparam("number"))
# Whether a webhook or a follower hears of it is read on the way, because nearly always none does.
_CHANGE_HEARD: Final = _CHANGE.returning(
    webhooks.IS_HEARD_BY_PLAYERS.label("is_heard"), follow_store.HAS_MOVES_TO_TELL.label("has_moves_to_tell")
)
_ADD: Final = insert(matches).returning(matches.c.id, webhooks.IS_HEARD.label("is_heard"))
_LISTED: Final = frozenset({"state", "revision", "deadline"})
"""The columns by which a match differs in a list of a person's matches, its people and offers aside."""

_ADD_ENTRIES: Final = insert(moves)
_ADD_PEOPLE: Final = insert(participants)
_REMOVE_PEOPLE: Final = delete(participants).where(participants.c.match_id == bindparam("number"))


async def insert_new(connection: AsyncConnection, match: Match, now: datetime) -> Match:
    """Store a new match, whose people are already stored; return it with its number and its first revision."""
    match = replace(match, revision=match.revision + first_revision())
    constant = {
        "game": match.game.key,
        "game_version": match.game.version,
        "host_id": match.host.id,
        "secret": match.fairness and match.fairness.secret,
        "commitment": match.fairness and match.fairness.commitment,
    }
    columns = {column: value for column, value in {**constant, **_columns(match)}.items() if value is not None}
    listeners = [person.id for person in match.people]
    number, is_heard = (await connection.execute(_ADD, {"listeners": listeners, **columns})).one()
    stored = replace(match, id=number)
    await _insert_people(connection, stored)
    if is_heard:
        await webhooks.announce(connection, number, listeners, now)
    await _save_record(connection, (), stored, now)
    await _have_done(connection, None, stored, now, has_ended=False)
    await _set_ends(connection, None, stored, now)
    await lobby_store.tell_room(connection, None, stored, now)
    return stored


async def save(connection: AsyncConnection, before: Match, after: Match, now: datetime) -> Match:
    """Write the differences in `after`, in as few statements as possible; return the match as stored.

    A match that has ended gets the instant of its end, and the ratings after it if it counts. Participants are
    rewritten if a person has joined or left; entries are added or removed, never changed.
    """
    has_ended = before.ended_at is None and after.state in (State.FINISHED, State.CALLED_OFF)
    if has_ended:
        await rating_store.lock(connection, after.place.server_id)
        after = replace(after, ended_at=await _next_end(connection, after.place.server_id, now))
    await _save_record(connection, before.history.entries, after, now)
    if has_ended and after.history.entries:
        await fold(connection, after.id)
    old, new = _columns(before), _columns(after)
    changed = {column: value for column, value in new.items() if old[column] != value}
    is_heard, has_moves_to_tell = False, False
    if changed:
        facts = {"number": after.id, "settled": settled(after.ply), **changed}
        is_heard, has_moves_to_tell = (await connection.execute(_CHANGE_HEARD, facts)).one()
    if has_moves_to_tell and after.state is State.RUNNING and not after.place.by_player:
        await follow_store.note_moves(connection, after, now)
    is_joined = (len(before.players), before.people) != (len(after.players), after.people)
    if is_joined:
        await connection.execute(_REMOVE_PEOPLE, {"number": after.id})
        await _insert_people(connection, after)
    is_listed = is_joined or before.open_offers != after.open_offers or not _LISTED.isdisjoint(changed)
    # Who joins is not stored yet when the match changes, and what is offered changes no match.
    if is_listed and (is_heard or is_joined or not changed):
        listeners = sorted({person.id for person in (*before.people, *after.people)})
        await webhooks.announce(connection, after.id, listeners, now)
    await _have_done(connection, before, after, now, has_ended=has_ended)
    after = replace(after, offers=await offers.save(connection, after.id, before.offers, after.offers, now))
    await _set_ends(connection, before, after, now)
    await lobby_store.tell_room(connection, before, after, now)
    await plans.save(connection, after.id, before.plans, after.plans)
    for board in after.boards:
        if board not in before.boards:
            await keep_board(connection, after.id, board)
    return after


async def _have_done(
    connection: AsyncConnection, before: Match | None, after: Match, now: datetime, *, has_ended: bool
) -> None:
    """Add the jobs that follow a change: a character's thought, a channel's vote, or the search for puzzles."""
    server_id, name = after.place.server_id, str(after.id)
    if after.is_by_vote:
        await votes.save(connection, before, after, now)
    was_thinking = before is not None and before.is_thinking
    if after.is_thinking and not (was_thinking and before is not None and before.revision == after.revision):
        await queue.put(connection, Kind.THOUGHT, server_id, name, now, match_id=after.id, revision=after.revision)
    elif was_thinking and not after.is_thinking:
        await queue.remove(connection, Kind.THOUGHT, server_id, name)
    if has_ended and after.state is State.FINISHED and server_id != DIRECT:  # puzzles are for the people of a server
        await queue.add(connection, Kind.PUZZLE_SEARCH, server_id, now, match_id=after.id)


_ENDS: Final[Mapping[Kind, Callable[[Match], datetime | None]]] = {
    Kind.CHALLENGE: lambda match: match.expires_at if match.state is State.OPEN else None,
    Kind.OFFER: lambda match: match.next_end_of_offers,
}
"""What the clock closes in a match, each with when that is next; None if it never is."""


async def _set_ends(connection: AsyncConnection, before: Match | None, after: Match, now: datetime) -> None:
    """Add, move or remove the jobs that close a challenge, or offers and a pause, when their time is over."""
    server_id, name = after.place.server_id, str(after.id)
    for kind, ends_at in _ENDS.items():
        old, new = None if before is None else ends_at(before), ends_at(after)
        if new is None and old is not None:
            await queue.remove(connection, kind, server_id, name)
        elif new is not None and new != old:
            await queue.put(connection, kind, server_id, name, queue.looked_at(new, now), match_id=after.id)


async def _next_end(connection: AsyncConnection, server_id: int, now: datetime) -> datetime:
    """The instant of the end of a match that ends now: later than every other end on its server.

    So the order in which matches ended is always known, whatever the machine's clock does.
    """
    latest = await connection.scalar(select(func.max(matches.c.ended_at)).where(matches.c.server_id == server_id))
    return now if latest is None else max(now, latest + timedelta(milliseconds=1))


async def save_place(connection: AsyncConnection, before: Match, after: Match) -> None:
    """Write where a match is shown, if its place or board has changed."""
    if before.place != after.place:
        await connection.execute(_CHANGE, {"number": after.id, **columns_of(matches, after.place)})


async def keep_board(connection: AsyncConnection, match_id: int, board: PlayerBoard) -> None:
    """Store the message that now shows a direct match to a player."""
    columns = columns_of(player_boards, board)
    key = {"match_id": match_id, "person_id": columns.pop("person_id")}
    await upsert(connection, player_boards, key, columns)


async def _save_record(connection: AsyncConnection, before: Sequence[Entry], after: Match, now: datetime) -> None:
    """Write the differences of a record; the table's key refuses a second entry with the same ply."""
    entries = after.history.entries
    kept = common_plies(before, entries)
    if kept < len(before):
        await connection.execute(delete(moves).where(moves.c.match_id == after.id, moves.c.ply > kept))
    rows = [
        {"match_id": after.id, "ply": ply, **columns_of(moves, entry), "played_at": now}
        for ply, entry in enumerate(entries[kept:], start=kept + 1)
    ]
    if rows:
        await connection.execute(_ADD_ENTRIES, rows)


def common_plies(first: Sequence[Entry], second: Sequence[Entry]) -> int:
    """How many entries from their beginning two records share, where one usually continues the other."""
    shorter = min(len(first), len(second))
    if shorter and first[shorter - 1] is second[shorter - 1]:
        return shorter
    return next((ply for ply in range(shorter) if first[ply] != second[ply]), shorter)


async def _insert_people(connection: AsyncConnection, match: Match) -> None:
    rows = [
        {"match_id": match.id, "person_id": person.id, "place": place, "joined": place < len(match.players)}
        for place, person in enumerate(match.people)
    ]
    await connection.execute(_ADD_PEOPLE, rows)


def _columns(match: Match) -> dict[str, Any]:
    """The values of a match's columns, including some that never change."""
    result = match.result
    return {
        **columns_of(matches, match, match.place, match.terms),
        "seats": match.seats,
        "among_people": match.is_among_people,
        "twin_id": None if match.twin is None else match.twin.id,
        "hinted": [[hint.seat, hint.revision] for hint in match.hints_given] or None,
        "ply": match.ply,
        "to_move_id": None if match.to_move is None else match.to_move.id,
        "start_message_id": None if match.fairness is None else match.fairness.start_message_id,
        "expires_at": match.expires_at if match.state in (State.OPEN, State.RUNNING) else None,
        "ending": None if result is None else result.ending,
        "ended_by_id": None if result is None or result.by is None else result.by.id,
        "places": None if result is None or not result.places else list(result.places),
        "points": None if result is None or result.points is None else list(result.points),
        "reason": None if result is None or not result.reason else result.reason,
        "banks": [bank // clocks.MILLISECOND for bank in match.banks] or None,
        **clocks.columns_of(match.clock),
    }
