"""Common parts of all searches: a position's game, evaluation and seat to move, the suitable search, and the budget."""

from collections.abc import Sequence
from functools import cache
from time import thread_time
from typing import Final

from rules import GAMES
from rules.core import Game, Position, Seat


def game_of(position: Position) -> Game:
    """A game with positions of this type; all such games have the same evaluation."""
    return _game_with(type(position))


def evaluated(position: Position) -> Sequence[float]:
    """The evaluation of a position by seat; the game must have one."""
    evaluation = game_of(position).evaluation
    assert evaluation is not None, "the caller knows that the game has an evaluation"
    return evaluation(position)


def seat_to_move(position: Position) -> Seat:
    """The seat to move. Raises ValueError if the game is over or chance is to move."""
    if not isinstance(position.turn, int):
        raise ValueError("no seat is to move in this position")
    return position.turn


def uses_alpha_beta(game: Game) -> bool:
    """Whether alpha-beta search plays a game, which can prove wins: two seats, no chance and an evaluation."""
    return game.evaluation is not None and not game.has_chance and game.seats.stop == 3


@cache
def _game_with(positions: type[Position]) -> Game:
    return next(game for game in GAMES.values() if type(game.start(game.seats.start)) is positions)


_NODES_BETWEEN_LOOKS: Final = 64


class BudgetExhausted(Exception):
    """The search has to stop."""


class Budget:
    """The number of positions that a search may visit, and its time limit."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = nodes
        self.spent = 0
        self._until = thread_time() + seconds

    def spend(self) -> None:
        """Count one position. Raises `BudgetExhausted` if the number or the time is used up."""
        self.spent += 1
        if self.spent > self.nodes or (self.spent % _NODES_BETWEEN_LOOKS == 0 and thread_time() > self._until):
            raise BudgetExhausted
