"""A bounded cache of the histories of matches, so that a record need not be read and replayed for every move.

A history is always derived from the record. The cache is keyed by the match's number and revision, and the revision
rises with every change of the record, so an entry can never be out of date, whichever process has changed the match.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.errors import BrokenRecord
from bot.model.history import Cause, History
from bot.outside import telemetry
from bot.store.entries import entries_of
from rules.core import Game, IllegalMove, Move
from rules.record import steps_from

_MOST_AT_ONCE: Final = 200
"""How many entries are replayed while everything else waits, about twenty milliseconds; more are replayed in a thread."""

_MOST_STEPS: Final = 6_000
_BYTES_OF_STEP: Final = 2_500  # two or three thousand
"""How many positions are cached in all matches together, 15 MB of all, and what each takes.

The least recently used matches are dropped first.
"""


class Histories:
    """A cache of the latest history of each match; use it from one event loop."""

    def __init__(self, most_steps: int = _MOST_STEPS) -> None:
        """Start empty."""
        self._known = LRUCache[int, tuple[int, History]](
            most_steps, lambda revised: min(max(revised[1].ply, 1), most_steps)
        )
        telemetry.provide_cache("histories", lambda: self._known.currsize * _BYTES_OF_STEP)

    def get(self, match_id: int, revision: int, game: Game, seats: int) -> History | None:
        """The history of a match at this revision, if it is cached."""
        cached = self._known.get(match_id)
        if cached is None or (cached[0], cached[1].game, cached[1].seats) != (revision, game, seats):
            return None
        return cached[1]

    def latest(self, match_id: int) -> History | None:
        """The history of a match that was cached last, from which a later one perhaps goes on."""
        cached = self._known.get(match_id)
        return None if cached is None else cached[1]

    def keep(self, match_id: int, revision: int, history: History) -> None:
        """Cache the history of a match."""
        self._known[match_id] = revision, history

    def forget(self, match_id: int) -> None:
        """Drop a match from the cache."""
        self._known.pop(match_id, None)


async def history_of(
    connection: AsyncConnection, match_id: int, revision: int, histories: Histories, game: Game, seats: int
) -> History:
    """The history of a match whose revision was read in the same transaction. Raises `BrokenRecord`."""
    cached = histories.get(match_id, revision, game, seats)
    if cached is not None:
        return cached
    entries = (await entries_of(connection, [match_id])).get(match_id, ())
    causes = [Cause(entry.cause) if entry.cause else None for entry in entries]
    before, tokens = histories.latest(match_id), [entry.token for entry in entries]
    is_long = len(tokens) > _MOST_AT_ONCE + (0 if before is None else before.ply)
    try:
        work = before, game, seats, tokens, causes
        history = await asyncio.to_thread(replayed, *work) if is_long else replayed(*work)
    except IllegalMove as error:
        # Not the user's mistake: only Furlong itself writes records.
        raise BrokenRecord(f"the record of match {match_id} does not replay: {error}") from error
    histories.keep(match_id, revision, history)
    return history


def replayed(
    before: History | None, game: Game, seats: int, tokens: Sequence[Move], causes: Sequence[Cause | None]
) -> History:
    """The history of a record; entries that it shares with the one before are not replayed.

    Raises `rules.core.IllegalMove` if it cannot be replayed.
    """
    if before is None or not _goes_on(before, game, seats, tokens):
        return History.of(game, seats, tokens, causes)
    steps = tuple(steps_from(before.position, tokens[before.ply :]))
    return before.and_then(steps, causes[before.ply :])


def _goes_on(history: History, game: Game, seats: int, tokens: Sequence[Move]) -> bool:
    """Whether a record begins with the entries of a history."""
    return (history.game, history.seats) == (game, seats) and history.tokens == tuple(tokens[: history.ply])
