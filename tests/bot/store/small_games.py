"""Sticks, a game for two or three that is small enough to analyse: it has turns of several steps, chance and points.

The heap holds some sticks. In a turn, a player takes `one`, takes one and plays on with `more`, or plays `roll` and
lets chance take one or two. The player who takes the last stick wins; everybody else shares second place.
"""

from dataclasses import dataclass
from typing import Final, Self

from rules.core import CHANCE, Game, IllegalMove, InvalidMove, Move, Outcome, Position, Seat, Turn

_TAKEN: Final = {"one": 1, "more": 1, "roll": 0, "rolled1": 1, "rolled2": 2}


@dataclass(frozen=True, slots=True)
class SticksPosition(Position):
    seats: int
    left: int
    mover: Seat
    is_rolling: bool = False

    @property
    def turn(self) -> Turn:
        if self.left == 0:
            return None
        return CHANCE if self.is_rolling else self.mover

    def legal_moves(self) -> tuple[Move, ...]:
        if self.left == 0:
            return ()
        tokens = ("rolled1", "rolled2") if self.is_rolling else ("one", "more", "roll")
        return tuple(Move(token) for token in tokens if _TAKEN[token] <= self.left)

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} is not possible with {self.left} sticks.")
        left = self.left - _TAKEN[move]
        keeps_turn = move in ("more", "roll") or left == 0
        mover = self.mover if keeps_turn else Seat((self.mover + 1) % self.seats)
        return type(self)(self.seats, left, mover, move == "roll")

    def outcome(self) -> Outcome | None:
        if self.left > 0:
            return None
        everybody = range(self.seats)
        return Outcome(
            places=tuple(1 if seat == self.mover else 2 for seat in everybody),
            reason="took the last stick",
            points=tuple(10 * seat for seat in everybody),
        )

    def fen(self) -> str:
        return f"{self.seats} {self.left} {self.mover} {int(self.is_rolling)}"

    def __str__(self) -> str:
        return "|" * self.left

    def parse(self, text: str) -> Move:
        token = Move(text.strip().lower())
        if token not in _TAKEN:
            raise InvalidMove(f"{text} isn't a move in Sticks.")
        self.play(token)
        return token

    def describe(self, move: Move) -> str:
        return f"plays {move}"

    def side(self, seat: Seat) -> str:
        return f"Player {seat + 1}"


def _from_fen(text: str) -> SticksPosition:
    seats, left, mover, rolling = (int(part) for part in text.split())
    return SticksPosition(seats, left, Seat(mover), bool(rolling))


def _sticks(key: str, seats: range) -> Game:
    return Game(
        key=key,
        name=key.capitalize(),
        family="sticks",
        seats=seats,
        version=1,
        summary="Take the last stick.",
        start=lambda players: SticksPosition(players, left=7, mover=Seat(0)),
        from_fen=_from_fen,
        has_chance=True,
    )


STICKS: Final = _sticks("sticks", range(2, 4))
STICKS_FOR_THREE: Final = _sticks("sticks-for-three", range(3, 4))
