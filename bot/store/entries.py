"""The entries of records as they are stored, in the caller's transaction.

While a match goes on, each entry is a row of the table `moves`. Once it is over, all are folded into one row of the
table `records`: there an entry takes some 16 bytes, where a row of its own takes PostgreSQL 78, most of them for its
header and its index.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine.schema.matches import moves, records
from rules.core import Move, Seat

_CHANCE: Final = "-"
"""What stands for the seat of an entry that is a roll."""

_EPOCH: Final = datetime.fromtimestamp(0, UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_ROWS: Final = select(moves).where(moves.c.match_id.in_(bindparam("numbers"))).order_by(moves.c.match_id, moves.c.ply)
_FOLDED: Final = select(records).where(records.c.match_id.in_(bindparam("numbers")))
_CAUSED: Final = select(records.c.match_id, records.c.seats, records.c.causes).where(
    records.c.match_id.in_(bindparam("numbers")), records.c.causes.is_not(None)
)
_REMOVE: Final = delete(moves).where(moves.c.match_id == bindparam("number"))
_ADD: Final = insert(records)


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry of a record, exactly as it is stored."""

    ply: int
    """1 for the first entry."""

    token: Move

    seat: Seat | None
    """None for a roll."""

    cause: str | None
    """Why the entry was made, if no player made it at that moment."""

    played_at: datetime


async def entries_of(connection: AsyncConnection, numbers: Sequence[int]) -> Mapping[int, Sequence[StoredEntry]]:
    """The entries of the matches with these numbers, by match; a match without any is missing."""
    entries = defaultdict[int, list[StoredEntry]](list)
    if not numbers:
        return {}
    for match_id, *columns in await connection.execute(_ROWS, {"numbers": list(numbers)}):
        entries[match_id].append(StoredEntry(*columns))
    if lacking := [number for number in numbers if number not in entries]:
        for match_id, tokens, seats, times, causes in await connection.execute(_FOLDED, {"numbers": lacking}):
            entries[match_id] = _unfolded(tokens.split(), seats.split(), times.split(), dict(causes or ()))
    return dict(entries)


async def seats_by_cause(
    connection: AsyncConnection, numbers: Sequence[int], cause: str
) -> Mapping[int, Collection[Seat]]:
    """The seats for which this cause made entries in the matches with these numbers that are over, by match.

    Records are not unfolded for this: those of a person's latest matches may have half a million entries.
    """
    by_match: dict[int, set[Seat]] = {}
    for match_id, seats, causes in await connection.execute(_CAUSED, {"numbers": list(numbers)}):
        if plies := {ply for ply, ply_cause in causes if ply_cause == cause}:
            made = enumerate(seats.split(), start=1)
            by_match[match_id] = {Seat(int(seat)) for ply, seat in made if ply in plies and seat != _CHANCE}
    return by_match


async def fold(connection: AsyncConnection, match_id: int) -> None:
    """Store the entries of a match that is over, of which there are some, in one row."""
    entries = (await entries_of(connection, [match_id]))[match_id]
    await connection.execute(_REMOVE, {"number": match_id})
    await connection.execute(_ADD, {"match_id": match_id, **_folded(entries)})


def _folded(entries: Sequence[StoredEntry]) -> dict[str, object]:
    times = [0, *((entry.played_at - _EPOCH) // _MILLISECOND for entry in entries)]
    return {
        "tokens": " ".join(entry.token for entry in entries),
        "seats": " ".join(_CHANCE if entry.seat is None else str(entry.seat) for entry in entries),
        "times": " ".join(str(after - before) for before, after in pairwise(times)),
        "causes": [[entry.ply, entry.cause] for entry in entries if entry.cause] or None,
    }


def _unfolded(
    tokens: Sequence[str], seats: Sequence[str], times: Sequence[str], causes: Mapping[int, str]
) -> list[StoredEntry]:
    # A damaged row gives fewer entries, which a check of the database finds.
    entries, played_at = list[StoredEntry](), _EPOCH
    with suppress(ValueError, OverflowError):
        for ply, (token, seat, gap) in enumerate(zip(tokens, seats, times, strict=False), start=1):
            played_at += int(gap) * _MILLISECOND
            maker = None if seat == _CHANCE else Seat(int(seat))
            entries.append(StoredEntry(ply, Move(token), maker, causes.get(ply), played_at))
    return entries
