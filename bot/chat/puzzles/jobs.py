"""The jobs of puzzles: posting the puzzle of the day, and searching finished matches for puzzles.

The puzzle of the day comes with the solution of the previous one and the names of its solvers. Nobody waits for a
search, so the thinking processes put everything else first.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.actions import matches, puzzles, settings
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, SEARCHES, JobKind, JobResult
from bot.chat.delivery.threads import resend_after
from bot.chat.puzzles import views
from bot.model.errors import BrokenRecord
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.puzzles import StoredPuzzle
from bot.model.refusals import Refusal
from bot.opponents.thinkers import NoAnswer, Thinkers
from bot.records.puzzles import read, shipped
from bot.texts import puzzles as sentences
from rules.core import Position

_MOST_NAMED: Final = 20


async def post_puzzle(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the puzzle of a day."""
    context, server_id, chosen = delivery.context, claim.server_id, claim.first.data
    last = await puzzles.day_before(context, server_id, claim.first.name or "", _MOST_NAMED)
    yesterday = "" if last is None else sentences.yesterday(*last)
    theme = await settings.theme_of(context, server_id)
    post = await views.daily(shipped(chosen["game"])[chosen["puzzle"]], theme, yesterday)
    return await delivery.post_once(claim, (await settings.of_server(context, server_id)).puzzle_channel_id, post)


DAILY_PUZZLE: Final = JobKind(Kind.DAILY_PUZZLE, MESSAGES, post_puzzle, resend_after)

_log: Final = logging.getLogger(__name__)
_LEASE: Final = timedelta(minutes=2)
_MOST_POSITIONS: Final = 60
_MOST_OF_MATCH: Final = 2
_MOST_SECONDS: Final = 2.0
"""The most seconds of processor time for searching a match: most take less than one, long ones took over five."""
_APART: Final = 6
"""The least number of moves between two puzzles of a match, which would otherwise be much alike."""
_NOBODY: Final = "puzzles"


async def search(delivery: Delivery, claim: Claim) -> JobResult:
    """Search a match and store the puzzles found: none if it cannot be read or the day's time is spent."""
    context, found = delivery.context, list[StoredPuzzle]()
    thinkers, before = delivery.thinkers, delivery.thinkers.searched
    try:
        if await puzzles.is_searched(context, claim.about_match, thinkers.searching_seconds):
            found = await _found(await matches.load(context, claim.about_match), thinkers)
    except (BrokenRecord, Refusal, NoAnswer) as error:
        _log.info("there are no puzzles in match %s: %s", claim.match_id, error)
    await puzzles.note_search(context, claim, found, thinkers.searched - before)
    return JobResult()


async def _found(match: Match, thinkers: Thinkers) -> list[StoredPuzzle]:
    found: list[StoredPuzzle] = []
    last, until = -_APART, thinkers.searched + _MOST_SECONDS
    for ply, position in _positions(match):
        if len(found) == _MOST_OF_MATCH or thinkers.searched >= until:
            break
        line = await thinkers.puzzle(position, _NOBODY) if ply - last >= _APART else None
        if line is not None:
            found.append(StoredPuzzle(read(match.game, line).id, match.game.key, line))
            last = ply
    return found


def _positions(match: Match) -> Sequence[tuple[int, Position]]:
    """The positions of a match with a player to move, with their plies; evenly spread ones if there are many."""
    steps = enumerate(match.history.steps)
    found = [(ply, step.before) for ply, step in steps if isinstance(step.before.turn, int)]
    return found[:: 1 + len(found) // (_MOST_POSITIONS + 1)] if match.game.evaluation is not None else ()


def _wait(*_: object) -> timedelta:
    return LONGEST_WAIT


SEARCH: Final = JobKind(Kind.PUZZLE_SEARCH, SEARCHES, search, _wait, lease=_LEASE)
