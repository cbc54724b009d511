"""How a match ends that is not over on the last day of its competition, and why a match ended as it did."""

from typing import Final

from bot.model.match import Match
from bot.model.offer_rules import ENOUGH, has_come_thrice, occurrences, shared_places
from bot.model.replays import Playthrough
from bot.model.result import Ending, Result
from rules.core import CHANCE

BEYOND_DOUBT: Final = 0.8
"""A position that is judged so much better for one seat, where 1 is won, wins for it."""


def decided(match: Match) -> Result:
    """The result of a running match of two that there is no time to finish.

    A position that has come for the third time is a draw, as either player could have claimed. Otherwise the seat that stands
    better beyond doubt wins. If none does, or the game has no evaluation, it is a draw.
    """
    leader = None if has_come_thrice(match) else _leader(match)
    if leader is None:
        return Result(Ending.DECIDED, shared_places(match))
    return Result(Ending.DECIDED, tuple(1 if seat == leader else match.seats for seat in range(match.seats)))


def reason(playthrough: Playthrough) -> str:
    """Why the rules or the judgement of its last day ended a match as they did, in a few words; else empty."""
    result, history = playthrough.result, playthrough.history
    if result is None or result.ending not in (Ending.RULES, Ending.DECIDED):
        return ""
    if result.ending is Ending.RULES:
        return playthrough.outcome.reason if playthrough.outcome else ""
    if result.places.count(1) == 1:
        return "the position was beyond doubt"
    if occurrences(history) >= ENOUGH:
        return "the position had come for the third time"
    return "nobody was ahead beyond doubt"


def _leader(match: Match) -> int | None:
    """The seat that stands better beyond doubt; None if none does, or while captures or dice are about to tell."""
    game, position = match.game, match.position
    if game.evaluation is None or position.turn is CHANCE:
        return None
    if game.noisy_moves is not None and game.noisy_moves(position).moves:
        return None
    worths = game.evaluation(position)
    leader = max(range(match.seats), key=lambda seat: worths[seat])
    return leader if worths[leader] >= BEYOND_DOUBT else None
