"""The record of a match: replaying its moves, and rolling for chance.

A record consists of the game, the number of seats and all moves, including the rolls of chance, so replaying needs no
randomness. If a seat left while the others played on, the record has an entry such as `retires:2`, for seat 2.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import CHANCE, Game, IllegalMove, Move, Position, Seat
from rules.dice import Dice

_RETIRES: Final = "retires:"


def retirement(seat: Seat) -> Move:
    """The record entry for a seat that leaves."""
    return Move(f"{_RETIRES}{seat}")


def retired_seat(entry: Move) -> Seat | None:
    """The seat that left, according to a record entry; None if the entry is a move."""
    number = entry.removeprefix(_RETIRES)
    return Seat(int(number)) if number != entry and number.isdecimal() else None


def follow(position: Position, entry: Move) -> Position:
    """The position after an entry of a record. Raises `IllegalMove` if the entry is impossible in `position`."""
    seat = retired_seat(entry)
    if seat is None:
        return position.play(entry)
    after = position.retire(seat)
    if after is None:
        raise IllegalMove(f"seat {seat} cannot leave while the others play on")
    return after


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of a record, a move or a retirement, with the positions before and after it."""

    before: Position
    move: Move
    after: Position

    @property
    def mover(self) -> Seat | None:
        """The seat that made the move; None for rolls of chance and for retirements."""
        turn = self.before.turn
        return None if turn is CHANCE or retired_seat(self.move) is not None else turn

    @property
    def is_roll(self) -> bool:
        """Whether chance made the move."""
        return self.before.turn is CHANCE and retired_seat(self.move) is None


def steps_from(position: Position, moves: Iterable[Move]) -> Iterator[Step]:
    """The steps of entries from a position. Raises `IllegalMove` like `follow`."""
    for move in moves:
        after = follow(position, move)
        yield Step(position, move, after)
        position = after


def steps(game: Game, seats: int, moves: Iterable[Move]) -> Iterator[Step]:
    """The steps of a record from the start.

    Raises `IllegalMove` at the first impossible entry; the message gives its number.
    """
    position = game.start(seats)
    for number, move in enumerate(moves, start=1):
        try:
            after = follow(position, move)
        except IllegalMove as error:
            raise IllegalMove(f"Move {number} of this record, {move}, cannot be played: {error}") from error
        yield Step(position, move, after)
        position = after


def replay(game: Game, seats: int, moves: Iterable[Move]) -> Position:
    """The position after all `moves`. Raises `IllegalMove` like `steps`."""
    position = game.start(seats)
    for step in steps(game, seats, moves):
        position = step.after
    return position


def last_turn(played: Sequence[Step]) -> tuple[Step, ...]:
    """The steps of the last turn: all since another seat moved. A roll belongs to the turn of the move before it."""
    mover, first = None, 0
    for index in range(len(played) - 1, -1, -1):
        turn = played[index].before.turn
        if turn is CHANCE:
            continue
        if mover is not None and turn != mover:
            break
        mover, first = turn, index
    return tuple(played[first:])


def settle(position: Position, dice: Dice, *, rolled: int) -> tuple[Step, ...]:
    """Roll for chance until a seat is to move or the game is over; return the rolls as steps, to be recorded.

    `rolled` is the number of earlier rolls in the match.
    """
    settled: list[Step] = []
    while position.turn is CHANCE:
        outcomes = position.legal_moves()
        move = outcomes[dice.roll(rolled + len(settled), len(outcomes))]
        after = position.play(move)
        settled.append(Step(position, move, after))
        position = after
    return tuple(settled)
