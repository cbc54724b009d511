"""How a match ends that is not over on the last day of its competition."""

from typing import Final

from bot.model.match import Match
from bot.model.offers.repetition import has_come_thrice, shared_places
from bot.model.result import Ending, Result
from rules.core import CHANCE

BEYOND_DOUBT: Final = 0.8
"""A position that is judged so much better for one seat, where 1 is won, wins for it."""


def decided(match: Match) -> Result:
    """The result of a running match of two that nobody has time to finish.

    A position that has come for the third time is a draw, as either could have claimed. Else whoever stands better
    beyond doubt wins. Where that is not so, or the game has no evaluation, it is a draw.
    """
    if has_come_thrice(match):
        return Result(Ending.DECIDED, shared_places(match), reason="the position had come for the third time")
    leader = _leader(match)
    if leader is None:
        return Result(Ending.DECIDED, shared_places(match), reason="nobody was ahead beyond doubt")
    places = tuple(1 if seat == leader else match.seats for seat in range(match.seats))
    return Result(Ending.DECIDED, places, reason="the position was beyond doubt")


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
