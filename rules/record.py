"""The record of a match: replaying moves, and letting chance play.

A record is the game, the number of seats and the moves, chance's draws among them; it replays without randomness.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core import CHANCE, Game, IllegalMove, Move, Position
from rules.dice import Dice


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a record with the positions around it."""

    before: Position
    move: Move
    after: Position


def steps(game: Game, seats: int, moves: Iterable[Move]) -> Iterator[Step]:
    """Replay `moves` from the start, one step after the other.

    Raises `IllegalMove` at the first move that is not legal where it stands, with its number in the text.
    """
    position = game.start(seats)
    for number, move in enumerate(moves, start=1):
        try:
            after = position.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"Move {number} of this record, {move}, cannot be played: {error}") from error
        yield Step(position, move, after)
        position = after


def replay(game: Game, seats: int, moves: Iterable[Move]) -> Position:
    """The position after `moves`. Raises `IllegalMove` as `steps` does."""
    position = game.start(seats)
    for step in steps(game, seats, moves):
        position = step.after
    return position


def settle(position: Position, dice: Dice, *, drawn: int) -> tuple[Step, ...]:
    """Let chance play until a seat is to move or the game is over.

    `drawn` is the number of draws that the match has made so far. Every draw comes back as a step, to be recorded
    like any other move.
    """
    settled: list[Step] = []
    while position.turn is CHANCE:
        outcomes = position.legal_moves()
        move = outcomes[dice.draw(drawn + len(settled), len(outcomes))]
        after = position.play(move)
        settled.append(Step(position, move, after))
        position = after
    return tuple(settled)
