"""Matches exactly as they are stored, however little sense that makes, for whoever checks them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Row, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.offers import OfferKind, OfferState
from bot.store.engine.schema.matches import matches, moves, offers, participants
from rules.core import Move


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it stands at one moment: its columns, its record, the ids of those who have joined.

    `entries` are plies with tokens. States and endings are as they were written, whether or not they are known.
    """

    id: int
    game: str
    game_version: int
    seats: int
    state: str
    ply: int
    has_begun: bool
    to_move_id: int | None
    ending: str | None
    places: tuple[int, ...] | None
    points: tuple[int, ...] | None
    secret: bytes | None
    commitment: str | None
    start_message_id: int | None
    entries: Sequence[tuple[int, Move]]
    players: Sequence[int]
    leavers: frozenset[int] = frozenset()
    """Those who have left their seats to characters, or have left while that is asked."""

    @property
    def record(self) -> tuple[Move, ...]:
        """The tokens of the entries."""
        return tuple(token for _ply, token in self.entries)


async def matches_after(connection: AsyncConnection, match_id: int, limit: int) -> Sequence[StoredMatch]:
    """At most `limit` matches by number, from that one on without it; within the caller's transaction."""
    query = select(matches).where(matches.c.id > match_id).order_by(matches.c.id).limit(limit)
    rows = (await connection.execute(query)).all()
    numbers = [row.id for row in rows]
    entries: defaultdict[int, list[tuple[int, Move]]] = defaultdict(list)
    players: defaultdict[int, list[int]] = defaultdict(list)
    for number, ply, token in await connection.execute(
        select(moves.c.match_id, moves.c.ply, moves.c.token)
        .where(moves.c.match_id.in_(numbers))
        .order_by(moves.c.match_id, moves.c.ply)
    ):
        entries[number].append((ply, Move(token)))
    for number, person_id in await connection.execute(
        select(participants.c.match_id, participants.c.person_id)
        .where(participants.c.match_id.in_(numbers), participants.c.joined)
        .order_by(participants.c.match_id, participants.c.place)
    ):
        players[number].append(person_id)
    leavers: defaultdict[int, set[int]] = defaultdict(set)
    for number, person_id in await connection.execute(
        select(offers.c.match_id, offers.c.by_id).where(
            offers.c.match_id.in_(numbers),
            offers.c.character.is_not(None),
            or_(offers.c.state == OfferState.ACCEPTED, offers.c.kind == OfferKind.STAND_IN),
        )
    ):
        leavers[number].add(person_id)
    return [_stored(row, entries[row.id], players[row.id], frozenset(leavers[row.id])) for row in rows]


def _stored(
    row: Row[Any], entries: Sequence[tuple[int, Move]], players: Sequence[int], leavers: frozenset[int]
) -> StoredMatch:
    return StoredMatch(
        id=row.id,
        game=row.game,
        game_version=row.game_version,
        seats=row.seats,
        state=row.state,
        ply=row.ply,
        has_begun=row.started_at is not None,
        to_move_id=row.to_move_id,
        ending=row.ending,
        places=_numbers(row.places),
        points=_numbers(row.points),
        secret=row.secret,
        commitment=row.commitment,
        start_message_id=row.start_message_id,
        entries=entries,
        players=players,
        leavers=leavers,
    )


def _numbers(stored: Any) -> tuple[int, ...] | None:
    return tuple(cast(list[int], stored)) if isinstance(stored, list) else None
