"""Looking for puzzles in matches that are over: one match after the other, by the processes that think.

Nobody waits for it, so everything else that is thought about goes first. Which matches are due follows from what is
stored, so it can be done late, in several processes or after a crash; what was found is kept once.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.actions import matches
from bot.actions.context import Context
from bot.chat.characters.thinking import Thinkers
from bot.chat.delivery.background import Background
from bot.chat.delivery.loop import Loop, SendResult, no_brake
from bot.chat.delivery.stored import Stored
from bot.model.errors import BrokenRecord
from bot.model.match import Match
from bot.model.refusals.refusal import Refusal
from bot.opponents.thinkers import NoAnswer
from bot.records.puzzles import read
from bot.store import match_puzzles
from bot.store.engine.claims import LONGEST_WAIT
from bot.store.match_puzzles import SearchClaim, StoredPuzzle
from rules.core import Position

_log: Final = logging.getLogger(__name__)
_MOST_POSITIONS: Final = 60
_MOST_OF_MATCH: Final = 2
_APART: Final = 6
"""Moves between two puzzles of a match, which would be much alike otherwise."""
_NOBODY: Final = "puzzles"


class PuzzleSearches:
    """Has the matches looked through that are due, with `thinkers`."""

    def __init__(self, context: Context, thinkers: Thinkers, brake: Callable[[], Awaitable[None]] = no_brake) -> None:
        """Nothing happens before `look` is called."""
        self._background = Background()
        self._loop = Loop(_Searches(context, thinkers), self._background, brake, at_once=1)

    def look(self) -> None:
        """Have all that is due looked through by and by."""
        self._loop.look()

    async def search_due(self) -> None:
        """Look through all that is due; returns when that is done. Raises what the store raises."""
        await self._loop.look()
        await self._background.idle()

    async def close(self) -> None:
        """Stop; what is being looked through is left to the next to start."""
        self._loop.stop()
        await self._background.stop(0)
        try:
            await self._loop.abandon()
        except Exception:  # noqa: BLE001 - the database is away; the bot stops even so, and claims run out by themselves
            _log.exception("a match that was being looked through for puzzles comes with a delay")


class _Searches(Stored[SearchClaim, SendResult]):
    """Matches to look through, as one kind of thing that is done, one after the other."""

    def __init__(self, context: Context, thinkers: Thinkers) -> None:
        super().__init__(context, match_puzzles)
        self._thinkers = thinkers

    async def abandon(self, claimed: SearchClaim) -> None:
        async with self._database.write() as connection:
            await match_puzzles.put_back(connection, claimed, self._context.now())

    async def put_back(self, claimed: SearchClaim, error: Exception) -> None:
        _log.warning("match %s is looked through for puzzles later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await match_puzzles.put_back(connection, claimed, self._context.now() + LONGEST_WAIT)

    async def show(self, claimed: SearchClaim) -> SendResult:
        """Look through a match and keep what was found; there is nothing in one that cannot be read."""
        found: Sequence[StoredPuzzle] = ()
        try:
            found = await self._found(await matches.load(self._context, claimed.match_id))
        except (BrokenRecord, Refusal, NoAnswer) as error:
            _log.info("there are no puzzles in match %s: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await match_puzzles.finish(connection, claimed.match_id, found)
        return SendResult()

    async def _found(self, match: Match) -> Sequence[StoredPuzzle]:
        found: list[StoredPuzzle] = []
        last = -_APART
        for ply, position in _positions(match):
            if len(found) == _MOST_OF_MATCH:
                break
            line = await self._thinkers.puzzle(position, _NOBODY) if ply - last >= _APART else None
            if line is not None:
                found.append(StoredPuzzle(read(match.game, line).id, match.game.key, line))
                last = ply
        return found


def _positions(match: Match) -> Sequence[tuple[int, Position]]:
    """The positions of a match in which somebody was to move, with their plies; of many of them some, spread evenly."""
    steps = enumerate(match.history.steps)
    found = [(ply, step.before) for ply, step in steps if isinstance(step.before.turn, int)]
    return found[:: 1 + len(found) // (_MOST_POSITIONS + 1)] if match.game.evaluation is not None else ()
