"""The adjudication of matches that are still running on the last day of a competition, and the reasons for results."""

from collections.abc import Iterator
from typing import Final

from bot.model.match import Match
from bot.model.offer_rules import ENOUGH, has_come_thrice, occurrences, shared_places
from bot.model.replays import Playthrough
from bot.model.result import Ending, Result
from rules.core import CHANCE, Game, NoisyMoves, Phrase, Position

BEYOND_DOUBT: Final = 0.8
"""A seat with at least this evaluation, where 1 is won, wins a match that is decided."""

_MOST_FOLLOWED: Final = 2_000
"""The most positions that captures are followed through, which takes some tenths of a second."""

_MOST_CAPTURES: Final = 100
"""The most captures in a row that are followed."""

_QUIET: Final = NoisyMoves((), compulsory=False)


def decided(match: Match) -> Result:
    """The result of a running match of two players that there is no time to finish.

    A position that has occurred three times is a draw, as either player could have claimed. Otherwise the seat that is
    ahead beyond doubt wins, after captures that are possible have been played out. If neither is, or the game has no
    evaluation, it is a draw.
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
    """The seat that is ahead beyond doubt, however captures are played out; None if none is, or a roll may change it."""
    if match.game.evaluation is None:
        return None
    left = iter(range(_MOST_FOLLOWED))
    return next((seat for seat in range(match.seats) if _wins(match.game, match.position, seat, left)), None)


def _wins(game: Game, position: Position, seat: int, left: Iterator[int], longest: int = _MOST_CAPTURES) -> bool:
    """Whether a seat stays ahead beyond doubt in this position while either side captures as suits it best.

    `left` counts the positions that may still be looked at, and `longest` the captures in a row. Beyond either, nobody
    is clearly ahead.
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.places[seat] == 1 and outcome.places.count(1) == 1
    if position.turn is CHANCE or not longest or next(left, None) is None:
        return False
    assert game.evaluation is not None, "only such games are judged"
    moves, compulsory = game.noisy_moves(position) if game.noisy_moves else _QUIET
    following = (_wins(game, position.play(move), seat, left, longest - 1) for move in moves)
    is_ahead = game.evaluation(position)[seat] >= BEYOND_DOUBT
    if compulsory:
        return any(following) if position.turn == seat else all(following)
    return is_ahead or any(following) if position.turn == seat else is_ahead and all(following)
