"""What follows from a move before a player is to move again: rolls of chance, and steps that leave no choice.

Pure functions of positions and dice; nothing is stored here.
"""

from bot.model.history import Cause, History
from rules.core import CHANCE, Game, Move, Position, Seat
from rules.dice import Dice
from rules.record import Step, follow, retired_seat, settle


def begin(game: Game, seats: int, dice: Dice | None) -> History:
    """From the start of a game to its first decision. Raises ValueError for a game with chance without dice."""
    return _settled(History.beginning(game, seats), dice)


def advance(history: History, seat: Seat, token: Move, dice: Dice | None, cause: Cause | None = None) -> History:
    """From an entry of `seat`, a legal move or its retirement, to the next decision.

    A series of steps of one turn that leaves its player a single move goes on by itself. `cause` is why the entry was
    made; what follows from it follows by itself. Raises `rules.core.IllegalMove` for an entry that cannot follow, and
    ValueError for a game with chance without dice.
    """
    before = history.position
    now = _settled(history.and_then([_step(before, token)], [cause]), dice)
    if retired_seat(token) is not None or before.turn != seat:
        return now
    while (only := only_move(now.position, seat)) is not None:
        now = _settled(now.and_then([_step(now.position, only)]), dice)
    return now


def only_move(position: Position, seat: Seat) -> Move | None:
    """The move of `seat` if it is to move and has no choice, else None."""
    if position.turn != seat:
        return None
    moves = position.legal_moves()
    return moves[0] if len(moves) == 1 else None


def _step(before: Position, token: Move) -> Step:
    return Step(before, token, follow(before, token))


def _settled(history: History, dice: Dice | None) -> History:
    if history.position.turn is not CHANCE:
        return history
    if dice is None:
        raise ValueError("a game with chance needs dice")
    return history.and_then(settle(history.position, dice, rolled=history.rolls))
