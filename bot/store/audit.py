"""Matches exactly as they are stored, even if they make no sense, for checking a database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Select, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.offers import OfferKind, OfferState
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.engine.statements import made
from bot.store.entries import entries_of
from rules.core import Move


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match at one moment: its columns, its record, and the ids of the people who have joined.

    `entries` are plies with tokens. States and endings are as stored, even if they are unknown.
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
    """The players who have left their seats to characters, or have left while the others vote on that."""

    @property
    def record(self) -> tuple[Move, ...]:
        """The tokens of the entries."""
        return tuple(token for _ply, token in self.entries)


async def matches_after(connection: AsyncConnection, match_id: int, limit: int) -> Sequence[StoredMatch]:
    """At most `limit` matches after the one with this number, in order; within the caller's transaction."""
    query = select(matches).where(matches.c.id > match_id).order_by(matches.c.id).limit(limit)
    rows = (await connection.execute(query)).mappings().all()
    numbers = [row["id"] for row in rows]
    entries = await entries_of(connection, numbers)
    players = await _by_match(
        connection,
        select(participants.c.match_id, participants.c.person_id)
        .where(participants.c.match_id.in_(numbers), participants.c.joined)
        .order_by(participants.c.match_id, participants.c.place),
    )
    leavers = await _by_match(
        connection,
        select(offers.c.match_id, offers.c.by_id).where(
            offers.c.match_id.in_(numbers),
            offers.c.character.is_not(None),
            or_(offers.c.state == OfferState.ACCEPTED, offers.c.kind == OfferKind.STAND_IN),
        ),
    )
    return [
        made(
            StoredMatch,
            row,
            has_begun=row["started_at"] is not None,
            places=_numbers(row["places"]),
            points=_numbers(row["points"]),
            entries=[(entry.ply, entry.token) for entry in entries.get(row["id"], ())],
            players=[person_id for (person_id,) in players[row["id"]]],
            leavers=frozenset(person_id for (person_id,) in leavers[row["id"]]),
        )
        for row in rows
    ]


async def _by_match(
    connection: AsyncConnection, query: Select[*tuple[Any, ...]]
) -> Mapping[int, Sequence[tuple[Any, ...]]]:
    """The rows of a query, grouped by their first column, the match, and without it."""
    rows_by_match: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for number, *others in await connection.execute(query):
        rows_by_match[number].append(tuple(others))
    return rows_by_match


def _numbers(stored: Any) -> tuple[int, ...] | None:
    return tuple(cast(list[int], stored)) if isinstance(stored, list) else None
