"""The adjudication of matches that are still running on the last day of a competition, and the reasons for results."""

from typing import Final

from bot.model.match import Match
from bot.model.offer_rules import ENOUGH, has_come_thrice, occurrences, shared_places
from bot.model.replays import Playthrough
from bot.model.result import Ending, Result
from rules.core import CHANCE, Phrase

BEYOND_DOUBT: Final = 0.8
"""A seat with at least this evaluation, where 1 is won, wins a match that is decided."""


def decided(match: Match) -> Result:
    """The result of a running match of two players that there is no time to finish.

    A position that has occurred three times is a draw, as either player could have claimed. Otherwise the seat that is
    ahead beyond doubt wins. If neither is, or the game has no evaluation, it is a draw.
    """
    leader = None if has_come_thrice(match) else _leader(match)
    if leader is None:
        return Result(Ending.DECIDED, shared_places(match))
    return Result(Ending.DECIDED, tuple(1 if seat == leader else match.seats for seat in range(match.seats)))


def reason(playthrough: Playthrough) -> str:
    """Why a match ended as it did by the rules or by `decided`, in a few words; empty for other endings."""
    result, history = playthrough.result, playthrough.history
    if result is None or result.ending not in (Ending.RULES, Ending.DECIDED):
        return ""
    if result.ending is Ending.RULES:
        return playthrough.outcome.reason if playthrough.outcome else ""
    if result.places.count(1) == 1:
        return Phrase("the outcome was clear")
    if occurrences(history) >= ENOUGH:
        return Phrase("the position had occurred three times")
    return Phrase("nobody was clearly ahead")


def _leader(match: Match) -> int | None:
    """The seat that is ahead beyond doubt; None if none is, or while noisy moves or a roll may change that."""
    game, position = match.game, match.position
    if game.evaluation is None or position.turn is CHANCE:
        return None
    if game.noisy_moves is not None and game.noisy_moves(position).moves:
        return None
    worths = game.evaluation(position)
    leader = max(range(match.seats), key=lambda seat: worths[seat])
    return leader if worths[leader] >= BEYOND_DOUBT else None
